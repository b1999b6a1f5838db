"""The language of a listing, as the page names it."""

from __future__ import annotations

import re
from typing import Final

from tamis.html.tree import Tree
from tamis.text.patterns import late
from tamis.text.space import tidy

_LANGUAGE: Final = late(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight-text|highlight|hljs language)-([A-Za-z0-9+#_.-]{1,30})"
)
_BRUSH: Final = late(r"brush:\s{0,3}([A-Za-z0-9+#_-]{1,30})")
_AFTER: Final = late(
    r"(?:^|\s)(?:sourceCode|highlight|prettyprint|hljs|code|syntaxhighlighter)((?:\s{1,3}[A-Za-z][A-Za-z0-9+#_]{0,20}(?![\w-])){1,3})"
)
_NO_LANGUAGE: Final = frozenset(
    "default none nohighlight linenums line-numbers notranslate copy code highlight ng-star-inserted nogutter chroma"
    " hljs collapsed source".split()
)
_NAMING: Final = ("data-lang", "data-language", "lang-name")
_MOST_AROUND: Final = 4
"""elements around a listing that may name its language"""


def language(tree: Tree, listing: int, inner: int = -1) -> str | None:
    """The language of a listing, by the classes and data attributes on it, in it, or up to four elements above.

    ``inner`` is the first part of it that holds code.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> language(read("<div class='highlight-source-c++'><pre>x</pre></div>", None, Limits()), 2)
    'c++'
    """
    tags, first = tree.tags, inner if inner >= 0 else listing
    candidates = [row for row in range(first, min(first + 12, int(tree.ends[first]))) if tags[row] in ("pre", "code")]
    for row in tree.around(first):
        if tags[row] in ("body", "article", "main") or len(candidates) > 12 + _MOST_AROUND:
            break
        if row not in candidates and (row >= listing or tags[row] != "td"):
            candidates.append(row)
        if row < listing and sum(other < listing for other in candidates) >= _MOST_AROUND:
            break
    for row in candidates:
        for raw in _named(tree, row):
            name = raw.strip().lower()
            if name and name not in _NO_LANGUAGE and re.fullmatch(r"[a-z0-9+#_.-]{1,30}", name):
                return name
    return None


def _named(tree: Tree, row: int) -> list[str]:
    names = tidy(tree.attr(row, "class"))[:300]
    found = [tree.attr(row, name) or "" for name in _NAMING]
    found += [match[1] for pattern in (_LANGUAGE, _BRUSH) for match in [pattern.search(names)] if match]
    after = _AFTER.search(names)
    found += after[1].split() if after else []
    if tree.tags[row] in ("pre", "code") and ("code" in names or "highlight" in names):
        found.append(tree.attr(row, "lang") or "")
    return found
