"""``tamis index``: pages into a store, to be searched."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tamis.cli.inputs import Source, sources
from tamis.cli.options import add_page_options, add_store_option, selection
from tamis.cli.output import Failures
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import progress
from tamis.cli.terminal import counted, say, without_password
from tamis.errors import InputError, TamisError, UsageError
from tamis.web.inputs import is_url

if TYPE_CHECKING:
    from tamis.crawl.inputs import Input

_EMPTY: Final = "<p></p>"
_ARCHIVES: Final = "WARC files go into a store by `tamis run FILE -o STORE`"


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "index",
        help="store the informative blocks of pages, to search them",
        description="Inputs are pages, folders of them, and files that hold many: JSON lines (.jsonl, .jsonl.gz, "
        ".jsonl.xz) and Parquet with the columns html (or html_base64), url, host, id, encoding.",
    )
    add_page_options(parser)
    add_store_option(parser)
    parser.add_argument(
        "--renew", action="store_true", help="analyse pages anew that another version or strategy has stored"
    )
    parser.add_argument(
        "--records", action="store_true", help="store what pages repeat, and what they are about, with all attributes"
    )
    parser.add_argument(
        "--site-templates",
        action="store_true",
        help="correct pages by the templates of their sites that `tamis site learn --store` has put there",
    )
    parser.add_argument("--batch", type=int, default=100, metavar="N", help="pages in a transaction; default: 100")
    return parser


def run(args: argparse.Namespace) -> int:
    """Index the inputs; 1 if some could not be read, the others being stored."""
    from tamis.api import analyze, analyze_site
    from tamis.crawl.indexing import Plan, index
    from tamis.crawl.site_indexing import index_sites
    from tamis.store import Added, open_store
    from tamis.strategies.base import get_strategy

    if args.url and (len(args.inputs) > 1 or any(Path(name).is_dir() for name in args.inputs)):
        raise UsageError("--url is the address of one page")
    if args.batch < 1:
        raise UsageError("--batch is at least 1")
    settings = selection(args)
    strategy = settings.pop("strategy")
    chosen = get_strategy(strategy)
    chosen.settings(settings.get("params", {}))  # a wrong parameter is wrong use, before anything is read
    if chosen.scope == "site" and args.site_templates:
        raise UsageError(f"strategy {strategy!r} compares the pages of a site: leave --site-templates out")
    if chosen.scope == "page":
        analyze("", strategy=strategy, **settings)  # a wrong option makes no store
    else:
        analyze_site([_EMPTY, _EMPTY], strategy, **settings)
    plan = Plan(strategy, settings, args.renew, args.batch, args.site_templates, args.records)
    failures = Failures("index")
    done = Added()
    with open_store(args.store) as store:
        if args.site_templates and not store.templates():
            name = without_password(args.store)
            raise UsageError(f"{name} has no site templates: `tamis site learn PAGES… --store` puts them there")
        pages = progress(_pages(args, failures), None, "index")
        try:
            for added in (index_sites if chosen.scope == "site" else index)(store, pages, plan, failures):
                done += added
        except (TamisError, KeyboardInterrupt):
            say(_summary(done, args.store))
            raise
    print(_summary(done, args.store))
    return failures.code


def _pages(args: argparse.Namespace, failures: Failures) -> Iterator[Input]:
    from tamis.crawl.inputs import is_collection, read_collection
    from tamis.crawl.slices import is_warc

    for name in args.inputs or ["-"]:
        with failures.reported():
            if is_warc(name):
                failures(f"{name}: {_ARCHIVES}")
            elif name != "-" and not is_url(name) and is_collection(Path(name)):
                yield from read_collection(Path(name), failures)
            elif Path(name).is_dir():
                yield from _folder(Path(name), failures)
            else:
                yield _page(Source(name), args.url)


def _folder(folder: Path, failures: Failures) -> Iterator[Input]:
    """The pages of a folder, and those of the collections in it."""
    from tamis.crawl.inputs import is_collection, read_collection
    from tamis.crawl.slices import is_warc

    files = sorted(path for path in folder.rglob("*") if path.is_file())
    collections = [path for path in files if is_collection(path)]
    archives = [path for path in files if is_warc(path.name)]
    if archives:
        failures(f"{folder}: {_ARCHIVES}")
    pages = list(sources([str(folder)]))
    if (collections or archives) and pages == [Source(str(folder))]:
        pages = []
    for source in pages:
        with failures.reported():
            yield _page(source, None)
    for path in collections:
        yield from read_collection(path, failures)


def _page(source: Source, url: str | None) -> Input:
    from tamis.crawl.inputs import Input

    page = source.read()
    if source.name == "-" and not page.html.strip():
        raise InputError("nothing on standard input: name pages, folders or files that hold pages")
    name = "standard input" if source.name == "-" else Path(source.name).as_posix()
    return Input(name, page.html, url or page.url, None, page.charset)


def _summary(done: Any, store: str) -> str:
    pages = done.new + done.changed + done.unchanged
    name = without_password(store)
    return (
        f"{counted(pages, 'page')} in {name}: "
        f"{done.new:,} new, {done.changed:,} changed, {done.unchanged:,} unchanged; "
        f"{counted(done.blocks, 'block')} written, {done.new_blocks:,} of them new texts"
    )
