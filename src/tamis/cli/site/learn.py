"""``tamis site learn``: a template from pages of one site."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.cli.options import STORE
from tamis.cli.output import Failures
from tamis.cli.parser import Commands, Parser
from tamis.cli.site.pages import SitePage, group_by_site, learn_template, note, note_remarks, read_pages
from tamis.cli.terminal import counted, without_password
from tamis.errors import UsageError

if TYPE_CHECKING:
    from tamis.site.template import SiteTemplate


def add_parser(actions: Commands) -> Parser:
    """Describe the action."""
    parser = actions.add_parser("learn", help="learn a site template from pages of one site")
    parser.add_argument("inputs", nargs="+", metavar="FILE|FOLDER|URL|-", help="pages of the site, two or more")
    parser.add_argument("-o", "--output", metavar="PATH", help="a file; or a folder, for a template a site: SITE.json")
    parser.add_argument(
        "--store",
        metavar=STORE,
        help="a store to put the templates into, by site, for `tamis index --site-templates`",
    )
    parser.add_argument("--strategy", default="auto", metavar="NAME", help="the page strategy below; default: auto")
    return parser


def run(args: argparse.Namespace) -> int:
    """Learn a template of each site; 1 if a page could not be read, or nothing was learned."""
    if args.output is None and args.store is None:
        raise UsageError("name a file for the template with -o, or a store with --store")
    failures = Failures("site")
    groups = group_by_site(read_pages(args, None, failures))
    into_folder = args.output is not None and (Path(args.output).is_dir() or args.output.endswith("/"))
    if len(groups) > 1 and args.output is not None and not into_folder:
        raise UsageError(f"pages of {len(groups)} sites ({_listed(groups)}): give a folder, for a template each")
    learned = 0
    for site, pages in groups.items():
        if len(pages) < 2 and len(groups) > 1:
            note(f"{site or 'pages without address'}: one page, and a template needs two")
            continue
        template = learn_template(pages, args.strategy, {})
        note_remarks(template)
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


def _listed(groups: dict[str, list[SitePage]]) -> str:
    named = [f"{site or 'no address'}: {len(pages)}" for site, pages in groups.items()]
    return ", ".join(named[:4]) + (" …" if len(named) > 4 else "")


def _counted(template: SiteTemplate) -> str:
    return f"{counted(template.pages, 'page')}, {counted(len(template.layouts), 'layout')}"
