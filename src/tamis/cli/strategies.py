"""``tamis strategies``: what there is to choose from."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tamis.strategies.base import available_strategies


def add_parser(commands: Any) -> argparse.ArgumentParser:
    """Describe the command."""
    parser: argparse.ArgumentParser = commands.add_parser("strategies", help="list the strategies and their parameters")
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser


def run(args: argparse.Namespace) -> int:
    """List the strategies."""
    if args.json:
        rows = [
            {"name": s.name, "scope": s.scope, "summary": s.summary, "params": dict(s.params)}
            for s in available_strategies()
        ]
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
