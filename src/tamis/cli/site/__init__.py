"""``tamis site``: learn what the pages of a site share, and apply it. One file an action."""

from __future__ import annotations

import argparse

from tamis.cli.parser import Commands, Parser
from tamis.cli.site import apply, extract, learn, show, table

_ACTIONS = {"learn": learn, "apply": apply, "show": show, "extract": extract, "table": table}


def add_parser(commands: Commands) -> Parser:
    """Describe the command and its actions."""
    parser = commands.add_parser(
        "site",
        help="learn what the pages of a site share, and apply it",
        description="What the pages of a site share is not content. A site template is learned from a few pages of a "
        "site, without labels, kept in a file, and applied to the next pages.",
    )
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, help="learn, apply, show, extract or table"
    )
    for action in _ACTIONS.values():
        action.add_parser(actions)
    return parser


def run(args: argparse.Namespace) -> int:
    """Learn, apply, show, extract or make a table."""
    code: int = _ACTIONS[args.action].run(args)
    return code
