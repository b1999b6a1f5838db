"""One slice from records to shards: what a worker process does, and a task on Spark."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from time import monotonic
from typing import Any, Final

from tamis.crawl.account import Account
from tamis.crawl.read import read_slice
from tamis.crawl.record import Record
from tamis.crawl.rows import Settings, located
from tamis.crawl.sandbox import Sandbox, shared_sandbox
from tamis.crawl.shards import Output, Shard
from tamis.crawl.site_counts import SECTION, FingerprintWriter, SiteCounts
from tamis.crawl.slices import Slice
from tamis.errors import InputError
from tamis.web.domains import site_of_page
from tamis.workers.batches import BYTES, PAGES, in_batches
from tamis.workers.child import Report

_SHARD_ROWS: Final = 20_000
_SHARD_BYTES: Final = 134_217_728
"""a slice that cannot be cut, such as a packed file of JSON lines, still makes shards of this size"""
_EVERY: Final = 0.2
"""seconds between two messages about progress"""


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is to do."""

    part: Slice
    output: Output
    settings: Settings
    counts: SiteCounts | None = None
    """where the pages of sites are counted, if they are: in the first pass to write there, in the second to read"""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a slice is."""

    read: int = 0
    pages: int = 0
    failed: int = 0
    bytes_in: int = 0
    bytes_kept: int = 0

    def __add__(self, other: Progress) -> Progress:
        return Progress(
            self.read + other.read, self.pages + other.pages, self.failed + other.failed,
            self.bytes_in + other.bytes_in, self.bytes_kept + other.bytes_kept,
        )  # fmt: skip


class _Reporter:
    """Reports progress, a few times a second."""

    def __init__(self, report: Report) -> None:
        self._report, self._last = report, monotonic()
        self._read = 0

    def set_read(self, count: int) -> None:
        """Note how much of the slice is read."""
        self._read = count

    def report(self, *accounts: Account) -> None:
        """Report the sums of some accounts, unless something was reported just before."""
        if monotonic() - self._last >= _EVERY:
            self._last = monotonic()
            self._report(_sum(self._read, accounts))


def do_slice(job: Job, sandbox: Sandbox, report: Report = lambda _: None) -> list[dict[str, Any]]:
    """Make the shards of a slice that are not there yet; the notes on them."""
    done = job.output.done(job.part)
    if done and done[-1]["last"]:
        return []
    first = int(done[-1]["next"]) if done else 0
    job.output.forget(job.part, len(done))
    return _ShardMaker(job, sandbox, report, first, len(done)).run()


class _ShardMaker:
    """Makes the shards of a slice, from a record on."""

    def __init__(self, job: Job, sandbox: Sandbox, report: Report, first: int, shards: int) -> None:
        self._job, self._sandbox, self._reporter = job, sandbox, _Reporter(report)
        self._first, self._shards = first, shards
        self._began = monotonic()
        self._past = Account()
        self._notes: list[dict[str, Any]] = []
        self._section = -1

    def run(self) -> list[dict[str, Any]]:
        following = self._first
        shard = self._new_shard(following)
        failure = None
        try:
            for some in batches_of(self._records()):
                self._load_templates(some[0][0] // SECTION)
                following = some[-1][0] + 1
                self._add(shard, some)
                if shard.rows >= _SHARD_ROWS or shard.size >= _SHARD_BYTES:
                    self._finish(shard, following, False)
                    shard = self._new_shard(following)
                self._reporter.report(self._past, shard.account)
        except InputError as error:
            failure = str(error)
        self._finish(shard, following, True, failure)
        return self._notes

    def _records(self) -> Iterator[tuple[int, Record]]:
        most = self._job.settings.limits.max_bytes
        records = enumerate(read_slice(self._job.part, most, self._reporter.set_read))
        return ((number, record) for number, record in records if number >= self._first)

    def _load_templates(self, section: int) -> None:
        """Give the sandbox the sums of the sites of a section's pages."""
        job = self._job
        if job.counts is not None and section != self._section:
            self._sandbox.use_templates(job.counts.templates(job.part, section, job.settings))
            self._section = section

    def _add(self, shard: Shard, some: list[tuple[int, Record]]) -> None:
        answers = iter(self._sandbox.analyse([record.page for _, record in some if record.page]))
        for number, record in some:
            shard.account.count(record)
            if record.page:
                row, seconds = next(answers)
                row = located(row, record.page, record, self._job.part, number)
                shard.account.count_page(row, seconds)
                shard.add(row)

    def _new_shard(self, first: int) -> Shard:
        return Shard(self._job.output, self._job.part, self._shards + len(self._notes), first, self._job.settings)

    def _finish(self, shard: Shard, following: int, last: bool, failure: str | None = None) -> None:
        shard.account.seconds = monotonic() - self._began
        self._began = monotonic()
        self._notes.append(shard.commit(following, last, failure))
        self._past += shard.account


def batches_of(records: Iterator[tuple[int, Record]]) -> Iterator[list[tuple[int, Record]]]:
    """Some records of one section at a time, as many as hold pages enough for the sandbox."""
    some: list[tuple[int, Record]] = []
    pages = size = 0
    for number, record in records:
        if some and (number % SECTION == 0 or pages >= PAGES or size >= BYTES or len(some) >= 50 * PAGES):
            yield some
            some, pages, size = [], 0, 0
        some.append((number, record))
        if record.page:
            pages += 1
            size += len(record.page.html)
    if some:
        yield some


def fingerprint_slice(job: Job, sandbox: Sandbox, report: Report = lambda _: None) -> list[dict[str, Any]]:
    """The first pass over a slice: the fingerprints of its pages. What cannot be read is left out.

    The second pass reads it again, and reports what was wrong.
    """
    assert job.counts is not None
    writer = FingerprintWriter(job.counts, job.part)
    reporter, account = _Reporter(report), Account()
    try:
        for found in fingerprints_of(job.part, job.settings, sandbox, reporter.set_read):
            writer.add(found)
            account.pages += len(found)
            reporter.report(account)
    except InputError:
        pass
    writer.commit()
    return [{"account": account.to_dict()}]


def fingerprints_of(
    part: Slice, settings: Settings, sandbox: Sandbox, watch: Callable[[int], None] = lambda _: None
) -> Iterator[list[tuple[int, str, dict[str, Any]]]]:
    """The pages of a slice that have a site, some at a time: record, site and fingerprints."""
    records = enumerate(read_slice(part, settings.limits.max_bytes, watch))
    pages = (
        (number, site, record.page)
        for number, record in records
        if record.page and (site := site_of_page(record.page.url, record.page.host))
    )
    for some in in_batches(pages, lambda found: len(found[2].html)):
        answers = sandbox.analyse([page for _, _, page in some])
        yield [(number, site, row) for (number, site, _), (row, _) in zip(some, answers, strict=True)]


class _NoPandas(MetaPathFinder):
    """As if pandas were not installed. PyArrow would load it, to ask if our rows are of its making: half a second."""

    def find_spec(self, fullname: str, *_: object) -> None:
        """Let other modules be found as ever."""
        if fullname == "pandas":
            raise ModuleNotFoundError("a worker does without pandas", name=fullname)


def prepare(report: Report) -> Callable[[Job], Progress]:
    """What a worker process does with slices; the counts of each."""
    sys.meta_path.insert(0, _NoPandas())

    def work(job: Job) -> Progress:
        do = fingerprint_slice if job.settings.fingerprints else do_slice
        return progress_of(job.part, do(job, shared_sandbox(job.settings), report))

    return work


def progress_of(part: Slice, notes: Iterable[dict[str, Any]]) -> Progress:
    """The counts of a slice that is done, from the notes on its shards."""
    return _sum(part.size, [Account.from_dict(note["account"]) for note in notes])


def _sum(read: int, accounts: Sequence[Account]) -> Progress:
    names = ("pages", "failed", "bytes_in", "bytes_kept")
    return Progress(read, *(sum(getattr(account, name) for account in accounts) for name in names))
