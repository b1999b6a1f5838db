from typing import Any

WIDTH: int

def multiply(rows: Any, across: Any, out: Any) -> None: ...
