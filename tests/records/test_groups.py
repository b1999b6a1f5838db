import numpy as np
import pytest

import tamis
from tamis.records.groups import read_records
from tamis.roles import Role

NAMES = ["Rye loaf", "Oat loaf", "Spelt roll", "Barley bun", "Maize bread"]


def records(html):
    return tamis.analyze(html).records


def named(html):
    return [record.attributes["name"][0].text for record in records(html) if "name" in record.attributes]


def repeat(form, between=""):
    return between.join(form.format(name=name, n=n, odd="odd" if n % 2 else "even") for n, name in enumerate(NAMES))


BODY = "<a href=/{n}><b>{name}</b></a><p>Baked on day {n}, with a crust.</p><p>{n}.50 €</p>"
LAYOUTS = {
    "heading and paragraphs": repeat(
        "<h3><a href=/{n}>{name}</a></h3><p>Baked on day {n}, with a crust.</p><p>{n}.50 €</p>"
    ),
    "two rows": "<table>"
    + repeat("<tr><td><a href=/{n}>{name}</a><td>{n}.50 €</tr><tr><td colspan=2>Baked on day {n}, with a crust.</tr>")
    + "</table>",
    "cards that are links": "<div>"
    + repeat("<a href=/{n}><h3>{name}</h3><div>Baked on day {n}</div><span>{n}.50 €</span></a>")
    + "</div>",
    "odd and even": repeat("<div class='{odd} card'><h3>{name}</h3><p>Baked on day {n}.</p><p>{n}.50 €</p></div>"),
    "noise between": "<div>"
    + repeat("<div><h3>{name}</h3><p>Baked on day {n}.</p></div>", "<hr><center>Advertisement</center>")
    + "</div>",
    "rows of cards": "".join(
        f"<div class=row>{''.join(f'<div><h3>{name}</h3><p>Baked today.</p></div>' for name in pair)}</div>"
        for pair in (NAMES[:2], NAMES[2:4], (NAMES[4], "Corn cake"))
    ),
    "in a wrapper that is called a sidebar": "<div class=content-sidebar-wrap><div id=filter_results>"
    + repeat("<div><h3>{name}</h3><p>Baked on day {n}.</p></div>")
    + "</div></div>",
    "list with optional parts": "<ul>"
    + "".join(
        f"<li><h3>{name}</h3>{'<i>New</i>' * (n % 2)}<p>Baked on day {n}.</p>{'<p>Last ones</p>' * (n == 3)}"
        for n, name in enumerate(NAMES)
    )
    + "</ul>",
    "table rows": "<table><tr><th>Loaf<th>Price<th>Day</tr>"
    + repeat("<tr><td>{name}<td>{n}.50 €<td>day {n}</tr>")
    + "</table>",
    "cards that are paragraphs": repeat(
        "<p><a href=/{n}>{name}</a><br>Baked on day {n}, with a fine crust.<br>{n}.50 €</p>"
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(layout):
    found = named(LAYOUTS[layout])
    assert [name for name in found if name in NAMES] == NAMES
    assert len(found) <= len(NAMES) + 1


def test_attributes():
    html = repeat(
        "<div><h3><a href=/l/{n}>{name}</a></h3><img src=/i{n}.jpg><p>Weight: {n}00 g</p><p>Colour: brown</p>"
        "<p>Colour: dark</p><p><s>9.50 €</s></p><p>{n}.50 €</p><p>4.5 out of 5</p><p>3 May 2024</p></div>"
    )
    record = tamis.analyze(html, "https://mill.example/").records[2]
    plain = {name: [value.normalized for value in values] for name, values in record.attributes.items()}
    assert plain == {
        "name": ["Spelt roll"],
        "url": ["https://mill.example/l/2"],
        "weight": ["200 g"],
        "color": ["brown", "dark"],
        "listPrice": ["9.50"],
        "price": ["2.50"],
        "priceCurrency": ["EUR"],
        "ratingValue": ["4.5"],
        "datePublished": ["2024-05-03"],
        "image": ["https://mill.example/i2.jpg"],
    }


def test_blocks():
    document = tamis.analyze(LAYOUTS["heading and paragraphs"])
    record = document.records[1]
    assert [document.blocks[block].text for block in record.blocks] == [
        "Oat loaf",
        "Baked on day 1, with a crust.",
        "1.50 €",
    ]
    assert record.text.splitlines()[0] == "Oat loaf"


def test_answers_are_records_in_their_post():
    answer = (
        "<li><b>Ann {0}</b><p>I would bake number {0} for longer, at a lower heat, and let it rest in the end.</p></li>"
    )
    post = (
        "<article><h3>Question {0}</h3><p>How long do you bake loaf number {0}, and how hot is your oven then?</p><ul>"
        + "".join(answer.format(f"{{0}}{letter}") for letter in "abc")
        + "</ul></article>"
    )
    found = records("<main>" + "".join(post.format(n) for n in range(4)) + "</main>")
    assert len(found) == 4
    assert [len(record.records) for record in found] == [3, 3, 3, 3]
    assert "Ann 1b" in found[1].records[1].text


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>One paragraph.</p><p>Another one.</p>",
        "<nav><ul><li><a href=/1>Home</a><li><a href=/2>News</a><li><a href=/3>Shop</a></ul></nav>",
        "<article>" + "<p>" + "A long paragraph of an article goes on and on. " * 9 + "</p>" * 9 + "</article>",
        "<article>"
        + "".join(f"<h2>Part {n}</h2>" + "<p>" + f"Sentence {n} of an article. " * 30 + "</p>" for n in range(5))
        + "</article>",
    ],
    ids=["nothing", "text", "menu", "paragraphs", "sections"],
)
def test_no_records(html):
    assert records(html) == ()


def work(html):
    """The elements that are looked at for shapes, which is where the work is."""
    from tamis.html.tree import read
    from tamis.limits import Limits
    from tamis.records.groups import shapes

    tree = read(html, None, Limits())
    looked_at = 0
    for children in shapes.children_of(tree).values():
        looked_at += sum(min(int(tree.ends[child]) - child, 25) for child in children)
    return looked_at


SHAPES = [
    lambda n: "<div><p>a</p><p>b</p>" * n,
    lambda n: "<div>" * min(n, 400) + "<p>a b" * n,
    lambda n: "<ul>" + "<li>a<ul><li>b</ul>" * n,
    lambda n: "<table>" + "<tr>" + "<td>a" * n,
    lambda n: "<table>" + "<tr><td>a" * n,
    lambda n: "".join(f"<h{i % 6 + 1}>a b</h{i % 6 + 1}>" for i in range(n)),
    lambda n: "<div>" + "<a href=x>a b c</a>" * n,
    lambda n: "<p>1 €" * n,
    lambda n: "<div><i></i><b></b><u></u>a b c</div>" * n,
    lambda n: "".join(f"<x{i}>a b</x{i}>" for i in range(n)),
    lambda n: "<div><div><p>a b</p><p>c d</p></div>" * n,
    lambda n: "<dl>" + "<dt>a:<dd>b c" * n,
]


@pytest.mark.parametrize("make", SHAPES, ids=range(len(SHAPES)))
def test_the_work_is_linear(make):
    records(make(300))
    assert work(make(2000)) <= 2.3 * work(make(1000)) + 100


def test_links_to_other_pages_are_no_records_but_goods_are() -> None:
    card = "<li><a href=/{0}><h3>The {0} best mills of the north</h3></a><p>By Ann, on a day in spring</p>{1}</li>"

    def found(price: str, role: Role) -> int:
        document = tamis.analyze(f"<ul>{''.join(card.format(number, price) for number in range(2, 8))}</ul>")
        return len(read_records(document.page, [role] * len(document.blocks)))

    assert (found("", "body"), found("", "related"), found("", "navigation")) == (6, 0, 0)
    assert found("<b>4.50 €</b>", "related") == 6


def test_two_posts_of_a_thread_are_records_and_points_of_a_text_are_not() -> None:
    said = "I bake it for an hour at two hundred degrees, and then I let it rest until the crust is soft enough to cut."
    post = "<div><div><b>Ann</b> <span>{0} May 2024, 10:30</span></div><p>{1}</p><ul><li><p>{1}</p></ul></div>"
    thread = f"<h1>Rye</h1><div>{post.format(3, said)}{post.format(4, said.upper())}</div>"
    assert len(tamis.analyze(thread).records) == 2
    points = "".join(f"<li><p>{said} It is point {n}.</p><ul><li>Water</ul>" for n in range(6))
    assert not tamis.analyze(f"<h1>Rye</h1><div><p>{said}</p><ul>{points}</ul></div>").records


def test_goods_in_a_container_with_a_misleading_name_are_found() -> None:
    card = "<article><h3><a href=/{0}>Loaf {0}, dark</a></h3><p>Rye, baked on day {0}</p><b>{0}.50 €</b></article>"
    cards = "".join(card.format(number) for number in range(1, 9))
    text = "".join(
        f"<p>Our {n} ovens are lit at four in the morning, and the bread is sold by nine.</p>" for n in range(9)
    )
    page = f"<h1>Loaves</h1><main><div class=pagination><div>{cards}</div></div><div>{text}</div></main>"
    document = tamis.analyze(page)
    assert len(read_records(document.page, kept=np.ones(len(document.blocks), np.bool_))) == 8
    assert not read_records(document.page)


def test_list_items_of_unlike_shape_are_one_list() -> None:
    plain = "<li><h3><a href=/{0}>Loaf {0}</a></h3><b>{0}.50 €</b>"
    rich = (
        "<li><figure><img src=a.png></figure><h3><a href=/{0}>Loaf {0}</a></h3><dl><dt>Flour<dd>rye</dl>"
        "<ul><li>dark</ul><b>{0}.50 €</b>"
    )
    page = "<ul>" + "".join((plain, rich)[number % 2].format(number) for number in range(8)) + "</ul>"
    assert [record.attributes["url"][0].text for record in tamis.analyze(page).records] == [f"/{n}" for n in range(8)]
