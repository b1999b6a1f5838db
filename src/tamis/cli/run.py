"""``tamis run``: a folder, a crawl, anything that holds pages, into rows."""

from __future__ import annotations

import argparse
import os
from time import monotonic
from typing import TYPE_CHECKING, Final

from tamis.cli.inputs import named
from tamis.cli.options import LONGEST, add_page_options, selection
from tamis.cli.parser import Commands, Parser
from tamis.cli.progress import Bar, gauge
from tamis.cli.terminal import clear, counted, say, without_password
from tamis.errors import UsageError
from tamis.limits import Limits

if TYPE_CHECKING:
    from tamis.crawl.pool import State
    from tamis.crawl.run import Doer, Plan, Result


def add_parser(commands: Commands) -> Parser:
    """Describe the command."""
    parser = commands.add_parser(
        "run",
        help="make rows of many pages: WARC, folders, JSON lines, Parquet, lists of URLs",
        description="Inputs are WARC files (.warc, .warc.gz, .warc.zst), JSON lines (.jsonl, .jsonl.gz, .jsonl.xz) and "
        "Parquet with the columns html (or html_base64), url, host, id, encoding, lists of URLs (.txt, one a line), "
        "pages, and folders of all of these. The same command again goes on where the last one stopped.",
    )
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="what to read: files, folders, URLs")
    parser.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="a folder; or a store: FILE.db, postgresql://…"
    )
    parser.add_argument("--to", choices=("parquet", "jsonl", "store"), help="default: parquet, unless OUT is a store")
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes; default: one a core")
    parser.add_argument("--spark", metavar="MASTER", help="on a Spark cluster: spark://…, yarn, local[4] …")
    parser.add_argument("--sites", action="store_true", help="correct pages by what the pages of their site share")
    parser.add_argument("--metadata", action="store_true", help="add title, author, date …")
    parser.add_argument("--blocks", action="store_true", help="add the ledger: every block, kept or dropped, and why")
    parser.add_argument(
        "--records",
        action="store_true",
        help="write what pages repeat, and what they are about, too: a row a record, in the folder OUT.records",
    )
    add_page_options(parser, inputs=False)
    parser.add_argument("--anew", action="store_true", help="replace what an earlier run with other options has left")
    parser.add_argument("--timeout", type=float, default=60.0, metavar="SECONDS", help="for one page; default: 60")
    parser.add_argument(
        "--memory",
        type=int,
        default=2000,
        metavar="MB",
        help="for the process that a page is analysed in; default: 2000",
    )
    parser.add_argument(
        "--max-bytes",
        type=int,
        default=Limits().max_bytes,
        metavar="N",
        help="of a page that are read; default: 20000000",
    )
    parser.add_argument(
        "--slice", type=float, default=32, metavar="MB", help="of input that make a shard, about; default: 32"
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Make the rows; 1 if an input could not be read at all, the others being done."""
    from tamis.crawl.run import run as run_plan

    plan = _plan(args)
    try:
        result = run_plan(plan, _Progress(), _doer(args))
    except KeyboardInterrupt:
        say("tamis run: stopped; the same command goes on from here")
        return 130
    finally:
        clear()
    for message in (*result.failures, *(f"note: {remark}" for remark in result.remarks)):
        say(f"tamis run: {message}")
    print(_summary(result, plan))
    return 1 if result.failures else 0


def _plan(args: argparse.Namespace) -> Plan:
    from tamis.crawl.rows import Settings
    from tamis.crawl.run import Plan
    from tamis.crawl.shards import Output

    if not 0 < args.timeout <= LONGEST:
        raise UsageError(f"--timeout is above 0, and a day at most: {LONGEST:,} seconds")
    if args.memory < 200:
        raise UsageError("--memory is at least 200: tamis itself needs some of it")
    if not args.slice > 0:
        raise UsageError("--slice is above 0")
    named(args.inputs)
    named([args.output], "the output")
    if "-" in args.inputs:
        raise UsageError("a run cannot go on from standard input: give it files, or use tamis extract")
    options = selection(args)
    strategy = options.pop("strategy")
    output = Output.of(args.output, args.to)
    settings = Settings(
        strategy, options, metadata=args.metadata, blocks=args.blocks, records=args.records,
        for_store=output.kind == "store", sites=args.sites,
        limits=Limits(max_bytes=args.max_bytes), timeout=args.timeout, memory=args.memory * 1_000_000,
    )  # fmt: skip
    workers = len(os.sched_getaffinity(0)) if args.workers is None else args.workers
    return Plan(args.inputs, output, settings, workers, round(args.slice * 1_048_576), args.anew)


def _doer(args: argparse.Namespace) -> Doer | None:
    if not args.spark:
        return None
    from tamis.crawl.spark.job import doer

    return doer(args.spark)


_PIPED: Final = 30.0
"""seconds between two lines in a log"""


class _Progress:
    """How far a run is: a bar on a terminal, a line now and then in a log."""

    def __init__(self) -> None:
        self._bar = Bar(_PIPED)
        self._start = monotonic()
        self._stage = ""

    def __call__(self, state: State) -> None:
        if state.stage != self._stage:
            self._stage, self._start = state.stage, monotonic()
        self._bar.draw(lambda: line(state, monotonic() - self._start))


def line(state: State, seconds: float) -> str:
    """The progress in a line.

    >>> from tamis.crawl.pool import State
    >>> line(State(4, 1000, 1, 250, pages=300, failed=2, bytes_in=4000, bytes_kept=200), 10)
    'run [######..................] 25%  300 pages  30/s  kept 5.0%  2 errors  30 s left'
    """
    share = min(1.0, state.done_size / state.size) if state.size else 0.0
    rate = state.pages / seconds if seconds else 0
    parts = [f"{state.stage or 'run'} {gauge(share)} {share:.0%}", f"{state.pages:,} pages", f"{rate:.0f}/s"]
    if state.bytes_in:  # where pages are only counted, nothing is kept yet
        parts += [f"kept {state.bytes_kept / state.bytes_in:.1%}", f"{state.failed} errors"]
    if share > 0.002:
        parts.append(f"{_time(seconds * (1 - share) / share)} left")
    return "  ".join(parts)


def _time(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _summary(result: Result, plan: Plan) -> str:
    from tamis.crawl.shards import RECORDS
    from tamis.report.table import size

    account = result.account
    kept = account.bytes_kept / account.bytes_in if account.bytes_in else 0.0
    rate = result.pages / result.seconds if result.seconds else 0.0
    others = sum(account.records.values()) - account.pages
    failed = f", {account.failed:,} of them failed" if account.failed else ""
    lines = [
        f"{counted(account.pages, 'page')}{failed}, and {counted(others, 'other record')}; "
        f"kept {kept:.1%} of {size(account.bytes_in)}"
    ]
    if result.skipped and result.skipped == result.slices:
        lines.append("nothing was left to do: an earlier run has done it all")
    else:
        before = f"; {result.skipped} of {result.slices} slices were done before" if result.skipped else ""
        pages = counted(result.pages, "page")
        lines.append(f"this run: {pages} in {result.seconds:,.1f} s, {rate:,.1f} a second{before}")
    if plan.settings.records and plan.output.kind != "store":
        lines.append(f"records in {plan.output.address.rstrip('/')}{RECORDS}")
    lines.append(f"in {without_password(plan.output.address)}; report: {plan.output.home}/_report.html")
    return "\n".join(lines)
