"""Page sets with known content, in the layouts people have on disk, read one page at a time::

corpus = load("wcxb/dev")
for page in corpus: ...
corpus.unreadable, corpus.sha256
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tamis.errors import InputError
from tamis.lab.corpora import (
    article_benchmark,
    boilernet,
    cleaneval,
    dragnet,
    json_lines,
    l3s_gn1,
    page_folders,
    wcxb,
)
from tamis.lab.corpora.base import Corpus, GoldPage, Layout, Unreadable
from tamis.lab.corpora.folds import folds_by_host

__all__ = [
    "LAYOUTS",
    "Corpus",
    "GoldPage",
    "Layout",
    "Unreadable",
    "folds_by_host",
    "load",
]

LAYOUTS: Mapping[str, Layout] = {
    layout.name: layout
    for layout in (
        json_lines.LAYOUT,
        wcxb.LAYOUT,
        article_benchmark.LAYOUT,
        dragnet.LAYOUT,
        l3s_gn1.LAYOUT,
        boilernet.LAYOUT,
        cleaneval.LAYOUT,
        page_folders.LAYOUT,
    )
}


def load(path: str | Path, layout: str | None = None) -> Corpus:
    """The corpus at ``path``, in the layout that is named, or in the one that what is on disk shows.

    :class:`tamis.InputError` if there is none. A folder that merely holds corpora is not joined into one: halves of a
    benchmark (WCXB's ``dev`` and ``test``) must not be mixed by accident.
    """
    path = Path(path)
    known = ", ".join(LAYOUTS)
    if not path.exists():
        raise InputError(f"no corpus at {path}")
    if layout is not None:
        if layout not in LAYOUTS:
            raise InputError(f"unknown layout {layout!r}; known: {known}")
        return Corpus(path, LAYOUTS[layout])
    try:
        if (found := _layout_of(path)) is not None:
            return Corpus(path, found)
        inside = [p.name for p in sorted(path.iterdir()) if _layout_of(p)] if path.is_dir() else []
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: {error}") from None
    hint = f"it holds these corpora: {', '.join(inside)}" if inside else f"known: {known}"
    raise InputError(f"{path} is in no known layout; {hint}")


def _layout_of(path: Path) -> Layout | None:
    return next((layout for layout in LAYOUTS.values() if layout.matches(path)), None)
