"""Several workers on batches of items: handed out, the dead replaced, nothing lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from multiprocessing.connection import wait
from types import TracebackType
from typing import Final, Generic, Self

from tamis.workers.child import NO_LIMITS, Answer, Budget, Item, Job
from tamis.workers.worker import Done, Lost, Worker

_WAIT: Final = 0.25
"""seconds between two looks at what goes on"""
_AHEAD: Final = 2
"""batches a worker may have done while the caller is at an earlier one"""


@dataclass
class Batch(Generic[Item, Answer]):
    """Items that one worker answers, and their results so far."""

    number: int
    items: Sequence[Item]
    results: list[Done[Answer] | Lost] = field(default_factory=list)


class Pool(Generic[Item, Answer]):
    """Workers of one kind; a context manager, and used once."""

    def __init__(
        self,
        workers: int,
        job: Job[Item, Answer],
        budget: Budget = NO_LIMITS,
        *,
        fork: bool = False,
        tries: int = 2,
    ) -> None:
        self.workers: list[Worker[Item, Answer]] = [Worker(job, budget, fork=fork, tries=tries) for _ in range(workers)]
        self._under_way: dict[Worker[Item, Answer], Batch[Item, Answer]] = {}
        self._handed_on = 0
        self._ahead = inf

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self.workers:
            worker.close()

    @property
    def restarts(self) -> int:
        """Processes that were started in the place of others."""
        return sum(max(0, worker.starts - 1) for worker in self.workers)

    def in_order(self, batches: Iterable[Sequence[Item]]) -> Iterator[Batch[Item, Answer]]:
        """The batches with their results, in their order. Only as many are read ahead as keep the workers busy."""
        held: dict[int, Batch[Item, Answer]] = {}
        self._ahead = _AHEAD * len(self.workers)
        for batch in self.as_done(batches):
            if batch is not None:
                held[batch.number] = batch
            while self._handed_on in held:
                yield held.pop(self._handed_on)
                self._handed_on += 1

    def as_done(self, batches: Iterable[Sequence[Item]]) -> Iterator[Batch[Item, Answer] | None]:
        """The batches with their results, as they are done; ``None`` a few times a second, to look at the workers."""
        todo = enumerate(batches)
        begun = 0
        while True:
            for worker in self.workers:
                if worker in self._under_way or begun - self._handed_on >= self._ahead:
                    continue
                if following := next(todo, None):
                    batch = self._under_way[worker] = Batch(*following)
                    worker.give(batch.items)
                    begun += 1
            if not self._under_way:
                break
            yield from self._listen()
            yield None
        for worker in self.workers:
            worker.finish()

    def _listen(self) -> Iterator[Batch[Item, Answer]]:
        """Wait for news of the workers; the batches that are done."""
        lines = {worker.line: worker for worker in self._under_way}
        heard = wait(list(lines), _WAIT)
        for line, worker in lines.items():
            if line not in heard and not worker.overdue:
                continue
            batch = self._under_way[worker]
            if result := worker.hear():
                batch.results.append(result)
            if not worker.pending:
                del self._under_way[worker]
                yield batch
