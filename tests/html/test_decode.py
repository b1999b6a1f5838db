"""Bytes to text, whatever was declared."""

from __future__ import annotations

import codecs
import subprocess
import sys

import pytest

import tamis
from tamis.html.decode import decode

RUSSIAN = "<p>Съешь же ещё этих мягких французских булок, да выпей чаю. " * 5
CHINESE = "<title>新闻</title><p>这座粮仓建于一九七一年，最多的时候存过三百多吨稻谷。</p>" * 3
FRENCH = "<p>Où est passée la crème brûlée ? Elle a été mangée, hélas, par les élèves affamés du collège.</p>"
JAPANESE = "<p>吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。</p>" * 3


@pytest.mark.parametrize(
    ("text", "encoding", "head", "charset"),
    [
        (FRENCH, "utf-8", "", None),
        (FRENCH, "utf-8", "<meta charset=iso-8859-1>", None),  # a wrong declaration, overruled by the bytes
        (FRENCH, "utf-8", "", "windows-1251"),  # a wrong header
        (FRENCH, "cp1252", "<meta charset=utf-8>", None),  # a wrong declaration the other way
        (FRENCH, "cp1252", '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">', None),
        (FRENCH, "latin-1", "", None),
        (CHINESE, "gbk", "<meta charset=gb2312>", None),
        (CHINESE, "gbk", "", "GBK"),
        (CHINESE, "gbk", "", None),
        (CHINESE, "gbk", "<meta charset=utf-8>", None),
        (JAPANESE, "shift_jis", "<meta charset=Shift_JIS>", None),
        (JAPANESE, "euc-jp", "", None),
        (JAPANESE, "iso2022-jp", "<meta charset=iso-2022-jp>", None),
        (RUSSIAN, "cp1251", "", None),
        (RUSSIAN, "koi8-r", "<meta charset=koi8-r>", None),
        (RUSSIAN, "utf-16-le", "", None),
        (RUSSIAN, "utf-16-be", "", None),
        (RUSSIAN, "cp1251", "<meta charset=no-such-thing>", "neither-this"),
        ("<html><body><p>plain text without a mark</p></body></html>", "utf-16-le", "", None),
    ],
)
def test_text_survives(text: str, encoding: str, head: str, charset: str | None) -> None:
    assert decode((head + text).encode(encoding), charset)[0] == head + text


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
)
def test_a_byte_order_mark_wins(mark: bytes, encoding: str) -> None:
    assert decode(mark + FRENCH.encode(encoding), "koi8-r") == (FRENCH, encoding)


def test_a_page_cut_inside_a_character_is_still_utf8() -> None:
    assert decode((RUSSIAN + "ж").encode()[:-1]) == (RUSSIAN + "\ufffd", "utf-8")


def test_the_http_charset_reaches_analyze() -> None:
    short = "<p>ёж</p>".encode("cp1251")
    assert tamis.analyze(short, charset="windows-1251").blocks[0].text == "ёж"


def test_a_declaration_counts_in_the_first_page_of_a_process() -> None:
    """The codecs of the WHATWG's labels are registered when a module of the parser is imported, which is late."""
    page = f"<meta charset=gb2312>{CHINESE}".encode("gbk")
    code = f"from tamis.html.decode import decode; print(decode({page!r})[1])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "gb2312\n"
