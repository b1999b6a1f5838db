"""The description that a page also gives as data: which values count, and which blocks stand in them."""

from __future__ import annotations

import json
from time import process_time

import numpy as np
import pytest

from tamis.blocks.page import Page
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.rules.description import described

LOAF = "A dark loaf of rye that keeps for more than a week, kneaded, shaped and baked by hand in the old town's oven."
CARE = "Wrap it in a cloth of linen, keep it cool and dry, and cut it no sooner than on the day after it was baked."
MADE = "Its dough rests for two days, so that the crumb stays moist, the crust gets thick and the taste slightly sour."
OTHERS = "Parcels leave our house on the day that you order them, and they are with you after two or three more days."
TEXTS = (LOAF, CARE, MADE, OTHERS)
DESCRIBED = [True, True, True, False]


def found(data: str, texts: tuple[str, ...] = TEXTS, never: int = -1) -> list[bool]:
    page = text_flow(read(f"<script>{data}</script>" + "".join(f"<p>{text}" for text in texts), None, Limits()))
    assert len(page) == len(texts)
    told: list[bool] = described(page, np.arange(len(texts)) == never).tolist()
    return told


def as_json(text: str) -> str:
    return json.dumps({"@type": "Product", "description": text})


def test_blocks_in_the_description_are_found() -> None:
    assert found(as_json(f"{LOAF} {CARE} {MADE}")) == DESCRIBED


def test_markup_and_escapes_in_the_value_do_not_count() -> None:
    html = f'<p>{LOAF}</p>\n<ul><li class="a">{CARE}</li><li>{MADE.replace(" ", "&nbsp;", 1)}</li></ul>'
    assert found(as_json(html)) == DESCRIBED
    assert found(as_json(html.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))) == DESCRIBED
    assert found(as_json(html).replace("<", "\\u003c").replace("/", "\\/")) == DESCRIBED


def test_json_in_a_string_of_a_script_counts() -> None:
    quotes = f'{LOAF} {CARE} It is called "black". {MADE}'
    assert found(f"self.state.push([1, {json.dumps(as_json(quotes))}])") == DESCRIBED


def test_the_description_with_most_of_the_page_is_taken() -> None:
    assert found(f"[{as_json(f'{OTHERS} {OTHERS}')}, {as_json(f'{LOAF} {CARE} {MADE}')}]") == DESCRIBED
    assert found(f"[{as_json(f'{LOAF} {CARE} {MADE}')}, {as_json(' '.join(TEXTS))}]") == [True] * 4


def test_scripts_without_spaces_between_words() -> None:
    text = "这种黑麦面包由老城的面包师手工揉制和烘烤可以保存一个多星期。" * 8
    other = "我们会在您下单的当天发货，两三天之后就会送到您的手中，谢谢。" * 8
    assert found(as_json(text), (text, other)) == [True, False]


@pytest.mark.parametrize(
    "data",
    [
        "",
        as_json(LOAF),  # too short
        as_json(f"{LOAF} {CARE} {MADE}").replace("description", "short_description"),
        as_json(f"{LOAF} {CARE} {MADE}").replace("description", "descriptions"),
        as_json(f"{LOAF} {CARE} {MADE}")[:-3],  # without an end
        json.dumps({"description": [LOAF, CARE, MADE]}),
        as_json("Something else that is said of it at some length, and that stands nowhere on the page. " * 4),
        as_json(f"{LOAF} {CARE} {MADE}").replace("rye", "rye\\q"),  # no JSON
    ],
)
def test_other_data_tells_nothing(data: str) -> None:
    assert found(data) == [False] * 4


def test_blocks_that_never_count_do_not_choose_the_description() -> None:
    longer = f"{OTHERS} {OTHERS} {OTHERS} {OTHERS} {OTHERS}"
    data = f"[{as_json(f'{LOAF} {CARE} {MADE}')}, {as_json(longer)}]"
    texts = (LOAF, CARE, MADE, longer)
    assert found(data, texts) == [False, False, False, True]
    assert found(data, texts, never=3) == DESCRIBED


def test_links_are_no_description() -> None:
    linked = tuple(f"<a href=/>{text}</a>" for text in TEXTS)
    assert found(as_json(f"{LOAF} {CARE} {MADE}"), linked) == [False] * 4


def test_signs_and_apostrophes_in_the_value() -> None:
    assert found(as_json(f"{LOAF} Weighs < 1 kg, and we <3 it. {CARE} {MADE}")) == DESCRIBED
    in_quotes = as_json(f"{LOAF} {CARE} {MADE}").replace("'", "\\'")
    assert "\\'" in in_quotes and found(f"state = JSON.parse('{in_quotes}')") == DESCRIBED


def test_the_key_may_stand_for_something_else_many_times() -> None:
    before = '<i class="description-item"></i>' * 500
    assert found(f"</script>{before}<script>{as_json(f'{LOAF} {CARE} {MADE}')}") == DESCRIBED


HOSTILE = {
    "many keys": '"description' * 500_000,
    "keys with short values": '"description": "a", ' * 300_000,
    "keys with values": ('"description": "' + "\\u003c" * 3000 + '", ') * 500,
    "values without an end": '"description": "' + "a" * 8_000_000,
    "nested keys": '\\"description\\":\\"' * 300_000,
    "backslashes": '"description": "' + "\\" * 5_000_000,
    "many values": "".join(as_json(f"{number} {LOAF * 150}") for number in range(300)),
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_data_costs_little(data: str) -> None:
    page = text_flow(read(f"<p>{LOAF * 20}" + f"<p>{OTHERS}" * 1000 + f"<script>{data}</script>", None, Limits()))
    assert len(page) == 1001
    assert took(page) < 1


@pytest.mark.parametrize(
    "text", ["alpha beta gamma " + "aa.bb." * 2_000_000, "alpha beta gamma aa.bb\n" * 400_000], ids=["long", "many"]
)
def test_hostile_text_costs_little(text: str) -> None:
    data = as_json("alpha beta gamma " + "aa.bb." * 3000)
    page = text_flow(read(f"<script>{data}</script><pre>{text}</pre>" + f"<p>{LOAF}" * 9, None, Limits()))
    assert page.words.sum() > 150
    assert took(page) < 1


def took(page: Page) -> float:
    begun = process_time()
    described(page, np.zeros(len(page), np.bool_))
    return process_time() - begun
