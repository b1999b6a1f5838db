"""``tamis site show``: what a site template holds, and whether pages still fit it."""

from __future__ import annotations

import argparse

from tamis.cli.inputs import sources
from tamis.cli.output import Failures
from tamis.cli.parser import Commands, Parser
from tamis.cli.site.pages import add_template_argument, load_template


def add_parser(actions: Commands) -> Parser:
    """Describe the action."""
    parser = actions.add_parser("show", help="say what a site template thinks the template is")
    add_template_argument(parser)
    parser.add_argument("--drift", nargs="+", metavar="PAGE", help="and whether these pages still fit it")
    return parser


def run(args: argparse.Namespace) -> int:
    """Describe a template, and how well pages fit it."""
    template = load_template(args)
    print(template.describe())
    failures = Failures("site")
    for source in sources(args.drift) if args.drift else ():
        with failures.reported():
            drift = template.drift(source.read().html)
            layout = f"layout {drift.layout + 1}" if drift.layout is not None else "no layout"
            fits = "fits" if drift.fits else "does not fit"
            print(f"\n{source.name}: {fits}, {drift.likeness:.0%} like {layout}", *drift.reasons, sep="\n  ")
    return failures.code
