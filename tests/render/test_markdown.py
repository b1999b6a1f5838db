"""Markdown comes back as the same text from a real CommonMark parser, whatever the page."""

from __future__ import annotations

import re

import pytest
import turbohtml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import tamis
from tests.html_pages import pages
from tests.render.samples import structured

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def squeeze(text: str) -> str:
    """Without white space and what no parser of Markdown hands on as it is."""
    return re.sub(r"[\s\0\ufffd]+", "", text)


def text_of(markdown: str) -> str:
    root = turbohtml.parse(PARSER.render(markdown)).root
    assert root is not None
    return root.text


def everything(html: str) -> tamis.Document:
    """All that is visible, so that all of it has to come through."""
    return tamis.analyze(html, "https://example.com/a/", "eniw")


@settings(max_examples=300, deadline=None)
@given(st.one_of(structured, pages), st.booleans())
def test_markdown_parsed_back_is_the_text(html: str, links: bool) -> None:
    document = everything(html)
    assert squeeze(text_of(document.markdown(links=links))) == squeeze(document.text)
