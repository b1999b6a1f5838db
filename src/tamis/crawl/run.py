"""A run: inputs planned, slices done, the account written."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import monotonic

from tamis.api import analyze
from tamis.crawl.account import Account
from tamis.crawl.files import write_whole
from tamis.crawl.pool import State, do_slices
from tamis.crawl.rows import Settings
from tamis.crawl.shards import Output
from tamis.crawl.site_counts import SiteCounts, count
from tamis.crawl.slices import SLICE, Slice, plan
from tamis.errors import UsageError
from tamis.strategies.base import get_strategy
from tamis.version import __version__

Watch = Callable[[State], None]
Doer = Callable[[Sequence[Slice], Sequence[Slice], Output, Settings, Watch], State]
"""does slices: those that are to be done, and all, over which sites are counted"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do."""

    inputs: Sequence[str]
    output: Output
    settings: Settings = Settings()  # noqa: RUF009 - frozen
    workers: int = 1
    slice_bytes: int = SLICE
    anew: bool = False
    """throw away what an earlier run has left"""


@dataclass
class Result:
    """What became of it."""

    account: Account
    """of the whole output, what earlier runs did included"""
    seconds: float
    pages: int
    """that this run did"""
    slices: int
    skipped: int
    """slices that were done before"""
    workers: int
    failures: list[str] = field(default_factory=list)
    """inputs, or parts of them, that could not be read at all"""
    restarts: int = 0
    """workers that died and were replaced"""
    speed: list[tuple[float, float]] = field(default_factory=list)
    """seconds since the run began, and pages a second since the point before"""
    remarks: list[str] = field(default_factory=list)
    """notes for who started the run"""


def run(plan_: Plan, watch: Watch = lambda _: None, doer: Doer | None = None) -> Result:
    """Do what is planned, as far as it is not done yet; the report is in the output's folder."""
    from tamis.crawl.report import write_report

    _check(plan_)
    output, settings = plan_.output, plan_.settings
    failures: list[str] = []
    start = monotonic()
    with _locked(output, plan_):
        parts = plan(plan_.inputs, failures.append, plan_.slice_bytes, output.home)
        _forget_changed(output, parts, settings.sites)
        todo = [part for part in parts if not (done := output.done(part)) or not done[-1]["last"]]
        state = State(0, 0)
        clock = _Clock(watch)
        try:
            if todo:
                state = (doer or _local(plan_.workers))(todo, parts, output, settings, clock)
        finally:
            result = _result(plan_, parts, clock.state or state, failures, len(parts) - len(todo))
            result.seconds, result.speed = monotonic() - start, clock.points
            write_report(output, result, settings)
        output.tidy()
        shutil.rmtree(_site_counts(output).home, ignore_errors=True)
    return result


def _local(workers: int) -> Doer:
    def do(todo: Sequence[Slice], parts: Sequence[Slice], output: Output, settings: Settings, watch: Watch) -> State:
        if settings.sites:
            return _local_sites(todo, parts, output, settings, watch, workers)
        return do_slices(todo, output, settings, workers, watch)

    return do


def _local_sites(
    todo: Sequence[Slice], parts: Sequence[Slice], output: Output, settings: Settings, watch: Watch, workers: int
) -> State:
    """Two passes: what the pages of each site share is counted over all slices, then rows are made by it."""
    counts = _site_counts(output)
    unseen = [part for part in parts if not counts.fingerprints(part).is_dir()]
    do_slices(unseen, output, settings.first_pass, workers, watch, counts, "pass 1 of 2")
    count(counts, parts)
    state = do_slices(todo, output, settings, workers, watch, counts, "pass 2 of 2")
    if not any(counts.has_pages(part) for part in parts):
        state.remarks.append("no page has an address that tells its site, so --sites had nothing to go by")
    return state


def _site_counts(output: Output) -> SiteCounts:
    return SiteCounts(str(Path(output.home) / "_sites"))


def _check(plan_: Plan) -> None:
    """Wrong use, before anything is read or written."""
    if plan_.workers < 1:
        raise UsageError("--workers is at least 1")
    if plan_.slice_bytes < 1:
        raise UsageError("a slice is at least one byte")
    settings = plan_.settings
    chosen = get_strategy(settings.strategy)
    chosen.settings(settings.options.get("params") or {})
    if chosen.scope != "page":
        raise UsageError(f"strategy {chosen.name!r} needs whole sites, but pages come one by one: see --sites")
    analyze("", strategy=settings.strategy, **settings.options)  # what is wrong for every page, as a selector may be


@contextlib.contextmanager
def _locked(output: Output, plan_: Plan) -> Iterator[None]:
    """The output for this run alone, with a note on how it is made."""
    home = Path(output.home)
    if home.exists() and not home.is_dir():
        raise UsageError(f"{home} is a file; rows go to a folder, or to a store (--to store)")
    strangers = sorted(p.name for p in home.iterdir()) if home.is_dir() else []
    if strangers and not (home / "_run.json").exists() and strangers != ["_lock"]:
        raise UsageError(f"{home} is not empty, and no run's output: choose another folder")
    output.prepare()
    with (home / "_lock").open("w") as lock:
        try:
            _lock(lock.fileno())
        except OSError:
            raise UsageError(f"another run writes to {home}: wait for it, or choose another folder") from None
        _note_down(home, plan_)
        yield


def _lock(file: int) -> None:
    """Keep a file for this process; :class:`OSError` if another has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _note_down(home: Path, plan_: Plan) -> None:
    """Remember how the rows are made; refuse to mix two ways."""
    now = json.loads(json.dumps({
        "tamis": __version__, "to": plan_.output.kind, "slice_bytes": plan_.slice_bytes,
        "model": plan_.settings.made_by["model"], **plan_.settings.to_dict(),
    }))  # fmt: skip
    path = home / "_run.json"
    if plan_.anew:
        _clear(plan_.output)
    elif path.exists():
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            before = {}
        differing = [key for key in now if before.get(key) != now[key]]
        if differing:
            raise UsageError(
                f"{home} holds a run that differs in its {', '.join(differing)}: give --anew to replace it, "
                "or choose another folder"
            )
    write_whole(path, json.dumps(now, indent=1))


def _clear(output: Output) -> None:
    """Remove what an earlier run has left, and nothing else."""
    output.clear()
    shutil.rmtree(_site_counts(output).home, ignore_errors=True)


def _forget_changed(output: Output, parts: Sequence[Slice], sites: bool) -> None:
    """An input that has fewer slices than before leaves shards behind that would never be replaced.

    Where sites are counted over all inputs, any change of these may change any row, and all is done again.
    """
    if sites:
        now = blake2b(repr([(part.id, part.stamp) for part in parts]).encode(), digest_size=16).hexdigest()
        noted = Path(output.home) / "_inputs"
        if not noted.exists() or noted.read_text(encoding="utf-8") != now:
            _clear(output)
            noted.write_text(now, encoding="utf-8")
    counts: dict[str, int] = {}
    for part in parts:
        counts[part.path] = counts.get(part.path, 0) + 1
    for path, slices in counts.items():
        output.forget_beyond(path, slices)


class _Clock:
    """Hands on what is watched, and keeps some points of it."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._start = self._last = monotonic()
        self._pages = 0
        self._every = 0.5
        self.points: list[tuple[float, float]] = []
        self.state: State | None = None

    def __call__(self, state: State) -> None:
        now = monotonic()
        if self.state is not None and state.stage != self.state.stage:  # another pass counts from nought
            self._last, self._pages = now, 0
        self.state = state
        if now - self._last >= self._every:
            self.points.append((now - self._start, (state.pages - self._pages) / (now - self._last)))
            self._last, self._pages = now, state.pages
        if len(self.points) >= 400:  # a long run: every second point is enough
            pairs = zip(self.points[::2], self.points[1::2], strict=True)
            self.points = [(b[0], (a[1] + b[1]) / 2) for a, b in pairs]
            self._every *= 2
        self._watch(state)


def _result(plan_: Plan, parts: Sequence[Slice], state: State, failures: list[str], skipped: int) -> Result:
    account = Account()
    unread = list(failures)
    records = {part.path: 0 for part in parts}
    for note in plan_.output.noted():
        found = Account.from_dict(note["account"])
        account += found
        records[note["input"]] = records.get(note["input"], 0) + sum(found.records.values())
        if note["failure"]:
            unread.append(note["failure"])
    empty = [f"{path}: nothing in it" for path, count in records.items() if not count]
    return Result(
        account, 0.0, state.pages, len(parts), skipped, plan_.workers, unread, state.restarts,
        remarks=[*state.remarks, *empty],
    )  # fmt: skip
