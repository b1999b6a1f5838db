"""A site template as a file: JSON, with a format name and a version."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tamis.errors import InputError
from tamis.site.layouts import Layout
from tamis.site.places import Places
from tamis.version import __version__

if TYPE_CHECKING:
    from tamis.site.memory import Memory
    from tamis.site.template import SiteTemplate

FORMAT: Final = "tamis site template"
VERSION: Final = 2
ROWS: Final = 6000
PLACES: Final = 2000
SNIPPETS: Final = 300
"""what a file holds at most: with these it stays under half a megabyte, whatever the site"""
_COLUMNS: Final = ("keys", "place", "pages", "words", "kept", "seen")


def write(template: SiteTemplate, path: Path) -> None:
    """Write a template; the file is there whole or not at all."""
    data = to_json(template)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(data, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def to_json(template: SiteTemplate) -> str:
    """A template as text: what a file holds, and a store."""
    return json.dumps(to_dict(template), ensure_ascii=False, separators=(",", ":"))


def to_dict(template: SiteTemplate) -> dict[str, Any]:
    """A template as plain data, cut down to what a file holds; the template itself stays as it is."""
    memory, layouts = template.memory, template.layouts
    if len(memory) > ROWS or len(memory.places) > PLACES:
        memory, layouts = _smaller(template)
    memory.sums()  # fills up the columns of places
    often = sorted(memory.snippets, key=lambda row: (-memory.pages[row], row))[:SNIPPETS]
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
                "pages": x.pages,
                "places": {str(p): n for p, n in x.places.items()},
                "own": {str(p): share for p, share in x.own.items()},
            }
            for x in layouts
        ],
        "places": {
            "names": memory.places.names,
            "parents": memory.places.parents,
            "pages": memory.place_pages,
            "forgotten": memory.forgotten,
        },
        "texts": {
            "keys": [f"{key:x}" for key in memory.keys],
            **{name: getattr(memory, name) for name in _COLUMNS[1:]},
            "snippets": {str(row): memory.snippets[row] for row in often},
        },
    }


def _smaller(template: SiteTemplate) -> tuple[Memory, list[Layout]]:
    copy = from_dict_parts(_parts(template.memory))
    moved = copy.shrink(ROWS, PLACES)
    return copy, [layout.renumbered(moved) for layout in template.layouts]


def _parts(memory: Memory) -> dict[str, Any]:
    memory.sums()
    return {
        "names": memory.places.names, "parents": memory.places.parents, "place_pages": list(memory.place_pages),
        "forgotten": [list(sums) for sums in memory.forgotten], "snippets": dict(memory.snippets),
        **{name: list(getattr(memory, name)) for name in _COLUMNS},
    }  # fmt: skip


def from_dict_parts(parts: dict[str, Any]) -> Memory:
    """A memory from its columns."""
    from tamis.site.memory import Memory

    memory = Memory()
    memory.places = Places(parts["names"], parts["parents"])
    memory.place_pages, memory.forgotten = parts["place_pages"], parts["forgotten"]
    memory.snippets = parts["snippets"]
    for name in _COLUMNS:
        setattr(memory, name, parts[name])
    memory.index()
    return memory


def read_template(path: Path) -> SiteTemplate:
    """Read a template; :class:`tamis.InputError` says what is wrong with a file that is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: {getattr(error, 'strerror', None) or 'not a site template'}") from None
    return from_json(text, str(path))


def from_json(text: str, name: str) -> SiteTemplate:
    """A template from text; the error for a text that is none calls it by its name."""
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
        return from_dict(data)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise InputError(f"{name}: a damaged site template ({type(error).__name__}): learn it again") from None


def from_dict(data: dict[str, Any]) -> SiteTemplate:
    """A template from plain data; raises what Python raises for data that is not one."""
    from tamis.site.template import SiteTemplate

    template = SiteTemplate(str(data["strategy"]), dict(data["params"]))
    template.site = data["site"]
    template.seen, template.pages = int(data["seen"]), int(data["pages"])
    template.digests = dict.fromkeys(int(digest, 16) for digest in data["digests"])
    places, texts = data["places"], data["texts"]
    parts = {
        "names": [str(name) for name in places["names"]],
        "parents": [int(parent) for parent in places["parents"]],
        "place_pages": [int(count) for count in places["pages"]],
        "forgotten": [[float(part) for part in sums] for sums in places["forgotten"]],
        "snippets": {int(row): str(text) for row, text in texts["snippets"].items()},
        "keys": [int(key, 16) for key in texts["keys"]],
        **{name: [int(value) for value in texts[name]] for name in _COLUMNS[1:]},
    }
    _check(parts)
    template.memory = from_dict_parts(parts)
    template.layouts = [
        Layout(
            int(x["pages"]),
            {int(p): int(n) for p, n in x["places"].items()},
            {int(p): float(share) for p, share in x["own"].items()},
        )
        for x in data["layouts"]
    ]
    if any(not 0 < count <= template.pages for count in template.memory.pages):
        raise ValueError("a text on more pages than there are")
    named = [p for layout in template.layouts for p in (*layout.places, *layout.own)]
    if not all(0 <= p < len(template.memory.places) for p in named):
        raise ValueError("a layout names a place that is not there")
    return template


def _check(parts: dict[str, Any]) -> None:
    """Refuse columns that do not belong together."""
    places, rows = len(parts["names"]), len(parts["keys"])
    if not places or {len(parts[name]) for name in ("parents", "place_pages", "forgotten")} != {places}:
        raise ValueError("columns of places differ in length")
    if {len(parts[name]) for name in _COLUMNS} != {rows}:
        raise ValueError("columns of texts differ in length")
    if any(len(sums) != 3 for sums in parts["forgotten"]):
        raise ValueError("sums of a place are three")
    if parts["parents"][0] != -1 or any(not 0 <= p < i for i, p in enumerate(parts["parents"]) if i):
        raise ValueError("a place stands in one that comes after it")
    if any(not 0 <= place < places for place in parts["place"]) or any(not 0 <= key < 2**64 for key in parts["keys"]):
        raise ValueError("a text at a place that is not there")
    if any(not 0 <= row < rows for row in parts["snippets"]):
        raise ValueError("a snippet of a text that is not there")
