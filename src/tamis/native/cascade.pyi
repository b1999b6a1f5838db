from array import array
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tamis.native.reader import Reader

class Cascade:
    colours: bool
    def __init__(
        self,
        nodes: Reader,
        run_parents: array[int],
        ends: NDArray[np.int64],
        html: int,
        applies: Callable[[str, str], int],
        number_of: Callable[[str], int],
        judge: Callable[[int, str], tuple[bool, int, bool]],
        wide: list[int],
    ) -> None: ...
    def candidates(self) -> dict[int, int]: ...
    def unseen(self, rows: list[int]) -> list[int]: ...
    def winners(self, rows: list[int], mask: int) -> dict[int, list[tuple[int, int, str]]]: ...
    def own_colours(self) -> list[tuple[int, str]]: ...
    def grounds(self) -> tuple[set[str], list[int]]: ...
    def shows(self, row: int) -> bool: ...
    def coloured(self, canvas: int, test: Callable[[str, str], bool]) -> list[int]: ...
