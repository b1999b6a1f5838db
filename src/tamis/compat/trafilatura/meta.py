"""trafilatura's function that empties its caches; tamis has none that grow without bound."""


def reset_caches() -> None:
    """Do nothing: no cache of tamis grows with the number of pages."""
