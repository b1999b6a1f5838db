import json
import tracemalloc

import pytest

import tamis
from tamis.site.tables.table import ENOUGH, Sample
from tests.site.tables.shop import COLOURS, example, moved, page


def learned(pages=5, labelled=(0, 1), **more):
    given = [example(number, colour=COLOURS[number % 10], **more) for number in labelled]
    return tamis.SiteTable.learn([page(number) for number in range(pages)], examples=given)


@pytest.mark.parametrize("labelled", [(0,), (1,), (0, 1), (1, 2, 3)])
def test_examples(labelled):
    table = learned(labelled=labelled)
    assert table.columns == ["name", "price", "colour"]
    for number in range(5, 25):
        assert table.apply(page(number)) == [
            {
                "name": [f"Kettle No. {number}"],
                "price": [f"{12 + number}.50 €"],
                "colour": [COLOURS[number % 10]],
            }
        ]


def test_empty():
    table = learned()
    assert table.apply(page(7, offer=False)) == [{"name": ["Kettle No. 7"], "price": [], "colour": [COLOURS[7]]}]
    assert table.apply("") == table.apply("<p>Something else.</p>") == []


def test_several_values():
    html = "<h1>{}</h1><ul class=by>{}</ul><ul class=tags><li>new<li>cheap</ul>"
    pages = [html.format(f"Book {n}", "".join(f"<li>Author {n}{k}" for k in range(1 + n % 3))) for n in range(9)]
    given = [{"page": n, "authors": [f"Author {n}{k}" for k in range(1 + n % 3)]} for n in (1, 2)]
    table = tamis.SiteTable.learn(pages, examples=given)
    assert table.apply(pages[5]) == [{"authors": ["Author 50", "Author 51", "Author 52"]}]
    assert table.apply(pages[6]) == [{"authors": ["Author 60"]}]


def test_part_of_a_text():
    html = "<h1>Room {}</h1><p>from {} € a night, breakfast included</p>"
    pages = [html.format(n, 40 + 5 * n) for n in range(6)]
    table = tamis.SiteTable.learn(pages, examples=[{"page": 0, "price": "40 €"}, {"page": 1, "price": "45 €"}])
    assert table.apply(pages[5]) == [{"price": ["65 €"]}]


def test_saved(tmp_path):
    table = learned()
    path = tmp_path / "kettles.json"
    table.save(path)
    same = tamis.SiteTable.load(path)
    assert (same.columns, same.site, same.pages, same.filled) == (table.columns, None, 5, table.filled)
    assert [same.apply(page(n)) for n in range(9)] == [table.apply(page(n)) for n in range(9)]
    assert "Kettle" not in path.read_text()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(format="x"), "not a site table"),
        (lambda data: data.update(version=99), "version 99"),
        (lambda data: data["columns"][0]["weights"].update({"zz": 1}), "damaged"),
        (lambda data: data["columns"][0].pop("least"), "damaged"),
        (lambda data: data.update(columns=3), "damaged"),
    ],
)
def test_damaged_file(tmp_path, change, message):
    path = tmp_path / "kettles.json"
    learned().save(path)
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(tamis.InputError, match=message):
        tamis.SiteTable.load(path)
    path.write_text("{")
    with pytest.raises(tamis.InputError, match="not a site table"):
        tamis.SiteTable.load(path)


@pytest.mark.parametrize(
    "examples", [[{"page": 9, "a": "b"}], [{"a": "b"}], [{"page": True}], ["x"], [{"page": 0, "a": 3}]]
)
def test_wrong_examples(examples):
    with pytest.raises(tamis.UsageError):
        tamis.SiteTable.learn([page(0)], examples=examples)


def test_value_that_is_not_there():
    table = tamis.SiteTable.learn([page(0), page(1)], examples=[example(0, engine="V8")])
    assert table.columns == ["name", "price", "engine"]
    assert "'engine'" in table.remarks[0]
    assert table.apply(page(4))[0]["engine"] == []


def test_other_site():
    pages = [(f"https://kettles.example/{n}", page(n)) for n in range(3)]
    table = tamis.SiteTable.learn(pages, examples=[example(0)])
    assert table.site == "kettles.example"
    assert table.apply(page(5), "https://www.kettles.example/5")
    with pytest.raises(tamis.UsageError, match=r"pans\.example"):
        table.apply(page(5), "https://pans.example/5")


def test_drift():
    table = learned()
    assert table.drift([page(n) for n in range(10, 20)]).fits
    without = table.drift([page(n, offer=False) for n in range(10, 20)])
    assert without.stopped == ("price",)
    assert without.reasons == ("price: filled on 0% of the pages, usually on 100%",)
    anew = table.drift([moved(n) for n in range(10, 20)])
    assert not anew.fits
    assert "another layout" in anew.reasons[0]


def test_sample_is_bounded():
    sample = Sample()
    for number in range(5000):
        sample.add(str(number), number in (7, 4999))
    assert sample.pages == 5000
    assert {7, 4999} <= sample.kept.keys()
    assert ENOUGH <= len(sample.kept) <= 2 * ENOUGH + 2


def test_memory_does_not_grow_with_the_pages():
    def peak(count):
        tracemalloc.start()
        tamis.SiteTable.learn((page(n) for n in range(count)), examples=[example(0)])
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    peak(10)
    assert peak(1000) < 1.5 * peak(250)


@pytest.mark.parametrize(
    "html",
    ["<p>a" * 3000, "<div>" * 3000 + "x", "<b><i>" * 1000 + "x", "<p class='" + "a" * 100_000 + "'>x", "x" * 200_000],
    ids=range(5),
)
def test_hostile_pages(html):
    assert learned().apply(html) in ([], [{"name": ["x"], "price": [], "colour": []}])
