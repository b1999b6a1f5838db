import pytest

import tamis
from tamis.site.tables.named import wanted
from tests.site.tables.shop import COLOURS, MAKERS, page

PAGES = [page(number) for number in range(20)]


def test_columns_are_called_as_the_page_calls_them():
    table = tamis.SiteTable.learn(PAGES)
    assert {"Maker", "Colour", "Weight", "Our price"} <= set(table.columns)
    (row,) = table.apply(page(27))
    assert (row["Maker"], row["Colour"]) == ([MAKERS[27 * 7 % 10]], [COLOURS[7]])
    assert (row["Our price"], row["Weight"]) == (["39.50 €"], ["927 g"])
    assert ["Kettle No. 27"] in row.values()
    assert not any("Home" in values or "All prices with tax" in values for values in row.values())


def test_names_alone():
    table = tamis.SiteTable.learn(PAGES, names=["title", "price", "manufacturer", "color", "weight", "engine"])
    assert table.columns == ["title", "price", "manufacturer", "color", "weight", "engine"]
    assert table.apply(page(31)) == [
        {
            "title": ["Kettle No. 31"],
            "price": ["43.50 €"],
            "manufacturer": [MAKERS[31 * 7 % 10]],
            "color": [COLOURS[1]],
            "weight": ["931 g"],
            "engine": [],
        }
    ]
    assert "'engine'" in table.remarks[0]


def test_names_beside_examples():
    examples = [{"page": 3, "what": "Kettle No. 3"}]
    table = tamis.SiteTable.learn(PAGES, examples=examples, names=["what", "price"])
    assert table.apply(page(30)) == [{"what": ["Kettle No. 30"], "price": ["42.50 €"]}]


def test_saved(tmp_path):
    table = tamis.SiteTable.learn(PAGES)
    table.save(tmp_path / "t.json")
    assert tamis.SiteTable.load(tmp_path / "t.json").apply(page(30)) == table.apply(page(30))


@pytest.mark.parametrize("pages", [["<p>a"], ["<p>a"] * 5, [""] * 5, ["<p>a", "<p>b"]])
def test_too_little(pages):
    table = tamis.SiteTable.learn(pages, names=["price"])
    assert table.columns == ["price"]
    assert table.apply("<p>a") == []
    tamis.SiteTable.learn(pages)


def test_many_columns_are_bounded():
    html = "".join(f"<p class=c{{0}}{n}>{{0}}{n}</p>" for n in range(2000))
    table = tamis.SiteTable.learn([html.format(letter) for letter in "abcdef"])
    assert len(table.columns) <= 200


@pytest.mark.parametrize(
    ("name", "label"), [("publication_date", "published"), ("isbn13", "isbn 13"), ("datePosted", "posted")]
)
def test_other_words_for_a_name(name, label):
    assert label in wanted(name).labels
