"""Character references mean what the parser says they mean, in texts and in attributes."""

from __future__ import annotations

import subprocess
import sys
from html.entities import html5

import pytest
from hypothesis import given
from hypothesis import strategies as st
from turbohtml import parse

from tamis.html.references import unescape, unescape_value

PIECES = st.sampled_from(
    ["&", "&amp;", "&amp", "&nbsp;", "&copy", "&copy=", "&notit;", "&NotEqualTilde;", "&#", "&#x", "&#39;", "&#39",
     "&#x2019;", "&#X41;", "&#0;", "&#1;", "&#13;", "&#128;", "&#160;", "&#xD800;", "&#xFFFF;", "&#x1F600;", "&;",
     "&#99999999;", "&lt;p&gt;", "&unknown;", "&a", ";", "#", "=", " ", "a", "9", "Größe", "'", '"']
)  # fmt: skip


def parsed(text: str) -> str:
    """What the parser reads in a title of this text."""
    element = parse(f"<title>{text}").select_one("title")
    assert element is not None
    return element.text


@given(st.lists(PIECES | st.text(st.characters(exclude_characters="\0\r"), max_size=4), max_size=8).map("".join))
def test_texts_are_read_as_the_parser_reads_them(text: str) -> None:
    assert unescape(text) == parsed(text)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_attributes_are_read_as_the_parser_reads_them(value: str) -> None:
    quoted = value.replace('"', "&quot;")
    element = parse(f'<p title="{quoted}">').select_one("p")
    assert element is not None
    assert unescape_value(value) == element.attr("title")


def test_all_names_that_html_has_are_known() -> None:
    for name in html5:
        assert unescape(f"a&{name}b") == parsed(f"a&{name}b")


@pytest.mark.parametrize(
    "page",
    ["<h1>Salt &amp; pepper</h1><p class='a&amp;b'>Both are &#8220;spices&#8221;, in a&nbsp;way.",
     "<p>Salt &copy pepper", "<table>Salt<tr><td>Pepper</table>"],
)  # fmt: skip
def test_text_needs_no_parser(page: str) -> None:
    code = "import sys, tamis; tamis.extract(sys.argv[1]); print('turbohtml' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code, page], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
