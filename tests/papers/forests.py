"""Generated pages of nested elements, and what holds for the blocks of every segmenter."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tamis.blocks.page import Page

_VOID = ("br", "hr", "img")


def forests(names: Sequence[str], leaves: int = 60) -> st.SearchStrategy[str]:
    """Pages of elements with these names, as markup; a name may have attributes."""
    texts = st.sampled_from(["lorem ", " ipsum", "dolor", " "])
    trees = st.recursive(
        texts, lambda inner: st.builds(_element, st.sampled_from(names), st.lists(inner, max_size=6)), max_leaves=leaves
    )
    return st.lists(trees, max_size=8).map("".join)


def _element(name: str, children: list[str]) -> str:
    inside, tag = "".join(children), name.split()[0]
    if tag in _VOID:
        return f"<{name}>{inside}"
    if tag == "table":
        inside = f"<tr><td>{inside}</td></tr>"
    elif tag in ("ul", "ol"):
        inside = f"<li>{inside}</li>"
    return f"<{name}>{inside}</{tag}>"


def solid(texts: Sequence[str]) -> str:
    """Texts without their white space."""
    return "".join("".join(texts).split())


def check_that_no_text_is_lost(page: Page) -> None:
    """All the tree's text is in the blocks, in order, and no two blocks share any."""
    assert solid(page.texts) == solid(page.tree.runs)
    assert (page.first_run[1:] > page.last_run[:-1]).all()
