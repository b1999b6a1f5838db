"""What is no part of a page's text by what it stands in."""

from __future__ import annotations

import pytest

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.model.outside import OUTSIDE

PROSE = "Rye is a grass that is grown for its grain, for bread, for beer and for its straw, mostly in the north. " * 3
SMALL = "Some few words more of it."


def found(part: str, around: str = "<main>{}</main>") -> str:
    """What is said of the last block of a part beside a text; the markup of it may say where the text is."""
    source = around.format(f"<h1>Rye</h1><p>{PROSE}<p>{PROSE}") + part
    page = text_flow(read(source, None, Limits()))
    return OUTSIDE[compute_features(page).outside_main[-1]]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (f"<footer><div><p>{SMALL}</div></footer>", "in the page's footer"),
        (f"<div role=contentinfo>{SMALL}</div>", "in the page's footer"),
        (f"<footer><p>{PROSE * 20}</footer>", "in the page's footer"),
        (f"<nav><p>{SMALL}</nav>", "in the page's navigation"),
        (f"<div role=navigation>{SMALL}</div>", "in the page's navigation"),
        (f"<div class=SizeModal__text>{SMALL}</div>", "in a box that opens over the page"),
        (f"<div class='my popup-text'><p>{SMALL}</div>", "in a box that opens over the page"),
        (f"<div class='mod&#97;l'><p>{SMALL}</div>", "in a box that opens over the page"),
        (f"<div role='Dialog x'><p>{SMALL}</div>", "in a box that opens over the page"),
        (f"<aside class=modal><p>{SMALL}</aside>", "in a box that opens over the page"),
        (f"<div id=popup><p>{SMALL}</div>", ""),
        (f"<div class=multimodal><p>{SMALL}</div>", ""),
        (f"<section class=pagination><p>{SMALL}</section>", ""),
        (f"<div class=signature-dishes><p>{SMALL}</div>", ""),
        (f"<nav><p>{SMALL}<article>{SMALL}</article></nav>", ""),
        (f"<aside><p>{PROSE}</aside>" * 4, ""),
        (f"<section><header><h2>{SMALL}</h2></header></section>", ""),
        (f"<header><h1>More</h1><p>{SMALL}</header>", ""),
        (f"<blockquote><footer>{SMALL}</footer></blockquote>", ""),
        (f"<div role=dialog><p>{SMALL}</div>", "in a box that opens over the page"),
        (f"<div class=modal>{PROSE * 20}</div>", ""),
        (f"<header><p>{SMALL}</header>", "in the page's header"),
        (f"<aside><p>{SMALL}</aside>", "beside the page's text"),
        (f"<aside><p>{PROSE * 20}</aside>", ""),
        ("<button>Add to cart</button>", "a control"),
        ("<h3><button>Shipping</button></h3>", ""),
        ("<button>How long does it keep?</button>", ""),
        (f"<fieldset>{SMALL}</fieldset>", "a control"),
        (f"<p class=signature>{SMALL}</p>", "by what it is called no part of the text"),
        (f"<span class=visually-hidden>{SMALL}</span>", ""),
        (f"<div class=visually-hidden>{SMALL}</div>", "by what it is called no part of the text"),
        (f"<p>{SMALL}", ""),
    ],
)  # fmt: skip
def test_what_stands_outside_the_main_content(part: str, said: str) -> None:
    if part.startswith("<span"):  # it is a part of the block around it, whose words count
        part = f"<p>{PROSE}{part}"
    assert found(part) == said


@pytest.mark.parametrize("tag", ["footer", "header", "aside"])
def test_in_an_article_they_are_parts_of_it(tag: str) -> None:
    assert found("", "<article>{}" + f"<{tag}><p>{SMALL}</{tag}></article>") == ""
    assert found("", "<main>{}" + f"<{tag}><p>{SMALL}</{tag}></main>") == ""
    assert found("", "<div>{}" + f"<{tag}><p>{SMALL}</{tag}></div>") != ""


def test_it_is_dropped_and_the_reason_says_so() -> None:
    last = tamis.analyze(f"<h1>Rye</h1><p>{PROSE}<p>{PROSE}<footer><p>{PROSE}</footer>").blocks[-1]
    assert not last.kept and last.score == 0
    assert last.reason.startswith("in the page's footer; probability ")


@pytest.mark.parametrize("around", ["<footer>{}</footer>", "<nav>{}</nav>", "<div role=contentinfo>{}</div>"])
def test_a_page_without_other_text_does_not_go_empty_handed(around: str) -> None:
    assert PROSE.strip() in tamis.extract(around.format(f"<h1>Rye</h1><p>{PROSE}<p>It is hardy. {PROSE}"))


def test_the_title_stays_wherever_it_stands() -> None:
    text = tamis.extract(
        f"<title>All about rye</title><header><h1>All about rye</h1></header><main><p>{PROSE}<p>{PROSE}</main>"
    )
    assert text.startswith("All about rye")


def test_a_page_that_shows_its_footer_alone_has_no_text() -> None:
    footer = "".join(
        f"<h5>Part {i}</h5><p><a href=/{i}>Help</a>, <a href=/x>Returns</a>, <a href=/y>Sites</a>" for i in range(9)
    )
    document = tamis.analyze(f"<ul><li>Search</ul><footer>{footer}</footer>")
    assert document.text == ""


def test_a_button_does_not_empty_a_small_page() -> None:
    page = "<h1>Opening hours</h1><p>We are open from Monday to Friday, and we bake rye bread every morning.</p>"
    assert tamis.extract(f"{page}<p><button>Menu</button>") == tamis.extract(page) != ""
