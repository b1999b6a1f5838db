"""WARC files, good and broken: nothing readable is lost, and every record is accounted for."""

from __future__ import annotations

import gzip
import io
import random
import zlib
from collections import Counter

import brotli
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.crawl.record import Record
from tamis.crawl.warc import warc_records
from tests.crawl.archives import answer, packed, packed_zstd, page_record, record, story

MOST = 1_000_000
PAGES = [page_record(number) for number in range(4)]
BODIES = [story(number).encode() for number in range(4)]


def read(data: bytes, most: int = MOST) -> list[Record]:
    return list(warc_records(io.BytesIO(data), "a.warc", 0, len(data), most))


def bodies(records: list[Record]) -> list[bytes]:
    return [bytes(r.page.html) for r in records if r.page and isinstance(r.page.html, bytes)]


def remarks(records: list[Record]) -> Counter[str]:
    return Counter(remark for r in records for remark in r.remarks)


@pytest.mark.parametrize(
    "data",
    [b"".join(PAGES), packed(PAGES), packed_zstd(PAGES), gzip.compress(b"".join(PAGES))],
    ids=["plain", "gzip", "zstd", "one gzip member"],
)
def test_good_files(data: bytes) -> None:
    found = read(data)
    assert bodies(found) == BODIES
    assert [r.name for r in found] == [f"https://mill.example/{n}" for n in range(4)]
    assert not remarks(found) and found[0].fetched == "2024-05-06T07:08:09Z" and found[0].http_status == 200


@pytest.mark.parametrize("pack", [list, packed, packed_zstd], ids=["plain", "gzip", "zstd"])
@pytest.mark.parametrize("length", [300, 100_000, 1_500], ids=["too short", "beyond the end", "too long"])
def test_a_wrong_length_costs_nothing(pack, length: int) -> None:  # type: ignore[no-untyped-def]
    wrong = record(answer(b"<p>" + b"rye " * 200), "https://mill.example/wrong", length=length)
    data = pack([PAGES[0], wrong, PAGES[1], PAGES[2]])
    found = read(data if isinstance(data, bytes) else b"".join(data))
    assert bodies(found) == [BODIES[0], b"<p>" + b"rye " * 200, BODIES[1], BODIES[2]]
    assert remarks(found) == {"warc length too short" if length == 300 else "warc length too long": 1}


def test_a_missing_length() -> None:
    found = read(PAGES[0].replace(b"Content-Length", b"Content-Size") + PAGES[1])
    assert bodies(found) == BODIES[:2] and remarks(found) == {"warc length missing": 1}


@pytest.mark.parametrize("data", [b"".join(PAGES), packed(PAGES)], ids=["plain", "gzip"])
def test_a_truncated_file_is_read_to_its_end(data: bytes) -> None:
    found = read(data[:-200])
    assert bodies(found)[:3] == BODIES[:3]
    assert BODIES[3].startswith(bodies(found)[3]) and len(bodies(found)[3]) > 100
    assert remarks(found) == {"record cut off": 1}


def test_a_damaged_member_costs_what_stands_behind_the_damage_in_it() -> None:
    noise = random.Random(1).randbytes(3000).hex().encode()
    whole = gzip.compress(record(answer(b"<p>Begin " + noise), "https://mill.example/bad"))
    damaged = whole[:1500] + bytes(200) + whole[1700:]
    found = read(gzip.compress(PAGES[0]) + damaged + packed(PAGES[1:]))
    assert [b for b in bodies(found) if b in BODIES] == BODIES
    assert bodies(found)[1].startswith(b"<p>Begin ") and remarks(found)["record damaged"] == 1


def test_garbage_between_records_is_counted_as_such() -> None:
    for data in (
        PAGES[0] + b"no record at all\r\n" + PAGES[1],
        gzip.compress(PAGES[0]) + b"no record" * 20 + packed(PAGES[1:2]),
    ):
        found = read(data)
        assert bodies(found) == BODIES[:2]
        assert [r.kind for r in found] == ["page", "broken", "page"]
        assert remarks(found) == {"garbage between records": 1}


def test_a_page_about_archives_is_not_cut_where_it_quotes_one() -> None:
    body = b"<pre>\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\n\r\n</pre>"
    found = read(record(answer(body)) + PAGES[1])
    assert bodies(found) == [body, BODIES[1]]


def test_line_feeds_alone_will_do() -> None:
    found = read(b"".join(PAGES).replace(b"\r\n", b"\n"))
    assert len(bodies(found)) == 4


def test_kinds() -> None:
    html = b"<p>Hi there"
    records = [
        record(b"", kind="warcinfo"), record(b"GET", kind="request"), record(b"x", kind="metadata"),
        record(answer(b""), kind="revisit"), record(b"<p>text", kind="conversion", mime="text/plain"),
        record(answer(html)), record(answer(b"", "Location: /b", status="301 Moved")),
        record(answer(html, status="404 Not Found")), record(answer(b"\x89PNG", mime="image/png")),
        record(answer(html, mime=None)), record(answer(b"%PDF-1.4", mime=None)), record(answer(b" \n ")),
        record(b"20240506 dns", "dns:mill.example", mime="text/dns"), record(b"no http here"),
        record(html, kind="resource", mime="text/html"), record(b"body{}", kind="resource", mime="text/css"),
        record(answer(html, mime="application/xhtml+xml")), record(b"?", kind="whatever"),
    ]  # fmt: skip
    found = read(b"".join(records))
    assert [r.kind for r in found] == [
        "warcinfo", "request", "metadata", "revisit", "conversion", "page", "redirect", "http error", "not html",
        "page", "not html", "empty", "not http", "broken", "page", "not html", "page", "unknown record type",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("coding", "pack"),
    [
        ("gzip", gzip.compress), ("x-gzip", gzip.compress), ("deflate", zlib.compress),
        ("deflate", lambda b: zlib.compress(b)[2:-4]), ("br", brotli.compress),
        ("zstd", zstandard.ZstdCompressor().compress),
    ],
)  # fmt: skip
def test_content_codings(coding: str, pack) -> None:  # type: ignore[no-untyped-def]
    (found,) = read(record(answer(pack(BODIES[0]), f"Content-Encoding: {coding}")))
    assert bodies([found]) == [BODIES[0]] and found.remarks == (coding.removeprefix("x-"),)
    (plain,) = read(record(answer(BODIES[0], f"Content-Encoding: {coding}")))
    assert bodies([plain]) == [BODIES[0]] and plain.remarks == (f"{coding.removeprefix('x-')}: not so",)
    long = ("<p>" + " ".join(random.Random(2).choices(["rye", "oats", "barley", "wheat"], k=100_000))).encode()
    (cut,) = read(record(answer(pack(long)[:-2000], f"Content-Encoding: {coding}")))
    assert long.startswith(bodies([cut])[0]) and len(bodies([cut])[0]) > 100_000
    assert "cut off or damaged" in cut.remarks[0]


def test_several_codings_in_turn() -> None:
    body = brotli.compress(gzip.compress(BODIES[0]))
    (found,) = read(record(answer(body, "Content-Encoding: gzip, br")))
    assert bodies([found]) == [BODIES[0]]


@pytest.mark.parametrize(
    ("body", "read_as", "remark"),
    [
        (b"3\r\n<p>\r\n5;x=y\r\nBread\r\n0\r\n\r\n", b"<p>Bread", "chunked"),
        (b"<p>Bread", b"<p>Bread", "chunked: not so"),
        (b"3\r\n<p>\r\nff\r\nBread", b"<p>Bread", "chunked: cut off"),
        (b"3\r\n<p>\r\n2\r\nBread", b"<p>Bread", "chunked: wrong chunks"),
        (b"3\r\n<p>\r\n5\r\nBread\r\n", b"<p>Bread", "chunked: no end"),
    ],
)
def test_chunks(body: bytes, read_as: bytes, remark: str) -> None:
    (found,) = read(record(answer(body, "Transfer-Encoding: chunked")))
    assert found.remarks == (remark,)
    assert bodies([found])[0].replace(b"2\r\n", b"") == read_as


def test_chunked_and_packed() -> None:
    body = gzip.compress(BODIES[0])
    chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    (found,) = read(record(answer(chunks, "Transfer-Encoding: chunked", "Content-Encoding: gzip")))
    assert bodies([found]) == [BODIES[0]] and found.remarks == ("chunked", "gzip")


def test_the_charset_of_the_header() -> None:
    text = "<p>Привет, мир хлеба".encode("koi8-r")
    (found,) = read(record(answer(text, mime="text/html; charset=KOI8-R")))
    assert found.page and found.page.charset == "KOI8-R" and found.remarks == ("charset in header",)


def test_other_remarks() -> None:
    (short,) = read(record(answer(b"<p>Hi", "Content-Length: 3")))
    (long,) = read(record(answer(b"<p>Hi", "Content-Length: 9"), "https://a.example/", "WARC-Truncated: length"))
    assert short.remarks == ("http length too short",)
    assert long.remarks == ("truncated by the crawler: length", "http length too long")


def test_over_the_limit() -> None:
    most = 100_000
    body = b"<p>" + b"rye " * 100_000
    bomb = gzip.compress(b"<p>" + b"a" * 50_000_000)
    records = [record(answer(body)), record(answer(bomb, "Content-Encoding: gzip")), PAGES[0]]
    for data in (b"".join(records), packed(records), b"".join(records)[:-10]):
        found = read(data, most)
        assert [len(body) for body in bodies(found)][:2] == [most + 1, most + 1]
        assert all("over the limit" in r.remarks for r in found[:2]) and "over the limit" not in found[2].remarks


def test_nothing_at_all() -> None:
    assert read(b"") == []
    assert [r.kind for r in read(b"<html>This is none")] == ["broken"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 255), min_size=1, max_size=30), st.integers(0, 10**6), st.booleans())
def test_any_damage_is_survived_and_costs_only_its_neighbourhood(damage: list[int], at: int, pack: bool) -> None:
    data = packed(PAGES) if pack else b"".join(PAGES)
    at %= len(data)
    broken = data[:at] + bytes(damage) + data[at + len(damage) :]
    found = bodies(read(broken))
    whole = sum(body in found for body in BODIES)
    assert whole >= 2  # the damage touches one record, or the end of one and the beginning of the next
