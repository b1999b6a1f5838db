"""Bytes to text: byte-order mark, HTTP charset, ``<meta>``, detection.

The WHATWG order trusts a declaration whatever the bytes say. Pages get their declarations wrong often enough
(a template's ``charset`` over a body from another system) that we check it first: bytes that are valid UTF-8 and
hold a multi-byte sequence *are* UTF-8 whatever is declared (a text in another encoding passes that test by chance
about never), and a declaration that the bytes contradict gives way to detection.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from tamis.native import utf8

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: it begins with UTF-16's mark
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META_WINDOW: Final = 8192
"""Browsers look at 1,024 bytes; real pages put scripts before the declaration."""
_META: Final = re.compile(
    rb"""<meta[^>]{0,512}?charset\s{0,8}=\s{0,8}["']?\s{0,8}([A-Za-z0-9_:.+-]{2,40})""", re.IGNORECASE
)
_TAG: Final = re.compile(r"<[A-Za-z!/]")
_MAGIC: Final = (
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"%PDF-", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"RIFF", "riff"),
    (b"\x00\x00\x01\x00", "icon"),
    (b"\x7fELF", "elf"),
    (b"wOFF", "font"),
    (b"wOF2", "font"),
    (b"\xd0\xcf\x11\xe0", "office"),
    (b"ID3", "mp3"),
)
_CONTROLS: Final = bytes([*range(1, 9), *range(14, 27), *range(28, 32)])


def not_html(data: bytes) -> str | None:
    """Name the format of bytes that are certainly not HTML, or ``None``.

    >>> not_html(b"%PDF-1.7 ...")
    'pdf'
    >>> not_html(b"<p>PDF") is None
    True
    """
    for magic, name in _MAGIC:
        if data.startswith(magic):
            return name
    # Anything else that is neither text nor UTF-16: control bytes that no text has. UTF-16 is mostly NULs in ASCII
    # ranges, so NUL is left out of the count and judged by _utf16.
    head = data[:2048]
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return "binary" if controls > max(8, len(head) // 20) else None


def decode(data: bytes, charset: str | None = None) -> tuple[str, str]:
    r"""Return the text of ``data`` and the encoding it was read in; never fails, bad bytes become U+FFFD.

    >>> decode("<meta charset=utf-8>caf\u00e9".encode("latin-1"))[0][-4:]
    'café'
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), encoding
    if wide := _utf16(data):
        return data.decode(wide, "replace"), wide
    text = utf8.decode(data)
    valid = text is not None
    if text is None:
        text = data.decode("utf-8", "replace")
    if (valid or _is_nearly_utf8(text)) and not (text.isascii() and b"\x1b" in data):  # ISO-2022-JP: ASCII with escapes
        return text, "utf-8"
    return _by_label_or_detection(data, charset)


def _by_label_or_detection(data: bytes, charset: str | None) -> tuple[str, str]:
    from tamis.html.parser import detect_encoding  # late: most pages are UTF-8

    for declared in (charset, _declared(data)):
        if declared and (result := _try(data, declared)):
            return result
    codec, encoding = detect_encoding(data)
    # The detector reads the declaration too; when that was just refused, judge the bytes without it.
    if codec is None or encoding == "UTF-8" or _looks_wrong(data.decode(codec, "replace")):
        codec, encoding = detect_encoding(_META.sub(b"<", data[:_META_WINDOW]) + data[_META_WINDOW:])
    if codec is None or encoding is None:
        return data.decode("utf-8", "replace"), "utf-8"
    return data.decode(codec, "replace"), encoding.lower()


def _is_nearly_utf8(text: str) -> bool:
    """Valid but for a few bytes: a page cut inside a character, a comment pasted from elsewhere."""
    bad = text.count("\ufffd")
    good = len(text) - len(text.encode("ascii", "ignore")) - bad
    return good > 10 * bad


def _declared(data: bytes) -> str | None:
    match = _META.search(data[:_META_WINDOW])
    return match[1].decode("ascii") if match else None


def _try(data: bytes, label: str) -> tuple[str, str] | None:
    """Decode by a declared label, unless the label is unknown or the bytes contradict it."""
    from tamis.html.parser import decode_as  # late: most pages are UTF-8

    name = label.lower()
    text = decode_as(data, name)
    return None if text is None or _looks_wrong(text) or name in ("utf-8", "utf8") else (text, name)


def _looks_wrong(text: str) -> bool:
    """More than one bad sequence in 500 characters: no encoding's own typing errors come so thick."""
    return text.count("\ufffd") > max(2, len(text) // 500)


def _utf16(data: bytes) -> str | None:
    """UTF-16 without a mark: markup is ASCII, so its bytes alternate with NUL; read the right way round, it is tags."""
    head = data[:4096]
    if 0 not in head:
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        text = head[: len(head) & ~1].decode(encoding, "replace")
        if _TAG.search(text) and "\0" not in text and text.count("\ufffd") <= 1:
            return encoding
    return None
