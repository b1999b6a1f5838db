# ruff: noqa: E501 - markup reads better in one line
"""Task boxes, callouts, videos, and what stands in headings for editors and links."""

from __future__ import annotations

import pytest

import tamis
from tests.render.test_markdown import everything, markdown

CALLOUTS = {
    "GitHub": "<div class='markdown-alert markdown-alert-note'><p class=markdown-alert-title>Note</p><p>Rest it.</p></div>",
    "Docusaurus": "<div class='theme-admonition theme-admonition-note admonition_x alert alert--secondary'><div class=admonitionHeading_x>note</div><div class=admonitionContent_x><p>Rest it.</p></div></div>",
    "MkDocs": "<div class='admonition note'><p class=admonition-title>Note</p><p>Rest it.</p></div>",
    "MkDocs, collapsible": "<details class='admonition note' open><summary>Note</summary><p>Rest it.</p></details>",
    "Bootstrap": "<div class='alert alert-info' role=alert>Rest it.</div>",
    "VuePress": "<div class='custom-block info'><p class=custom-block-title>INFO</p><p>Rest it.</p></div>",
    "Obsidian": "<div data-callout=note class=callout><div class=callout-title><div class=callout-title-inner>Note</div></div><div class=callout-content><p>Rest it.</p></div></div>",
    "Quarto": "<div class='callout callout-style-default callout-note'><div class=callout-header>Note</div><div class=callout-body><p>Rest it.</p></div></div>",
    "Starlight": "<aside class='starlight-aside starlight-aside--note'><p class=starlight-aside__title>Note</p><section><p>Rest it.</p></section></aside>",
    "Asciidoctor": "<div class='admonitionblock note'><table><tr><td class=icon><div class=title>Note</div></td><td class=content>Rest it.</td></tr></table></div>",
}


@pytest.mark.parametrize("kind", CALLOUTS)
def test_callouts(kind: str) -> None:
    html = f"<p>Knead.</p>{CALLOUTS[kind]}<p>Fold.</p>"
    assert markdown(html) == "Knead.\n\n> [!NOTE]\n> Rest it.\n\nFold."
    assert '<div class="callout note">' in everything(html).html()


@pytest.mark.parametrize(
    ("name", "sign"), [("tip", "TIP"), ("warning", "WARNING"), ("danger", "CAUTION"), ("important", "IMPORTANT")]
)
def test_kinds_of_callouts(name: str, sign: str) -> None:
    html = f"<div class='admonition {name}'><p class=admonition-title>Two things</p><ul><li>a<li>b</ul></div>"
    assert markdown(html) == f"> [!{sign}]\n> Two things\n>\n> - a\n> - b"


def test_other_boxes_are_no_callouts() -> None:
    assert markdown("<div class='alert-box'><p>a</div><div class=callout><p>b</div>") == "a\n\nb"


@pytest.mark.parametrize(
    "items",
    [
        "<li class=task-list-item><input type=checkbox disabled checked> Knead<li class=task-list-item><input type=checkbox disabled> Fold",
        "<li><label><input type=checkbox checked>Knead</label><li><label><input type=checkbox>Fold</label>",
        "<li><p><input type=checkbox checked> Knead</p><li><p><input type=checkbox> Fold</p>",
        "<li data-checked=true>Knead<li data-checked=false>Fold",
    ],
)
def test_task_boxes(items: str) -> None:
    assert markdown(f"<ul>{items}</ul>") == "- [x] Knead\n- [ ] Fold"
    assert everything(f"<ul>{items}</ul>").text == "Knead\nFold"


@pytest.mark.parametrize(
    "video",
    [
        "<iframe src='https://www.youtube.com/embed/1' title=Kneading></iframe>",
        "<iframe data-src='https://www.youtube.com/embed/1' title=Kneading loading=lazy></iframe>",
        "<div class=wrap><div><iframe src='https://www.youtube.com/embed/1' title=Kneading></iframe></div></div>",
        "<object data='https://www.youtube.com/embed/1' title=Kneading></object>",
        "<video src='https://www.youtube.com/embed/1' title=Kneading controls></video>",
        "<video title=Kneading><source src='https://www.youtube.com/embed/1'></video>",
    ],
)
def test_videos_are_embedded(video: str) -> None:
    document = everything(f"<p>a</p>{video}<p>b</p>")
    assert document.markdown() == "a\n\n![video: Kneading](https://www.youtube.com/embed/1)\n\nb"
    assert "<iframe" not in document.html() and 'href="https://www.youtube.com/embed/1"' in document.html()
    assert document.text == "a\nb"


def test_other_frames_are_no_videos() -> None:
    assert markdown("<p>a</p><iframe src='https://maps.example.com/x'></iframe><p>b</p>") == "a\n\nb"


@pytest.mark.parametrize(
    "link",
    [
        "<span class=mw-editsection><span class=mw-editsection-bracket>[</span><a href='/edit'>edit</a><span class=mw-editsection-bracket>]</span></span>",
        "<a class=headerlink href='#rye' title='Permanent link'>¶</a>",
        "<a class=anchor href='#rye'>#</a>",
        "<a class=hash-link href='#rye' aria-label='Direct link'>\u200b§</a>",
    ],
)
def test_links_in_headings_for_editors_are_no_text(link: str) -> None:
    html = f"<h2 id=rye>Rye{link}</h2><p>A grass.</p>"
    assert markdown(html, links=True) == "## Rye\n\nA grass."
    assert everything(html).text == "Rye\nA grass."


def test_a_hidden_formula_stays_hidden() -> None:
    html = "<p>a</p><div hidden><p>b <math><mi>x</mi></math> <script type='math/tex'>y</script></p></div><p>c</p>"
    document = tamis.analyze(html, strategy="eniw", drop="[hidden]")
    assert document.markdown() == "a\n\nc"
