"""Page sets with known content, in the layouts people have on disk, read one page at a time::

corpus = load("wcxb/dev")
for page in corpus: ...
corpus.unreadable, corpus.sha256
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

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
    "detect_layout",
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
    """The corpus at ``path``: in the layout that is named, or else in the one that what is on disk shows."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"no corpus at {path}")
    if layout is None:
        return Corpus(path, detect_layout(path))
    if layout not in LAYOUTS:
        raise ValueError(f"unknown layout {layout!r}; known: {', '.join(LAYOUTS)}")
    return Corpus(path, LAYOUTS[layout])


def detect_layout(path: Path) -> Layout:
    """The layout that is on disk. A folder that merely holds corpora is not joined into one: halves of a
    benchmark (WCXB's ``dev`` and ``test``) must not be mixed by accident.
    """
    for layout in LAYOUTS.values():
        if layout.matches(path):
            return layout
    inside = sorted(path.iterdir()) if path.is_dir() else []
    corpora = [p.name for p in inside if any(layout.matches(p) for layout in LAYOUTS.values())]
    hint = f"it holds these corpora: {', '.join(corpora)}" if corpora else f"known: {', '.join(LAYOUTS)}"
    raise ValueError(f"{path} is in no known layout; {hint}")
