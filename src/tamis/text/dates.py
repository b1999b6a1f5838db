"""Dates in texts: as words in many languages, as numbers, with the time where one is stated.

A text is cut into numbers, words and marks; around each year its neighbours are tried. So the time is linear in the
text. Nothing depends on today's date: years from 1995 to 2099 are read, and no others.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tamis.text.months import month_number
from tamis.text.patterns import late

EARLIEST: Final = 1995
LATEST: Final = 2099
_TOKEN: Final = re.compile(r"\d+|[^\W\d_]+|[^\w\s]")
_ISO: Final = late(
    r"\W{0,3}(\d{4})-?(\d\d)-?(\d\d)(?!\d)"
    r"(?:\s?[T\s]\s?(\d\d):?(\d\d)(?!\d)(?::?(\d\d)(?!\d)(?:[.,]\d{1,9})?)?\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?(?!\d))?)?",
    re.ASCII,
)
_EPOCH: Final = late(r"\s{0,3}(\d{10})(?:\d{3})?\s{0,3}", re.ASCII)
_MARKS: Final = frozenset("-/.")
_CJK: Final = {"年": "月", "년": "월"}
_ORDINALS: Final = frozenset(
    ("st", "nd", "rd", "th", "er", "º", "ª", "°", "de", "of", "del", "den", "ter", "e", "d", "в")
)
"""what may stand between a day and its month"""
_BEFORE_YEAR: Final = frozenset((",", ".", "-", "/", "de", "del", "of", "st", "nd", "rd", "th", "'", "’"))
_BEFORE_TIME: Final = 3
"""tokens between a day and its time: ``at``, ``um``, a comma, a bar"""
_ZONES: Final = {
    "z": 0, "utc": 0, "gmt": 0, "wet": 0, "bst": 1, "west": 1, "cet": 1, "mez": 1, "cest": 2, "mesz": 2, "eet": 2,
    "eest": 3, "msk": 3, "ist": 5.5, "jst": 9, "kst": 9, "est": -5, "edt": -4, "et": None, "cst": -6, "cdt": -5,
    "mst": -7, "mdt": -6, "pst": -8, "pdt": -7, "aest": 10, "aedt": 11,
}  # fmt: skip
_MONTH_FIRST_REGIONS: Final = frozenset(("us", "ph", "pr"))


class FoundDate(NamedTuple):
    """A date in a text."""

    day: str
    """``YYYY-MM-DD``"""
    time: str
    """``T10:30``, with seconds and the offset from UTC where they are stated; else empty"""
    begin: int
    end: int
    """where it stands in the text"""
    unsure: bool
    """whether day and month might be the other way round"""

    @property
    def stamp(self) -> str:
        """Day and time, as ISO 8601 has it."""
        return self.day + self.time


class _Token(NamedTuple):
    text: str
    begin: int
    end: int


def read_date(text: str, language: str = "", month_first: bool = False) -> FoundDate | None:
    """The first date in a short text or an attribute, or in a machine's form.

    >>> read_date("2024-05-03T10:00:00+02:00").stamp, read_date("Posted 3 May 2024, 9:30 pm").stamp
    ('2024-05-03T10:00:00+02:00', '2024-05-03T21:30')
    >>> read_date("20240503").day, read_date("1714723200").stamp, read_date("3.5.24").day, read_date("soon")
    ('2024-05-03', '2024-05-03T08:00:00Z', '2024-05-03', None)
    """
    if found := _iso(text):
        return found
    text = text[:300]
    if epoch := _EPOCH.fullmatch(text):
        moment = datetime.datetime.fromtimestamp(int(epoch[1]), datetime.UTC)
        if EARLIEST <= moment.year <= LATEST:
            return FoundDate(moment.date().isoformat(), f"T{moment:%H:%M:%S}Z", 0, len(text), False)
    return next(find_dates(text, language, month_first, short_years=True), None)


def read_day(text: str) -> str | None:
    """The day that a text names, in any of the common ways to write one.

    >>> read_day("2024-05-03T10:00:00+02:00"), read_day("3. Mai 2024"), read_day("yesterday")
    ('2024-05-03', '2024-05-03', None)
    """
    found = read_date(text) if any(map(str.isdigit, text[:300])) else None
    return found.day if found else None


def month_comes_first(language: str) -> bool:
    """Whether a language with its region writes the month before the day.

    >>> month_comes_first("en-US"), month_comes_first("en"), month_comes_first("en-GB"), month_comes_first("de")
    (True, True, False, False)
    """
    code, _, region = language.lower().replace("_", "-").partition("-")
    return region in _MONTH_FIRST_REGIONS if region else code == "en"


def find_dates(
    text: str, language: str = "", month_first: bool = False, *, short_years: bool = False
) -> Iterator[FoundDate]:
    """The dates in a text, in their order.

    ``month_first`` says how to read 3/5/2024; ``short_years`` whether 3.5.24 is a date as well.

    >>> [found.day for found in find_dates("Le 1er février 2020, 2021-03-04 og 5. mars 2022; 2023年4月5日")]
    ['2020-02-01', '2021-03-04', '2022-03-05', '2023-04-05']
    >>> [found.day for found in find_dates("3/5/2024 or 25/12/2023", month_first=True)]
    ['2024-03-05', '2023-12-25']
    """
    tokens = [_Token(match[0], *match.span()) for match in _TOKEN.finditer(text)]
    after = 0
    for at, token in enumerate(tokens):
        if at < after or not token.text.isdecimal():
            continue
        size = len(token.text)
        found = None
        if size == 4 and EARLIEST <= int(token.text) <= LATEST:
            found = (
                _year_first(tokens, at, language)
                or _numbers_before(tokens, at, after, month_first)
                or _words_before(tokens, at, after, language)
            )
        elif size == 2 and short_years:
            found = _numbers_before(tokens, at, after, month_first)
        if found:
            day, first, last, unsure = found
            time, last = _time(tokens, last)
            if not time:
                time = _time_before(tokens, first)
            yield FoundDate(day, time, tokens[first].begin, tokens[last].end, unsure)
            after = last + 1


_Parts = tuple[str, int, int, bool]
"""day, first and last token, whether it is unsure"""


def _text(tokens: list[_Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def _number(tokens: list[_Token], at: int, most: int) -> int:
    text = _text(tokens, at)
    number = int(text) if len(text) <= 2 and text.isdecimal() else 0
    return number if number <= most else 0


def _year_first(tokens: list[_Token], at: int, language: str) -> _Parts | None:
    """2024-05-03, 2024. 05. 03., 2024年5月3日, 2024 May 3."""
    year, mark = tokens[at].text, _text(tokens, at + 1)
    if (mark in _MARKS or mark in _CJK) and (month := _number(tokens, at + 2, 12)):
        second, day = _text(tokens, at + 3), _number(tokens, at + 4, 31)
        if day and second == _CJK.get(mark, mark):
            return _parts(year, month, day, at, at + 4)
    after = at + 2 if mark in ("-", ".", ",", "/") else at + 1
    if month := month_number(_text(tokens, after), language):
        after += 2 if _text(tokens, after + 1) in (".", "-", "/") else 1
        if (day := _number(tokens, after, 31)) and _text(tokens, after + 1) != ":":
            return _parts(year, month, day, at, after)
    return None


def _numbers_before(tokens: list[_Token], at: int, after: int, month_first: bool) -> _Parts | None:
    """3.5.2024, 03/05/2024, 3-5-24."""
    mark, second = _text(tokens, at - 1), _number(tokens, at - 2, 31)
    first = _number(tokens, at - 4, 31)
    if at - 4 < after or mark not in _MARKS or _text(tokens, at - 3) != mark or not first or not second:
        return None
    if len(tokens[at].text) == 2 and _goes_on(tokens, at):
        return None
    year = tokens[at].text if len(tokens[at].text) == 4 else f"20{tokens[at].text}"
    unsure = mark != "." and first <= 12 and second <= 12 and first != second
    day, month = (second, first) if first <= 12 and (second > 12 or (mark != "." and month_first)) else (first, second)
    return _parts(year, month, day, at - 4, at, unsure)


def _goes_on(tokens: list[_Token], at: int) -> bool:
    """Whether three numbers that end here are part of a longer row of them, as of a version."""
    before = _text(tokens, at - 5) in _MARKS and tokens[at - 5].end == tokens[at - 4].begin
    behind = _text(tokens, at + 1) in _MARKS and _text(tokens, at + 2).isdecimal()
    return before or (behind and tokens[at].end + 1 == tokens[at + 2].begin)


def _words_before(tokens: list[_Token], at: int, after: int, language: str) -> _Parts | None:
    """3 May 2024, 3. Mai 2024, 1er mai 2024, 3 de mayo de 2024, May 3rd, 2024."""
    back = _skip(tokens, at - 1, _BEFORE_YEAR, after)
    if back < after:
        return None
    if month := month_number(_text(tokens, back), language):
        first = _skip(tokens, back - 1, _ORDINALS | _MARKS, after)
        day = _number(tokens, first, 31) if first >= after else 0
    else:
        day = _number(tokens, back, 31)
        first = _skip(tokens, back - 1, frozenset((".", ",", "-", "/", "the")), after)
        month = month_number(_text(tokens, first), language) if day and first >= after else 0
    return _parts(tokens[at].text, month, day, first, at) if day and month else None


def _skip(tokens: list[_Token], at: int, skipped: frozenset[str], after: int) -> int:
    """The first token before that is not one of these; at most three of them are skipped."""
    for _ in range(3):
        if at >= after and tokens[at].text.lower() in skipped:
            at -= 1
    return at


def _parts(year: str, month: int, day: int, first: int, last: int, unsure: bool = False) -> _Parts | None:
    made = make_day(int(year), month, day)
    return (made, first, last, unsure) if made else None


def make_day(year: int, month: int, day: int) -> str | None:
    """A day as ``YYYY-MM-DD``; ``None`` for a day that does not exist or is outside the years that are read.

    >>> make_day(2024, 2, 29), make_day(2023, 2, 29), make_day(1815, 6, 18)
    ('2024-02-29', None, None)
    """
    if not EARLIEST <= year <= LATEST:
        return None
    try:
        return datetime.date(year, month, day).isoformat()
    except ValueError:
        return None


def _iso(text: str) -> FoundDate | None:
    match = _ISO.match(text[:80])
    day = make_day(int(match[1]), int(match[2]), int(match[3])) if match else None
    if match is None or day is None:
        return None
    hour, minute, second, zone = match[4], match[5], match[6], match[7] or ""
    if hour is None or int(hour) > 23 or int(minute) > 59:
        return FoundDate(day, "", 0, match.end(), False)
    zone = "Z" if zone in ("Z", "UTC", "GMT") else f"{zone[:3]}:{zone[3:].strip(':') or '00'}" if zone else ""
    return FoundDate(day, f"T{hour}:{minute}{f':{second}' if second else ''}{zone}", 0, match.end(), False)


def _time(tokens: list[_Token], last: int) -> tuple[str, int]:
    """The time that stands behind a date, and the last token of both."""
    for at in range(last + 1, min(last + 2 + _BEFORE_TIME, len(tokens))):
        token = tokens[at].text
        if token.isdecimal():
            found, end = _clock(tokens, at)
            return (found, end) if found else ("", last)
        if len(token) > 3 and token.lower() not in ("alle", "klokka", "heure", "time"):
            break
    return "", last


def _time_before(tokens: list[_Token], first: int) -> str:
    """The time that stands before a date: ``10:30, 3 May 2024``."""
    for at in range(first - 1, max(first - 9, 0), -1):
        if tokens[at].text == ":" and (at < 2 or tokens[at - 2].text != ":"):
            found, end = _clock(tokens, at - 1)
            return found if found and end < first else ""
    return ""


def _clock(tokens: list[_Token], at: int) -> tuple[str, int]:
    hours, mark, minutes = _text(tokens, at), _text(tokens, at + 1).lower(), _text(tokens, at + 2)
    if (
        not hours.isdecimal()
        or len(hours) > 2
        or int(hours) > 23
        or mark not in (":", "h", ".")
        or not minutes.isdecimal()
        or len(minutes) != 2
    ):
        return "", at
    if int(minutes) > 59 or (mark == "." and _text(tokens, at + 3).lower() not in ("uhr", "h", "am", "pm", "klo")):
        return "", at
    hour, end, seconds = int(hours), at + 2, ""
    if _text(tokens, end + 1) == ":" and len(_text(tokens, end + 2)) == 2 and _text(tokens, end + 2).isdecimal():
        seconds, end = f":{_text(tokens, end + 2)}", end + 2
    half = _text(tokens, end + 1).lower()
    if half in ("a", "p") and _text(tokens, end + 2) == "." and _text(tokens, end + 3).lower() == "m":
        half, end = f"{half}m", end + 2
    if half in ("am", "pm") and 1 <= hour <= 12:
        hour, end = hour % 12 + 12 * (half == "pm"), end + 1
    zone, end = _zone(tokens, end)
    return f"T{hour:02}:{minutes}{seconds}{zone}", end


def _zone(tokens: list[_Token], end: int) -> tuple[str, int]:
    name = _text(tokens, end + 1).lower()
    if name == "uhr":
        end += 1
        name = _text(tokens, end + 1).lower()
    offset = _ZONES.get(name)
    if offset is None:
        sign, digits = name, _text(tokens, end + 2)
        if sign in ("+", "-") and len(digits) == 4 and digits.isdecimal():
            return f"{sign}{digits[:2]}:{digits[2:]}", end + 2
        return "", end
    sign, digits = _text(tokens, end + 2), _text(tokens, end + 3)
    if sign in ("+", "-") and len(digits) == 4 and digits.isdecimal():  # GMT+0200
        return f"{sign}{digits[:2]}:{digits[2:]}", end + 3
    if not offset:
        return "Z", end + 1
    hours = abs(offset)
    return f"{'-' if offset < 0 else '+'}{int(hours):02}:{int(hours % 1 * 60):02}", end + 1
