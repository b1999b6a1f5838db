"""Numbers that identify things, recognised by their check digit."""

from __future__ import annotations

import re
from typing import Final

_DIGITS: Final = re.compile(r"(?<![\d])\d[\d\-\u2010\u2011 ]{6,20}[\dXx](?!\d)")


def gtin_of(text: str) -> str | None:
    """The GTIN (EAN, UPC, ISBN-13) in a text, its digits alone; ``None`` if there is none whose check digit is right.

    >>> gtin_of("EAN: 4006381333931"), gtin_of("978-0-306-40615-7"), gtin_of("4006381333932")
    ('4006381333931', '9780306406157', None)
    """
    for match in _DIGITS.finditer(text[:500]):
        digits = re.sub(r"\D", "", match[0])
        if len(digits) in (8, 12, 13, 14) and is_gtin(digits):
            return digits
    return None


def is_gtin(digits: str) -> bool:
    """Whether the last digit is the check digit of those before it (GS1 General Specifications, 7.9)."""
    weighted = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(reversed(digits)))
    return weighted % 10 == 0


def isbn_of(text: str) -> str | None:
    """The ISBN in a text, ten or thirteen characters, if its check digit is right.

    >>> isbn_of("ISBN 0-306-40615-2"), isbn_of("9780306406157"), isbn_of("4006381333931")
    ('0306406152', '9780306406157', None)
    """
    for match in _DIGITS.finditer(text[:500]):
        digits = re.sub(r"[^\dXx]", "", match[0]).upper()
        if len(digits) == 13 and digits[:3] in ("978", "979") and is_gtin(digits):
            return digits
        if len(digits) == 10 and "X" not in digits[:9]:
            total = sum((10 - place) * (10 if digit == "X" else int(digit)) for place, digit in enumerate(digits))
            if total % 11 == 0:
                return digits
    return None
