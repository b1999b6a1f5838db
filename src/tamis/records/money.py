"""Amounts of money, as pages write them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_CODES: Final = (
    "USD EUR GBP JPY CNY RMB INR RUB RUR BRL AUD CAD NZD CHF SEK NOK DKK PLN CZK HUF RON BGN TRY UAH BYN "
    "KZT ILS AED SAR EGP"
    " ZAR NGN KES MAD MXN ARS CLP COP PEN UYU KRW TWD HKD SGD MYR THB IDR PHP VND PKR BDT LKR ISK HRK RSD"
)
_SIGNS: Final = {
    "US$": "USD", "C$": "CAD", "CA$": "CAD", "A$": "AUD", "AU$": "AUD", "NZ$": "NZD", "HK$": "HKD", "NT$": "TWD",
    "S$": "SGD", "R$": "BRL", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "円": "JPY", "元": "CNY", "₹": "INR",
    "₽": "RUB", "руб": "RUB", "р.": "RUB", "₴": "UAH", "грн": "UAH", "₪": "ILS", "₩": "KRW", "₫": "VND", "₺": "TRY",
    "TL": "TRY", "zł": "PLN", "Kč": "CZK", "Ft": "HUF", "lei": "RON", "лв": "BGN", "kr.": "DKK", "kr": "SEK",
    "Kr": "NOK", "Fr.": "CHF", "Rs.": "PKR",
    "Rs": "PKR", "RM": "MYR", "Rp": "IDR", "₱": "PHP", "฿": "THB", "บาท": "THB",
    "ر.س": "SAR", "د.إ": "AED", "EURO": "EUR", "Euro": "EUR",
} | {code: {"RMB": "CNY", "RUR": "RUB"}.get(code, code) for code in _CODES.split()}  # fmt: skip
_SIGN: Final = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=lambda sign: (-len(sign), sign)))
_NUMBER: Final = r"\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d{1,9}(?:[.,]\d{1,3})?(?!\d)"
_MONEY: Final = re.compile(
    rf"(?P<sign>{_SIGN})(?![A-Za-z])\s{{0,2}}(?P<number>{_NUMBER})|(?P<number2>{_NUMBER})(?:,-|\.-)?\s{{0,2}}(?P<sign2>{_SIGN})(?![a-z])"
)
_PLAIN: Final = re.compile(_NUMBER)


class Money(NamedTuple):
    """An amount of money."""

    amount: str
    """with a point before the cents, without cents that are none: ``36.50``, ``49``"""
    currency: str | None
    """the code of ISO 4217, as far as the sign tells: ``$`` may be another country's"""
    shown: str
    """as the page shows it"""
    begin: int
    """where it stands in the text"""


def find_money(text: str) -> list[Money]:
    """The amounts of money in a text, each with its currency.

    >>> [(money.amount, money.currency) for money in find_money("was 1.299,00 €, now € 999.50 (GBP 12)")]
    [('1299', 'EUR'), ('999.50', 'EUR'), ('12', 'GBP')]
    """
    found = []
    for match in _MONEY.finditer(text[:2000]):
        if match.start() and text[match.start() - 1].isalnum() and match["sign"] and match["sign"][0].isalpha():
            continue
        number, sign = match["number"] or match["number2"], match["sign"] or match["sign2"]
        found.append(Money(read_amount(number), _SIGNS[sign], match[0].strip(), match.start()))
    return found


def read_money(text: str) -> Money | None:
    """The amount that a text is, with or without a currency; ``None`` if there is no number.

    >>> read_money("GBP\u00a012,99").amount, read_money("259.00").amount, read_money("13.4").amount, read_money("free")
    ('12.99', '259', '13.40', None)
    """
    if found := find_money(text):
        return found[0]
    plain = _PLAIN.search(text[:200])
    return Money(read_amount(plain[0]), None, plain[0], plain.start()) if plain else None


def read_amount(number: str) -> str:
    """A number as pages write it, with a point for the decimal sign and without separators of thousands.

    >>> [read_amount(number) for number in ("1 299,00", "1,299", "23.450", "5,9", "0.999", "1'000.5")]
    ['1299', '1299', '23450', '5.90', '0.999', '1000.50']
    """
    number = re.sub(r"['’ \u00a0\u202f]", "", number)
    whole, mark, cents = number, "", ""
    last = max(number.rfind("."), number.rfind(","))
    if last >= 0:
        groups = number[last + 1 :]
        single = number.count(number[last]) == 1
        if len(groups) != 3 or (
            single and (number[:last] == "0" or number[:last].count(".") + number[:last].count(","))
        ):
            whole, mark, cents = number[:last], ".", groups
    whole = re.sub(r"[.,]", "", whole).lstrip("0") or "0"
    if not mark or not cents.strip("0"):
        return whole
    return f"{whole}.{cents.ljust(2, '0')}"
