import pytest

import tamis

SHOP = (
    "<nav><a href=/>Home</a> <a href=/kettles>Kettles</a></nav><main><h1>Hestia kettle 1.7 l</h1>{offer}"
    "<table><tr><th>Brand<td>Hestia<tr><th>Item no.<td>HK-1700<tr><th>EAN<td>4006381333931<tr><th>Colour<td>red"
    "</table><button>Add to cart</button></main><aside><h2>Others</h2><ul><li><a href=/2>Pan 24 cm</a> "
    "<b class=price>9.99 €</b>"
    "<li><a href=/3>Pot</a> <b class=price>19.99 €</b></ul></aside>"
)


def entity(offer="", url="https://shop.example/kettles/hestia-17"):
    return tamis.analyze(SHOP.format(offer=offer), url).entity


def first(found, name):
    return found.attributes[name][0].normalized


@pytest.mark.parametrize(
    ("offer", "price"),
    [
        ("<p class=price>24,95 €</p>", "24.95"),
        ("<p><del>39,00 €</del></p><p>24,95 €</p>", "24.95"),
        ("<p class=old-price>39,00 €</p><p class=now>24,95 €</p>", "24.95"),
        ("<p>€ 39,00</p><p>€ 31,20 -20%</p>", "31.20"),
        ("<p>€ 39,00 -20 %</p><p>€ 31,20</p><p>You save € 7,80</p>", "31.20"),
        ("<p>Price:</p><p>1.249,00 €</p><p>plus 4,90 € shipping</p>", "1249"),
        ("<p>Our price: $1,249.00</p>", "1249"),
    ],
)
def test_the_price_that_is_paid(offer, price):
    found = entity(offer)
    assert [value.normalized for value in found.attributes["price"]] == [price]
    assert found.attributes["price"][0].source == "page: price"
    assert found.type == "Product"


def test_what_the_page_shows():
    found = entity("<p class=price>24,95 €</p>")
    assert {name: first(found, name) for name in ("name", "brand", "sku", "gtin", "color", "availability")} == {
        "name": "Hestia kettle 1.7 l",
        "brand": "Hestia",
        "sku": "HK-1700",
        "gtin": "4006381333931",
        "color": "red",
        "availability": "InStock",
    }
    assert first(found, "priceCurrency") == "EUR"
    document = tamis.analyze(SHOP.format(offer="<p class=price>24,95 €</p>"))
    assert any("24,95" in document.blocks[block].text for block in document.entity.blocks)


@pytest.mark.parametrize("text", ["Sold out", "Currently unavailable.", "Ausverkauft", "Agotado", "Vypredané", "售完"])
def test_sold_out(text):
    assert first(entity(f"<p class=price>24,95 €</p><p>{text}</p>"), "availability") == "OutOfStock"


LD = (
    '<script type="application/ld+json">{"@type":"Product","name":"Hestia kettle 1.7 l","brand":{"name":"Hestia & Co"},'
    '"offers":[{"price":"39.00","priceCurrency":"EUR"},{"price":"31.20","availability":"https://schema.org/%s"}]}</script>'
)
MICRO = (
    "<div itemscope itemtype=https://schema.org/Product><h2 itemprop=name>Hestia kettle 1.7 l</h2>"
    "<b itemprop=brand>Hestia</b><div itemprop=offers itemscope itemtype=https://schema.org/Offer><i "
    "itemprop=price>31,20</i>"
    "<meta itemprop=priceCurrency content=EUR>"
    "<link itemprop=availability href=https://schema.org/InStock></div></div>"
)
RDFA = (
    "<div vocab=https://schema.org/ typeof=Product><span property=name>Hestia kettle 1.7 l</span><i property=price "
    "content=31.20>31,20</i><i property=priceCurrency content=EUR></i></div>"
)
OPEN_GRAPH = (
    '<meta property="og:type" content="product"><meta property="product:price:amount" content="31.20">'
    '<meta property="product:price:currency" content="EUR"><h1>Hestia kettle</h1>'
)


@pytest.mark.parametrize(
    ("html", "source"),
    [(LD % "InStock", "json-ld"), (MICRO, "microdata"), (RDFA, "rdfa"), (OPEN_GRAPH, "opengraph")],
    ids=["json-ld", "microdata", "rdfa", "opengraph"],
)
def test_what_the_page_states(html, source):
    found = tamis.analyze(html + "<p>A kettle for the family, in red.</p>").entity
    assert (found.type, first(found, "price"), first(found, "priceCurrency")) == ("Product", "31.20", "EUR")
    assert first(found, "availability") == "InStock"
    assert found.attributes["price"][0].source.startswith(source)


def test_stated_and_shown_are_joined():
    found = tamis.analyze(SHOP.format(offer=LD % "OutOfStock" + "<p><s>39.00 €</s> <b>31.20 €</b></p>")).entity
    assert first(found, "price") == "31.20"
    assert first(found, "availability") == "InStock"  # it can be put into the cart
    assert first(found, "sku") == "HK-1700"
    assert first(found, "brand") == "Hestia & Co"


def test_a_price_that_is_crossed_out_is_not_paid_though_it_is_stated():
    stated = '<meta property="product:price:amount" content="39.00">'
    assert first(entity(stated + "<p><del>39,00 €</del></p><p class=price>24,95 €</p>"), "price") == "24.95"


def test_variants():
    both = LD % "OutOfStock" + LD % "InStock"
    assert first(tamis.analyze(f"{both}<h1>Hestia kettle 1.7 l</h1>").entity, "availability") == "InStock"


def test_cards_of_others_are_not_what_the_page_is_about():
    card = MICRO.replace("kettle 1.7 l", "{}").replace("31,20", "{}")
    cards = "".join(card.format(name, price) for name, price in (("pan", 9), ("pot", 19), ("lid", 5)))
    found = tamis.analyze(SHOP.format(offer="<p class=price>24,95 €</p>") + cards).entity
    assert (first(found, "name"), first(found, "price")) == ("Hestia kettle 1.7 l", "24.95")


def test_the_number_in_the_address():
    html = "<h1>Boots</h1><p class=price>69.95 EUR</p><p>Black - 1002/710</p>"
    assert first(tamis.analyze(html, "https://shop.example/boots-p11002710.html").entity, "sku") == "1002/710"
    html = "<h1>Boots</h1><p class=price>69.95 EUR</p>"
    assert first(tamis.analyze(html, "https://shop.example/item/35985065").entity, "sku") == "35985065"


@pytest.mark.parametrize("html", ["", "<p>Rye is a grass.</p>", "<h1>Rye</h1><p>It cost 20 € in 1950, they say."])
def test_pages_about_nothing_for_sale(html):
    assert tamis.analyze(html).entity is None


def test_plain_data():
    found = entity("<p class=price>24,95 €</p>").to_dict()
    assert found["attributes"]["price"] == [{"text": "24,95 €", "normalized": "24.95", "source": "page: price"}]


@pytest.mark.parametrize(
    "html",
    [
        "<p class=price>1 €" * 2000,
        "<h1>a</h1>" + "<div class=price>" * 300 + "9 €",
        "<div typeof=Product>" * 300 + "<i property=price>9",
        "<p>Brand:" * 2000,
        "<h1>a</h1>" + '<script>"brand":{' + '"brand":{' * 5000 + "</script>",
        '<script type="application/ld+json">' + '{"@type":"Product","offers":' * 300 + "</script>",
    ],
    ids=range(6),
)
def test_hostile_pages(html):
    found = tamis.analyze(html, "https://shop.example/" + "12345/" * 1000).entity
    assert found is None or found.attributes
