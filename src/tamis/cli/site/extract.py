"""``tamis site extract``: learn from pages and write their main content."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tamis.cli.options import add_output_options, add_page_options, rendering, selection
from tamis.cli.output import Failures, writer
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import progress
from tamis.cli.site.pages import SitePage, group_by_site, learn_template, note, note_remarks, read_pages
from tamis.formats import render

if TYPE_CHECKING:
    from tamis.document import Document


def add_parser(actions: Commands) -> Parser:
    """Describe the action."""
    parser = actions.add_parser(
        "extract",
        help="learn from pages and write their main content, in one go",
        description="Pages of several sites are grouped by registrable domain, taken from their address: the URL they "
        "are fetched from, or what they name as their own. A strategy for sites decides by itself; one for pages is "
        "corrected by a template.",
    )
    add_page_options(parser)
    add_output_options(parser)
    return parser


def run(args: argparse.Namespace) -> int:
    """Write the content of the pages of each site, one site after the other."""
    from tamis.strategies.base import get_strategy

    failures = Failures("site")
    found = read_pages(args, args.url, failures)
    chosen = selection(args)
    strategy = get_strategy(chosen["strategy"])
    strategy.settings(chosen.get("params", {}))  # a wrong parameter is wrong use, before anything is learned
    write = writer(args, len(found))
    for site, pages in group_by_site(found).items():
        name = site or pages[0].source.name
        if len(pages) < 2 and strategy.scope == "site":
            failures(f"{name}: one page, and {strategy.name} needs two")
            continue
        if len(pages) < 2:
            note(f"{name}: one page, so the page strategy decides alone")
        decided = _together(site, pages, chosen) if strategy.scope == "site" else _by_template(pages, chosen)
        for page, document in zip(pages, decided, strict=True):
            write(page.source, render(document, args.format, **rendering(args)))
    return failures.code


def _by_template(pages: Sequence[SitePage], chosen: dict[str, Any]) -> Iterator[Document]:
    from tamis.api import analyze

    template = learn_template(pages, chosen["strategy"], chosen.get("params", {})) if len(pages) > 1 else None
    if template is not None:
        note_remarks(template)
    for page in progress(pages, len(pages), "site extract"):
        yield analyze(page.html(), page.url, template=template, **chosen)


def _together(site: str, pages: Sequence[SitePage], chosen: dict[str, Any]) -> Iterator[Document]:
    from tamis.api import analyze_site

    documents = analyze_site([(page.url, page.html()) for page in pages], **chosen)
    name = site or "these pages"
    if not any(len(document.page) for document in documents):
        note(f"{name}: none of the pages has any text")
    elif not any(document.decisions.kept.any() for document in documents):
        advice = "nothing is kept; a strategy for pages, such as auto, would decide"
        note(f"{name}: the pages have everything in common: {advice}")
    yield from documents
