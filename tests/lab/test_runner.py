"""Bad competitors cost their own pages, never the run; good ones get what they are owed."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tamis.errors import UsageError
from tamis.lab.competitors import Answer, Competitor, PageInput, choose, peer_competitor, strategy_competitor
from tamis.lab.corpora import Corpus, load
from tamis.lab.peers import PEERS
from tamis.lab.runner import Scored, measure
from tamis.lab.worker import Competition

BAD = "2"  # the page on which a bad competitor goes wrong


def competitor(name: str, answer: Callable[[PageInput], str], scope: str = "page") -> Competitor:
    def run(pages: Sequence[PageInput]) -> list[Answer]:
        return [Answer(answer(page)) for page in pages]

    return Competitor(name, "1", lambda: run, scope)  # type: ignore[arg-type]


def only_on_the_bad_page(harm: Callable[[], object]) -> Callable[[PageInput], str]:
    def answer(page: PageInput) -> str:
        if page.id == BAD:
            harm()
        return f"word {page.id}"

    return answer


def corpus(folder: Path, pages: int = 4, hosts: Sequence[str | None] = (None,)) -> Corpus:
    path = folder / "small.jsonl"
    records = [
        {"id": str(i), "html": f"<p>word {i}</p>", "gold": f"word {i}", "host": hosts[i % len(hosts)]}
        for i in range(pages)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return load(path)


def by_competitor(results: Sequence[Scored]) -> dict[str, dict[str, Scored]]:
    found: dict[str, dict[str, Scored]] = {}
    for result in results:
        found.setdefault(result.competitor.name, {})[result.page.id] = result
    return found


def refuse() -> None:
    raise ValueError("not this page")


def hang_in_c() -> None:
    ctypes.PyDLL(None).sleep(60)  # PyDLL keeps the interpreter's lock: no thread or signal handler gets a turn


def endless() -> None:
    endless()


HARMS = {
    "raises": (refuse, "ValueError: not this page"),
    "leaves": (lambda: exit(3), "SystemExit: 3"),
    "hangs": (lambda: time.sleep(60), "hung: no answer in 2 s"),
    "hangs in C": (hang_in_c, "hung: no answer in 2 s"),
    "exits": (lambda: os._exit(7), "crashed: exit code 7"),
    "is killed": (lambda: os.kill(os.getpid(), signal.SIGKILL), "crashed: SIGKILL"),
    "crashes": (lambda: os.kill(os.getpid(), signal.SIGSEGV), "crashed: SIGSEGV"),
    "overflows": (endless, "RecursionError"),
}


@pytest.mark.parametrize("kind", HARMS)
def test_a_bad_competitor_costs_one_page(tmp_path: Path, kind: str) -> None:
    harm, error = HARMS[kind]
    good = competitor("good", lambda page: f"word {page.id}")
    bad = competitor("bad", only_on_the_bad_page(harm))
    last = competitor("last", lambda page: f"word {page.id}")
    results = by_competitor(list(measure(corpus(tmp_path), [good, bad, last], timeout=2)))
    for name in ("good", "last"):
        assert [results[name][i].score.word.f1 for i in "0123"] == [1, 1, 1, 1]
        assert not any(results[name][i].score.error for i in "0123")
    assert [results["bad"][i].score.word.f1 for i in "0123"] == [1, 1, 0, 1]
    assert (results["bad"][BAD].score.error or "").startswith(error)
    assert [bool(results["bad"][i].score.error) for i in "0123"] == [False, False, True, False]


def test_a_competitor_that_cannot_even_start_costs_its_pages_only(tmp_path: Path) -> None:
    broken = Competitor("broken", "1", lambda: os._exit(1))
    good = competitor("good", lambda page: f"word {page.id}")
    results = by_competitor(list(measure(corpus(tmp_path), [broken, good])))
    assert all(r.score.error == "crashed: exit code 1" for r in results["broken"].values())
    assert all(r.score.word.f1 == 1 for r in results["good"].values())


def test_a_wrong_number_of_answers_is_an_error(tmp_path: Path) -> None:
    short = Competitor("short", "1", lambda: lambda pages: [])
    results = list(measure(corpus(tmp_path), [short]))
    assert [r.score.error for r in results] == ["ValueError: 0 answers to 1 pages"] * 4


def test_a_process_that_died_between_tasks_is_replaced() -> None:
    with Competition([competitor("c", lambda page: str(os.getpid()))]) as worker:
        worker.send([PageInput("1", "")], [0])
        first = int(worker.receive().answers[0].text)
        os.kill(first, signal.SIGKILL)
        worker.send([PageInput("2", "")], [0])
        reply = worker.receive()
        if reply.error:  # the pipe took the task before the death showed: the page is lost, the next is not
            worker.send([PageInput("3", "")], [0])
            reply = worker.receive()
        assert int(reply.answers[0].text) != first


def test_all_run_in_one_process_and_take_turns(tmp_path: Path) -> None:
    order: list[str] = []
    processes: set[str] = set()
    first = competitor("first", lambda page: str(os.getpid()))
    second = competitor("second", lambda page: str(os.getpid()))
    for result in measure(corpus(tmp_path), [first, second]):
        order.append(result.competitor.name)
        processes.add(result.answer)
    assert order == ["first", "second", "second", "first", "first", "second", "second", "first"]
    assert len(processes) == 1 and processes != {str(os.getpid())}


def work(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_time_is_that_of_the_answer_alone(tmp_path: Path) -> None:
    def prepare() -> Callable[[Sequence[PageInput]], Sequence[Answer]]:
        work(0.3)  # importing

        def run(pages: Sequence[PageInput]) -> Sequence[Answer]:
            work(0.02)
            return [Answer("")]

        return run

    times = [r.score.milliseconds for r in measure(corpus(tmp_path, 2), [Competitor("slow", "1", prepare)])]
    assert all(t is not None and 20 <= t < 200 for t in times)


def test_what_a_competitor_prints_or_warns_is_not_ours(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    noisy = competitor("noisy", lambda page: str(print("noise") or os.write(2, b"noise")))
    assert [r.score.error for r in measure(corpus(tmp_path), [noisy])] == [None] * 4
    assert capfd.readouterr() == ("", "")


def test_a_competitor_does_not_see_the_gold(tmp_path: Path) -> None:
    peeks = competitor("peeks", lambda page: getattr(page, "gold", "nothing to see"))
    assert {r.answer for r in measure(corpus(tmp_path), [peeks])} == {"nothing to see"}


def test_a_site_competitor_gets_the_pages_of_a_host_together(tmp_path: Path) -> None:
    def run(pages: Sequence[PageInput]) -> list[Answer]:
        together = " ".join(page.id for page in pages)
        return [Answer(together)] * len(pages)

    site = Competitor("site", "1", lambda: run, "site")
    page = competitor("page", lambda p: p.id)
    pages = corpus(tmp_path, 5, ["a.example", "b.example"])
    with pages.path.open("a") as file:  # one without a host, one alone on its host
        file.write(json.dumps({"id": "5", "html": "", "gold": ""}) + "\n")
        file.write(json.dumps({"id": "6", "html": "", "gold": "", "host": "alone.example"}) + "\n")
    results = by_competitor(list(measure(pages, [page, site])))
    assert {i: r.answer for i, r in results["site"].items()} == {
        "0": "0 2 4", "1": "1 3", "2": "0 2 4", "3": "1 3", "4": "0 2 4",
    }  # fmt: skip
    assert [results["page"][str(i)].answer for i in range(7)] == list("0123456")


def test_a_large_host_goes_in_parts_and_no_part_is_a_lone_page(tmp_path: Path) -> None:
    def run(pages: Sequence[PageInput]) -> list[Answer]:
        return [Answer(str(len(pages)))] * len(pages)

    site = Competitor("site", "1", lambda: run, "site")
    for count, parts in ((100, {"50"}), (101, {"50", "51"}), (102, {"50", "2"})):
        assert {r.answer for r in measure(corpus(tmp_path, count, ["a.example"]), [site])} == parts


def test_only_the_chosen_pages_take_part(tmp_path: Path) -> None:
    same = competitor("same", lambda page: page.id)
    pages = corpus(tmp_path, 6)
    assert [(r.position, r.answer) for r in measure(pages, [same], only={1, 4})] == [(1, "1"), (4, "4")]
    assert pages._sha256 is not None, "the corpus was read to its end"


def test_our_strategy_answers_as_extract_does(tmp_path: Path) -> None:
    import tamis

    html = "<nav><a href=/>Home</a></nav><p>Mix flour, water and salt, and wait until the dough has risen well."
    (tmp_path / "one.jsonl").write_text(json.dumps({"id": "1", "html": html, "gold": "Mix"}))
    (result,) = measure(load(tmp_path / "one.jsonl"), [strategy_competitor("auto", blocks=True)])
    assert result.answer == tamis.extract(html) != ""
    assert result.score.blocks is not None


@pytest.mark.parametrize("name", PEERS)
def test_every_peer_finds_an_article(name: str) -> None:
    peer = peer_competitor(name)
    assert peer is not None, "the development environment has all peers"
    folder = Path(__file__).parent.parent / "pages" / "article"
    (result,) = [r for r in measure(load(folder.parent), [peer]) if r.page.id == "article"]
    assert result.score.error is None
    assert result.score.word.f1 > 0.7


def test_a_missing_peer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from tamis.lab import peers

    gone = peers.Peer("no-such-distribution", peers.PEERS["goose3"].prepare, reads_bytes=False)
    monkeypatch.setitem(peers.PEERS, "goose3", gone)  # type: ignore[arg-type]
    chosen, missing = choose(["auto"], ["goose3", "resiliparse"])
    assert [c.name for c in chosen] == ["auto", "resiliparse"]
    assert missing == ["goose3"]


def test_comments_are_gold_if_asked_for(tmp_path: Path) -> None:
    record = {"id": "1", "html": "", "gold": "article", "comments": "first comment"}
    (tmp_path / "c.jsonl").write_text(json.dumps(record) + "\n" + json.dumps({**record, "comments": None}))
    both = competitor("both", lambda page: "article first comment")
    pages = load(tmp_path / "c.jsonl")
    assert [r.score.word.precision for r in measure(pages, [both])] == [1 / 3, 1 / 3]
    assert [r.score.word.precision for r in measure(pages, [both], comments=True)] == [1, 1 / 3]


def test_settings_of_strategies_and_peers(tmp_path: Path) -> None:
    html = "<html><body><p><b>Mix flour, water and salt, and wait.</b></p><p>Bake it now.</p></body></html>"
    (tmp_path / "one.jsonl").write_text(json.dumps({"id": "1", "html": html, "gold": "Mix"}))
    chosen, _ = choose(["pab:threshold=0.3", "pab"], ["boilerpy3:extractor=KeepEverythingExtractor"])
    answers = {r.competitor.name: r.answer for r in measure(load(tmp_path / "one.jsonl"), chosen)}
    assert answers["pab:threshold=0.3"] == "Mix flour, water and salt, and wait."
    assert "Bake" in answers["pab"]
    assert "Bake" in answers["boilerpy3:extractor=KeepEverythingExtractor"]


def test_options_of_any_strategy(tmp_path: Path) -> None:
    html = "<h1>{0} bread</h1><p>Mix {0} flour, water and salt, and wait until the dough has risen well, overnight.</p>"
    lines = [{"id": kind, "host": "a.example", "html": html.format(kind), "gold": "Mix"} for kind in ("Rye", "Wheat")]
    (tmp_path / "two.jsonl").write_text("\n".join(map(json.dumps, lines)))
    names = ["auto", "auto:include_title=false", "entropy", "entropy:include_title=False"]
    results = list(measure(load(tmp_path / "two.jsonl"), choose(names, [])[0]))
    titled = {r.competitor.name for r in results if r.answer.startswith(f"{r.page.id} bread")}
    assert titled == {"auto", "entropy"} and len(results) == 8


@pytest.mark.parametrize(
    ("ours", "peers", "message"),
    [
        (["shallow:nope=1"], [], "no parameter 'nope'"),
        (["shallow:nope"], [], "NAME:KEY=VALUE"),
        (["auto:include_title=maybe"], [], "include_title is true or false, not 'maybe'"),
        (["auto:favor_recall=true:favor_precision=true"], [], "exclude each other"),
        ([], ["trafilatura:nope=1"], "no setting 'nope' here; it has: include_comments"),
        ([], ["nope"], "no peer 'nope'"),
    ],
)
def test_wrong_settings_are_wrong_use(ours: list[str], peers: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        choose(ours, peers)
