"""Our own form: JSON lines, plain or packed (``.gz``, ``.xz``), one page a line.

Each line has ``id``, ``html`` (or ``html_base64`` for the raw bytes) and ``gold``, and what else of
``GoldPage`` the set knows; None and a missing field mean the same.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tamis.crawl.inputs import unpacked
from tamis.lab.corpora.base import BROKEN, GoldPage, Layout, Unreadable, guarded
from tamis.web.domains import host_of

_ENDINGS = (".jsonl", ".jsonl.gz", ".jsonl.xz")
_PAGE = frozenset(("id", "html", "html_base64", "encoding", "url", "host"))
"""fields of the page itself; what a record has besides is known of its content"""


def _matches(path: Path) -> bool:
    return path.is_file() and path.name.endswith(_ENDINGS)


def _read(path: Path) -> Iterator[GoldPage | Unreadable]:
    number = 0
    try:
        with path.open("rb") as file, unpacked(file, path.name) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _parsed(f"line {number}", line)
    except BROKEN as error:  # the archive, not a line: what comes after cannot be read either
        yield Unreadable(f"from line {number + 1} on", f"{type(error).__name__}: {error}")


def _parsed(place: str, line: bytes) -> GoldPage | Unreadable:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:  # the latter for lists in lists in lists …
        return Unreadable(place, f"not JSON: {error}")
    if not isinstance(record, dict):
        return Unreadable(place, f"not a JSON object but {type(record).__name__}")
    page_id = str(record.get("id", place))
    if record.get("gold") is None:
        known = tuple(str(name) for name, value in record.items() if name not in _PAGE and value is not None)
        return Unreadable(page_id, "it has no gold", known)
    return guarded(page_id, lambda: page_from_record(record, _markup(record)))


def page_from_record(record: Mapping[str, Any], html: str | bytes) -> GoldPage:
    """A page from fields named as in ``GoldPage``. Raises for one that is missing or not of its kind."""
    url = _text(record, "url")
    return GoldPage(
        id=_needed(record, "id"),
        html=html,
        gold=_needed(record, "gold"),
        host=_text(record, "host") or host_of(url),
        url=url,
        comments=_text(record, "comments"),
        undecided=_text(record, "undecided"),
        page_type=_text(record, "page_type"),
        title=_text(record, "title"),
        author=_text(record, "author"),
        date=_text(record, "date"),
        must_have=_snippets(record, "must_have"),
        must_not_have=_snippets(record, "must_not_have"),
        encoding=_text(record, "encoding"),
    )


def benchmark_facts(truth: Mapping[str, Any]) -> dict[str, Any]:
    """A page's facts besides its text, by the names of the article extraction benchmark, which others took over."""
    return {
        "title": truth.get("title"),
        "author": truth.get("author"),
        "date": truth.get("publish_date"),
        "must_have": truth.get("with"),
        "must_not_have": truth.get("without"),
    }


def _markup(record: Mapping[str, Any]) -> str | bytes:
    packed = record.get("html_base64")
    return _needed(record, "html") if packed is None else base64.b64decode(packed, validate=True)


def _needed(record: Mapping[str, Any], name: str) -> str:
    value = _text(record, name)
    if value is None:
        raise ValueError(f"it has no {name}")
    return value


def _text(record: Mapping[str, Any], name: str) -> str | None:
    value = record.get(name)
    if isinstance(value, list):  # several authors
        value = "; ".join(map(str, value)) or None
    if value is None or isinstance(value, str):
        return value
    raise TypeError(f"{name} is {type(value).__name__}, not text")


def _snippets(record: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = record.get(name) or ()
    if isinstance(values, str) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{name} is not a list of texts")
    return tuple(values)


LAYOUT = Layout("json-lines", _matches, _read)
