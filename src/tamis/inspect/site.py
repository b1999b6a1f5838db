"""The data of the site page: the template of several pages, and what is kept of each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from tamis.api import analyze_content, analyze_site
from tamis.document import Document
from tamis.inspect.view import run
from tamis.limits import Limits
from tamis.site.describe import varying_containers
from tamis.site.template import SiteTemplate
from tamis.strategies.base import get_strategy

_MOST_TEXTS: Final = 60
"""repeated texts that are listed, the most frequent"""


def site_view(
    pages: Sequence[tuple[str | None, str | None, str | bytes]], strategy: str, limits: Limits
) -> dict[str, Any]:
    """Several pages of a site, as (name, address, HTML): what they share, and what is kept of each.

    A page strategy's decisions are corrected by the template; a site strategy decides on all pages by itself.

    >>> page = "<div id=menu>Home News</div><div id=story><p>{}, and what is said here is said only once.</p></div>"
    >>> shown = site_view([(None, None, page.format(crop)) for crop in ("Of rye", "Of oats")], "auto", Limits())
    >>> shown["repeated"][0]["text"], shown["repeated"][0]["pages"], shown["layouts"][0]["varies"]
    ('Home News', 2, 'div#story > p')
    """
    chosen = get_strategy(strategy)
    template = SiteTemplate(strategy if chosen.scope == "page" else "auto")
    for _, url, html in pages:
        template.update((url, html), limits)
    documents: list[Document] = (
        analyze_site([(url, html) for _, url, html in pages], strategy, limits=limits)
        if chosen.scope == "site"
        else [analyze_content(html, url, strategy, limits=limits, template=template) for _, url, html in pages]
    )
    return {
        "site": template.site,
        "strategy": strategy,
        "learned": template.pages,
        "remarks": list(template.remarks),
        "layouts": _layouts(template),
        "repeated": _repeated(template),
        "repeated_total": sum(text.pages > 1 for text in template.memory.texts.values()),
        "template": json.loads(template.to_json()),  # as its file has it, for people to save
        "pages": [
            _page(name or url or f"page {number}", document, template, (url, html), limits)
            for number, ((name, url, html), document) in enumerate(zip(pages, documents, strict=True), start=1)
        ],
    }


def _layouts(template: SiteTemplate) -> list[dict[str, Any]]:
    rows = []
    for layout, (place, share) in zip(template.layouts, varying_containers(template), strict=True):
        path = template.memory.places.path(place) if share else None
        places = sum(1 for p in layout.places if template.memory.place_pages[p])
        rows.append({"pages": layout.pages, "places": places, "varies": path, "share": round(share, 4)})
    return rows


def _repeated(template: SiteTemplate) -> list[dict[str, Any]]:
    return [
        {"pages": text.pages, "place": template.memory.places.path(place), "text": text.snippet}
        for place, text in template.memory.repeated()[:_MOST_TEXTS]
    ]


def _page(
    name: str, document: Document, template: SiteTemplate, source: tuple[str | None, str | bytes], limits: Limits
) -> dict[str, Any]:
    drift = template.drift(source, limits)
    return {
        "name": name,
        "title": document.title,
        "layout": None if drift.layout is None else drift.layout + 1,
        "fits": drift.fits,
        "drift": list(drift.reasons),
        "run": run(document),
    }
