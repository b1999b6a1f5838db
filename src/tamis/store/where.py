"""Conditions on records, such as ``price < 100 AND brand = Hestia``: read from text, and written as SQL.

Nothing of the text becomes SQL: it is read into conditions, of which each is a fixed statement with values. A number is
compared with numbers, all else as text without regard to case. A record fits a condition if one of its values does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn

from tamis.errors import UsageError

Sql = tuple[str, list[Any]]
KEY: Final = 300
"""characters of a text that are compared"""
_LONGEST: Final = 2_000
_MOST: Final = 50
"""characters and conditions of a text; each condition is a look-up"""
_DEEPEST: Final = 20
_OPERATORS: Final = {"=": "=", "==": "=", "!=": "<>", "<>": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "~": "~"}
_TOKEN: Final = re.compile(
    r"""\s*(?:(?P<sign><=|>=|!=|<>|==|[=<>~()])|"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<word>[^\s()<>=!~"']+))"""
)
_NUMBER: Final = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?")
_OF_RECORDS: Final = {"@site": "p.site", "@url": "p.url", "@type": "r.type"}
"""what is no attribute, but can be asked for"""
_HELP: Final = "conditions look like: price < 100 AND (brand = Hestia OR name ~ 'tea pot')"


@dataclass(frozen=True, slots=True)
class _Token:
    kind: Literal["sign", "quoted", "word"]
    text: str


def where_sql(text: str) -> Sql:
    """The condition on a row ``r`` of records with its page ``p`` that a text means, and its values.

    >>> where_sql("price < 100")[1], where_sql("brand = Hestia OR name ~ '1;--'")[1]
    (['price', 100.0], ['brand', 'hestia', 'name', '%1;--%'])
    """
    if len(text) > _LONGEST:
        raise UsageError(f"a condition has at most {_LONGEST:,} characters")
    return _Reader(_tokens(text)).read()


def words_sql(words: Sequence[str]) -> Sql:
    """The condition that each of some words stands in a value of the record."""
    each = "(r.page, r.number) IN (SELECT page, record FROM attributes WHERE folded LIKE ? ESCAPE '\\')"
    return " AND ".join([each] * len(words)) or "1 = 1", [_like(folded(word)) for word in words]


def folded(text: str) -> str:
    """A text or a name as it is compared.

    >>> folded("Straße"), folded("  Weight (g) ")
    ('strasse', 'weight (g)')
    """
    return " ".join(text.casefold().split())[:KEY]


def _tokens(text: str) -> list[_Token]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise UsageError(f"cannot read the condition from {text[at : at + 20].strip()!r} on; {_HELP}")
        at = match.end()
        if match["sign"]:
            found.append(_Token("sign", match["sign"]))
        elif match["word"]:
            found.append(_Token("word", match["word"]))
        else:
            found.append(_Token("quoted", match["double"] or match["single"] or ""))
    return found


class _Reader:
    """Reads tokens by the grammar: alternatives of parts that are all to hold, each a condition or in brackets."""

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._tokens, self._at, self._conditions = tokens, 0, 0

    def read(self) -> Sql:
        found = self._either(0)
        if self._at < len(self._tokens):
            self._wrong("AND or OR")
        return found

    def _either(self, depth: int) -> Sql:
        return self._joined("OR", depth)

    def _joined(self, word: Literal["AND", "OR"], depth: int) -> Sql:
        parts = []
        while True:
            parts.append(self._joined("AND", depth) if word == "OR" else self._part(depth))
            if not self._is_word(word):
                break
            self._at += 1
        if len(parts) == 1:
            return parts[0]
        return f" {word} ".join(f"({sql})" for sql, _ in parts), [value for _, values in parts for value in values]

    def _part(self, depth: int) -> Sql:
        if depth > _DEEPEST:
            raise UsageError(f"a condition has at most {_DEEPEST} brackets within each other")
        if self._is_word("NOT"):
            self._at += 1
            sql, values = self._part(depth + 1)
            return f"NOT ({sql})", values
        if self._is_sign("("):
            self._at += 1
            found = self._either(depth + 1)
            if not self._is_sign(")"):
                self._wrong("a closing bracket")
            self._at += 1
            return found
        return self._condition()

    def _condition(self) -> Sql:
        self._conditions += 1
        if self._conditions > _MOST:
            raise UsageError(f"at most {_MOST} conditions are taken")
        name = self._take("the name of an attribute")
        if self._at == len(self._tokens) or self._tokens[self._at].text not in _OPERATORS:
            self._wrong("one of = != < <= > >= ~")
        operator = _OPERATORS[self._tokens[self._at].text]
        self._at += 1
        return _compare(name.text, operator, self._take("a number or a text"))

    def _take(self, what: str) -> _Token:
        if self._at == len(self._tokens) or self._tokens[self._at].kind == "sign":
            self._wrong(what)
        if any(map(self._is_word, ("AND", "OR", "NOT"))):
            self._wrong(what)
        self._at += 1
        return self._tokens[self._at - 1]

    def _is_word(self, word: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at] in (
            _Token("word", word),
            _Token("word", word.lower()),
        )

    def _is_sign(self, sign: str) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at] == _Token("sign", sign)

    def _wrong(self, wanted: str) -> NoReturn:
        there = repr(self._tokens[self._at].text) if self._at < len(self._tokens) else "the end"
        raise UsageError(f"the condition has {there} where {wanted} is expected; {_HELP}")


def _compare(name: str, operator: str, value: _Token) -> Sql:
    key = folded(value.text)
    if name.startswith("@"):
        column = _OF_RECORDS.get(name.lower())
        if column is None or operator not in ("=", "<>", "~"):
            raise UsageError(f"{', '.join(_OF_RECORDS)} can be compared by =, != and ~, not {name} {operator}")
        if operator == "~":
            return f"lower({column}) LIKE ? ESCAPE '\\'", [_like(key)]
        return f"lower({column}) {operator} ?", [key]
    chosen = "(r.page, r.number) IN (SELECT page, record FROM attributes WHERE label = ? AND "
    if operator == "~":
        return f"{chosen}folded LIKE ? ESCAPE '\\')", [folded(name), _like(key)]
    if value.kind == "word" and _NUMBER.fullmatch(value.text):
        return f"{chosen}number {operator} ?)", [folded(name), float(value.text)]
    return f"{chosen}folded {operator} ?)", [folded(name), key]


def _like(text: str) -> str:
    for sign in "\\%_":
        text = text.replace(sign, f"\\{sign}")
    return f"%{text}%"
