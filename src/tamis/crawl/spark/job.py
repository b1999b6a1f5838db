"""``tamis run --spark MASTER``: the same slices, the same shards, done by Spark's executors.

The output's folder has to be one that all machines see. What a task does is what a local worker does, so a run may be
begun on one machine and go on on a cluster.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tamis.crawl.pool import State
from tamis.crawl.rows import Settings
from tamis.crawl.sandbox import shared_sandbox
from tamis.crawl.shards import Output
from tamis.crawl.slices import Slice
from tamis.crawl.spark.frames import slices_frame, slices_of
from tamis.crawl.worker import Job, do_slice, progress_of
from tamis.errors import MissingExtraError, TamisError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from tamis.crawl.run import Doer, Watch

_EVERY: Final = 0.5
DONE_COLUMNS: Final = "number int, pages long, failed long, bytes_in long, bytes_kept long"
"""what a task returns"""


def session(master: str) -> SparkSession:
    """A session on a master; one that is there already is used as it is."""
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingExtraError("pyspark", "spark") from None
    if master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")  # or executors may not find a machine by its own name
    builder = SparkSession.builder.master(master).appName("tamis")
    if master.startswith("local") and SparkSession.getActiveSession() is None:
        builder = builder.config("spark.sql.shuffle.partitions", "16")  # Spark's 200 are for clusters
    try:
        return builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    except Exception as error:  # Java's own, of many kinds
        first = str(error).strip().partition("\n")[0]
        raise TamisError(f"no Spark at {master} ({first}); is Java 17 installed, and the master there?") from None


def doer(master: str) -> Doer:
    """Does slices on Spark."""

    def do(todo: Sequence[Slice], parts: Sequence[Slice], output: Output, settings: Settings, watch: Watch) -> State:
        return do_on_spark(session(master), todo, output, settings, watch, parts)

    return do


def do_on_spark(
    spark: SparkSession,
    parts: Sequence[Slice],
    output: Output,
    settings: Settings,
    watch: Watch = lambda _: None,
    counted: Sequence[Slice] = (),
) -> State:
    """Do slices, and report progress; sites are counted over ``counted``, by default over the same slices."""
    state = State(len(parts), sum(part.size for part in parts))
    group = f"tamis-{os.getpid()}-{id(state)}"
    found: list[Any] = []
    thread = threading.Thread(
        target=_collect, args=(spark, group, parts, counted or parts, output, settings, found), daemon=True
    )
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_EVERY)
            with contextlib.suppress(Exception):  # if Spark is gone, the thread that waits for the job reports it
                _look(spark, group, state)
            watch(state)
    except BaseException:
        with contextlib.suppress(Exception):
            spark.sparkContext.cancelJobGroup(group)
        raise
    if found and isinstance(found[0], BaseException):
        raise TamisError(f"the job on Spark failed: {_last_line(found[0])}") from found[0]
    for row in found:
        state.pages += row["pages"]
        state.failed += row["failed"]
        state.bytes_in += row["bytes_in"]
        state.bytes_kept += row["bytes_kept"]
    state.done_size, state.done_slices = state.size, state.slices
    watch(state)
    return state


def _collect(
    spark: SparkSession,
    group: str,
    parts: Sequence[Slice],
    counted: Sequence[Slice],
    output: Output,
    settings: Settings,
    found: list[Any],
) -> None:
    try:
        spark.sparkContext.setJobGroup(group, "tamis run", interruptOnCancel=True)
        if settings.sites:
            from tamis.crawl.spark.sites import corrected

            make = partial(make_shards, output=output)
            done: DataFrame = corrected(spark, counted, settings, make, DONE_COLUMNS, {part.id for part in parts})
        else:
            done = slices_frame(spark, parts).mapInArrow(partial(_work, output=output, settings=settings), DONE_COLUMNS)
        found.extend(done.collect())
    except BaseException as error:
        found[:] = [error]


def _work(batches: Iterable[Any], output: Output, settings: Settings) -> Iterator[Any]:
    for number, part in slices_of(batches):
        yield make_shards(number, part, settings, None, output)


def make_shards(number: int, part: Slice, settings: Settings, templates: Any, output: Output) -> Any:
    """The shards of a slice, and a batch of one row of counts."""
    import pyarrow

    sandbox = shared_sandbox(settings)
    sandbox.use_templates(templates)
    done = progress_of(part, do_slice(Job(part, output, settings), sandbox))
    sums = {name: [getattr(done, name)] for name in ("pages", "failed", "bytes_in", "bytes_kept")}
    numbers = pyarrow.array([number], pyarrow.int32())
    return pyarrow.RecordBatch.from_pydict({"number": numbers, **sums})


def _look(spark: SparkSession, group: str, state: State) -> None:
    """How many tasks are done; Spark's tasks say no more while they run."""
    tracker = spark.sparkContext.statusTracker()
    done = total = 0
    for job in tracker.getJobIdsForGroup(group):
        info = tracker.getJobInfo(job)
        for stage in info.stageIds if info else ():
            about = tracker.getStageInfo(stage)
            if about:
                done, total = done + about.numCompletedTasks, total + about.numTasks
    if total:
        state.done_size = state.size * done // total


def _last_line(error: BaseException) -> str:
    lines = [line.strip() for line in str(error).splitlines() if "Error" in line or "Exception" in line]
    return (lines or [type(error).__name__])[-1][:300]
