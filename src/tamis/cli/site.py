"""``tamis site``: learn what the pages of a site share, and apply it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.cli.inputs import ReadPage, Source, analyzed, sources
from tamis.cli.options import add_output_options, add_page_options, rendering, selection
from tamis.cli.output import Failures, writer
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import progress
from tamis.cli.results import results
from tamis.cli.terminal import counted, say, without_password
from tamis.errors import InputError, UsageError
from tamis.formats import render

if TYPE_CHECKING:
    from tamis.document import Document
    from tamis.site.drift import Drift
    from tamis.site.template import SiteTemplate


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "site",
        help="learn what the pages of a site share, and apply it",
        description="What the pages of a site share is not content. A site template is learned from a few pages of a "
        "site, without labels, kept in a file, and applied to the next pages.",
    )
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, help="learn, apply, show or extract"
    )
    _add_learn(actions)
    _add_apply(actions)
    _add_show(actions)
    _add_extract(actions)
    return parser


def _add_learn(actions: Commands) -> None:
    learn = actions.add_parser("learn", help="learn a site template from pages of one site")
    learn.add_argument("inputs", nargs="+", metavar="FILE|FOLDER|URL|-", help="pages of the site, two or more")
    learn.add_argument("-o", "--output", metavar="PATH", help="a file; or a folder, for a template a site: SITE.json")
    learn.add_argument(
        "--store",
        metavar="FILE|postgresql://…",
        help="a store to put the templates into, by site, for `tamis index --site-templates`",
    )
    learn.add_argument("--strategy", default="auto", metavar="NAME", help="the page strategy below; default: auto")
    learn.set_defaults(act=_learn)


def _add_apply(actions: Commands) -> None:
    apply = actions.add_parser("apply", help="write the main content of pages, corrected by a site template")
    _add_template(apply)
    add_page_options(apply)
    add_output_options(apply)
    apply.set_defaults(act=_apply)


def _add_show(actions: Commands) -> None:
    show = actions.add_parser("show", help="say what a site template thinks the template is")
    _add_template(show)
    show.add_argument("--drift", nargs="+", metavar="PAGE", help="and whether these pages still fit it")
    show.set_defaults(act=_show)


def _add_extract(actions: Commands) -> None:
    extract = actions.add_parser(
        "extract",
        help="learn from pages and write their main content, in one go",
        description="Pages of several sites are grouped by registrable domain, taken from their address: the URL they "
        "are fetched from, or what they name as their own. A strategy for sites decides by itself; one for pages is "
        "corrected by a template.",
    )
    add_page_options(extract)
    add_output_options(extract)
    extract.set_defaults(act=_extract)


def _add_template(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "template", metavar="TEMPLATE", help="what `tamis site learn` wrote; with --store, the name of the site"
    )
    parser.add_argument("--store", metavar="FILE|postgresql://…", help="the store that the template is in")


def run(args: argparse.Namespace) -> int:
    """Learn, apply, show or extract."""
    code: int = args.act(args)
    return code


@dataclass(frozen=True, slots=True)
class _Page:
    """An input with its address, read again when it is needed: a site may not fit into memory."""

    source: Source
    url: str | None
    data: bytes | None
    """what cannot be read twice: standard input and fetched pages"""

    def html(self) -> bytes:
        return self.source.read().html if self.data is None else self.data


def _pages(args: argparse.Namespace, url: str | None, failures: Failures) -> list[_Page]:
    """The pages of the command line; those that cannot be read are reported and left out."""
    pages = []
    inputs = list(sources(args.inputs, args.output))
    for source in progress(inputs, len(inputs), "reading"):
        with failures.reported():
            pages.append(_read(source, url))
    return pages


def _read(source: Source, url: str | None) -> _Page:
    from tamis.html.tree import read
    from tamis.limits import Limits
    from tamis.site.pages import own_address

    page = source.read()
    tree = read(page.html, page.charset, Limits())
    if tree.status.startswith("not html"):
        raise InputError(f"{source.name}: {tree.status}")
    local = page.url is None and source.name != "-"
    return _Page(source, url or page.url or own_address(tree), None if local else page.html)


def _by_site(pages: Sequence[_Page]) -> dict[str, list[_Page]]:
    """The pages by site; those that name no address belong to the one site there is, or else together."""
    from tamis.site.pages import by_site

    groups = by_site((page.url, page) for page in pages)
    nameless = groups.pop("", [])
    if nameless and len(groups) == 1:
        groups[next(iter(groups))] += nameless
    elif nameless:
        groups[""] = nameless
    return groups


def _learn(args: argparse.Namespace) -> int:
    if args.output is None and args.store is None:
        raise UsageError("name a file for the template with -o, or a store with --store")
    failures = Failures("site")
    groups = _by_site(_pages(args, None, failures))
    into_folder = args.output is not None and (Path(args.output).is_dir() or args.output.endswith("/"))
    if len(groups) > 1 and args.output is not None and not into_folder:
        raise UsageError(f"pages of {len(groups)} sites ({_listed(groups)}): give a folder, for a template each")
    learned = 0
    for site, pages in groups.items():
        if len(pages) < 2 and len(groups) > 1:
            _note(f"{site or 'pages without address'}: one page, and a template needs two")
            continue
        template = _template(pages, args.strategy, {})
        _note_remarks(template)
        if not template.pages:
            continue
        learned += 1
        if args.output is not None:
            path = Path(args.output) / f"{site or 'pages'}.json" if into_folder else Path(args.output)
            _save(template, path)
            print(f"{path}: {_counted(template)}, {path.stat().st_size // 1000} kB")
        if args.store is not None:
            _store(template, site, args.store)
    if not groups:
        raise UsageError("a site template needs two pages or more of one site, not 0")
    return failures.code or int(not learned)


def _save(template: SiteTemplate, path: Path) -> None:
    with suppress(OSError):  # saving the file fails for the same reason, with a message
        path.parent.mkdir(parents=True, exist_ok=True)
    template.save(path)


def _store(template: SiteTemplate, site: str, address: str) -> None:
    from tamis.store import open_store

    if not site:
        raise UsageError("a store keeps templates by site, and these pages name none: write a file with -o instead")
    with open_store(address) as store:
        store.save_template(site, template.to_json())
    print(f"{site} in {without_password(address)}: {_counted(template)}")


def _load(args: argparse.Namespace) -> SiteTemplate:
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


def _template(pages: Sequence[_Page], strategy: str, params: dict[str, Any]) -> SiteTemplate:
    from tamis.site.template import SiteTemplate

    learned = ((page.url, page.html()) for page in progress(pages, len(pages), "learning"))
    return SiteTemplate.learn(learned, strategy, params)


def _apply(args: argparse.Namespace) -> int:
    template = _load(args)
    _note_remarks(template)
    inputs = list(sources(args.inputs, args.output))
    write = writer(args, len(inputs))
    failures = Failures("site apply")
    work = partial(_applied, args.url, template, selection(args), args.format, rendering(args))
    for source, (text, drift) in results("site apply", inputs, work, failures):
        if not drift.fits:
            _note(f"{source.name} does not fit the template: {'; '.join(drift.reasons)}")
        write(source, text)
    return failures.code


def _applied(
    url: str | None,
    template: SiteTemplate,
    chosen: dict[str, Any],
    output_format: str,
    rendered: dict[str, Any],
    page: ReadPage,
) -> tuple[str, Drift]:
    document = analyzed(page, url, template=template, **chosen)
    drift = template.drift((document.url, document.page.tree.source))
    return render(document, output_format, **rendered), drift


def _show(args: argparse.Namespace) -> int:
    template = _load(args)
    print(template.describe())
    failures = Failures("site")
    for source in sources(args.drift) if args.drift else ():
        with failures.reported():
            drift = template.drift(source.read().html)
            layout = f"layout {drift.layout + 1}" if drift.layout is not None else "no layout"
            fits = "fits" if drift.fits else "does not fit"
            print(f"\n{source.name}: {fits}, {drift.likeness:.0%} like {layout}", *drift.reasons, sep="\n  ")
    return failures.code


def _extract(args: argparse.Namespace) -> int:
    from tamis.strategies.base import get_strategy

    failures = Failures("site")
    found = _pages(args, args.url, failures)
    chosen = selection(args)
    strategy = get_strategy(chosen["strategy"])
    strategy.settings(chosen.get("params", {}))  # a wrong parameter is wrong use, before anything is learned
    write = writer(args, len(found))
    for site, pages in _by_site(found).items():
        name = site or pages[0].source.name
        if len(pages) < 2 and strategy.scope == "site":
            failures(f"{name}: one page, and {strategy.name} needs two")
            continue
        if len(pages) < 2:
            _note(f"{name}: one page, so the page strategy decides alone")
        decided = _together(site, pages, chosen) if strategy.scope == "site" else _by_template(pages, chosen)
        for page, document in zip(pages, decided, strict=True):
            write(page.source, render(document, args.format, **rendering(args)))
    return failures.code


def _by_template(pages: Sequence[_Page], chosen: dict[str, Any]) -> Iterator[Document]:
    from tamis.api import analyze

    template = _template(pages, chosen["strategy"], chosen.get("params", {})) if len(pages) > 1 else None
    if template is not None:
        _note_remarks(template)
    for page in progress(pages, len(pages), "site extract"):
        yield analyze(page.html(), page.url, template=template, **chosen)


def _together(site: str, pages: Sequence[_Page], chosen: dict[str, Any]) -> Iterator[Document]:
    from tamis.api import analyze_site

    documents = analyze_site([(page.url, page.html()) for page in pages], **chosen)
    name = site or "these pages"
    if not any(len(document.page) for document in documents):
        _note(f"{name}: none of the pages has any text")
    elif not any(document.decisions.kept.any() for document in documents):
        advice = "nothing is kept; a strategy for pages, such as auto, would decide"
        _note(f"{name}: the pages have everything in common: {advice}")
    yield from documents


def _note_remarks(template: SiteTemplate) -> None:
    for remark in template.remarks:
        _note(f"{template.site or 'template'}: {remark}")


def _note(message: str) -> None:
    say(f"tamis site: {message}")


def _listed(groups: dict[str, list[_Page]]) -> str:
    named = [f"{site or 'no address'}: {len(pages)}" for site, pages in groups.items()]
    return ", ".join(named[:4]) + (" …" if len(named) > 4 else "")


def _counted(template: SiteTemplate) -> str:
    return f"{counted(template.pages, 'page')}, {counted(len(template.layouts), 'layout')}"
