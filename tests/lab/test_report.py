from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
import turbohtml

from tamis.lab.evaluation import evaluate
from tamis.lab.report import report
from tamis.lab.texts import compared
from tamis.report.svg import OURS, PEERS, Mark, scatter
from tests.lab.samples import GOLD, corpus, first_words, says, says_how_sure

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\x00\ud800'


def test_it_is_one_page_that_loads_nothing(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 6, page_type=["article", "forum"])
    html = report([evaluate(pages, [first_words(5), says("peer", lambda page: GOLD)])])
    document = turbohtml.parse(html)
    assert not list(document.iter_elements(("script", "link", "img", "iframe")))
    assert not re.search(r"(src|href)\s*=|url\(|@import", html)
    headings = [element.text for element in document.iter_elements(("h3",))]
    assert headings == [
        "Quality against speed",
        "Where ours does worst",
    ]
    assert len(list(document.iter_elements(("details",)))) == 6


def schemes() -> list[dict[str, str]]:
    """The colours of the light scheme and of the dark one, by name."""
    style = files("tamis.report").joinpath("style.css").read_text(encoding="utf-8")
    light, dark = re.split(r"@media \(prefers-color-scheme: dark\)", style.partition("* {")[0])
    return [dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", part)) for part in (light, dark)]


def contrast(one: str, other: str) -> float:
    """As WCAG 2 has it."""
    lights = []
    for color in (one, other):
        digits = color[1:] if len(color) == 7 else "".join(c * 2 for c in color[1:])
        parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(lights) / min(lights)


def test_all_colours_are_there_for_light_and_dark(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 6, page_type=["article", "forum"])
    knows = says_how_sure("knows", lambda page: (GOLD, 0.5))
    html = report([evaluate(pages, [first_words(5), knows, says("peer", lambda page: "one six")])])
    rules = html.partition("* {")[2]
    assert not re.findall(r"(?<!, )#[0-9a-f]{3,6}\b(?!\))", rules), "colours have names"
    light, dark = schemes()
    assert set(re.findall(r"var\(--([\w-]+)", rules)) <= light.keys() == dark.keys()
    assert set(re.findall(r"var\(--([\w-]+)", "".join((*OURS, *PEERS)))) <= light.keys()


@pytest.mark.parametrize("scheme", schemes())
def test_text_and_marks_stand_out_from_what_is_behind_them(scheme: dict[str, str]) -> None:
    behind = ["paper", "panel", "lead"]
    for name in ("ink", "soft"):
        assert all(contrast(scheme[name], scheme[ground]) >= 4.5 for ground in behind), name
    assert all(contrast(scheme["ink"], scheme[name]) >= 4.5 for name in ("missed", "wrong", "gained"))
    plotted = [name for name in scheme if name.startswith(("ours", "peers"))]
    assert not [name for name in plotted if contrast(scheme[name], scheme["paper"]) < 3]
    assert len({scheme[name] for name in plotted}) == len(plotted) == len((*OURS, *PEERS))


def test_what_pages_say_is_text(tmp_path: Path) -> None:
    pages = corpus(tmp_path, 2, gold=[HOSTILE + " one"], page_type=[HOSTILE], url=[HOSTILE], host=["a.example"])
    evaluation = evaluate(pages, [says(HOSTILE, lambda page: HOSTILE + " two")])
    html = report([evaluation])
    html.encode("utf-8")
    document = turbohtml.parse(html)
    assert not list(document.iter_elements(("script", "img")))
    assert not [name for element in document.iter_elements() for name in element.attrs if name.startswith("on")]
    assert "\u202e" not in html and "\x00" not in html
    assert "<script>alert(1)</script>" in document.text, "it is shown, as text"


def test_missed_and_wrong_words_are_marked() -> None:
    gold, kept = compared("The cat sat on the mat.", "The dog sat on the mat. Share")
    assert gold.html("missed") == 'The <mark class="missed">cat</mark> sat on the mat.'
    assert kept.html("wrong") == 'The <mark class="wrong">dog</mark> sat on the mat. <mark class="wrong">Share</mark>'
    assert (gold.runs_html(), gold.alone, kept.alone) == ("cat", 1, 2)


def test_long_texts_are_cut() -> None:
    gold, kept = compared("word " * 3000 + "end", "")
    assert len(gold.html("missed", 100)) < 250
    assert "… 14,903 characters more" in gold.html("missed", 100)
    assert "characters more" in gold.runs_html(100)
    assert kept.html("wrong") == ""


def test_a_cut_inside_a_run_closes_it() -> None:
    gold, _ = compared("a b c d e f", "a")
    assert gold.html("missed", 5).startswith('a <mark class="missed">b c</mark>\n<span')


def test_scatter_keeps_names_apart() -> None:
    marks = [Mark(f"competitor-{i}", 10 + i / 10, 0.8, 0.75, 0.85, "#000") for i in range(4)]
    svg = scatter(marks, x_label="x", y_label="y")
    places = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>competitor-', svg)
    assert len(set(places)) == 4
    assert scatter([], x_label="x", y_label="y") == ""
