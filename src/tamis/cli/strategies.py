"""``tamis strategies``: what there is to choose from."""

from __future__ import annotations

import argparse
import json

from tamis.cli.parser import Commands, Parser
from tamis.strategies.base import available_strategies


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("strategies", help="list the strategies and their parameters")
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser


def run(args: argparse.Namespace) -> int:
    """List the strategies."""
    if args.json:
        rows = [strategy.to_dict() for strategy in available_strategies()]
        print(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    width = max(len(s.name) for s in available_strategies())
    for s in available_strategies():
        print(f"{s.name:<{width}}  {s.scope}  {s.summary}")
        for name, default in s.params.items():
            print(f"{'':<{width}}        --set {name}={_as_text(default)}")
    return 0


def _as_text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
