"""``tamis forget``: pages out of a store."""

from __future__ import annotations

import argparse

from tamis.cli.options import add_store_option
from tamis.cli.parser import Commands, Parser
from tamis.cli.terminal import counted
from tamis.errors import InputError, UsageError


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("forget", help="take pages out of a store, with the blocks that no other page has")
    parser.add_argument("urls", nargs="*", metavar="URL", help="as `tamis search` shows them")
    add_store_option(parser)
    parser.add_argument("--site", metavar="DOMAIN", help="all pages of this site, and its template")
    return parser


def run(args: argparse.Namespace) -> int:
    """Forget; naming a page that is not there is an error."""
    from tamis.store import open_store

    if not args.urls and args.site is None:
        raise UsageError("name pages by their URLs, or a site with --site")
    with open_store(args.store, create=False) as store:
        missing = sorted(set(args.urls) - set(store.known(args.urls)))
        count = store.forget(args.urls, site=args.site)
    print(f"{counted(count, 'page')} forgotten")
    if missing:
        raise InputError(f"not in the store: {', '.join(missing)}")
    return 0
