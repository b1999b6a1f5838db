"""WARC files, good and broken, written for the tests."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import zstandard

WORDS = (
    "rye wheat oats barley millet spelt field harvest mill flour dough oven crust crumb loaf salt water sour".split()
)


def story(number: int, sentences: int = 12) -> str:
    """A page of a made-up site, different for each number."""
    chance = random.Random(number)
    text = "".join(
        f"<p>{' '.join(chance.choices(WORDS, k=14)).capitalize()}, and so it was in the year {1000 + number}.</p>"
        for _ in range(sentences)
    )
    menu = "<ul class=menu><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a></ul>"
    foot = "<div class=foot>All rights reserved by the Guild of Millers and Bakers</div>"
    return (
        f"<html><head><title>Story {number}</title></head><body>{menu}<h1>Story {number}</h1>{text}{foot}</body></html>"
    )


def answer(body: bytes, *fields: str, status: str = "200 OK", mime: str | None = "text/html") -> bytes:
    """An HTTP answer."""
    head = [f"HTTP/1.1 {status}", *([f"Content-Type: {mime}"] if mime else []), *fields]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def listing(number: int, cards: int = 4) -> str:
    """A page of cards with prices."""
    card = "<li><h3><a href=/{0}>Loaf {0}</a></h3><p>Brand: Hestia</p><b>{0}.50 €</b>"
    items = "".join(card.format(10 * number + place) for place in range(cards))
    return f"<title>Loaves {number}</title><h1>Loaves {number}</h1><p>What we bake on day {number}.</p><ul>{items}</ul>"


def record(
    content: bytes,
    url: str = "https://mill.example/",
    *fields: str,
    kind: str = "response",
    length: int | None = None,
    mime: str = "application/http; msgtype=response",
) -> bytes:
    """A WARC record; ``length`` is what it claims, if not the truth."""
    head = [
        "WARC/1.0", f"WARC-Type: {kind}", f"WARC-Target-URI: {url}", "WARC-Date: 2024-05-06T07:08:09Z",
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>", f"Content-Type: {mime}",
        f"Content-Length: {len(content) if length is None else length}", *fields,
    ]  # fmt: skip
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content + b"\r\n\r\n"


def page_record(number: int, host: str = "mill.example") -> bytes:
    return record(answer(story(number).encode()), f"https://{host}/{number}")


def packed(records: list[bytes]) -> bytes:
    """As archives are packed: each record for itself."""
    return b"".join(gzip.compress(one, mtime=0) for one in records)


def packed_zstd(records: list[bytes]) -> bytes:
    return b"".join(zstandard.ZstdCompressor().compress(one) for one in records)


def write_archive(path: Path, pages: int, first: int = 0, others: bool = True) -> Path:
    """A good archive: pages, and between them what else archives hold."""
    records = [record(b"software: made up\r\n", kind="warcinfo", mime="application/warc-fields")]
    for number in range(first, first + pages):
        if others:
            records.append(record(b"GET / HTTP/1.1\r\n\r\n", kind="request", mime="application/http; msgtype=request"))
        records.append(page_record(number))
    path.write_bytes(packed(records))
    return path


def sites() -> dict[str, str]:
    """Pages of three sites, one with half of them, one page twice under two addresses; one site of one page."""
    menu = "<div class=promo><p>Every week we bake something new for you, so come in and have a look at it.</p></div>"
    found = {f"https://www.big.example/{n}": story(n).replace("<h1>", f"{menu}<h1>") for n in range(16)}
    found |= {f"https://a.small.example/{n}": story(100 + n) for n in range(8)}
    found |= {f"https://other.example/{n}": story(200 + n).replace("<p>", "<p class=x>", 3) for n in range(6)}
    found["https://big.example/copy"] = found["https://www.big.example/3"]
    found["https://alone.example/"] = story(300)
    return found
