from collections.abc import Callable

from tamis.native.arrays import Int32s, Int64s, UInt64s

dropped: int
slow: int
first_several: int
alone: int

def tokenize(
    texts: list[str], folds: Int32s, several: Int32s, ends: Int32s, slowly: Callable[[str], list[str]]
) -> tuple[list[str], bytes, bytes, bytes, bytes]: ...
def least(terms: Int32s, sizes: Int64s, hashes: UInt64s, out: UInt64s) -> None: ...
def by_term(terms: Int32s, sizes: Int64s, starts: Int64s, places: Int64s) -> None: ...
