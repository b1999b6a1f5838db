"""A site template in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tamis.native.places import OWN
from tamis.site.correct import Knowledge
from tamis.site.file import TemplateData
from tamis.site.layouts import Layout

MAIN: Final = 0.7
"""a container is the one that varies if it has this share of the text that is of one page and kept"""
_SHOWN: Final = 12


def describe(template: TemplateData, known: Knowledge, remarks: Sequence[str]) -> str:
    """The template as lines of text: layouts, the container that varies in each, and the texts that repeat.

    >>> import tamis
    >>> page = "<div id=menu>Home News</div><div id=story><p>{}, and what is said here is said only once.</p></div>"
    >>> print(tamis.SiteTemplate.learn([page.format("Of rye"), page.format("Of oats")]).describe())
    site template of 2 pages, learned over auto
    <BLANKLINE>
    layout 1: 2 pages, text at 2 places
      varies: div#story > p (100% of the text that is of one page and kept)
    <BLANKLINE>
    1 text repeats at its place; the most frequent:
      2 of 2  div#menu  Home News
    """
    site = f" of {template.site}," if template.site else " of"
    lines = [f"site template{site} {_count(template.pages, 'page')}, learned over {template.strategy}"]
    lines += [f"note: {remark}" for remark in remarks]
    varying = varying_containers(template)
    places = template.memory.places
    for number, (layout, (place, share)) in enumerate(zip(template.layouts, varying, strict=True), start=1):
        own = sum(1 for p in layout.places if template.memory.place_pages[p])
        lines += ["", f"layout {number}: {_count(layout.pages, 'page')}, text at {_count(own, 'place')}"]
        if share:
            lines.append(f"  varies: {places.path(place)} ({share:.0%} of the text that is of one page and kept)")
        else:
            lines.append("  varies: nothing that the page strategy keeps")
    return "\n".join([*lines, "", *_repeated(template, known)])


def varying_containers(template: TemplateData) -> list[tuple[int, float]]:
    """For each layout the smallest place that holds most of what is of one page and kept, and its share of that."""
    _, kept, _ = template.memory.sums()
    found = []
    for layout in template.layouts:
        mine = np.zeros(len(kept))
        members = np.array(sorted(layout.places), np.int64)
        mine[members] = kept[members]
        found.append(_descend(template, layout, template.memory.places.sums(mine)))
    return found


def _descend(template: TemplateData, layout: Layout, totals: NDArray[np.float64]) -> tuple[int, float]:
    if not totals[0]:
        return 0, 0.0
    place = 0
    for child in sorted(layout.places):  # a place comes after the one it is in
        if template.memory.places.parents[child] == place and totals[child] >= MAIN * totals[0]:
            place = child
    return place, float(totals[place] / totals[0])


def _repeated(template: TemplateData, known: Knowledge) -> list[str]:
    places, texts = template.memory.places, template.memory.texts
    several = [place for (place, _), text in texts.items() if text.pages > 1]
    spared = sum(1 for place in several if known.kinds[place] & OWN)
    what = "1 text repeats at its place" if len(several) == 1 else f"{len(several)} texts repeat at their places"
    lines = [f"{what}{'; the most frequent:' if several else ''}"]
    width = len(str(template.pages))
    for place, text in template.memory.repeated()[:_SHOWN]:
        path = places.path(place)
        path = path if len(path) <= 40 else f"…{path[-39:]}"
        lines.append(f"  {text.pages:>{width}} of {template.pages}  {path}  {_printable(text.snippet)}")
    if spared:
        lines.append(f"  {spared} of them stand where the site's own texts stand and are left to the page strategy")
    return lines


def _printable(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
