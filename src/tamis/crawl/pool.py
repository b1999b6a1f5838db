"""Slices done by worker processes: what they are at, and what could not be read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tamis.crawl.rows import Settings
from tamis.crawl.shards import Output, Shard
from tamis.crawl.site_counts import FingerprintWriter, SiteCounts
from tamis.crawl.slices import Slice
from tamis.crawl.worker import Job, Progress, prepare
from tamis.errors import TamisError
from tamis.workers.pool import Pool
from tamis.workers.worker import Lost

_TRIES: Final = 3
"""workers that a slice may take with it, and as many again when the others are done: what ends workers from outside may
have passed by then. Pages cannot do that, for they are analysed elsewhere; reading might."""


@dataclass
class State:
    """How far the run is."""

    slices: int
    size: int
    """of all slices that are to be done, in bytes or so"""
    done_slices: int = 0
    done_size: int = 0
    pages: int = 0
    failed: int = 0
    bytes_in: int = 0
    bytes_kept: int = 0
    lost: list[str] = field(default_factory=list)
    """slices that could not be read to their end, and why"""
    workers: list[int] = field(default_factory=list)
    """the worker processes' numbers"""
    restarts: int = 0
    stage: str = ""
    """which of several passes it is at"""
    remarks: list[str] = field(default_factory=list)
    """notes for who started the run"""


def do_slices(
    parts: Sequence[Slice],
    output: Output,
    settings: Settings,
    workers: int,
    watch: Callable[[State], None],
    counts: SiteCounts | None = None,
    stage: str = "",
) -> State:
    """Do slices by so many processes; ``watch`` is called a few times a second."""
    state = State(len(parts), sum(part.size for part in parts), stage=stage)
    past = Progress()
    jobs = [Job(part, output, settings, counts) for part in parts]
    with Pool[Job, Progress](min(workers, len(parts)), prepare, tries=_TRIES) as pool:
        for last in (False, True):
            again: list[Job] = []
            for batch in pool.as_done([job] for job in jobs):
                if batch is not None:
                    (job,), (done,) = batch.items, batch.results
                    if not isinstance(done, Lost):
                        past += done.answer
                    elif isinstance(done.error, TamisError):  # the disk is full, the store is gone: no use to go on
                        raise done.error
                    elif done.kind == "crashed" and not last:
                        again.append(job)
                        continue
                    else:
                        crashed = f"took {2 * _TRIES} workers with it ({done.detail})"
                        _give_up(job, crashed if done.kind == "crashed" else done.detail, state)
                    state.done_slices += 1
                _look(state, pool, past)
                watch(state)
            jobs = again
    return state


def _look(state: State, pool: Pool[Job, Progress], past: Progress) -> None:
    """Bring the state up to date with what the workers report."""
    now = sum((worker.report for worker in pool.workers if worker.report), past)
    state.done_size, state.pages, state.failed = now.read, now.pages, now.failed
    state.bytes_in, state.bytes_kept = now.bytes_in, now.bytes_kept
    state.workers = [worker.pid for worker in pool.workers if worker.pid]
    state.restarts = pool.restarts


def _give_up(job: Job, why: str, state: State) -> None:
    part, output = job.part, job.output
    reason = f"{part.path}: slice {part.number}: {why}"
    if job.settings.fingerprints:  # the first of two passes; the second reports it
        assert job.counts is not None
        FingerprintWriter(job.counts, part).commit()
        return
    done = output.done(part)
    first = int(done[-1]["next"]) if done else 0
    Shard(output, part, len(done), first, job.settings).commit(first, True, reason)
    state.lost.append(reason)
