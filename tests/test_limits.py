"""Hostile and oversized input: a clear status, never a hang, a crash or ``None``."""

from __future__ import annotations

import sys
import zlib
from math import inf
from typing import Any

import pytest

import tamis
from tamis import Limits

HOSTILE = {
    "200,000 nested div": "<div>" * 200_000 + "x",
    "500,000 sibling p": "<p>hello" * 500_000,
    "a 5 MB attribute": f'<div title="{"x" * 5_000_000}">hi</div>',
    "1,000,000 entities": "&amp;" * 1_000_000,
    "an endless colspan": "<table><tr><td colspan=9007199254740991 rowspan=9007199254740991>x<tr><td>y</table>",
    "NUL bytes": "a\0b<p>c\0" * 10_000,
    "lone surrogates": "a\ud800b<p title='\udfff'>\udc00c",
    "an empty string": "",
    "one text run after another in one stretch": "a<!--x-->" * 100_000,
    "stray text in tables": "<table>x" * 20_000,
    "300,000 attributes": "<div " + " ".join(f"a{i}" for i in range(300_000)) + ">x",
    "nested tables": "<table><tr><td>" * 30_000 + "x",
    "nested lists": "<ul><li>a" * 30_000,
    "unclosed comment": "<!--" * 300_000,
    "unclosed tag": "<a href='" + "x" * 2_000_000,
    "misnested formatting": "<b><i><font></b>x</i>" * 30_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_read_in_time(name: str) -> None:
    document = tamis.analyze(HOSTILE[name], url="https://example.com/")
    assert document.status in ("ok", "truncated: nodes", "truncated: nesting")
    document.text, document.markdown(links=True, images=True), document.html()
    [block.to_dict() for block in document.blocks[-1000:]]
    document.text.encode()  # no half characters


def test_a_parser_bomb_stops_at_the_clock() -> None:
    bomb = "".join(f"<b a={i}><p>" for i in range(200_000))  # would be a hundred million nodes
    document = tamis.analyze(bomb + "x", limits=Limits(seconds=1))
    assert document.status in ("truncated: time", "truncated: nodes")


def test_each_limit_has_its_status() -> None:
    page = "<p>word" * 5_000
    assert tamis.analyze(page, limits=Limits(max_nodes=1_000)).status == "truncated: nodes"
    assert 0 < len(tamis.analyze(page, limits=Limits(max_nodes=1_000)).blocks) <= 1_000
    cut = tamis.analyze(page, limits=Limits(max_bytes=700))
    assert (cut.status, len(cut.blocks)) == ("truncated: bytes", 100)
    assert tamis.analyze(page, limits=Limits(seconds=1e-9)).status == "truncated: time"
    assert tamis.analyze(page.encode(), limits=Limits(max_bytes=700)).status == "truncated: bytes"


@pytest.mark.parametrize("field", ["max_bytes", "max_nodes", "seconds"])
def test_a_limit_of_nothing_is_wrong_use(field: str) -> None:
    with pytest.raises(tamis.UsageError, match=field):
        Limits(**{field: 0})


@pytest.mark.parametrize("limits", [{"max_bytes": 1e6}, {"max_nodes": inf}, {"seconds": "10"}, {"max_bytes": None}])
def test_a_limit_that_is_no_such_number_is_wrong_use(limits: dict[str, Any]) -> None:
    with pytest.raises(tamis.UsageError, match="number above zero"):
        Limits(**limits)


@pytest.mark.parametrize("page", ["<p>word", "<table><b>stray<td>cell"])
def test_a_limit_may_be_larger_than_any_page(page: str) -> None:
    assert tamis.analyze(page, limits=Limits(sys.maxsize, sys.maxsize, inf)).status == "ok"
    assert tamis.analyze(page, limits=Limits(10**30, 10**30, inf)).status == "ok"


PNG = b"\x89PNG\r\n\x1a\n" + zlib.compress(bytes(5_000))
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"


@pytest.mark.parametrize(
    ("data", "status"), [(PNG, "not html: png"), (PDF, "not html: pdf"), (zlib.compress(PNG * 9), "not html: binary")]
)
def test_what_is_not_a_page_says_so(data: bytes, status: str) -> None:
    document = tamis.analyze(data)
    assert (document.status, document.text, document.blocks) == (status, "", ())
    assert tamis.extract(data) == ""
