"""``tamis evaluate``: how good each strategy is, against peers, on page sets with known content."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.cli.options import LONGEST, positive
from tamis.cli.output import write_file
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import progress
from tamis.cli.terminal import say
from tamis.errors import UsageError, install_hint

if TYPE_CHECKING:
    from tamis.lab.competitors import Competitor
    from tamis.lab.corpora import Corpus
    from tamis.lab.evaluation import Evaluation, Plan


_QUERIES = 421
"""known-item queries: as many as in the first measurement"""
_ELSEWHERE = {
    "attributes": "`--records` compares them with tables and entities",
    "date": "benchmarks/metadata.py measures dates",
}
"""where sets without a gold text are measured, by what they have instead"""


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser("evaluate", help="measure strategies and peers on pages whose content is known")
    add = parser.add_argument
    add("corpora", nargs="+", metavar="CORPUS", help="a page set: a .jsonl[.gz|.xz] file or a folder in a known layout")
    add(
        "--strategies",
        metavar="NAME,…|all",
        help="ours, NAME or NAME:KEY=VALUE:…; others are compared with the first; default: auto",
    )
    add("--peers", metavar="NAME,…|all", help="other people's extractors, from the extra `peers`")
    add("--report", metavar="FILE", type=Path, help="write the figures as a page, with the worst pages")
    add("--json", metavar="FILE", type=Path, help="write the figures")
    add("--markdown", action="store_true", help="print the tables as Markdown")
    add("--limit", metavar="N", type=positive, help="N pages of each corpus, evenly spread over it")
    add("--hosts", metavar="N", type=positive, help="only pages of hosts that have N pages or more")
    add(
        "--folds",
        metavar="K[:I]",
        type=_folds,
        help="figures for each of K folds cut by host, or fold I (from 0) alone",
    )
    add("--comments", action="store_true", help="readers' comments belong to the gold text, where a set has them")
    add("--blocks", action="store_true", help="add block precision, recall and F1 for our strategies (slower)")
    add(
        "--rules",
        action="store_true",
        help="instead, for each rule above the network: the words it turns, the share turned rightly, F1 without it",
    )
    add(
        "--search",
        action="store_true",
        help="instead, measure search over the pages: known-item queries made of their gold texts, and --topics",
    )
    add(
        "--records",
        action="store_true",
        help="instead, data read out of pages with annotated attributes: tables of sites (SWDE), entities (products)",
    )
    add("--topics", metavar="FILE", type=Path, help="with --search: judged queries, JSON lines with query and grades")
    add("--queries", metavar="N", type=positive, default=_QUERIES, help="with --search; default: %(default)s")
    add(
        "--robustness",
        action="store_true",
        help="instead, word F1 of variants of each page: other scripts, no names, plain tags, text cut short",
    )
    add("--timeout", metavar="SECONDS", type=float, default=60.0, help="a page that takes longer is lost; default: 60")
    gate = parser.add_argument_group("gate")
    gate.add_argument("--gate", metavar="FILE", type=Path, help="fail if a figure is below its floor in this file")
    gate.add_argument("--update", action="store_true", help="set the floors to what is measured; lowers none")
    gate.add_argument("--allow-lower", action="store_true", help="with --update: lower floors too")
    gate.add_argument("--slack", metavar="X", type=float, default=0.0, help="with --update: stay X below the figures")
    return parser


def run(args: argparse.Namespace) -> int:
    """Evaluate every corpus in turn, then report; 1 if a page could not be read, or a corpus had none to measure.

    A set without any gold text, but with other facts, is skipped with a note, unless the gate has floors for it.
    """
    from tamis.lab.competitors import choose
    from tamis.lab.corpora import load
    from tamis.lab.gate import read_gate

    _check(args)
    if args.rules or args.robustness:
        return _look_closer(args)
    if args.search:
        return _search(args)
    if args.records:
        return _records(args)
    gate = read_gate(args.gate, may_be_new=args.update) if args.gate else None
    corpora = [corpus for corpus in map(load, args.corpora) if (gate and corpus.name in gate) or not _skip(corpus)]
    evaluations = []
    for corpus in corpora:
        pinned = list(gate[corpus.name].floors) if gate and corpus.name in gate else ["auto"]
        names = _names(args.strategies) if args.strategies else pinned
        competitors, missing = choose(names, _names(args.peers), blocks=args.blocks)
        if missing and corpus is corpora[0]:
            say(f"tamis evaluate: not installed: {', '.join(missing)}; {install_hint('peers')}")
        if not competitors:
            raise UsageError("nothing to measure: name --strategies or --peers that are installed")
        evaluation = _evaluate(corpus, competitors, args)
        if evaluation.pages:
            evaluations.append(evaluation)
            _print(evaluation, markdown=args.markdown)
        _complain(corpus, evaluation)
    if not evaluations:
        return 1
    _write(args, evaluations)
    failed = _judge(args, evaluations) if gate is not None else 0
    # A gate that holds has the pages that could not be read in its hash: they are the same as ever.
    unread = any(evaluation.unreadable for evaluation in evaluations) and (gate is None or args.update)
    return 1 if failed or unread or len(evaluations) < len(corpora) else 0


def _check(args: argparse.Namespace) -> None:
    if args.gate is None and (args.update or args.allow_lower or args.slack):
        raise UsageError("--update, --allow-lower and --slack go with --gate")
    if not 0 <= args.slack < 1:
        raise UsageError(f"--slack is from 0 to below 1, not {args.slack:g}")
    if not 0 < args.timeout <= LONGEST:
        raise UsageError(f"--timeout is above 0, and a day at most: {LONGEST:,} seconds")
    for path in (
        args.json,
        args.report,
        args.gate if args.update else None,
    ):  # to learn it when all is measured would be late
        if path is not None and not path.parent.is_dir():
            raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if not args.search and args.topics:
        raise UsageError("--topics goes with --search")
    if args.gate is not None and (args.limit or args.folds or args.hosts or args.comments):
        raise UsageError("a gate is for whole corpora as they are: leave --limit, --folds, --hosts and --comments out")


def _look_closer(args: argparse.Namespace) -> int:
    """Print the audit by rule of each corpus, or what its variants cost."""
    from tamis.lab.audit import audit, model_of
    from tamis.lab.corpora import load
    from tamis.lab.robustness.measure import robustness

    specs = _names(args.strategies) or ["auto"]
    if len(specs) > 1 or any((args.peers, args.gate, args.report, args.json, args.comments, args.blocks)):
        name = "--rules" if args.rules else "--robustness"
        raise UsageError(f"{name} goes with one of --strategies, and with --limit, --folds, --hosts and --markdown")
    measured = 0
    for corpus in map(load, args.corpora):
        only = _plan(corpus, args).only
        if not _skip(corpus):
            asked = [audit(corpus, specs[0], only).table()] if args.rules else []
            asked += [robustness(corpus, model_of(specs[0]), only).table()] if args.robustness else []
            for table in asked:
                print(table.markdown() if args.markdown else table.text(), end="\n\n", flush=True)
            measured += 1
    return 0 if measured else 1


def _search(args: argparse.Namespace) -> int:
    """Print the figures of search on each corpus."""
    from tamis.lab.corpora import load
    from tamis.lab.rankings import evaluate_search
    from tamis.lab.search import read_topics

    specs = _names(args.strategies) or ["auto"]
    if len(specs) > 1 or any((args.peers, args.gate, args.report, args.json, args.comments, args.blocks)):
        raise UsageError("--search goes with one of --strategies, and with --topics, --queries, --limit and --markdown")
    topics = read_topics(args.topics) if args.topics else []
    measured = 0
    for corpus in map(load, args.corpora):
        if not _skip(corpus):
            chosen = _plan(corpus, args)
            found = evaluate_search(
                corpus, specs[0], topics, chosen, args.queries, lambda pages: progress(pages, None, "pages")
            )
            print(found.table().markdown() if args.markdown else found.table().text(), end="\n\n", flush=True)
            measured += 1
    return 0 if measured else 1


def _records(args: argparse.Namespace) -> int:
    """Print how well data are read out of the pages of each set."""
    from tamis.lab.data import evaluate_data

    if any((args.strategies, args.peers, args.gate, args.report, args.json, args.limit, args.folds, args.hosts)):
        raise UsageError("--records goes with --markdown alone")
    for path in map(Path, args.corpora):
        table = evaluate_data(path, lambda sites: progress(sites, len(sites), "sites"))
        print(table.markdown() if args.markdown else table.text(), end="\n\n", flush=True)
    return 0


def _plan(corpus: Corpus, args: argparse.Namespace) -> Plan:
    from tamis.lab.evaluation import plan

    folds, fold = args.folds or (None, None)
    return plan(corpus, limit=args.limit, folds=folds, fold=fold, hosts=args.hosts)


def _evaluate(corpus: Corpus, competitors: Sequence[Competitor], args: argparse.Namespace) -> Evaluation:
    from tamis.lab.evaluation import evaluate
    from tamis.lab.runner import Scored

    chosen = _plan(corpus, args)

    def watch(items: Iterable[Scored]) -> Iterable[Scored]:
        if not sys.stderr.isatty():
            return items
        pages = len(chosen.only) if chosen.only is not None else sum(1 for _ in corpus)
        return progress(items, pages * len(competitors), corpus.name)

    return evaluate(corpus, competitors, chosen, timeout=args.timeout, comments=args.comments, watch=watch)


def _print(evaluation: Evaluation, *, markdown: bool) -> None:
    from tamis.lab.tables import tables

    for table in tables(evaluation):
        print(table.markdown() if markdown else table.text(), end="\n\n", flush=True)


def _skip(corpus: Corpus) -> bool:
    """Whether a set is for measuring something else; says so."""
    facts = corpus.instead_of_gold()
    if facts:
        hints = [hint for name, hint in _ELSEWHERE.items() if name in facts]
        note = f"skipped: its pages have no gold text, but {', '.join(facts)}"
        say("; ".join([f"tamis evaluate: {corpus.name}: {note}", *hints]))
    return bool(facts)


def _complain(corpus: Corpus, evaluation: Evaluation) -> None:
    """Name the pages that could not be read, and say why there was nothing to measure, if so."""
    lines = [f"{page.id}: {page.reason}" for page in evaluation.unreadable]
    if not evaluation.pages:
        lines.append(_why_nothing(corpus, evaluation))
    for line in lines:
        say(f"tamis evaluate: {evaluation.corpus}: {line}")


def _why_nothing(corpus: Corpus, evaluation: Evaluation) -> str:
    if next(iter(corpus), None) is None:
        return "none of its pages could be read" if evaluation.unreadable else "no pages in this corpus"
    if all(result.competitor.scope == "site" for result in evaluation.results):
        return "site strategies compare the pages of a host, and no host has two among those to measure"
    return "--hosts and --folds leave none of its pages"


def _write(args: argparse.Namespace, evaluations: Sequence[Evaluation]) -> None:
    from tamis.lab.report import report

    if args.json:
        rows = [result.to_dict() for evaluation in evaluations for result in evaluation.results]
        write_file(args.json, json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    if args.report:
        write_file(args.report, report(evaluations))


def _judge(args: argparse.Namespace, evaluations: Sequence[Evaluation]) -> int:
    """0 if all figures reach their floors, or were made the floors; else 1, and stderr says which do not."""
    from tamis.lab.gate import failures, read_gate, updated, write_gate

    gate = read_gate(args.gate, may_be_new=args.update)
    if args.update:
        try:
            write_gate(args.gate, updated(gate, evaluations, slack=args.slack, allow_lower=args.allow_lower))
        except UsageError as error:
            say(f"tamis evaluate: {error}")
            return 1
        print(f"{args.gate}: floors are up to date")
        return 0
    found = failures(gate, evaluations)
    for line in found:
        say(f"tamis evaluate: gate: {line}")
    if not found:
        print(f"{args.gate}: all figures reach their floors")
    return 1 if found else 0


def _names(listed: str | None) -> list[str]:
    return [name.strip() for name in (listed or "").split(",") if name.strip()]


def _folds(text: str) -> tuple[int, int | None]:
    count, colon, one = text.partition(":")
    folds, fold = int(count), int(one) if colon else None
    if folds < 2 or (fold is not None and not 0 <= fold < folds):
        raise argparse.ArgumentTypeError("takes K of 2 or more, or K:I with I from 0 to K - 1")
    return folds, fold
