"""Pages that nest so deeply that the parser would end the process, and what becomes of them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import tamis
from tamis.html.parser import parse
from tamis.html.tree import read

TEXT = "Rye is a grass that is grown as a grain, and it is sown in autumn all over the north of the continent."
DEADLY = "<a><i><s><table><td>" * 80 + "</tr><a><div><a>"
"""formatting and tables beyond the 512 elements that the parser keeps open: it ends the process (turbohtml 1.15.4)"""
PAGES = {
    "beside the text": f"<p>{TEXT}</p>{DEADLY}",
    "in a template": f"<template>{DEADLY}</template><p>{TEXT}</p>",
    "in capitals": f"<p>{TEXT}</p>{DEADLY.upper()}",
    "with attributes": f"<p>{TEXT}</p>" + "<b x='>' y=1><table x=\">\"><td>" * 200 + "</tr><a><div><b><a></b>",
    "behind a comment": f"<p>{TEXT}</p><!-- </table> -->{DEADLY}",
    "formatting alone": "".join(f"<font x={n}>" for n in range(600))
    + f"<table><tr><td><b>{TEXT}</table></font><b><div></b>",
    "in embedded data": '<script type="application/ld+json">'
    + json.dumps({"@type": "Article", "articleBody": f"<p>{TEXT}</p>{DEADLY}"})
    + "</script>",
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES.keys())
def test_every_form_survives(page: str) -> None:
    code = (
        "import sys, tamis\n"
        "page = sys.stdin.read()\n"
        "document = tamis.analyze(page)\n"
        "document.markdown(links=True, media=True), document.html(), document.tei(), document.to_dict(metadata=True)\n"
        "print(document.status)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], input=page, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


def test_the_status_says_so_and_the_text_stays() -> None:
    document = tamis.analyze(PAGES["beside the text"])
    assert document.status == "truncated: nesting"
    assert TEXT in document.text
    assert tamis.analyze(PAGES["formatting alone"]).text == TEXT


def test_offsets_stay() -> None:
    page = f"{DEADLY}</table><p>{TEXT}</p>"
    block = next(block for block in tamis.analyze(page).blocks if TEXT in block.text)
    assert block.span is not None
    assert TEXT in page[block.span[0] : block.span[1]]


def test_nesting_that_pages_have_stays() -> None:
    page = "<table><tr><td><font><b><i>" * 20 + TEXT + "</i></b></font></td></tr></table>" * 20
    document = tamis.analyze(page)
    assert document.status == "ok"
    assert document.page.tree.tags.count("font") == 20


def test_unclosed_cells_are_no_nesting() -> None:
    page = "<table>" + f"<tr><td><font size=2><b>{TEXT}<td><a href=/>Rye" * 500 + "</table>"
    assert tamis.analyze(page).status == "ok"


def test_a_deep_page_without_tables_keeps_its_elements() -> None:
    assert parse("<div>" * 500 + TEXT).root is not None
    assert read("<div>" * 500 + TEXT, None, tamis.Limits()).tags.count("div") == 500
