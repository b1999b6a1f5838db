"""A product's page: its description, where the page gives it as data."""

from __future__ import annotations

import json

import pytest

import tamis

DESCRIPTION = (
    "A dark loaf of rye that keeps for more than a week, kneaded, shaped and baked by hand in the old town's oven.",
    "Wrap it in a cloth of linen, keep it cool and dry, and cut it no sooner than on the day after it was baked.",
    "Its dough rests for two days, so that the crumb stays moist, the crust gets thick and the taste slightly sour.",
)
DELIVERY = "Parcels leave our house on the day that you order them, and they are with you after two or three days."
URL = "https://shop.example/products/rye-loaf"


def shop_page(description: str, around: str, cards: int = 9) -> str:
    data = {"@type": "Product", "name": "Rye loaf", "description": description, "offers": {"@type": "Offer"}}
    others = "".join(
        f"<li class=card><a href=/p/{i}><img src=x>Loaf of bread number {i}</a><div>€ 3.{i}0</div></li>"
        for i in range(cards)
    )
    return f"""<title>Rye loaf – The old mill</title><meta property=og:type content=product>
<link rel=canonical href="{URL}"><script type=application/ld+json>{json.dumps(data)}</script>
<nav><a href=/>Home</a> <a href=/bread>Bread</a></nav><main><div class=product><h1>Rye loaf</h1>
<div class=price>€ 4.50</div><button>Add to cart</button>
<h2>Description</h2><div class="{around}">{"".join(f"<p>{text}</p>" for text in DESCRIPTION)}</div>
<h2>Delivery</h2><p>{DELIVERY}</p></div>
<section class=related><h2>You may also like</h2><ul>{others}</ul></section></main><footer>© The old mill</footer>"""


@pytest.mark.parametrize("around", ["text", "modal"])
def test_the_description_is_kept_wherever_it_stands_and_the_rest_needs_more(around: str) -> None:
    told = tamis.analyze(shop_page(" ".join(DESCRIPTION), around), URL)
    assert told.page_type == "product"
    assert told.text.splitlines() == ["Rye loaf", *DESCRIPTION]
    reasons = {block.text: block.reason for block in told.blocks}
    if around == "modal":
        assert any(reasons[text].endswith("; in the description that the page gives as data") for text in DESCRIPTION)
    assert "not in the description that the page gives as data; " in reasons[DELIVERY]
    assert "in the page's navigation" in reasons["Home Bread"]


def test_without_that_data_the_page_is_judged_as_any_other() -> None:
    plain = tamis.analyze(shop_page("A loaf.", "text"), URL)
    assert plain.page_type == "product"
    assert DESCRIPTION[0] in plain.text
    assert not any("gives as data" in block.reason for block in plain.blocks)
    boxed = tamis.analyze(shop_page("A loaf.", "modal"), URL)
    assert DESCRIPTION[0] not in boxed.text


def test_a_preference_keeps_the_description() -> None:
    page = shop_page(" ".join(DESCRIPTION), "modal")
    careful = tamis.extract(page, url=URL, favor_precision=True).splitlines()
    balanced = tamis.extract(page, url=URL).splitlines()
    greedy = tamis.extract(page, url=URL, favor_recall=True).splitlines()
    assert set(DESCRIPTION) <= set(careful) <= set(balanced) <= set(greedy)


def test_a_description_of_something_else_tells_nothing() -> None:
    about = " ".join(f"{DELIVERY} And so on, {number} times." for number in range(4))
    of_the_shop = shop_page(about, "text").replace("© The old mill", f"<p>{about}</p>")
    assert about in of_the_shop and about not in tamis.analyze(of_the_shop, URL).text
    of_no_product = shop_page(" ".join(DESCRIPTION), "text").replace('"Product"', '"Thing"').replace("og:type", "x")
    assert "gives as data" not in "".join(block.reason for block in tamis.analyze(of_no_product, URL).blocks)


def test_on_other_pages_a_description_tells_nothing() -> None:
    data = json.dumps({"@type": "Product", "description": DESCRIPTION[0] * 4})
    story = "".join(f"<p>{DELIVERY} {DESCRIPTION[1]} {DESCRIPTION[2]}</p>" for _ in range(6))
    source = f"<title>How rye is baked</title><meta property=og:type content=article><script>{data}</script>"
    document = tamis.analyze(f"{source}<article><h1>How rye is baked</h1>{story}</article><p>{DESCRIPTION[0] * 4}</p>")
    assert document.page_type != "product"
    assert not any("gives as data" in block.reason for block in document.blocks)
