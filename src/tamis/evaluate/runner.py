"""Every page through every competitor, measured: one pass over a corpus, answers scored while the next are made."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tamis.evaluate.competitors import Answer, Competitor, PageInput
from tamis.evaluate.corpora import Corpus, GoldPage
from tamis.evaluate.labels import label_blocks
from tamis.evaluate.metrics import PageScore, Rates, block_counts, score_page
from tamis.evaluate.worker import TIMEOUT, Reply, Worker

SITE_PAGES = 50
"""The most pages of one host that a site strategy gets at once. Debnath 2005, table 4: "5–10 pages … are enough"."""
_BACKLOG = 64


@dataclass(frozen=True, slots=True)
class Scored:
    """One competitor's answer to one page, and how good it is."""

    page: GoldPage
    competitor: Competitor
    answer: str
    score: PageScore


@dataclass(frozen=True, slots=True)
class _Task:
    pages: Sequence[GoldPage]
    order: Sequence[int]


def measure(
    corpus: Corpus,
    competitors: Sequence[Competitor],
    *,
    limit: int | None = None,
    only: Collection[int] | None = None,
    timeout: float = TIMEOUT,
) -> Iterator[Scored]:
    """Score every competitor on every page, or on the first ``limit`` pages, or on the pages with a place in ``only``.

    Competitors answer in a process of their own (see :mod:`tamis.evaluate.worker`); this process reads the corpus and
    scores what has come in while it waits, which takes the second core. A site strategy gets a host's pages when the
    last of them has been read; its time is shared equally among them.
    """
    pending: deque[tuple[_Task, Reply]] = deque()
    with Worker(competitors, timeout) as worker:
        for task in _tasks(corpus, competitors, limit, only):
            worker.send([_seen(page) for page in task.pages], task.order)
            while worker.waiting:
                if pending and not worker.ready():
                    yield from _scored(competitors, *pending.popleft())
                else:
                    pending.append((task, worker.receive()))
            while len(pending) > _BACKLOG:
                yield from _scored(competitors, *pending.popleft())
    while pending:
        yield from _scored(competitors, *pending.popleft())


def _tasks(
    corpus: Corpus, competitors: Sequence[Competitor], limit: int | None, only: Collection[int] | None
) -> Iterator[_Task]:
    """Each page for the page competitors; each host's pages, once they are complete, for the site competitors."""
    by_page = [i for i, c in enumerate(competitors) if c.scope == "page"]
    by_site = [i for i, c in enumerate(competitors) if c.scope == "site"]
    expected = Counter(_host(page) for page in selected(corpus, limit, only)) if by_site else Counter[str]()
    waiting: defaultdict[str, list[GoldPage]] = defaultdict(list)
    for number, page in enumerate(selected(corpus, limit, only)):
        if by_page:
            # Who goes first pays for a cold cache, so everybody does in turn.
            start = number % len(by_page)
            yield _Task([page], by_page[start:] + by_page[:start])
        if not by_site:
            continue
        host = _host(page)
        waiting[host].append(page)
        expected[host] -= 1
        if not expected[host] or len(waiting[host]) == SITE_PAGES:
            yield _Task(waiting.pop(host), by_site)


def selected(corpus: Corpus, limit: int | None, only: Collection[int] | None = None) -> Iterator[GoldPage]:
    """The pages of a corpus that take part. Without a limit the corpus is read to its end, and so knows its hash."""
    taken = 0
    for number, page in enumerate(corpus):
        if only is not None and number not in only:
            continue
        if limit is not None and taken >= limit:
            return
        taken += 1
        yield page


def _host(page: GoldPage) -> str:
    return page.host or f"page {page.id}"


def _seen(page: GoldPage) -> PageInput:
    return PageInput(page.id, page.html, page.url, page.encoding)


def _scored(competitors: Sequence[Competitor], task: _Task, reply: Reply) -> Iterator[Scored]:
    competitor = competitors[reply.competitor]
    milliseconds = None if reply.seconds is None else 1000 * reply.seconds / len(task.pages)
    answers = reply.answers or [Answer("")] * len(task.pages)
    for page, answer in zip(task.pages, answers, strict=True):
        score = score_page(
            page, answer.text, blocks=_block_rates(page, answer), milliseconds=milliseconds, error=reply.error
        )
        yield Scored(page, competitor, answer.text, score)


def _block_rates(page: GoldPage, answer: Answer) -> Rates | None:
    """Kept blocks against those with more than half of their words in the gold text (SVM 2013, section III-C)."""
    if answer.blocks is None:
        return None
    texts, kept = answer.blocks
    return block_counts(kept, (label_blocks(texts, page.gold) > 0.5).tolist()).rates
