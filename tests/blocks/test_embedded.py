"""Pages that show next to nothing without their scripts: where their text is found, and what stays as it was."""

from __future__ import annotations

import json

import pytest

import tamis
from tamis.blocks.embedded import OfferedPage, text_or_embedded
from tamis.blocks.json_prose import prose_html, prose_words
from tamis.blocks.linked_text import linked_html
from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits

STORY = (
    "The mill by the river has ground rye for the town since before the war.",
    "Its wheel was made of oak, and the miller's family has kept it turning ever since.",
    "Last winter the ice broke two of the blades, and the wheel stood still until May.",
    "Now the town has paid for new ones, and bread is baked from its flour again.",
)
PROSE = "\n\n".join(STORY)
SHELL = "<title>Mill</title><body><div id=app></div>{}</body>"


def kept(html: str) -> list[str]:
    return [block.text for block in tamis.analyze(html).blocks if block.kept]


def script(value: object, kind: str = "application/json") -> str:
    return f"<script type='{kind}'>{json.dumps(value)}</script>"


ARTICLE = {"@type": "NewsArticle", "headline": "The mill turns", "articleBody": PROSE, "publisher": {"name": "Post"}}
RICH = [{"type": "paragraph", "children": [{"text": line[:20]}, {"text": line[20:], "bold": True}]} for line in STORY]
FLIGHT = '1:I["x"]\n2:' + json.dumps(
    ["$", "div", None, {"children": [["$", "p", None, {"children": s}] for s in STORY]}]
)
QUOTED = json.dumps({"body": PROSE}).replace("\\", "\\\\").replace("'", "\\'")
SOURCES = {
    "JSON-LD": script({"@graph": [{"@type": "WebSite", "description": "News."}, ARTICLE]}, "application/ld+json"),
    "JSON-LD in CDATA": f"<script type='application/ld+json'>//<![CDATA[\n{json.dumps(ARTICLE)}\n//]]></script>",
    "Next": script({"props": {"post": {"title": "The mill turns", "html": f"<p>{'</p><p>'.join(STORY)}"}}}),
    "Nuxt 3": script([{"data": 1}, {"post": 2}, {"title": 3, "body": 4}, "The mill turns", PROSE]),
    "rich text": script({"doc": {"title": "The mill turns", "nodes": RICH}}),
    "assignment": f"<script>var a = 1;window.__INITIAL_STATE__ = {json.dumps({'post': {'body': PROSE}})};f(a)</script>",
    "JSON.parse": f"<script>self.s=JSON.parse('{QUOTED}')</script>",
    "push": f"<script>(window.q ??= []).push({json.dumps({'data': {'body': PROSE}})})</script>",
    "server components": f"<script>self.__next_f.push([1,{json.dumps(FLIGHT[:300])}])</script>"
    f"<script>self.__next_f.push([1,{json.dumps(FLIGHT[300:])}])</script>",
    "template": f"<template><article><p>{'</p><p>'.join(STORY)}</p></article></template>",
    "shadow tree": f"<my-app><template shadowrootmode=open><p>{'</p><p>'.join(STORY)}</p></template></my-app>",
}  # fmt: skip


@pytest.mark.parametrize("name", SOURCES)
def test_the_text_of_an_empty_page_is_found(name: str) -> None:
    document = tamis.analyze(SHELL.format(SOURCES[name]))
    found = [text for text in kept(SHELL.format(SOURCES[name])) if text != "The mill turns"]
    assert found == list(STORY[: len(found)]) and len(found) >= 3  # the model may doubt the last of so few lines
    for block in document.blocks:
        assert block.reason.startswith("from ") and block.span is None
        assert block.xpath.rpartition("/")[2].startswith(("script", "template", "my-app"))
    assert document.title and "The mill" in document.markdown() and "<p>" in document.html()


def test_text_hidden_until_scripts_run_is_shown() -> None:
    article = "<h1>The mill</h1>" + "".join(f"<p>{line}</p>" for line in STORY)
    whole = f"<body><div style='display:none'>{article}<p hidden>{STORY[0]} Secret.</p></div></body>"
    streamed = (
        "<body><p>Loading the page, which takes a moment or two here.</p><template id='B:0'></template>"
        f'<div hidden id="S:0">{article}</div><script>$RC("B:0","S:0")</script></body>'
    )
    for page in (whole, streamed):
        blocks = tamis.analyze(page).blocks
        assert set(STORY) <= {block.text for block in blocks if block.kept}
        assert all("hidden until scripts run" in block.reason for block in blocks if block.text in STORY)
        assert all(page[slice(*block.span or ())] == block.text for block in blocks if block.text in STORY)
        assert not [block for block in blocks if block.text.endswith("Secret.") and block.kept]


def test_a_hidden_dialog_stays_hidden() -> None:
    page = f"<p>Shop of the mill</p><div role=dialog hidden><p>{'</p><p>'.join(STORY)}</p></div>"
    assert not set(STORY) & set(kept(page))


def test_a_notice_is_not_the_page_but_stays_in_the_ledger() -> None:
    notice = "Please turn scripts on to read this page, and accept our cookies."
    document = tamis.analyze(f"<p>{notice}</p>" + script(ARTICLE, "application/ld+json"))
    assert [block.text for block in document.blocks] == [notice, "The mill turns", *STORY]
    assert document.blocks[0].span is not None and not document.blocks[0].reason.startswith("from")
    assert set(STORY[:3]) <= set(document.text.splitlines())


def test_the_description_is_no_text_of_the_page() -> None:
    document = tamis.analyze(f"<meta name=description content='{STORY[0]}'><div></div>")
    assert not document.blocks and document.metadata.description == STORY[0]


def test_a_page_that_shows_its_text_is_cut_as_ever() -> None:
    long = "".join(f"<p>{line}</p>" for line in STORY * 4)
    for more in SOURCES.values():
        tree = read(f"<body>{long}{more}", None, Limits())
        page, plain = text_or_embedded(tree), text_flow(tree)
        assert not isinstance(page, OfferedPage)
        assert page.texts == plain.texts and (page.hidden == plain.hidden).all()


def test_what_is_no_prose_is_left() -> None:
    labels = {f"key{i}": f"Press button {i} to go on" for i in range(200)}
    words = {
        "translations": {"cookie": PROSE},
        "labels": labels,
        "css": "a { color: red; } " * 50,
        "url": "https://x.y/z",
    }
    assert not tamis.analyze(SHELL.format(script(words))).blocks
    assert prose_html({"items": ["5f3a-22bc", "https://example.org/a b c d e f g h i"], "n": 3}) == ""
    assert prose_words("function (a, b) { return a[0] = b; }; var x = {y: 1};") == 0
    assert (
        prose_words(
            "\u6cb3\u8fb9\u7684\u78e8\u574a\u4ece\u6218\u524d\u5c31\u5f00\u59cb\u4e3a\u9547\u4e0a\u78e8\u9ea6\u4e86\uff0c\u73b0\u5728\u4e5f\u8fd8\u5728\u8f6c\u3002"
        )
        > 0
    )


def test_teasers_beside_the_story_are_not_it() -> None:
    teasers = [
        {"title": f"Other {i}", "body": f"Another story, number {i}, about another town and its bread."}
        for i in range(2)
    ]
    value = {"related": teasers, "post": {"title": "The mill turns", "body": [*STORY, *STORY[::-1], "It turns."]}}
    html = prose_html(value)
    assert html.startswith("<h1>The mill turns</h1>") and "Other" not in html and "It turns." in html


@pytest.mark.parametrize("kind", [{"a": 1}, ["text"], 3, "paragraph"])
def test_what_calls_itself_something_odd_is_read_all_the_same(kind: object) -> None:
    lines = [{"type": kind, "text": line} for line in STORY]
    assert "\n".join(kept(SHELL.format(script({"body": lines})))).replace("\n", " ") == " ".join(STORY)


def test_linked_data_of_questions_and_recipes() -> None:
    recipe = {"@type": "Recipe", "name": "Rye bread", "recipeIngredient": ["500 g rye"], "description": "It keeps.",
              "recipeInstructions": [{"@type": "HowToStep", "text": "Mix &amp; wait."}]}  # fmt: skip
    assert linked_html(recipe) == "<h1>Rye bread</h1><p>It keeps.</p><ul><li>500 g rye</li></ul><p>Mix &amp; wait.</p>"
    assert linked_html({"@type": "Organization", "name": "Post", "description": "We print."}) == ""


@pytest.mark.parametrize("hostile", [
    "<script type='application/ld+json'>" + '{"a":' * 100_000 + "</script>",
    "<script type='application/ld+json'>" + "[" * 100_000 + "]" * 100_000 + "</script>",
    "<script>" + 'x = {"a": ' * 100_000 + "</script>",
    "<script>" + "JSON.parse('" * 50_000 + "</script>",
    "<script>" + 'self.__next_f.push([1,"1:T' * 30_000 + "</script>",
    "<script>self.__next_f.push([1,\"" + "1:Tffffffff," * 30_000 + '"])</script>',
    script({"body": ["<plaintext></article>" + PROSE] * 1000}),
    script({"body": ["<p>" * 20 + PROSE] * 2000}),
    "<template>" * 20_000 + PROSE,
    "<noscript>" * 50_000,
    '<div hidden id="S:0">' * 30_000 + PROSE,
])  # fmt: skip
def test_hostile_pages_are_bounded(hostile: str) -> None:
    document = tamis.analyze("<div></div>" + hostile)
    assert all(block.reason and block.xpath for block in document.blocks[:50])
