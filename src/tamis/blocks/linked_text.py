"""The text that JSON-LD states for machines, as HTML: articles, questions and answers, products, recipes, threads."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape, unescape
from typing import Any, Final

from tamis.blocks.json_prose import MAX_DEPTH, MAX_VALUES, paragraphs

_ABOUT_OTHERS: Final = frozenset(
    "Organization NewsMediaOrganization Corporation LocalBusiness WebSite BreadcrumbList ImageObject Person"
    " SearchAction SiteNavigationElement WPHeader WPFooter WPSideBar Offer AggregateOffer AggregateRating Brand"
    " ContactPoint PostalAddress Audience EntryPoint ReadAction".split()
)
"""types of records that speak of who publishes a page, of pictures or of ways around, not of what the page says"""
_BODIES: Final = ("articleBody", "reviewBody", "text", "transcript")
_LISTS: Final = ("recipeIngredient", "recipeInstructions", "step", "steps", "itemListElement")
_INNER: Final = (
    "@graph", "mainEntity", "mainEntityOfPage", "acceptedAnswer", "suggestedAnswer", "comment", "review", "hasPart",
    "liveBlogUpdate", "item", "itemListElement", "recipeInstructions", "step", "steps",
)  # fmt: skip


def linked_html(value: Any) -> str:
    """The headings and texts of a JSON-LD value.

    >>> linked_html({"@type": "NewsArticle", "headline": "Rye", "articleBody": "It is a grass.", "description": "…"})
    '<h1>Rye</h1><p>It is a grass.</p>'
    >>> linked_html({"@type": "FAQPage", "mainEntity": [
    ...     {"@type": "Question", "name": "Why?", "acceptedAnswer": {"@type": "Answer", "text": "So."}}]})
    '<h2>Why?</h2><p>So.</p>'
    """
    parts: list[str] = []
    stack: list[tuple[Any, int]] = [(value, 0)]
    budget = MAX_VALUES
    while stack and budget:
        budget -= 1
        here, depth = stack.pop()
        if isinstance(here, list):
            stack += [(part, depth + 1) for part in reversed(here)]
        elif isinstance(here, dict) and depth < MAX_DEPTH and not _types(here) & _ABOUT_OTHERS:
            parts += _record(here)
            inner = [here[key] for key in _INNER if isinstance(here.get(key), dict | list)]
            stack += [(part, depth + 1) for part in reversed(inner)]
    return "".join(dict.fromkeys(parts))


def _types(record: dict[str, Any]) -> set[str]:
    kinds = record.get("@type")
    names = kinds if isinstance(kinds, list) else [kinds]
    return {name.rpartition("/")[2] for name in names if isinstance(name, str)}


def _record(record: dict[str, Any]) -> Iterator[str]:
    """A record's own heading and text; a heading alone says nothing, unless it is a question."""
    bodies = [record[key] for key in _BODIES if isinstance(record.get(key), str)]
    bodies = bodies or [text for text in (record.get("description"),) if isinstance(text, str)]
    items = [item for key in _LISTS if isinstance(record.get(key), list) for item in record[key]]
    items = [item.strip() for item in items if isinstance(item, str) and item.strip()]
    question = "Question" in _types(record)
    name = record.get("headline") or record.get("name")
    if isinstance(name, str) and name.strip() and (bodies or items or question):
        tag = "h2" if question or "HowToStep" in _types(record) else "h1"
        yield f"<{tag}>{escape(unescape(name.strip()))}</{tag}>"
    for body in bodies:
        yield paragraphs(body)
    if items:
        yield "<ul>" + "".join(f"<li>{escape(unescape(item))}</li>" for item in items) + "</ul>"
    if isinstance(text := record.get("recipeInstructions"), str):
        yield paragraphs(text)
