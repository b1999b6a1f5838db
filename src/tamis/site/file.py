"""A site template as a file: JSON, with a format name and a version."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tamis.errors import InputError, UsageError
from tamis.site.layouts import Layout
from tamis.site.memory import Memory, Text
from tamis.site.places import Places
from tamis.strategies.base import get_strategy
from tamis.version import __version__

FORMAT: Final = "tamis site template"
VERSION: Final = 2
ROWS: Final = 6000
PLACES: Final = 2000
SNIPPETS: Final = 300
"""what a file holds at most: with these it stays under half a megabyte, whatever the site"""


@dataclass(eq=False, repr=False)
class TemplateData:
    """What a template has learned, all of which its file holds."""

    strategy: str = "auto"
    """the page strategy whose decisions it learns from"""
    params: dict[str, Any] = field(default_factory=dict)
    site: str | None = None
    """the site (registrable domain) of the pages, if they came with addresses"""
    seen: int = 0
    """pages that were passed in"""
    pages: int = 0
    """different pages with text, which are what counts"""
    layouts: list[Layout] = field(default_factory=list)
    memory: Memory = field(default_factory=Memory)
    digests: dict[int, None] = field(default_factory=dict)
    """of the pages it was learned from"""

    def __post_init__(self) -> None:
        if get_strategy(self.strategy).scope != "page":
            raise UsageError(f"a template stands on a page strategy, and {self.strategy!r} needs a whole site")


def write(template: TemplateData, path: Path) -> None:
    """Write a template; the file is there whole or not at all."""
    write_text(path, to_json(template))


def write_text(path: Path, data: str) -> None:
    """Write a text to a file, whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(data, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def to_json(template: TemplateData) -> str:
    """A template as text, for files and stores."""
    return json.dumps(to_dict(template), ensure_ascii=False, separators=(",", ":"))


def to_dict(template: TemplateData) -> dict[str, Any]:
    """A template as plain data, cut down to what a file holds; the template itself stays as it is."""
    memory, layouts = template.memory, template.layouts
    if len(memory) > ROWS or len(memory.places) > PLACES:
        memory = deepcopy(memory)
        moved = memory.shrink(ROWS, PLACES)
        layouts = [layout.renumbered(moved) for layout in layouts]
    memory.fill_up_places()
    texts = list(memory.texts.values())
    often = sorted((row for row, text in enumerate(texts) if text.snippet), key=lambda row: (-texts[row].pages, row))
    return {
        "format": FORMAT,
        "version": VERSION,
        "tamis": __version__,
        "strategy": template.strategy,
        "params": template.params,
        "site": template.site,
        "seen": template.seen,
        "pages": template.pages,
        "digests": [f"{digest:x}" for digest in template.digests],
        "layouts": [
            {
                "pages": layout.pages,
                "places": {str(place): pages for place, pages in layout.places.items()},
                "own": {str(place): share for place, share in layout.own.items()},
            }
            for layout in layouts
        ],
        "places": {
            "names": memory.places.names,
            "parents": memory.places.parents,
            "pages": memory.place_pages,
            "forgotten": memory.forgotten,
        },
        "texts": {
            "keys": [f"{key:x}" for _, key in memory.texts],
            "place": [place for place, _ in memory.texts],
            "pages": [text.pages for text in texts],
            "words": [text.words for text in texts],
            "kept": [text.kept for text in texts],
            "seen": [text.last for text in texts],
            "snippets": {str(row): texts[row].snippet for row in often[:SNIPPETS]},
        },
    }


def read_template(path: Path) -> TemplateData:
    """Read a template; :class:`tamis.InputError` says what is wrong with a file that is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or 'not a site template'}") from None
    return from_json(text, str(path))


def from_json(text: str, name: str) -> TemplateData:
    """A template from text; errors call the text by its name."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError(f"{name}: not a site template, or one that was cut off: learn it again") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError(f"{name}: not a site template; `tamis site learn` makes one")
    if data.get("version") != VERSION:
        raise InputError(
            f"{name}: a site template of version {data.get('version')}, made by tamis {data.get('tamis')}; "
            f"this is tamis {__version__}, which reads version {VERSION}: learn it again"
        )
    try:
        return _from_dict(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InputError(f"{name}: a damaged site template ({type(error).__name__}): learn it again") from None


def _from_dict(data: dict[str, Any]) -> TemplateData:
    """A template from plain data; raises what Python raises for data that is not one."""
    template = TemplateData(
        str(data["strategy"]), dict(data["params"]), data["site"], int(data["seen"]), int(data["pages"]),
        digests=dict.fromkeys(int(digest, 16) for digest in data["digests"]),
        memory=_memory(data["places"], data["texts"]),
        layouts=[
            Layout(
                int(layout["pages"]),
                {int(place): int(pages) for place, pages in layout["places"].items()},
                {int(place): float(share) for place, share in layout["own"].items()},
            )
            for layout in data["layouts"]
        ],
    )  # fmt: skip
    if any(not 0 < text.pages <= template.pages for text in template.memory.texts.values()):
        raise ValueError("a text on more pages than there are")
    named = [place for layout in template.layouts for place in (*layout.places, *layout.own)]
    if not all(0 <= place < len(template.memory.places) for place in named):
        raise ValueError("a layout names a place that is not there")
    return template


def _memory(places: dict[str, Any], texts: dict[str, Any]) -> Memory:
    """A memory from its columns, which are checked."""
    parents = [int(parent) for parent in places["parents"]]
    if parents[0] != -1 or any(not 0 <= parent < place for place, parent in enumerate(parents) if place):
        raise ValueError("a place is in one that comes after it")
    memory = Memory()
    memory.places = Places([str(name) for name in places["names"]], parents)
    memory.place_pages = [int(pages) for pages in places["pages"]]
    memory.forgotten = [[float(part) for part in sums] for sums in places["forgotten"]]
    if {len(parents), len(memory.place_pages), len(memory.forgotten)} != {len(memory.places)}:
        raise ValueError("columns of places differ in length")
    if any(len(sums) != 3 for sums in memory.forgotten):
        raise ValueError("sums of a place are three")
    columns = [[int(value) for value in texts[name]] for name in ("place", "words", "pages", "kept", "seen")]
    keys = [int(key, 16) for key in texts["keys"]]
    for key, place, *counts in zip(keys, *columns, strict=True):
        if not 0 <= place < len(memory.places) or not 0 <= key < 2**64:
            raise ValueError("a text at a place that is not there")
        memory.texts[place, key] = Text(*counts)
    rows = list(memory.texts.values())
    if len(rows) != len(keys):
        raise ValueError("a text is there twice")
    for row, snippet in texts["snippets"].items():
        if not 0 <= int(row) < len(rows):
            raise ValueError("a snippet of a text that is not there")
        rows[int(row)].snippet = str(snippet)
    return memory
