"""Workers: an item that ends its process, hangs or eats memory costs itself alone, and results keep their order."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tamis.errors import MissingExtraError, TamisError, UsageError
from tamis.workers.child import Budget, Report
from tamis.workers.pool import Pool
from tamis.workers.worker import Done, Lost, Worker

both_ways = pytest.mark.parametrize("fork", [False, True])


ERRORS = {"usage": UsageError("wrong use"), "extra": MissingExtraError("numpy", "all")}


def prepare(report: Report) -> Callable[[str], str]:
    """Pickled by name: a new program imports this module, too."""

    def answer(item: str) -> str:
        report(f"at {item}")
        name, _, value = item.partition(" ")
        if name == "exit":
            os._exit(int(value))
        if name == "kill":
            os.kill(os.getpid(), getattr(signal, value))
        if name == "hang":
            ctypes.PyDLL(None).sleep(60)  # PyDLL keeps the interpreter's lock: no thread or handler gets a turn
        if name == "eat":
            bytearray(int(value))
        if name == "raise":
            raise ERRORS.get(value, KeyError(value))
        return f"{item} by {os.getpid()}"

    return answer


def prepare_once(_: Report) -> Callable[[str], str]:
    def answer(item: str) -> str:
        path = Path(item)
        if not path.exists():
            path.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return "at last"

    return answer


def prepare_upper(_: Report) -> Callable[[str], str]:
    return str.upper


def prepare_never(_: Report) -> Callable[[str], str]:
    os._exit(3)


@pytest.fixture(autouse=True)
def findable(monkeypatch: pytest.MonkeyPatch) -> None:
    """New programs find this module."""
    path = (str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))


def results(worker: Worker[str, str], *items: str) -> list[str]:
    """The answers without who gave them, and the statuses of what was lost."""
    worker.give(items)
    return [done.answer.partition(" by ")[0] if isinstance(done, Done) else done.status for done in worker.results()]


def test_a_bad_item_costs_itself_alone() -> None:
    with Worker(prepare, Budget(3, 1_500_000_000), fork=True) as worker:
        assert results(worker, "a", "exit 7", "b", "kill SIGSEGV", "kill SIGKILL", "c") == [
            "a", "crashed: exit code 7", "b", "crashed: SIGSEGV", "crashed: SIGKILL", "c",
        ]  # fmt: skip
        assert results(worker, "hang", "d", f"eat {10**12}", "e") == [
            "hung: no answer in 3 s", "d", "out of memory", "e",
        ]  # fmt: skip
        assert results(worker, "raise x", "f") == ["failed: KeyError: 'x'", "f"]


def test_a_new_program_does_the_same() -> None:
    with Worker(prepare, Budget(3, 1_500_000_000)) as worker:
        assert results(worker, "a", "exit 7", f"eat {10**12}", "b") == [
            "a",
            "crashed: exit code 7",
            "out of memory",
            "b",
        ]
        assert worker.starts == 4


def test_an_item_whose_process_was_ended_from_outside_is_tried_again(tmp_path: Path) -> None:
    with Worker(prepare_once, fork=True) as worker:
        assert results(worker, str(tmp_path / "a"), str(tmp_path / "b")) == ["at last", "at last"]
        assert worker.starts == 3
    with Worker(prepare_once, fork=True, tries=1) as worker:
        assert results(worker, str(tmp_path / "c")) == ["crashed: SIGKILL"]


@both_ways
def test_a_process_that_dies_between_items_is_replaced(fork: bool) -> None:
    with Worker(prepare, fork=fork) as worker:
        assert results(worker, "a") == ["a"]
        assert worker.died_idle() is None and worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        assert results(worker, "b") == ["b"]


def test_errors_come_with_their_kind_and_place() -> None:
    with Worker(prepare, fork=True) as worker:
        worker.give(["raise usage", "raise extra", "raise secret"])
        usage, extra, other = worker.results()
    assert isinstance(usage, Lost) and isinstance(usage.error, UsageError) and str(usage.error) == "wrong use"
    assert (
        isinstance(extra, Lost) and isinstance(extra.error, TamisError) and "numpy is not installed" in str(extra.error)
    )
    assert isinstance(other, Lost) and other.where.startswith("KeyError in answer, test_worker.py:")
    assert "secret" not in other.where


def test_what_a_process_reports_is_known_while_the_item_is_at_hand() -> None:
    with Worker(prepare, Budget(5), fork=True) as worker:
        worker.give(["hang"])
        while worker.report is None:
            assert worker.hear() is None
        assert worker.report == "at hang" and worker.pending == 1 and not worker.overdue


def test_another_job_holds_for_the_items_that_follow_and_for_new_processes() -> None:
    with Worker(prepare, fork=True) as worker:
        assert results(worker, "a") == ["a"]
        worker.prepare(prepare_upper)
        assert results(worker, "b", "c") == ["B", "C"]
        worker.close()
        assert results(worker, "d") == ["D"]


def test_a_forked_process_knows_what_no_other_can_import() -> None:
    with Worker[str, str](lambda _: lambda item: f"{item} of {here}", fork=True) as worker:
        here = "this test"
        assert results(worker, "a") == ["a of this test"]


def test_a_process_of_much_memory_is_replaced() -> None:
    with Worker(prepare, Budget(peak=1), fork=True) as worker:
        assert results(worker, "a", "b", "c") == ["a", "b", "c"]
        assert worker.starts == 3


def test_large_items_and_answers_go_through() -> None:
    with Worker(prepare) as worker:
        large = ["x" * 3_000_000, "y" * 20_000_000, "z"]
        assert results(worker, *large) == large


def test_a_process_that_does_not_start_is_an_error() -> None:
    with Worker(prepare_never, fork=True) as worker, pytest.raises(TamisError, match=r"does not start \(exit code 3"):
        results(worker, "a")
    with Worker(prepare_never, fork=True) as worker:
        for _ in range(2):  # whoever goes on in spite of that has the same error again
            with pytest.raises(TamisError):
                results(worker, "a")


def held() -> tuple[int, int]:
    return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()


def test_nothing_is_left_behind() -> None:
    """No zombies, no files, no threads."""
    before = held()
    for fork in (False, True):
        with Worker(prepare, fork=fork, tries=1) as worker:
            results(worker, "a", "exit 1", "b")
            last = worker.pid
        with pytest.raises(ProcessLookupError):
            os.kill(last or 0, 0)
    assert held() == before


def test_a_forked_process_ends_with_the_one_that_started_it(tmp_path: Path) -> None:
    """Though a sibling was forked later, which had inherited the line to it."""
    if (starter := os.fork()) == 0:
        workers = [Worker(prepare, fork=True) for _ in range(2)]
        for worker in workers:
            results(worker, "a")
        (tmp_path / "pids").write_text(" ".join(str(worker.pid) for worker in workers))
        (tmp_path / "pids").rename(tmp_path / "done")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(starter, 0)
    for pid in (tmp_path / "done").read_text().split():
        while Path(f"/proc/{pid}").exists() and "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text():
            time.sleep(0.01)


def answers_of(pool: Pool[str, str], batches: Iterator[list[str]]) -> Iterator[str]:
    for batch in pool.in_order(batches):
        for done in batch.results:
            yield done.answer.partition(" by ")[0] if isinstance(done, Done) else done.status


def test_batches_come_in_their_order() -> None:
    batches = [[f"{number} {place}" for place in range(number % 4 + 1)] for number in range(30)]
    batches[3], batches[8] = ["exit 1"], ["a", "kill SIGKILL", "b"]
    expected = [item for batch in batches for item in batch]
    expected = [{"exit 1": "crashed: exit code 1", "kill SIGKILL": "crashed: SIGKILL"}.get(e, e) for e in expected]
    with Pool(3, prepare, fork=True) as pool:
        assert list(answers_of(pool, iter(batches))) == expected
        assert pool.restarts == 4


def test_no_more_is_read_than_keeps_the_workers_busy() -> None:
    read = []

    def endless() -> Iterator[list[str]]:
        for number in count():
            read.append(number)
            yield [str(number)]

    with Pool(2, prepare, fork=True) as pool, closing(answers_of(pool, endless())) as found:
        assert [next(found) for _ in range(10)] == [str(number) for number in range(10)]
    assert len(read) <= 10 + 2 * 2


def test_a_hanging_item_is_given_up_though_others_keep_the_pool_busy() -> None:
    def batches() -> Iterator[list[str]]:
        yield ["hang"]
        while not lost:
            yield ["a"]

    lost = []
    with Pool(2, prepare, Budget(1), fork=True) as pool:
        for batch in pool.as_done(batches()):
            lost += [done for done in batch.results if isinstance(done, Lost)] if batch else []
    assert [done.status for done in lost] == ["hung: no answer in 1 s"]


def test_an_error_of_the_caller_ends_the_processes() -> None:
    pids: list[int | None] = []
    with pytest.raises(KeyboardInterrupt), Pool(2, prepare, fork=True) as pool:
        for _ in pool.as_done(iter([["hang"], ["hang"]])):
            pids = [worker.pid for worker in pool.workers]
            raise KeyboardInterrupt
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid or 0, 0)


def test_ctrl_c_is_for_the_first_process_alone() -> None:
    with Worker(prepare) as worker:
        assert results(worker, "a") == ["a"]
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(worker.pid or 0, number)
        assert results(worker, "b") == ["b"] and worker.starts == 1
