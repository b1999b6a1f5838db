"""Records and the entity of a page as rows without nesting, bounded in length: for databases and columns of files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tamis.records.money import read_amount
from tamis.text.utf8 import encodable

if TYPE_CHECKING:
    from tamis.records.entity import Entity, Value
    from tamis.records.groups import Record

PAGE: Final = ("url", "site")
"""the columns of a record's row that its page has as well"""
TOP: Final = -1
"""the parent of a record that stands in no other"""
_MOST_RECORDS: Final = 5_000
_MOST_VALUES: Final = 500
"""of a record"""
_LONGEST: Final = 4_000
_LONGEST_NAME: Final = 100
"""characters of a value, and of an attribute's name"""
_PLAIN: Final = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?")
_MEASURE: Final = re.compile(r"([+-]?)(\d[\d.,'’ \u00a0\u202f]{0,20})(?:[^\W\d]|[%°/²³\"' .]){0,16}")


@dataclass(frozen=True, slots=True)
class FlatValue:
    """One value of one attribute."""

    name: str
    text: str
    normalized: str
    number: float | None
    """what the value is as a number, if it is one, with a unit behind it or without"""
    source: str


@dataclass(frozen=True, slots=True)
class FlatRecord:
    """A record or the entity of a page."""

    number: int
    """its place among those of the page; the entity comes first"""
    parent: int
    """the number of the record that it stands in"""
    type: str
    """the entity's type in schema.org's terms; empty for a record"""
    blocks: tuple[int, ...]
    """the indices of its blocks in the ledger"""
    values: tuple[FlatValue, ...]

    def to_dict(self) -> dict[str, Any]:
        """The record as a row of :func:`arrow_schema_of_records`, without its page."""
        return {
            "number": self.number,
            "parent": None if self.parent == TOP else self.parent,
            "type": self.type or None,
            "blocks": list(self.blocks),
            "attributes": [
                {"name": v.name, "text": v.text, "normalized": v.normalized, "number": v.number, "source": v.source}
                for v in self.values
            ],
        }


def flat_records(entity: Entity | None, records: Sequence[Record]) -> tuple[FlatRecord, ...]:
    """The entity and the records of a page in its order, each before those inside it.

    >>> import tamis
    >>> page = "".join(f"<h3><i>Loaf {i}</i></h3><p>Rye, day {i}.</p><p>{i}.50 €</p>" for i in range(1, 5))
    >>> rows = flat_records(None, tamis.analyze(page).records)
    >>> [(row.number, row.blocks, row.values[2].normalized, row.values[2].number) for row in rows[:2]]
    [(0, (0, 1, 2), '1.50', 1.5), (1, (3, 4, 5), '2.50', 2.5)]
    """
    found: list[FlatRecord] = []
    if entity is not None:
        values = tuple(_values(entity.attributes))
        found.append(FlatRecord(0, TOP, _storable(entity.type)[:_LONGEST_NAME], entity.blocks, values))
    waiting = [(record, TOP) for record in reversed(records)]
    while waiting and len(found) < _MOST_RECORDS:
        record, parent = waiting.pop()
        number = len(found)
        found.append(FlatRecord(number, parent, "", record.blocks, tuple(_values(record.attributes))))
        waiting += [(inner, number) for inner in reversed(record.records)]
    return tuple(found)


def _values(attributes: Mapping[str, Sequence[Value]]) -> Iterator[FlatValue]:
    left = _MOST_VALUES
    for name, values in attributes.items():
        plain = _storable(name)[:_LONGEST_NAME]
        for value in values[:left]:
            left -= 1
            normalized = _storable(value.normalized[:_LONGEST])
            text = _storable(value.text[:_LONGEST])
            yield FlatValue(plain, text, normalized, number_of(normalized), _storable(value.source[:_LONGEST]))


def _storable(text: str) -> str:
    """Without what databases and files in UTF-8 cannot hold: NUL and halves of surrogate pairs."""
    return encodable(text.replace("\0", "\ufffd"))


def number_of(text: str) -> float | None:
    """The number that a short text is, with a unit or without one; ``None`` for any other text.

    >>> [number_of(text) for text in ("31.20", "900 g", "1,299 km/h", "12,5 %", "-3", "2024-05-01", "Loaf 7", "1" * 99)]
    [31.2, 900.0, 1299.0, 12.5, -3.0, None, None, None]
    """
    if _PLAIN.fullmatch(text):
        return float(text)
    measure = _MEASURE.fullmatch(text) if len(text) <= 40 else None
    if measure is None:
        return None
    amount = read_amount(measure[2].strip(" \u00a0\u202f.,'’"))
    return float(measure[1] + amount) if _PLAIN.fullmatch(amount) else None


def arrow_schema_of_records() -> Any:
    """The Arrow schema of records in files: page, place, blocks and attributes with their values."""
    import pyarrow

    text = pyarrow.string()
    value = pyarrow.struct(
        [("name", text), ("text", text), ("normalized", text), ("number", pyarrow.float64()), ("source", text)]
    )
    return pyarrow.schema([
        ("url", text), ("site", text), ("number", pyarrow.int32()), ("parent", pyarrow.int32()), ("type", text),
        ("blocks", pyarrow.list_(pyarrow.int32())), ("attributes", pyarrow.list_(value)),
    ])  # fmt: skip


def arrow_type_of_records() -> Any:
    """The Arrow type of all records of a page, in a column of the page's row."""
    import pyarrow

    form = arrow_schema_of_records()
    return pyarrow.list_(pyarrow.struct([form.field(name) for name in form.names if name not in PAGE]))
