"""A page's own styles, without those that could hide, cover or fetch anything.

Only properties that colour, size and arrange are let through, and only values without functions that load. What takes
boxes out of the flow (``position``, ``float``, negative margins, ``transform``) or makes them vanish (``opacity``,
``display: none``) is left out, as the inspector has to show every block that tamis finds.
"""

from __future__ import annotations

import re
from typing import Final

from tamis.html.parser import style_properties, style_rules

_PROPERTIES: Final = frozenset(
    """
    background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width
    border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius
    border-right border-right-color border-right-style border-right-width border-spacing border-style border-top
    border-top-color border-top-style border-top-width border-width box-sizing caption-side color column-count
    column-gap column-width columns direction display flex flex-basis flex-direction flex-flow flex-grow flex-shrink
    flex-wrap font font-family font-size font-style font-variant font-weight gap grid-area grid-auto-columns
    grid-auto-flow grid-auto-rows grid-column grid-gap grid-row grid-template grid-template-areas grid-template-columns
    grid-template-rows hyphens justify-content justify-items justify-self align-content align-items align-self
    letter-spacing line-height list-style list-style-position list-style-type margin margin-bottom margin-left
    margin-right margin-top max-width min-width order padding padding-bottom padding-left padding-right padding-top
    row-gap text-align text-decoration text-decoration-line text-indent text-transform unicode-bidi vertical-align
    white-space width word-break word-spacing
    """.split()
)
_FUNCTIONS: Final = frozenset("rgb rgba hsl hsla calc min max clamp minmax repeat fit-content var".split())
_VALUE: Final = re.compile(r"[\w\s#%.,()+*/'\"-]{1,300}")
_CALL: Final = re.compile(r"([\w-]*)\(")
_NEGATIVE: Final = re.compile(r"(?:^|[\s(,])-[\d.]")
_SELECTOR: Final = re.compile(r"[\w\s.#>+~*,:()='\"^$|\[\]-]{1,1000}")
_MOST_RULES: Final = 4000
"""rules of a page that are shown; the largest sites have about that many, and each costs time at every change"""


def declarations(text: str) -> str:
    """The harmless declarations of a ``style`` attribute or a rule.

    >>> declarations("color: red; position: fixed; background: url(//x.example/y) blue; margin-left: -900px")
    'color:red'
    """
    parsed = style_properties(text)
    return ";".join(
        f"{name}:{parsed[name]}" for name in parsed if name in _PROPERTIES and _harmless(name, parsed[name])
    )


def _harmless(name: str, value: str) -> bool:
    if not _VALUE.fullmatch(value) or _NEGATIVE.search(value):
        return False
    if name == "display" and value.strip().lower() in ("none", "contents"):
        return False
    if name == "color" and value.strip().lower() == "transparent":
        return False
    return all(call.lower() in _FUNCTIONS for call in _CALL.findall(value))


def stylesheet(text: str) -> str:
    """The harmless rules of a style sheet; what is inside ``@media`` and the like is left out.

    >>> stylesheet("@import 'x.css'; .a > p { color: red; top: 0 } .b { position: fixed } [data-b] { color: blue }")
    '.a > p{color:red}'
    """
    kept = []
    for raw, own in style_rules(text):
        selector = " ".join(raw.split())
        if not _SELECTOR.fullmatch(selector) or "data-" in selector.lower():
            continue
        body = declarations(own)
        if body:
            kept.append(f"{selector}{{{body}}}")
        if len(kept) >= _MOST_RULES:
            break
    return "\n".join(kept)
