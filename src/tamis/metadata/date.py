"""When a page was published and last changed: candidates from its address, head, markup and text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, chain
from typing import Any, Final

from tamis.metadata.facts import Fact, vocabulary
from tamis.metadata.names import DATE_KEYS, DATE_METAS, DATE_SCRIPT_KEYS, MODIFIED_METAS
from tamis.metadata.reading import Reading
from tamis.metadata.score import Candidate, Signs, Weights, chosen
from tamis.metadata.structured import ARTICLES, Record
from tamis.text.dates import FoundDate, find_dates, make_day, month_comes_first, read_date

_IN_ADDRESS: Final = re.compile(r"[/_.=-]((?:19|20)\d\d)([/_.-]?)(\d{1,2})\2(\d{1,2})(?!\d)", re.ASCII)
_MONTH_IN_ADDRESS: Final = re.compile(r"/((?:19|20)\d\d)[/_-]?(\d\d)(?:/|-|_|$)", re.ASCII)
_YEAR_IN_ADDRESS: Final = re.compile(r"/((?:19|20)\d\d)(?!\d)", re.ASCII)
_KEY: Final = re.compile(r'(\w{7,20})\\?"\s{0,3}:\s{0,3}\\?"([0-9][^"\\]{7,40})')
_SHORT_YEAR: Final = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}\.\d\d(?![\d.])", re.ASCII)
_IN_SOURCE: Final = re.compile(r"20(\d\d)([-/])(\d\d)\2(\d\d)(?!\d)", re.ASCII)
_PUBLISHED: Final = re.compile(
    r"publi|veröffentlich|erstell|posted|geschrieben|written|verfasst|online seit|erschienen|eingestellt|datum|vom\b|"
    r"^am\b|\bon$|\bdate|\ble$|pubblicat|postado|gepubliceerd|geplaatst|opublikowan|julkaistu|publicer|udgivet|lagt ut|"
    r"опубликован|créé|mis en ligne|created|added|released",
    re.IGNORECASE,
)
_MODIFIED: Final = re.compile(
    r"updat|modif|aktualisier|geändert|änderung|bearbeit|stand\b|revis|review|edited|mis à jour|mise à jour|aggiornat|"
    r"actualiz|atualiz|bijgewerkt|zaktualiz|päivitetty|oppdatert|opdateret|uppdaterad|обновл|changed|last",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"©|copyright|\(c\)|abgerufen|retrieved|accessed|bis\b|until|ab\b|seit\b|since|expires?|deadline|geboren|born|joined|"
    r"registriert|member|beigetreten",
    re.IGNORECASE,
)
_LONGEST_WINDOW: Final = 36
"""characters before and behind a year that are looked at for its day and its time"""
_SAID: Final = 25
"""characters before a day that may say what it is the day of"""
_MOST_KEYS: Final = 200
"""places in the source where a key of a script may stand"""
_SPACING: Final = 8
"""characters between two years that are looked at one by one"""
_MOST_YEARS: Final = 40
"""years in the text that are looked at"""
_SHORT: Final = 60
"""characters; a block of a date with little else"""
_NEAR: Final = 14
"""blocks behind the heading in which a byline's date stands; 8 to 20 do about as well on wcxb-dev"""
_MOST: Final = 40
"""elements of a kind that are looked at"""


class _Days:
    """The evidence for each day, as it is gathered."""

    def __init__(self) -> None:
        self.signs: dict[str, Signs] = {}
        self.stamps: dict[str, tuple[str, str]] = {}
        """the most precise form of each day, and where the day was first found"""
        self.of_comments: set[str] = set()

    def add(self, found: FoundDate | None, source: str, *signs: str) -> None:
        if found is None:
            return
        own = self.signs.setdefault(found.day, {})
        for sign in signs:
            own.setdefault(sign, 1.0)
        stamp, first = self.stamps.get(found.day, ("", source))
        self.stamps[found.day] = (stamp if len(stamp) >= len(found.stamp) or stamp.count(":") else found.stamp, first)


def date_candidates(reading: Reading) -> list[Candidate]:
    """The days on which the page may have been published, with the evidence for each."""
    days = _Days()
    _of_head(reading, days)
    _of_records(reading, days)
    if not any("meta-graph" in signs or "json--article-published" in signs for signs in days.signs.values()):
        _of_scripts(reading, days)
    _of_elements(reading, days)
    _of_text(reading, days)
    if not days.signs:
        _of_source(reading, days)
    _of_address(reading, days)
    _compare(days)
    return [Candidate(days.stamps[day][0], days.stamps[day][1], signs) for day, signs in days.signs.items()]


def _of_head(reading: Reading, days: _Days) -> None:
    for name, values in reading.stated.metas.items():
        kind = DATE_METAS.get(name)
        for value in values[:3] if kind else ():
            days.add(_stated_date(value, reading), f"{vocabulary(name)}: {name}", str(kind))


def _stated_date(value: str, reading: Reading) -> FoundDate | None:
    return read_date(value[:100], reading.language, month_comes_first(reading.language))


def _of_records(reading: Reading, days: _Days) -> None:
    for record in reading.stated.records[:200]:
        for key, kind in DATE_KEYS.items():
            for value in _values(record.values.get(key)):
                place = _standing(record)
                days.add(_stated_date(value, reading), f"{record.source}: {key}", f"{record.source[:5]}-{place}-{kind}")


def _values(value: Any) -> Iterator[str]:
    for part in value[:3] if isinstance(value, list) else (value,):
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict) and isinstance(part.get("@value"), str):
            yield part["@value"]


def _standing(record: Record) -> str:
    if not record.top:
        return "inner"
    return "article" if record.is_a(ARTICLES) else "page"


def _of_scripts(reading: Reading, days: _Days) -> None:
    """Days under keys of the state that a page holds for its scripts; one search finds all keys that count."""
    source, at = reading.tree.source, -1
    for _ in range(_MOST_KEYS):
        at = source.find("ublish", at + 1)
        if at < 0:
            break
        key = _KEY.match(source, source.rfind('"', max(0, at - 20), at) + 1)
        if key and key[1] in DATE_SCRIPT_KEYS:
            days.add(_stated_date(key[2], reading), f"page: {key[1]} in a script", "script")


def _of_elements(reading: Reading, days: _Days) -> None:
    """``time`` elements, and what is named for dates."""
    tree, first = reading.tree, True
    attr = tree.attr
    rows = tree.rows("time")[:_MOST]
    for row in rows:
        place = reading.beside(row)
        text = reading.text(row, 100)
        shown = _stated_date(text, reading)
        found = _stated_date(attr(row, "datetime") or attr(row, "content") or "", reading) or shown
        names = f"{attr(row, 'class') or ''} {attr(row, 'itemprop') or ''}".lower()
        signs = [f"time-{place or 'main'}"]
        if first and found and not place:
            signs.append("time-first")
            first = False
        if attr(row, "pubdate") is not None or "publish" in names:
            signs.append("time-published")
        if "updated" in names or "modif" in names:
            signs.append("time-modified")
        if place == "comments":
            days.of_comments.update(each.day for each in (found, shown) if each)
        else:
            signs += _about(reading, row, text)
            days.add(found, "page: time", *signs)
            if shown and found and shown.day != found.day:  # the day where it was written, and that in UTC
                days.add(shown, "page: time", *signs, "time-shown")
    _of_marked(reading, days)


def _of_marked(reading: Reading, days: _Days) -> None:
    """Elements whose names speak of dates."""
    tree = reading.tree
    end = taken = 0
    for row, _, kind in reading.marked:
        if not kind or row < end or tree.tags[row] == "time" or taken >= _MOST:
            continue
        text = reading.text(row, 200)
        if not 6 <= len(text) <= 120 or not any(map(str.isdigit, text)):
            continue
        place = reading.beside(row)
        taken += 1
        end = int(tree.ends[row])
        if place != "comments":
            found = _stated_date(text, reading)
            days.add(found, "page: class", f"class-{kind}", f"class-{place or 'main'}", *_about(reading, row, text))


def _about(reading: Reading, row: int, text: str) -> Iterator[str]:
    """Signs of where an element with a date stands."""
    if _MODIFIED.search(text):
        yield "names-change"
    elif _PUBLISHED.search(text):
        yield "names-publication"
    if reading.headings:
        behind = row - reading.headings[0]
        yield "near" if 0 < behind < 40 else "before" if -25 < behind <= 0 else "far"


def _of_text(reading: Reading, days: _Days) -> None:
    """Days in the page's visible text, by what is written around them."""
    page, first, month_first = reading.page, True, month_comes_first(reading.language)
    heading = _heading_block(reading)
    for block, line, at in _years(page.texts):
        begin = max(0, at - _LONGEST_WINDOW)
        text = line[begin : at + _LONGEST_WINDOW]
        for found in find_dates(text, reading.language, month_first, short_years=len(line) <= _SHORT):
            row = int(page.elements[block])
            place = "hidden" if page.hidden[block] else reading.beside(row)
            if place == "comments":
                continue
            signs = [f"text-{place or 'main'}"]
            before = line[max(0, begin + found.begin - _SAID) : begin + found.begin]
            if _OTHERS.search(before):
                signs.append("text-other")
            elif _MODIFIED.search(before):
                signs.append("text-change")
            elif _PUBLISHED.search(before):
                signs.append("text-publication")
            if len(line) <= _SHORT:
                signs.append("text-short")
            elif len(line) > 200:
                signs.append("text-long")
            if not place and first:
                signs.append("text-first")
                first = False
            if heading >= 0:
                behind = block - heading
                signs.append("text-near" if 0 <= behind <= _NEAR else "text-before" if -4 <= behind < 0 else "text-far")
            days.add(found, "page: text", *signs)


def _heading_block(reading: Reading) -> int:
    if not reading.headings:
        return -1
    blocks = (reading.page.elements >= reading.headings[0]).nonzero()[0]
    return int(blocks[0]) if len(blocks) else -1


def _years(texts: list[str]) -> Iterator[tuple[int, str, int]]:
    """The years in some texts: the number of the text, the text, and where the year stands in it.

    In a short text a day with two figures for its year will do.
    """
    joined = "\n".join(texts)
    begins = [0, *accumulate(len(text) + 1 for text in texts)]
    found = sorted(chain(_centuries(joined, "20"), _centuries(joined, "19"), _short_years(texts, begins)))
    last = -_LONGEST_WINDOW
    for at in found[:_MOST_YEARS]:
        block = bisect_right(begins, at) - 1
        if at - last >= _SPACING or begins[block] > last:
            yield block, texts[block], at - begins[block]
            last = at


def _centuries(text: str, century: str) -> Iterator[int]:
    """Where the years of a century stand."""
    at = text.find(century)
    while at >= 0:
        four = text[at : at + 4]
        alone = not (text[at - 1 : at].isdecimal() or text[at + 4 : at + 5].isdecimal())
        if alone and four.isdecimal() and "1995" <= four <= "2099":
            yield at
        at = text.find(century, at + 2)


def _short_years(texts: list[str], begins: list[int]) -> Iterator[int]:
    for text, begin in zip(texts, begins, strict=False):
        if 6 <= len(text) <= _SHORT and text.count(".") > 1 and (short := _SHORT_YEAR.search(text)):
            yield begin + short.start()


def _of_source(reading: Reading, days: _Days) -> None:
    """The first days anywhere in the source: what a script writes, or an attribute states."""
    for found in _IN_SOURCE.finditer(reading.tree.source):
        day = make_day(2000 + int(found[1]), int(found[3]), int(found[4]))
        if day and day not in days.of_comments:
            days.add(FoundDate(day, "", 0, 0, False), "page: source", "source")
        if len(days.signs) > 3:
            break


def _of_address(reading: Reading, days: _Days) -> None:
    address = reading.address
    if whole := _IN_ADDRESS.search(address):
        day = make_day(int(whole[1]), int(whole[3]), int(whole[4]))
        if day and (whole[2] or len(whole[3] + whole[4]) == 4):
            days.add(FoundDate(day, "", 0, 0, False), "page: address", "address")
    month = _MONTH_IN_ADDRESS.search(address)
    year = _YEAR_IN_ADDRESS.search(address)
    for day, signs in days.signs.items():
        if month and 1 <= int(month[2]) <= 12:
            signs["address-month" if day[:7] == f"{month[1]}-{month[2]}" else "address-other-month"] = 1.0
        elif year:
            signs["address-year" if day[:4] == year[1] else "address-other-year"] = 1.0


_PUBLICATION: Final = frozenset((
    "meta-graph", "meta-published", "meta-dublin", "json--article-published", "micro-article-published",
    "json--page-published", "micro-page-published", "time-published",
))  # fmt: skip
_CHANGE: Final = ("modified", "change")


def _compare(days: _Days) -> None:
    """Signs of how a day stands among the others."""
    if not days.signs:
        return
    order = sorted(days.signs)
    published = sorted(day for day, signs in days.signs.items() if not _PUBLICATION.isdisjoint(signs))
    for day, signs in days.signs.items():
        kinds = {sign.partition("-")[0] for sign in signs}
        changed = any(sign.endswith(_CHANGE) for sign in signs)
        signs["bias"] = 1.0
        signs["kinds"] = len(kinds) / 4
        for sign, holds in (
            ("earliest", day == order[0]),
            ("latest", day == order[-1]),
            ("only", len(order) == 1),
            ("first-of-month", day.endswith("-01")),
            ("first-of-year", day.endswith("-01-01")),
            ("old", day < "2003"),
            ("only-change", changed and day not in published),
            ("publication-and-change", changed and day in published),
            ("publication-elsewhere", published and day not in published),
            ("earliest-publication", published and day == published[0]),
            ("after-publication", published and day > published[-1]),
            ("before-publication", published and day < published[0]),
        ):
            if holds:
                signs[sign] = 1.0


def find_published(reading: Reading, weights: Weights) -> Fact | None:
    """The day of publication, with its time where that is stated."""
    found = chosen("date", date_candidates(reading), weights)
    return found[0] if found else None


def find_modified(reading: Reading) -> Fact | None:
    """When the page was last changed, as it states itself."""
    stated = reading.stated
    for fact in chain(stated.meta_facts(0.9, *MODIFIED_METAS), stated.record_facts(0.85, "dateModified")):
        if found := _stated_date(fact.value, reading):
            return fact._replace(value=found.stamp)
    return None
