"""What every back end promises; each test runs on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

import tamis
from tamis.errors import UsageError
from tamis.store import RANKS, Added, Recipe, Store, open_store, record
from tamis.store.forms import languages
from tests.store.samples import RYE, WHEAT, made_page, page, pages

HOSTILE = (Path(__file__).parent / "hostile.txt").read_text("utf-8").splitlines()


def test_a_hit_leads_back_to_its_place_in_the_page(store: Store) -> None:
    store.add(pages())
    (hit,) = store.search("forage")
    document = tamis.analyze(RYE, hit.url, "shallow")
    block = document.blocks[hit.index]
    assert hit.url == "https://www.rye.example/about" and hit.site == "rye.example"
    assert (hit.text, hit.xpath, hit.span) == (block.text, block.xpath, block.span)
    assert hit.span and "forage crop" in RYE[slice(*hit.span)]
    assert hit.strategy == "shallow" and hit.pages == 1
    assert hit.score == pytest.approx(block.score, abs=1e-4)
    assert hit.marked("<", ">").count("<forage>") == 1


def test_the_same_page_again_changes_nothing(store: Store) -> None:
    first = store.add(pages())
    before = store.stats()
    again = store.add(pages())
    assert first.new == 6 and first.blocks == first.new_blocks > 6
    assert again == Added(unchanged=6)
    assert store.stats() == before and not store.check()


def test_a_changed_page_takes_the_place_of_what_it_was(store: Store) -> None:
    store.add(pages())
    changed = RYE.replace("forage crop", "fodder crop")
    added = store.add([page(changed, "https://www.rye.example/about")])
    assert (added.new, added.changed) == (0, 1)
    assert not store.search("forage")
    assert [hit.url for hit in store.search("fodder")] == ["https://www.rye.example/about"]
    assert store.search("flour water salt")  # the block that both versions have is still there
    assert store.stats().pages == 6 and not store.check()


def test_another_strategy_or_version_takes_its_place_too(store: Store) -> None:
    url = "https://www.rye.example/about"
    store.add([page(RYE, url)])
    assert store.add([page(RYE, url, "pab")]).changed == 1
    assert {hit.strategy for hit in store.search("rye")} == {"pab"}
    old = dataclasses.replace(page(RYE, url, "pab"), recipe=Recipe("0.0.1", "pab", "{}", "abc"))
    assert store.add([old]).changed == 1
    assert store.known([url, "https://nowhere.example/"])[url].recipe == ("0.0.1", "pab", "{}", "abc")
    assert list(store.known(["https://nowhere.example/"])) == []


def test_a_recipe_names_the_model(tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text('{"weights_sha256": "abc"}')
    assert Recipe.of(f"model:{tmp_path}").model == "abc"
    assert Recipe.of("shallow").model == "" == Recipe.of("model:/nowhere").model


def test_a_text_is_stored_once(store: Store) -> None:
    store.add(
        [page(WHEAT, "https://a.example/1"), page(WHEAT, "https://b.example/1"), page(WHEAT, "https://a.example/2")]
    )
    stats = store.stats()
    assert (stats.pages, stats.blocks, stats.unique_blocks) == (3, 9, 3)
    assert stats.saved_by_storing_once == pytest.approx(2 / 3)
    assert stats.kept_bytes == 3 * stats.stored_bytes
    hits = store.search("staple")
    assert len(hits) == 1 and hits[0].pages == 3
    assert {name: counts.unique_blocks for name, counts in stats.sites} == {"a.example": 3, "b.example": 3}


def test_stats_are_a_function_of_the_content(store: Store, opened: Callable[[str], Store]) -> None:
    store.add([made_page(i) for i in range(6)])
    store.add([made_page(9)])
    store.forget([made_page(9).url])
    other = opened(":memory:")
    for i in reversed(range(6)):
        other.add([made_page(i, version=1)])
        other.add([made_page(i)])
    assert store.stats().to_dict() == other.stats().to_dict()
    raw = sum(made_page(i).raw_bytes for i in range(6))
    assert store.stats().raw_bytes == raw and store.stats().saved_by_dropping > 0


def test_forget_takes_pages_and_orphans_out(store: Store) -> None:
    store.add([*pages(), page(WHEAT, "https://copy.example/wheat")])
    assert store.forget(["https://wheat.example/about", "https://unknown.example/"]) == 1
    assert [hit.url for hit in store.search("staple")] == ["https://copy.example/wheat"]
    assert store.forget(site="copy.example") == 1
    assert not store.search("staple")
    assert store.search("rye")
    assert store.forget([entry.url for entry in pages()]) == 5
    empty = store.stats()
    assert (empty.pages, empty.blocks, empty.unique_blocks, empty.raw_bytes, empty.sites) == (0, 0, 0, 0, ())
    assert not store.check() and store.forget() == 0


@pytest.mark.parametrize("rank", RANKS)
def test_every_ranking_finds_the_same_blocks(store: Store, rank: str) -> None:
    store.add(pages())
    found = store.search("rye", rank=rank, limit=100)
    assert {hit.text for hit in found} == {block.text for block in pages()[0].blocks if "rye" in block.text.lower()}
    values = [hit.rank for hit in found]
    assert values == sorted(values, reverse=True)
    assert found == store.search("rye", rank=rank, limit=100)
    assert store.search("rye", rank=rank, limit=1) == found[:1]


def test_density_and_priority_are_the_papers(store: Store) -> None:
    html = "<h2>Rye rye</h2><p>Rye and a few other words that stand in a paragraph, ten or more.</p>"
    store.add([page(html, "https://x.example/", "pab")])
    by_density = store.search("rye", rank="density")
    assert [round(hit.density, 4) for hit in by_density] == [1.0, round(1 / 14, 4)]
    by_priority = store.search("RYE", rank="priority")
    assert [hit.priority for hit in by_priority] == [0.9, 0.1]
    assert [hit.rank for hit in by_priority] == [pytest.approx(0.9 * 1.0), pytest.approx(0.1 / 14)]


def test_a_page_ranks_by_its_best_blocks(store: Store) -> None:
    one = "<h1>Oats</h1><p>Some words about something else that are there to be kept.</p>"
    many = "<h2>Oats</h2><h2>Oats oats</h2><p>Some words about something else that are there to be kept.</p>"
    store.add([page(one, "https://one.example/", "pab"), page(many, "https://many.example/", "pab")])
    assert store.search("oats", rank="priority")[0].url == "https://one.example/"
    ranked = store.search("oats", rank="priority", by_page=True)
    assert [(hit.url, round(hit.rank, 3)) for hit in ranked] == [
        ("https://many.example/", 1.8),
        ("https://one.example/", 1.0),
    ]


@pytest.mark.parametrize(
    ("query", "url"),
    [
        ('"cover crop"', "rye"), ('"crop cover"', None), ("cov* forage", "rye"), ("grain -wheat", "rye"),
        ("grass -cover -staple", None), ('bread -"rye flour"', "wheat"), ('"rye flou"*', "rye"),
        ("黑麦", "zh"), ("覆盖作物", "zh"), ("作物覆盖", None), ("谷物 面包", "zh"),
        ("cafe", "fr"), ("CAFÉ CREME", "fr"), ("besancon", "fr"), ("ธัญพืช", "th"), ("अनाज", "hi"), ("d'un", "fr"),
        ("BREAD -rye -wheat", None),
    ],
)  # fmt: skip
def test_queries(store: Store, query: str, url: str | None) -> None:
    store.add(pages())
    found = {hit.url.removeprefix("https://").removeprefix("www.").split(".")[0] for hit in store.search(query)}
    assert found == ({url} if url else set())


APART = (
    "<article><h1>Changes in the mountains</h1><p>The climates of the high valleys are warmer than they were, and the "
    "glaciers are smaller every summer.</p><p>The governments of the region have agreed on policies that protect the "
    "villages, their wells and their forests.</p></article>"
)


def test_a_page_matches_by_words_that_stand_in_several_blocks(store: Store) -> None:
    store.add([*pages(), page(APART, "https://apart.example/")])
    for by_page in (False, True):
        hit = store.search("climate change policy glacier", by_page=by_page)[0]
        assert hit.url == "https://apart.example/" and "climates" in hit.text  # which holds two of the four
        assert hit.marked("<", ">").count("<") == 2
    assert not store.search("climate change -forest")


def test_pages_that_lack_a_word_come_after_those_that_hold_all(store: Store) -> None:
    store.add(pages())
    for by_page in (False, True):
        assert [hit.site for hit in store.search("bread yeast", by_page=by_page)] == ["wheat.example", "rye.example"]
    assert [hit.site for hit in store.search("bread yeast", rank="priority")] == ["wheat.example"]  # as in the paper


def test_blocks_with_all_words_stand_for_their_page(store: Store) -> None:
    store.add([*pages(), page(APART, "https://apart.example/")])
    hits = [hit for hit in store.search("rye bread") if hit.site == "rye.example"]
    assert hits and all("rye" in hit.text.lower() and "bread" in hit.text for hit in hits)


def test_words_are_found_in_all_their_forms(store: Store) -> None:
    german = (
        "<p>Die Wahlen in den Ländern sind vorbei, und die Stimmen werden noch bis zum Abend gezählt, sagte der Leiter "
        "der Behörde am Sonntag.</p>"
    )
    english = "<p>The election of the council was held on Sunday, and the votes were counted until late at night.</p>"
    store.add([page(german, "https://de.example/"), page(english, "https://en.example/")])
    for query, site in [
        ("elections", "en"), ('"elections of"', "en"), ("electi*", "en"), ("election*", "en"), ("elections*", None),
        ("counting vote", "en"),
        ("wahl", "de"), ("laender land", "de"), ("stimme", "de"), ("abend -elections", "de"),
    ]:  # fmt: skip
        found = [hit.site.partition(".")[0] for hit in store.search(query)]
        assert found == ([site] if site else []), query
    store.forget(["https://en.example/"])
    assert not store.search("elections") and not store.check()
    assert languages(store.database) == ["de"]


def test_another_version_of_the_stemmers_makes_the_forms_anew(address: str, opened: Callable[[str], Store]) -> None:
    first = opened(address)
    first.add(pages())
    first.database.run("DELETE FROM forms")
    first.database.run("UPDATE languages SET stemmer = '0'")
    assert not first.search("cultivating")
    second = opened(address)
    assert second.search("cultivating") and not second.check()


def test_hostile_queries_are_data(store: Store) -> None:
    store.add(pages())
    before = store.stats()
    long = [
        "rye " * 5000,
        '"' * 3000,
        "(" * 3000,
        "-rye " * 3000,
        "a" * 100_000,
        "* " * 3000,
        "黑" * 5000,
        "\x00",
        "\ud800",
    ]
    for query in [*HOSTILE, *long]:
        for rank in RANKS:
            for hit in store.search(query, rank=rank, site=None):
                assert hit.text
        store.search("rye", site=query)
    assert store.stats() == before and not store.check()
    assert store.search("'; DROP TABLE zebras --", limit=5) == []
    assert store.search("'; rye --") != []


def test_site_and_limit(store: Store) -> None:
    store.add(pages())
    assert {hit.site for hit in store.search("grass")} == {"rye.example", "wheat.example"}
    assert {hit.site for hit in store.search("grass", site="wheat.example")} == {"wheat.example"}
    assert store.search("grass", site="") == [] == store.search("grass", limit=0)
    assert len(store.search("grass", limit=1)) == 1
    with pytest.raises(UsageError, match="rank is one of"):
        store.search("grass", rank="fame")


def test_alternatives_and_filters(store: Store) -> None:
    dated = page(WHEAT, "https://news.wheat.example/2")
    dated = dataclasses.replace(
        dated, date="2024-05-17", language="en-gb", page_type="article", host="news.wheat.example"
    )
    store.add([*pages(), dated])

    def found(query: str) -> set[str]:
        return {hit.url for hit in store.search(query, limit=50)}

    rye, wheat, news = "https://www.rye.example/about", "https://wheat.example/about", "https://news.wheat.example/2"
    assert found("forage OR staple") == {rye, wheat} or found("forage OR staple") == {rye, news}
    assert found('"cover crop" OR yeast site:rye.example') == {rye}
    assert found("grass site:rye.example") == found("grass -site:wheat.example -site:news.wheat.example") == {rye}
    assert found("staple host:wheat.example lang:en date:2024") == {news}
    assert found("staple date:2024-05..2024-06") == found("staple date:..2024-05-17 type:article") == {news}
    assert found("staple date:2025..") == set() == found("staple lang:de") == found("staple type:forum")
    assert found("wheat role:title") and all(hit.role == "title" for hit in store.search("wheat role:title"))
    assert found("rye OR") == found("rye") and found("OR") == set() == found("site:rye.example")
    assert found("grain date:often") == found("grain")  # what is no date is words


def test_pages_of_hits(store: Store) -> None:
    store.add([made_page(number) for number in range(30)])
    for by_page in (False, True):
        whole = store.search("rye bread wheat", limit=20, by_page=by_page)
        assert len(whole) == 20
        paged = [store.search("rye bread wheat", limit=5, offset=at, by_page=by_page) for at in (0, 5, 10, 15)]
        assert [hit.text for some in paged for hit in some] == [hit.text for hit in whole]
    with pytest.raises(UsageError, match="offset"):
        store.search("rye", offset=-1)


def test_both_back_ends_give_the_same_answers(store: Store, opened: Callable[[str], Store]) -> None:
    other = opened(":memory:")
    for batch in range(40):  # enough segments to be merged
        some = [made_page(number) for number in range(3 * batch, 3 * batch + 3)]
        store.add([*some, made_page(batch, version=1)])
        other.add([*some, made_page(batch, version=1)])
    store.forget([made_page(5).url])
    other.forget([made_page(5).url])
    assert not store.check() and store.stats() == other.stats()
    for query in ("rye", "rye wheat oats", '"rye wheat"', "en*", "flour -rye", "rye OR mill site:site3.example"):
        for rank in RANKS:
            for by_page in (False, True):
                found = store.search(query, rank=rank, by_page=by_page, limit=30)
                assert found == other.search(query, rank=rank, by_page=by_page, limit=30)


def test_the_answers_do_not_depend_on_how_pages_came(store: Store) -> None:
    with open_store(":memory:") as one_by_one:
        for number in range(40):
            one_by_one.add([made_page(number, version=1)])
            one_by_one.add([made_page(number)])
        store.add([made_page(number) for number in range(40)])
        assert store.search("rye wheat", limit=40) == one_by_one.search("rye wheat", limit=40)


def test_a_similar_text_is_stored_as_its_difference(store: Store) -> None:
    words = [f"word{number}" for number in range(3000)]
    blocks = [" ".join(words[at : at + 60]) for at in range(0, 3000, 60)]
    html = "".join(f"<p>{block}.</p>" for block in blocks)
    edited = html.replace("word7 ", "other ").replace("word700 ", "another ").replace("word5", "number5")
    store.add([page(html, "https://a.example/")])
    store.add([page(edited, "https://b.example/")])
    sizes = [len(data) for (data,) in store.database.run("SELECT data FROM texts ORDER BY id")]
    assert sizes[1] < sizes[0] / 3
    (hit,) = store.search("another")
    assert hit.url == "https://b.example/" and "another" in hit.text
    store.forget(["https://a.example/"])  # what the other was compressed against
    assert [again.text for again in store.search("another")] == [hit.text]
    assert not store.search("word700") and not store.check()


def test_the_same_article_on_several_sites(store: Store) -> None:
    edited = WHEAT.replace("by bakers of all countries", "by bakers of many countries")
    other = RYE.replace("All about rye", "Our rye")
    store.add([*pages(), page(edited, "https://mirror.example/w"), page(other, "https://rye.example/copy")])
    (group,) = store.duplicates()
    assert group.pages == (
        ("https://mirror.example/w", "mirror.example"),
        ("https://wheat.example/about", "wheat.example"),
    )
    assert group.shared > 0.9  # the edited block is similar, and so is shared as well
    with pytest.raises(UsageError, match="share"):
        store.duplicates(0)
    store.forget(site="wheat.example")
    assert store.duplicates() == [] and not store.check()


def test_templates(store: Store) -> None:
    assert store.template("a.example") is None
    store.save_template("a.example", '{"v": 1}')
    store.save_template("a.example", '{"v": "二"}')
    assert store.template("a.example") == '{"v": "二"}' and store.template("b.example") is None
    store.save_template("0.example", "{}")
    assert store.templates() == ["0.example", "a.example"]


def test_with_a_site_goes_its_template(store: Store) -> None:
    store.add(pages())
    for site in ("rye.example", "wheat.example"):
        store.save_template(site, "{}")
    store.forget(["https://www.rye.example/about"])
    assert store.templates() == ["rye.example", "wheat.example"]
    store.forget(site="rye.example")
    assert store.templates() == ["wheat.example"]


def test_odd_pages(store: Store) -> None:
    empty = page("", "https://empty.example/")
    nul = page(
        "<p>A paragraph with a \x00 and a \ud800 in it, which no database would take as they are.</p>",
        "https://nul.example/",
    )
    deep = page(
        "<div>" * 3000 + "<p>A paragraph that stands deep down in a page of nested elements.</p>",
        "https://deep.example/",
    )
    huge = page(f"<p>{' '.join(f'word{i}' for i in range(120_000))}</p>", "https://huge.example/")
    assert store.add([empty, nul, deep, huge]).new == 4
    assert not empty.blocks
    assert [hit.url for hit in store.search("database")] == ["https://nul.example/"]
    (found,) = store.search("nested")
    assert found.xpath == "" and found.span
    assert [hit.url for hit in store.search("word77")] == ["https://huge.example/"]
    assert len(store.search("word77")[0].snippet) < 300
    assert not store.check()
    with pytest.raises(UsageError, match="needs a name"):
        store.add([record(tamis.analyze("<p>nameless", strategy="shallow"), "<p>nameless")])


def test_a_batch_is_stored_whole_or_not_at_all(store: Store) -> None:
    store.add([made_page(1)])
    bad = dataclasses.replace(made_page(2), status=None)  # type: ignore[arg-type]  # fails when its row is written
    with pytest.raises(tamis.errors.StoreError):
        store.add([made_page(1, version=1), made_page(3), bad])
    assert list(store.known([made_page(i).url for i in range(5)])) == [made_page(1).url]
    assert store.known([made_page(1).url])[made_page(1).url].source == made_page(1).source
    assert not store.check()
    assert store.add([made_page(2)]).new == 1
