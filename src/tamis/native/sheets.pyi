PROPERTIES: tuple[str, ...]
