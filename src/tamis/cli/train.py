"""``tamis train``: corpora to a model of your own, of one of the kinds that there are."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.cli.parser import Commands, Parser
from tamis.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from tamis.lab.corpora import Corpus


def add_parser(commands: Commands) -> Parser:
    """Describe the command and its kinds of model."""
    parser = commands.add_parser("train", help="train a model on corpora of your own")
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True, help="what to train")
    auto = kinds.add_parser("auto", help="the learned default; use it with --strategy model:FOLDER")
    _add_common(auto)
    auto.add_argument(
        "--body", metavar="NAMES", default="", help="corpora, by name and comma, whose gold is the article's body alone"
    )
    auto.add_argument(
        "--whole", metavar="NAMES", default="", help="corpora, by name and comma, to leave out whole, one a fold"
    )
    auto.add_argument(
        "--articles", metavar="NAMES", default="", help="corpora, by name and comma, of nothing but articles"
    )
    auto.add_argument("--jobs", metavar="N", type=int, default=1, help="folds to train at once")
    auto.add_argument("--epochs", metavar="N", type=int, help="passes over the pages")
    auto.add_argument(
        "--patience", metavar="N", type=int, default=0,
        help="hold every tenth page back and stop after N epochs without gain on those",
    )  # fmt: skip
    svm = kinds.add_parser("svm", help="the strategy svm; use it with --strategy svm --set model=FOLDER")
    _add_common(svm)
    svm.add_argument(
        "--blocks", metavar="N", type=int, help="blocks to learn from: fewer are faster, in training and in use"
    )
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "corpora", metavar="CORPUS", nargs="+", type=Path, help="pages with gold texts, in any layout tamis evaluates"
    )
    parser.add_argument("-o", "--output", metavar="FOLDER", type=Path, required=True, help="where the model goes")
    parser.add_argument("--folds", metavar="K", type=int, default=4, help="folds by host for figures and calibration")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="the same seed gives the same weights")


def run(args: argparse.Namespace) -> int:
    """Train, and say what came of it."""
    from tamis.lab.corpora import load

    corpora = [load(path) for path in args.corpora]
    return _train_svm(args, corpora) if args.kind == "svm" else _train_auto(args, corpora)


def _train_auto(args: argparse.Namespace, corpora: list[Corpus]) -> int:
    try:
        from tamis.lab.training.auto import Recipe
        from tamis.lab.training.fit import Plan, fit
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        raise MissingExtraError("torch", "train") from None
    recipe = Recipe(seed=args.seed, epochs=args.epochs or Recipe().epochs, patience=args.patience)
    body, whole, articles = (_named(names, corpora) for names in (args.body, args.whole, args.articles))
    plan = Plan(recipe, args.folds, body, whole, articles, args.jobs)
    card = fit(corpora, args.output, plan, lambda line: print(line, flush=True))
    for corpus, row in card["unseen"].items():
        print(f"{corpus}: word F1 {row['word F1']:.4f}, complete {row['complete']:.1%} on {row['pages']} unseen pages")
    print(f"report: {args.output / 'report.html'}")
    print(f"written: {args.output}; use it with --strategy model:{args.output}")
    return 0


def _named(names: str, corpora: list[Corpus]) -> list[str]:
    found = [name for name in names.split(",") if name]
    known = [corpus.name for corpus in corpora]
    if unknown := [name for name in found if name not in known]:
        raise UsageError(f"no corpus {', '.join(unknown)} among those given; choose from {', '.join(known)}")
    return found


def _train_svm(args: argparse.Namespace, corpora: list[Corpus]) -> int:
    from tamis.cli.progress import progress
    from tamis.papers.svm2013.features import tokens_in
    from tamis.papers.svm2013.training import Recipe, train

    recipe = Recipe(seed=args.seed, blocks=args.blocks or Recipe().blocks)
    card = train(corpora, args.output, recipe, args.folds, progress)
    for corpus, scores in card["scores"].items():
        print(f"{corpus}: token F1 {scores['token_f1']:.4f}, LCS F1 {scores['lcs_f1']:.4f} on pages of unseen hosts")
    print(f"{card['support_vectors']} support vectors; tokens: {', '.join(tokens_in(card['features']))}")
    print(f"written: {args.output}; use it with --strategy svm --set model={args.output}")
    return 0
