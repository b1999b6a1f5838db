"""Dates in texts: languages, forms, times, and texts that mean harm."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.text.dates import EARLIEST, LATEST, find_dates, read_date
from tamis.text.months import month_number

MONTHS_OF_MAY = "may mai mayo maggio maio mei maj květen maja toukokuuta svibnja mayıs мая травня gegužės május".split()


@pytest.mark.parametrize("name", MONTHS_OF_MAY)
def test_may_in_many_languages(name: str) -> None:
    assert month_number(name) == 5
    assert [found.day for found in find_dates(f"3. {name} 2021")] == ["2021-05-03"]
    assert [found.day for found in find_dates(f"{name.upper()} 3, 2021")] == ["2021-05-03"]


@pytest.mark.parametrize(
    ("text", "stamp"),
    [
        ("Fri May 03 2024 10:00:05 GMT+0200", "2024-05-03T10:00:05+02:00"),
        ("Fri, 03 May 2024 10:00:00 GMT", "2024-05-03T10:00:00Z"),
        ("10:30, 3 May 2024", "2024-05-03T10:30"),
        ("2024-05-03T10:00Z", "2024-05-03T10:00Z"),
        ("2024-05-03 10:00:00.123 +0000", "2024-05-03T10:00:00+00:00"),
        ("3 May 2024 at 12:05 am", "2024-05-03T00:05"),
        ("3.5.2024, 9.30 Uhr", "2024-05-03T09:30"),
        ("3.5.2024, 9.30", "2024-05-03"),
        ("2024-05-03T25:00", "2024-05-03"),
    ],
)
def test_times(text: str, stamp: str) -> None:
    found = read_date(text)
    assert found is not None
    assert found.stamp == stamp


@pytest.mark.parametrize(
    "text",
    ["1.2.3", "version 10.4.22.1", "31 February 2020", "May 1815", "3 rye 2020", "2020-13-01", "12345678"],
)
def test_no_dates(text: str) -> None:
    assert list(find_dates(text, short_years=True)) == []


def test_croatian_october_is_november_elsewhere() -> None:
    days = [[found.day for found in find_dates("3. listopada 2020", language)] for language in ("hr", "pl", "")]
    assert days == [["2020-10-03"], ["2020-11-03"], ["2020-11-03"]]


@given(st.text(alphabet="0123456789 ./-:,TZ年月日MayMaide+", max_size=200), st.booleans())
def test_whatever_is_found_is_a_day(text: str, month_first: bool) -> None:
    for found in [*find_dates(text, "", month_first, short_years=True), *filter(None, [read_date(text)])]:
        assert EARLIEST <= datetime.date.fromisoformat(found.day).year <= LATEST
        datetime.datetime.fromisoformat(found.stamp)
        assert 0 <= found.begin < found.end <= len(text)


@pytest.mark.parametrize("part", ["2020 ", "2020-", "1.1.", "1 May ", "20202020", ", de . - ", "10:"])
def test_long_texts(part: str) -> None:
    assert len(list(find_dates(part * 20_000, short_years=True))) <= 20_000
