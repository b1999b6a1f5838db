r"""Formulas in running text for a script to lay out: between ``\(`` and ``\)``, ``\[`` and ``\]``, ``$$`` or ``$``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tamis.html.tree import Tree
from tamis.render.formulas import Formula
from tamis.text.patterns import late

_BRACKETS: Final = r"\\\((?P<inline>[^\0]{1,2000}?)\\\)|\\\[(?P<display>[^\0]{1,4000}?)\\\]"
_ENVIRONMENT: Final = (
    r"|(?P<whole>\\begin\{(?P<kind>equation|align|gather|multline|eqnarray|displaymath|math)(?P<star>\*?)\}"
    r"[^\0]{1,4000}?\\end\{(?P=kind)(?P=star)\})"
)
_DOUBLE: Final = r"|(?<![\\$])\$\$(?!\$)(?P<double>[^$]{1,4000})\$\$(?!\$)"
_SINGLE: Final = r"|(?<![\\$\w])\$(?![\s$])(?P<single>(?:[^$\\]|\\[^\0]){1,600}?)(?<!\s)\$(?![$\d])"
_WITHOUT_SCRIPT: Final = late(_BRACKETS + _ENVIRONMENT + _DOUBLE)
_WITH_SCRIPT: Final = late(_BRACKETS + _ENVIRONMENT + _DOUBLE + _SINGLE)
_SCRIPTS: Final = ("MathJax", "mathjax", "KaTeX", "katex", "mathjs")
_TEX: Final = re.compile(r"[\\^_={}]")


def formula_pattern(tree: Tree) -> re.Pattern[str] | None:
    """The pattern of formulas in a page's text; ``None`` if the page has none.

    A single dollar sign counts only where the page loads a script for formulas.
    """
    runs = [run for run in tree.runs if "$" in run or "\\" in run]
    if not _is_in(runs, _WITH_SCRIPT):  # first, as to look for a script in the whole source takes longer
        return None
    loaded = any("$" in run for run in runs) and any(name in tree.source for name in _SCRIPTS)
    if loaded:
        return _WITH_SCRIPT
    return _WITHOUT_SCRIPT if _is_in(runs, _WITHOUT_SCRIPT) else None


def _is_in(runs: list[str], pattern: re.Pattern[str]) -> bool:
    return any(next(split(run, pattern), run) != run for run in runs)


def split(text: str, pattern: re.Pattern[str]) -> Iterator[str | Formula]:
    r"""A text as texts and formulas; without any it comes as it is.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> pattern = formula_pattern(read(r"As \(E=mc^2\) says", None, Limits()))
    >>> list(split(r"As \(E=mc^2\) says", pattern))
    ['As ', Formula(tex='E=mc^2', display=False), ' says']
    """
    done = 0
    for found in pattern.finditer(text):
        groups = found.groupdict()
        tex = next(groups[name] for name in ("inline", "display", "whole", "double", "single") if groups.get(name))
        if not tex.strip() or (groups.get("double") and "single" not in groups and not _TEX.search(tex)):
            continue
        if found.start() > done:
            yield text[done : found.start()]
        yield Formula(" ".join(tex.split()), any(groups.get(name) for name in ("display", "whole", "double")))
        done = found.end()
    if done < len(text):
        yield text[done:]
