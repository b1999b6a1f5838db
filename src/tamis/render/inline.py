"""A line of Markdown: its text escaped where that is needed, its emphasis by delimiters that a parser pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby, pairwise
from typing import Final

from tamis.render.delimiters import flanking, is_punctuation, is_space
from tamis.render.escape import escape, escape_line_start
from tamis.render.nodes import Node
from tamis.render.tokens import BREAK, CLOSE, CODE, END_LINK, LINK, OPEN, RAW, TEXT, Token, tokens_of, trimmed

_MOST_SPANS: Final = 500
"""of emphasis in one line; a line with more is written without any"""
_ATTEMPTS: Final = 5
_INSTEAD: Final = {"**": "__", "*": "_"}
_TICKS: Final = re.compile("`+")


def write_inline(children: Iterable[Node | str], *, line_break: str = "  \n", in_table: bool = False) -> str:
    """Inline nodes as Markdown; ``line_break`` stands for a ``br``."""
    parts = children if isinstance(children, list) else list(children)
    if len(parts) == 1 and isinstance(parts[0], str):  # most lines
        text = parts[0].strip()
        written = escape(text, first=True, last=True, in_link=False, dollars=_dollars(text.count("$"), False))
    else:
        written = _composed(trimmed(tokens_of(parts, in_table)), line_break)
    if in_table:
        return written.replace("|", r"\|")
    return _line_starts(written, line_break) if written else ""


def _line_starts(written: str, line_break: str) -> str:
    if line_break != "  \n" or "\n" not in written:
        return escape_line_start(written)
    return line_break.join([escape_line_start(line) for line in written.split(line_break)])


def _code(text: str) -> str:
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    lengths = {len(ticks) for ticks in _TICKS.findall(text)}
    count = next(length for length in range(1, longest + 2) if length not in lengths)
    spaced = text[0] == "`" or text[-1] == "`" or (text[0] == " " == text[-1])
    return f"{'`' * count}{f' {text} ' if spaced else text}{'`' * count}"


def _dollars(count: int, formulas: bool) -> int:
    """Which dollar signs of a line are escaped: 0 for none, 1 for those that could end a formula, 2 for all."""
    return 2 if formulas else int(count > 1)


def _composed(tokens: list[Token], line_break: str) -> str:
    """The tokens as Markdown. Emphasis that no delimiter can express is left out."""
    spans = [token for token in tokens if token.kind == OPEN]
    delimiters = {token.span: token.text for token in spans}
    if spans:
        _nest(tokens)
        delimiters = {token.span: token.text for token in spans} if len(spans) <= _MOST_SPANS else {}
        _shift_punctuation(tokens)
    pieces = _pieces(tokens, line_break)
    for attempt in range(_ATTEMPTS):
        for place, token in enumerate(tokens):
            if token.kind in (OPEN, CLOSE):
                pieces[place] = delimiters.get(token.span, "")
        if not delimiters or not (lost := _lost(tokens, pieces)):
            break
        delimiters = _others(delimiters, lost, attempt)
    return _joined([(token, piece) for token, piece in zip(tokens, pieces, strict=True) if piece])


def _others(delimiters: dict[int, str], lost: set[int], attempt: int) -> dict[int, str]:
    """Other delimiters for spans whose own would not pair: underscores first, then fewer spans, at last none."""
    if attempt == 0:
        return delimiters | {span: _INSTEAD.get(delimiters[span], delimiters[span]) for span in lost}
    plain = {span: text.replace("_", "*") for span, text in delimiters.items()}
    if attempt == 1:
        lost = {span for span in lost if plain[span] == "*"} or lost
    return {} if attempt == _ATTEMPTS - 2 else {span: text for span, text in plain.items() if span not in lost}


def _joined(shown: list[tuple[Token, str]]) -> str:
    """The pieces as one text, with neighbouring code in one code span."""
    parts: list[str] = []
    code = ""
    for token, piece in shown:
        if token.kind == CODE:
            code += token.text
            continue
        if code:
            parts.append(_code(code))
            code = ""
        parts.append(piece)
    if code:
        parts.append(_code(code))
    return "".join(parts)


def _pieces(tokens: list[Token], line_break: str) -> list[str]:
    """What is written for each token, but for emphasis."""
    texts = [token.text for token in tokens if token.kind == TEXT]
    formulas = any(token.kind == RAW and token.text[0] == "$" for token in tokens)
    dollars = _dollars(sum(text.count("$") for text in texts), formulas)
    pieces, last, in_link = [], len(tokens) - 1, False
    for place, token in enumerate(tokens):
        if token.kind == TEXT:
            first = place == 0 or tokens[place - 1].kind == BREAK
            ends = place == last or tokens[place + 1].kind == BREAK
            text = escape(token.text, first=first, last=ends, in_link=in_link, dollars=dollars)
            reference = place == 1 and tokens[0].text.startswith("[^")
            pieces.append(f"\\{text}" if reference and text[0] == ":" else text)  # no definition
        elif token.kind in (BREAK, CODE):
            pieces.append(line_break if token.kind == BREAK else "``")  # code is written when all is known
        else:
            in_link = token.kind == LINK or (in_link and token.kind != END_LINK)
            pieces.append(token.text)
    return pieces


def _nest(tokens: list[Token]) -> None:
    """Have bold stand inside italics where both hold the same: so a parser reads three asterisks."""
    ends = {token.span: place for place, token in enumerate(tokens) if token.kind == CLOSE}
    for outer, inner in pairwise(tokens):
        if outer.kind == inner.kind == OPEN and (outer.text, inner.text) == ("**", "*"):
            end, outer_end = ends[inner.span], ends[outer.span]
            if outer_end == end + 1:
                outer.text, inner.text = inner.text, outer.text
                tokens[end].text, tokens[outer_end].text = tokens[outer_end].text, tokens[end].text


def _shift_punctuation(tokens: list[Token]) -> None:
    """Move punctuation out of emphasis that ends or begins within a word: no delimiter could stand there."""
    for begin, end in _groups(tokens, CLOSE):
        if begin and end < len(tokens) and tokens[begin - 1].kind == tokens[end].kind == TEXT:
            inside, outside = tokens[begin - 1], tokens[end]
            kept = inside.text
            while kept and not _in_word(kept[-1]):
                kept = kept[:-1]
            if kept and _in_word(outside.text[0]):
                inside.text, outside.text = kept, inside.text[len(kept) :] + outside.text
    for begin, end in _groups(tokens, OPEN):
        if begin and end < len(tokens) and tokens[begin - 1].kind == tokens[end].kind == TEXT:
            outside, inside = tokens[begin - 1], tokens[end]
            kept = inside.text
            while kept and not _in_word(kept[0]):
                kept = kept[1:]
            if kept and _in_word(outside.text[-1]):
                outside.text, inside.text = outside.text + inside.text[: len(inside.text) - len(kept)], kept


def _groups(tokens: list[Token], kind: int) -> list[tuple[int, int]]:
    """The stretches of neighbouring tokens of a kind."""
    found: list[tuple[int, int]] = []
    for place, token in enumerate(tokens):
        if token.kind == kind:
            begin = found.pop()[0] if found and found[-1][1] == place else place
            found.append((begin, place + 1))
    return found


def _in_word(character: str) -> bool:
    return not (is_space(character) or is_punctuation(character))


def _lost(tokens: list[Token], pieces: list[str]) -> set[int]:
    """The spans whose delimiters a parser might not pair, judged by what stands around each run of delimiters."""
    shown = [(token, piece) for token, piece in zip(tokens, pieces, strict=True) if piece]
    runs = [(character, list(run)) for character, run in groupby(shown, _delimiter)]
    lost: set[int] = set()
    opened: list[str] = []
    """the characters of the spans that are open"""
    for place, (character, run) in enumerate(runs):
        if not character:
            continue
        before = runs[place - 1][1][-1][1][-1] if place else ""
        after = runs[place + 1][1][0][1][0] if place + 1 < len(runs) else ""
        opens, closes, may_close = flanking(character, before, after)
        begun = {token.span for token, _ in run if token.kind == OPEN}
        ended = {token.span for token, _ in run if token.kind == CLOSE}
        del opened[len(opened) - len(ended) :]
        if ended and not closes:
            lost |= ended
        if begun and (ended or not opens or (may_close and character in opened)):
            lost |= begun
        opened += [character] * len(begun)
    return lost


def _delimiter(shown: tuple[Token, str]) -> str:
    """The character of a delimiter; empty for all else."""
    token, piece = shown
    return piece[0] if token.kind in (OPEN, CLOSE) else ""
