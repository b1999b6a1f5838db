"""``tamis mcp``: tools for language models over the Model Context Protocol."""

from __future__ import annotations

import argparse

from tamis.cli.options import STORE
from tamis.cli.parser import Commands, Parser
from tamis.errors import MissingExtraError


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "mcp",
        help="serve tools for language models (MCP)",
        description="A program such as an editor or an assistant starts it and talks to it over standard input and "
        "output. Its tools are extract, table and, with a store, search.",
    )
    add = parser.add_argument
    add("--store", metavar=STORE, help="the store to search in")
    add("--allow-fetch", action="store_true", help="fetch pages by URL, from public addresses alone")
    add("--allow-private", action="store_true", help="with --allow-fetch: from one's own network, too")
    return parser


def run(args: argparse.Namespace) -> int:
    """Serve until the input ends."""
    try:
        from tamis.service.mcp import create_server
        from tamis.service.settings import Settings
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("tamis"):
            raise
        raise MissingExtraError(error.name or "mcp", "mcp") from None
    if args.store is not None:
        from tamis.store import open_store

        open_store(args.store, create=False).close()  # a store that is not there is better noticed now
    settings = Settings(store=args.store, allow_fetch=args.allow_fetch, allow_private=args.allow_private, workers=1)
    create_server(settings).run("stdio")
    return 0
