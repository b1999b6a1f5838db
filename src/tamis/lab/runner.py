"""Every page through every competitor, measured: one pass over a corpus, answers scored while the next are made."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from tamis.lab.competitors import Answer, Competitor, PageInput
from tamis.lab.corpora import Corpus, GoldPage
from tamis.lab.labels import block_counts_of
from tamis.lab.metrics import PageScore, score_page
from tamis.lab.worker import TIMEOUT, Competition, Reply

SITE_PAGES = 50
"""The most pages of one host that a site strategy gets at once. Debnath 2005, table 4: "5–10 pages … are enough"."""
_BACKLOG = 64


@dataclass(frozen=True, slots=True)
class Scored:
    """One competitor's answer to one page, and how good it is; ``position`` is the page's place in the corpus."""

    position: int
    page: GoldPage
    competitor: Competitor
    answer: str
    score: PageScore


@dataclass(frozen=True, slots=True)
class _Task:
    places: Sequence[tuple[int, GoldPage]]
    order: Sequence[int]


def measure(
    corpus: Corpus,
    competitors: Sequence[Competitor],
    *,
    only: Collection[int] | None = None,
    timeout: float = TIMEOUT,
    comments: bool = False,
) -> Iterator[Scored]:
    """Score every competitor on every page, or on those whose position is in ``only``.

    With ``comments``, readers' comments belong to the gold text, where a corpus has them as a text of their own.

    Competitors answer in a process of their own (see :mod:`tamis.lab.worker`); this process reads the corpus and
    scores what has come in while it waits, which takes the second core. A site strategy gets a host's pages when the
    last of them has been read, and shares its time equally among them; pages that are alone on their host it does not
    get at all, since there is nothing to compare them with.
    """
    pending: deque[tuple[_Task, Reply]] = deque()
    with Competition(competitors, timeout) as worker:
        for task in _tasks(corpus, competitors, only, comments):
            worker.send([_as_input(page, corpus.name) for _, page in task.places], task.order)
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
    corpus: Corpus, competitors: Sequence[Competitor], only: Collection[int] | None, comments: bool
) -> Iterator[_Task]:
    """Each page for the page competitors; each host's pages, once they are complete, for the site competitors."""
    by_page = [i for i, c in enumerate(competitors) if c.scope == "page"]
    by_site = [i for i, c in enumerate(competitors) if c.scope == "site"]
    sizes = Counter(page.host for _, page in _chosen(corpus, only)) if by_site else Counter[str | None]()
    left = sizes.copy()
    waiting: defaultdict[str, list[tuple[int, GoldPage]]] = defaultdict(list)
    for position, page in _chosen(corpus, only):
        if comments and page.comments:
            page = replace(page, gold=f"{page.gold}\n{page.comments}")  # noqa: PLW2901
        if by_page:
            # Who goes first pays for a cold cache, so everybody does in turn.
            start = position % len(by_page)
            yield _Task([(position, page)], by_page[start:] + by_page[:start])
        if not by_site or page.host is None or sizes[page.host] < 2:
            continue  # there is no site to compare the page with
        waiting[page.host].append((position, page))
        left[page.host] -= 1
        if not left[page.host] or (len(waiting[page.host]) >= SITE_PAGES and left[page.host] > 1):
            yield _Task(waiting.pop(page.host), by_site)


def _chosen(corpus: Corpus, only: Collection[int] | None) -> Iterator[tuple[int, GoldPage]]:
    """The corpus is read to its end in any case, and so knows its hash afterwards."""
    return ((i, page) for i, page in enumerate(corpus) if only is None or i in only)


def _as_input(page: GoldPage, corpus: str) -> PageInput:
    return PageInput(page.id, page.html, page.url, page.encoding, corpus, page.host)


def _scored(competitors: Sequence[Competitor], task: _Task, reply: Reply) -> Iterator[Scored]:
    competitor = competitors[reply.competitor]
    milliseconds = None if reply.seconds is None else 1000 * reply.seconds / len(task.places)
    answers = reply.answers or [Answer("")] * len(task.places)
    for (position, page), answer in zip(task.places, answers, strict=True):
        blocks = block_counts_of(*answer.blocks, page.gold).rates if answer.blocks else None
        score = score_page(
            page, answer.text,
            blocks=blocks, confidence=answer.confidence, milliseconds=milliseconds, error=reply.error,
        )  # fmt: skip
        yield Scored(position, page, competitor, answer.text, score)
