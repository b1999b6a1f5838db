"""The caller's own rules: CSS selectors whose elements are kept or dropped, whatever a strategy thinks."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.blocks.page import Page
from tamis.errors import UsageError
from tamis.html.parser import SelectorSyntaxError


def ruled(page: Page, keep: Sequence[str], drop: Sequence[str]) -> dict[int, tuple[bool, str]]:
    """The blocks that a rule speaks of: whether it keeps them, and the selector.

    The rule of the nearest element around a block wins; of two on one element, the one that drops.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> from tamis.blocks.text_flow import text_flow
    >>> page = text_flow(read("<div class=a>x<p class=b>y</div>", None, Limits()))
    >>> ruled(page, [".a"], [".b"])
    {0: (True, '.a'), 1: (False, '.b')}
    """
    tree = page.tree
    place = {tree.document.root: -1} | {node: element for element, node in enumerate(tree.nodes)}
    rules: dict[int, tuple[bool, str]] = {}
    for selectors, kept in ((keep, True), (drop, False)):
        for selector in selectors:
            try:
                matched = tree.document.select(selector)
            except (SelectorSyntaxError, ValueError) as error:
                raise UsageError(f"not a CSS selector: {selector!r} ({error})") from None
            rules |= {place[node]: (kept, selector) for node in matched if node in place}
    if not rules:
        return {}
    nearest: list[tuple[bool, str] | None] = []
    for element, parent in enumerate(tree.parents):
        nearest.append(rules.get(element) or (nearest[parent] if parent >= 0 else rules.get(-1)))
    found = {}
    for block, (run, element) in enumerate(zip(page.first_run.tolist(), page.elements.tolist(), strict=True)):
        # the run's own element may be an inline one that a rule names; a block of several lines goes by its element
        same_line = run >= 0 and tree.run_cuts[run] == tree.run_cuts[int(page.last_run[block])]
        rule = nearest[tree.run_parents[run] if same_line else element]
        if rule is not None:
            found[block] = rule
    return found
