"""Callouts (notes, tips, warnings), task boxes, and links in headings: what pages mark by classes and inputs."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from tamis.html.tree import Tree
from tamis.text.patterns import late
from tamis.text.space import tidy

KINDS: Final = {
    "note": "NOTE", "info": "NOTE", "information": "NOTE", "secondary": "NOTE", "primary": "NOTE", "abstract": "NOTE",
    "seealso": "NOTE",
    "tip": "TIP", "hint": "TIP", "success": "TIP", "important": "IMPORTANT", "attention": "IMPORTANT",
    "warning": "WARNING", "caution": "CAUTION", "danger": "CAUTION", "error": "CAUTION", "bug": "CAUTION",
}  # fmt: skip
"""what pages call callouts, and the five kinds that Markdown has"""
_CALLOUT: Final = late(
    r"(?:^|\s)(?:markdown-alert|(?:theme-)?admonition(?:block)?|callout|alert|custom-block|hint-container|hint"
    r"|confluence-information-macro|starlight-aside)(?:$|[\s_-])"
)
_PARTS: Final = (
    "markdown-alert",
    "admonition",
    "callout",
    "alert-",
    "custom-block",
    "hint",
    "aside--",
    "information-macro",
)
_HOLDERS: Final = frozenset(("div", "aside", "section", "blockquote", "details"))
_WORD: Final = re.compile("[a-z]+")
_INNER: Final = re.compile(r"title|heading|content|icon|body|inner|header|text")
_LINK_NAMES: Final = re.compile(
    r"(?:^|\s)(?:mw-editsection|edit-?section|header-?link|head(?:er|ing)-?anchor|anchor(?:-link|js-link)?|permalink"
    r"|hash-link|direct-link)(?:$|\s)",
    re.IGNORECASE,
)
_LONGEST_LINK: Final = 30


def find_callouts(tree: Tree) -> dict[int, str]:
    """The elements that are callouts, each with its kind.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> find_callouts(read("<div class='admonition tip'><p>Rest the dough.</div>", None, Limits()))
    {1: 'TIP'}
    """
    found: dict[int, str] = {}
    for value, rows in tree.attributes.rows_by_value("class").items():
        if not any(map(value.__contains__, _PARTS)):
            continue
        names = tidy(value)[:300].lower()
        if not _CALLOUT.search(names) or _INNER.search(names.split()[0]):
            continue
        for row in rows:
            if tree.tags[row] in _HOLDERS:
                words = _WORD.findall(f"{tree.attr(row, 'data-callout') or ''} {names}".lower())
                kind = next((KINDS[word] for word in words if word in KINDS), None)
                if kind is not None:
                    found[row] = kind
    return found


def task_state(tree: Tree, item: int) -> str | None:
    """The state of a task-list item: ``x`` if done, a space if not; ``None`` for other items."""
    for name in ("data-task", "data-checked"):
        state = tree.attr(item, name)
        if state is not None:
            return " " if state.strip() in ("", "false", "0") else "x"
    end = int(tree.ends[item])
    for row in islice(range(item + 1, end), 3):
        if tree.tags[row] == "input" and (tree.attr(row, "type") or "").lower() == "checkbox":
            runs = tree.runs_in(item)
            before = runs and tree.run_seen[runs[0]] <= row and not tree.runs[runs[0]].isspace()
            return None if before else ("x" if tree.attr(row, "checked") is not None else " ")
    return None


def heading_links(tree: Tree) -> set[int]:
    """Elements in headings that are for editors and for links to the heading, no part of its text."""
    found: set[int] = set()
    for tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        for heading in tree.rows(tag):
            end = int(tree.ends[heading])
            for row in range(heading + 1, min(end, heading + 20)):
                if tree.tags[row] in ("a", "span", "button") and row not in found and _is_heading_link(tree, row):
                    found.update(range(row, int(tree.ends[row])))
    return found


def _is_heading_link(tree: Tree, row: int) -> bool:
    text = tree.text(row).strip()
    if not text or len(text) > _LONGEST_LINK:
        return False
    signs = not any(character.isalnum() for character in text)
    if tree.tags[row] == "a" and signs and (tree.attr(row, "href") or "").startswith("#"):
        return True
    names = tidy(tree.attr(row, "class"))[:200]
    return _LINK_NAMES.search(names) is not None and (signs or text[0] == "[")
