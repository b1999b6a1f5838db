"""trafilatura's keywords as tamis's options; those without a meaning here are named once."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tamis.document import Document
from tamis.errors import UsageError
from tamis.options import Rendering, Selection

_FORMATS: Final = {
    "txt": "text", "python": "text", "markdown": "markdown", "html": "html", "json": "json", "csv": "csv",
    "xml": "xml", "xmltei": "tei",
}  # fmt: skip
_WITHOUT_MEANING: Final = {
    "no_fallback": "tamis has no second extractor to fall back on",
    "tei_validation": "tamis does not validate TEI",
    "settingsfile": "tamis has no settings files",
    "config": "tamis has no settings files",
}
_DATE_PARAMS: Final = ("original_date", "outputformat", "min_date", "max_date", "extensive_search")
"""the last changes nothing, but every ``Extractor`` has it"""
_EXTRACTOR: Final = {
    "format": "output_format", "lang": "target_language", "dedup": "deduplicate", "comments": "include_comments",
    "formatting": "include_formatting", "links": "include_links", "images": "include_images",
    "tables": "include_tables", "with_metadata": "with_metadata", "only_with_metadata": "only_with_metadata",
    "date_params": "date_extraction_params", "url_blacklist": "url_blacklist", "author_blacklist": "author_blacklist",
}  # fmt: skip
"""attributes of trafilatura's ``Extractor`` object, and the keywords that they stand for"""
_warned: set[str] = set()


def warn_once(keyword: str, why: str) -> None:
    """Warn that a keyword has no effect, once a process."""
    if keyword not in _warned:
        _warned.add(keyword)
        warnings.warn(f"tamis.compat.trafilatura ignores {keyword}: {why}", UserWarning, stacklevel=4)


@dataclass(frozen=True)
class Wanted:
    """What a call asks for, in tamis's terms."""

    url: str | None = None
    record_id: str | None = None
    format: str = "text"
    selection: Selection = field(default_factory=Selection)
    rendering: Rendering = field(default_factory=Rendering)
    with_metadata: bool = False
    only_with_metadata: bool = False
    url_blacklist: frozenset[str] = frozenset()
    author_blacklist: frozenset[str] = frozenset()
    """in lower case"""
    date_params: Mapping[str, Any] = field(default_factory=dict)
    prune_xpath: tuple[str, ...] = ()
    max_tree_size: int | None = None

    def admits(self, page: Document) -> bool:
        """Whether the page's metadata let it through."""
        if not (self.url_blacklist or self.only_with_metadata):
            return True
        metadata = page.metadata
        if self.url_blacklist & {metadata.url, page.url}:
            return False
        return not self.only_with_metadata or bool(metadata.date and metadata.title and metadata.url)


def wanted(keywords: Mapping[str, Any]) -> Wanted:
    """What the keywords of a call mean; those of an ``options`` object win, as in trafilatura."""
    given = {**keywords, **_of_extractor(keywords.get("options"))}
    for name, why in _WITHOUT_MEANING.items():
        if given.get(name):
            warn_once(name, why)
    dates = dict(given.get("date_extraction_params") or {})
    for name in dates.keys() - set(_DATE_PARAMS):
        warn_once(f"date_extraction_params[{name!r}]", "tamis finds dates in its own way")
    precision, recall = bool(given.get("favor_precision")), bool(given.get("favor_recall"))
    selection = Selection(
        favor_precision=precision and not recall,
        favor_recall=recall and not precision,
        include_comments=bool(given.get("include_comments", True)),
        target_language=given.get("target_language"),
        deduplicate=bool(given.get("deduplicate")),
    )
    rendering = Rendering(
        include_links=bool(given.get("include_links")),
        include_images=bool(given.get("include_images")),
        include_tables=bool(given.get("include_tables", True)),
    )
    paths = given.get("prune_xpath") or ()
    only = bool(given.get("only_with_metadata"))
    return Wanted(
        given.get("url"), given.get("record_id"), _format(given), selection, rendering,
        bool(given.get("with_metadata")) or only, only,
        frozenset(given.get("url_blacklist") or ()),
        frozenset(name.lower() for name in given.get("author_blacklist") or ()),
        dates, (paths,) if isinstance(paths, str) else tuple(paths), given.get("max_tree_size"),
    )  # fmt: skip


def _format(given: Mapping[str, Any]) -> str:
    """The format of ours. Plain text with formatting, links or images is Markdown, there as here."""
    asked = given.get("output_format") or "txt"
    if asked not in _FORMATS:
        raise UsageError(f"output_format is one of {', '.join(_FORMATS)}, not {asked!r}")
    marked = any(given.get(f"include_{part}") for part in ("formatting", "links", "images"))
    return "markdown" if asked == "txt" and marked else _FORMATS[asked]


def _of_extractor(options: Any) -> dict[str, Any]:
    """The keywords that an ``Extractor`` object of trafilatura, or one like it, stands for."""
    if options is None:
        return {}
    found = {keyword: getattr(options, name) for name, keyword in _EXTRACTOR.items() if hasattr(options, name)}
    focus = getattr(options, "focus", "balanced")
    found |= {"favor_precision": focus == "precision", "favor_recall": focus == "recall"}
    if url := getattr(options, "url", None):
        found["url"] = url
    return found
