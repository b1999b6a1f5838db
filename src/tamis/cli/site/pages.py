"""What the actions of ``tamis site`` share: the pages by site, and the template."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tamis.cli.inputs import ReadPage, Source, sources
from tamis.cli.options import STORE
from tamis.cli.output import Failures
from tamis.cli.progress import progress
from tamis.cli.results import results
from tamis.cli.terminal import say, without_password
from tamis.errors import InputError

if TYPE_CHECKING:
    from tamis.site.template import SiteTemplate


@dataclass(frozen=True, slots=True)
class SitePage:
    """An input with its address, read again when it is needed: a site may not fit into memory."""

    source: Source
    url: str | None
    data: bytes | None
    """what cannot be read twice: standard input and fetched pages"""

    def html(self) -> bytes:
        """The bytes of the page."""
        return self.source.read().html if self.data is None else self.data


def read_pages(args: argparse.Namespace, url: str | None, failures: Failures) -> list[SitePage]:
    """The pages of the command line; those that cannot be read are reported and left out."""
    inputs = list(sources(args.inputs, args.output))
    return [
        SitePage(source, url or address, data)
        for source, (address, data) in results("reading", inputs, _address_and_data, failures)
    ]


def _address_and_data(page: ReadPage) -> tuple[str | None, bytes | None]:
    """The address of a page, by which it was fetched or which it names as its own, and what cannot be read twice."""
    from tamis.html.tree import read
    from tamis.limits import Limits
    from tamis.site.pages import own_address

    tree = read(page.html, page.charset, Limits())
    if tree.status.startswith("not html"):
        raise InputError(f"{page.name}: {tree.status}")
    local = page.url is None and page.name != "-"
    return page.url or own_address(tree), None if local else page.html


def group_by_site(pages: Sequence[SitePage]) -> dict[str, list[SitePage]]:
    """The pages by site; those that name no address belong to the one site there is, or else together."""
    from tamis.site.pages import by_site

    groups = by_site((page.url, page) for page in pages)
    nameless = groups.pop("", [])
    if nameless and len(groups) == 1:
        groups[next(iter(groups))] += nameless
    elif nameless:
        groups[""] = nameless
    return groups


def add_template_argument(parser: argparse.ArgumentParser) -> None:
    """The arguments of actions that use a template."""
    parser.add_argument(
        "template", metavar="TEMPLATE", help="what `tamis site learn` wrote; with --store, the name of the site"
    )
    parser.add_argument("--store", metavar=STORE, help="the store that the template is in")


def load_template(args: argparse.Namespace) -> SiteTemplate:
    """The template that was named, from its file or from a store."""
    from tamis.site.template import SiteTemplate

    if args.store is None:
        return SiteTemplate.load(args.template)
    from tamis.store import open_store

    with open_store(args.store, create=False) as store:
        text = store.template(args.template)
        sites = store.templates()
    if text is None:
        known = f"it has those of {', '.join(sites[:8])}{' …' * (len(sites) > 8)}" if sites else "it has none at all"
        raise InputError(f"{without_password(args.store)} has no template of {args.template}: {known}")
    return SiteTemplate.from_json(text, f"the template of {args.template}")


def learn_template(pages: Sequence[SitePage], strategy: str, params: Mapping[str, Any]) -> SiteTemplate:
    """The template of the pages of one site."""
    from tamis.site.template import SiteTemplate

    learned = ((page.url, page.html()) for page in progress(pages, len(pages), "learning"))
    return SiteTemplate.learn(learned, strategy, params)


def note_remarks(template: SiteTemplate) -> None:
    """Say what is odd about the pages that a template was learned from."""
    for remark in template.remarks:
        note(f"{template.site or 'template'}: {remark}")


def note(message: str) -> None:
    """Say something on stderr that is no failure."""
    say(f"tamis site: {message}")
