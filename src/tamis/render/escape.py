"""Text that Markdown shall show as it is: only what would be markup is escaped."""

from __future__ import annotations

import re
from typing import Final

from tamis.render.delimiters import is_punctuation, is_space

_SPECIAL: Final = re.compile(r"[\\`*\[\]<&~$!]|_+")
"""what may need escaping within a line; most texts have none of it"""
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LINE_START: Final = re.compile(
    r"(?P<mark>[#]{1,6}(?=[ \t]|$)|>|[+-](?=[ \t]|$)|=+$|-[-| :]+$|:-[-| :]*$)"
    r"|(?P<number>[0-9]{1,9})(?=[.)](?:[ \t]|$))"
)
"""headings, quotes, items, rules, underlines of headings, the second row of tables"""
_BRACKET: Final = re.compile(r"\[(?=[ xX]\](?: |$)|(?:[^\\\[\]]|\\.){1,999}\]:)")
"""task boxes, definitions of links and notes"""


def escape(text: str, *, first: bool, last: bool, in_link: bool, dollars: int) -> str:
    r"""A text within a line of Markdown.

    ``first`` and ``last`` say whether the line begins and ends with it; ``dollars`` which dollar signs are escaped: 0
    for none, 1 for those that could end a formula, 2 for all.

    >>> escape("a_b *c* 2 * 3 <b> AT&T &amp; [x](y)", first=True, last=True, in_link=False, dollars=0)
    'a_b \\*c\\* 2 * 3 &lt;b> AT&T &amp;amp; [x\\](y)'
    """
    if _SPECIAL.search(text) is None:
        return text
    end = len(text)

    def written(found: re.Match[str]) -> str:
        at = found.start()
        character = text[at]
        before = text[at - 1] if at else ("" if first else "*")
        behind = found.end()
        after = text[behind] if behind < end else ("" if last else "*")
        if character == "<":
            return "&lt;"
        if character == "&":
            return "&amp;" if _ENTITY.match(text, at) else "&"
        return rf"\{character}" * len(found[0]) if _is_markup(character, before, after, in_link, dollars) else found[0]

    return _SPECIAL.sub(written, text)


def _is_markup(character: str, before: str, after: str, in_link: bool, dollars: int) -> bool:
    """Whether a character between two others could be read as markup; at the ends of a line these are empty."""
    if character == "`":
        return True
    if character == "\\":
        return not after or (after <= "\x7f" and is_punctuation(after))
    if character in "*_":
        alone = before and after and is_space(before) and is_space(after)
        return not (alone or (character == "_" and _is_word(before) and _is_word(after)))
    if character in "[]":
        return in_link or (after == "^" or before == "^" if character == "[" else after in ("(", "*"))
    if character == "~":
        return after == "~" or before == "~" or bool(before and not is_space(before))
    if character == "$":  # as Pandoc: a pair closes behind something, and not before a digit
        return dollars == 2 or (dollars == 1 and not (is_space(before) or after.isdecimal()))
    return character == "!" and after == "*"  # an image's mark, before a link


def _is_word(character: str) -> bool:
    """Whether an underscore beside a character can neither open nor close."""
    return not (is_space(character) or is_punctuation(character))


def escape_line_start(line: str) -> str:
    r"""A line of Markdown that begins with text, so that it is read as a paragraph.

    >>> escape_line_start("1. item"), escape_line_start("# x"), escape_line_start("-1 and #1")
    ('1\\. item', '\\# x', '-1 and #1')
    """
    found = _LINE_START.match(line)
    if found is None:
        return f"\\{line}" if _BRACKET.match(line) else line
    if found["number"]:
        return f"{found['number']}\\{line[found.end() :]}"
    return f"\\{line}"


def escape_address(url: str) -> str:
    r"""An address as the target of a link.

    >>> escape_address("http://x.org/a_(b)?c=1&copy;=2"), escape_address("http://x.org/:)")
    ('http://x.org/a_(b)?c=1&amp;copy;=2', 'http://x.org/:%29')
    """
    for raw, coded in (("\\", "%5C"), ("<", "%3C"), (">", "%3E"), ("|", "%7C"), ("`", "%60")):
        url = url.replace(raw, coded)
    if not _is_balanced(url):
        url = url.replace("(", "%28").replace(")", "%29")
    return _ENTITY.sub(lambda found: "&amp;" + found[0][1:], url)


def _is_balanced(url: str) -> bool:
    """Whether the parentheses of an address pair; a parser of Markdown takes an address to end at one too many."""
    depth = 0
    for bracket in re.findall("[()]", url):
        depth += 1 if bracket == "(" else -1
        if not 0 <= depth <= 8:
            return False
    return depth == 0
