"""``tamis train``: corpora to a model that ``strategy="model:FOLDER"`` runs."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

KINDS = ("auto",)


def add_parser(commands: Any) -> argparse.ArgumentParser:
    """Describe the command."""
    parser: argparse.ArgumentParser = commands.add_parser("train", help="train a model on corpora of your own")
    parser.add_argument("kind", metavar="KIND", choices=KINDS, help=f"what to train: {', '.join(KINDS)}")
    parser.add_argument(
        "corpora", metavar="CORPUS", nargs="+", type=Path, help="pages with gold texts, in any layout tamis evaluates"
    )
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="where the model goes")
    parser.add_argument(
        "--body", metavar="NAMES", default="", help="corpora, by name and comma, whose gold is the article's body alone"
    )
    parser.add_argument("--epochs", metavar="N", type=int, help="passes over the pages")
    parser.add_argument("--folds", metavar="K", type=int, default=4, help="folds by host for figures and calibration")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed gives the same weights")
    return parser


def run(args: argparse.Namespace) -> int:
    """Train, and say what came of it."""
    from tamis.errors import MissingExtraError, UsageError
    from tamis.evaluate.corpora import load

    try:
        from tamis.train.auto import Recipe
        from tamis.train.fit import fit
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise MissingExtraError("torch", "train") from None
    try:
        corpora = [load(path) for path in args.corpora]
    except (FileNotFoundError, ValueError) as error:
        raise UsageError(str(error)) from None
    recipe = Recipe(seed=args.seed, epochs=args.epochs or Recipe().epochs)
    body = [name for name in args.body.split(",") if name]
    card = fit(corpora, args.output, recipe, args.folds, lambda line: print(line, flush=True), body)
    for corpus, score in card["unseen_word_f1"].items():
        print(f"{corpus}: word F1 {score:.4f} on pages of unseen hosts")
    print(f"written: {args.output}; use it with --strategy model:{args.output}")
    return 0
