"""The functions of trafilatura 2, with the same keywords, done by tamis.

``import tamis.compat.trafilatura as trafilatura`` lets a program that calls ``fetch_url()``, ``extract()`` and the like
run as it is. What a page yields is tamis's answer, so it differs. As in trafilatura, ``None`` stands for no result.
Keywords that mean nothing here are accepted, and a warning says so once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tamis.api import analyze_content
from tamis.compat.trafilatura.options import Wanted, wanted, warn_once
from tamis.compat.trafilatura.results import Document, Response, csv_line, json_form
from tamis.document import Document as Page
from tamis.errors import FetchError, InputError
from tamis.formats import render
from tamis.limits import Limits
from tamis.options import Rendering, Selection
from tamis.web.fetch import Fetched, fetch
from tamis.web.inputs import as_page, is_address

__all__ = [
    "Document", "bare_extraction", "baseline", "extract", "extract_metadata", "extract_with_metadata",
    "fetch_response", "fetch_url", "html2txt", "load_html",
]  # fmt: skip


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: Mapping[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> str | None:
    r"""The main content of a page as ``txt``, ``markdown``, ``html``, ``json``, ``csv``, ``xml`` or ``xmltei``.

    ``None`` if there is none, the page is no HTML, in another language, or on a blacklist.

    >>> extract("<h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen.", output_format="markdown")
    '# Bread\n\nMix flour, water and salt, and wait until it has risen.'
    """
    given = wanted(locals())
    page = _analyzed(filecontent, given)
    return None if page is None else _written(page, given)


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: Mapping[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: Any = None,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    r"""The main content and, with ``with_metadata``, the metadata; ``None`` if there is no content.

    >>> found = bare_extraction("<h1>Bread</h1><p>Mix flour, water and salt.", with_metadata=True)
    >>> found.title, found.text
    ('Bread', 'Bread\nMix flour, water and salt.')
    """
    given = wanted(locals())
    page = _analyzed(filecontent, given)
    if page is None:
        return None
    found = Document.of_page(page, given)
    return found.as_dict() if as_dict else found


def extract_with_metadata(filecontent: Any, url: str | None = None, **keywords: Any) -> Document | None:
    r"""What :func:`extract` would write, in ``text``, with all metadata beside it.

    >>> extract_with_metadata("<h1>Bread</h1><p>Mix flour, water and salt.", output_format="markdown").text
    '# Bread\n\nMix flour, water and salt.'
    """
    known = extract.__annotations__.keys() - {"filecontent", "return"}
    if unknown := keywords.keys() - known:
        raise TypeError(f"extract_with_metadata() got an unexpected keyword argument {min(unknown)!r}")
    given = wanted({"output_format": "txt", **keywords, "url": url, "with_metadata": True})
    page = _analyzed(filecontent, given)
    if page is None:
        return None
    found = Document.of_page(page, given)
    found.text = _written(page, given, header=False)
    return found


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: Mapping[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document | None:
    """The metadata of a page; its text is not in it. ``extensive`` changes nothing.

    >>> extract_metadata("<title>Bread</title><p>Mix flour.", default_url="https://mill.example/bread").hostname
    'mill.example'
    """
    given = wanted({**locals(), "url": default_url, "with_metadata": True, "date_extraction_params": date_config})
    page = _analyzed(filecontent, given, empty=True)
    return None if page is None else Document.of_page(page, given, text=False)


def html2txt(content: Any, clean: bool = True) -> str:
    """All text that the page shows, boilerplate included; hidden text as well unless ``clean``.

    >>> html2txt("<nav>Home</nav><p>Rye is a grass.</p>")
    'Home Rye is a grass.'
    """
    page = _analyzed(content, wanted({}), empty=True)
    return "" if page is None else " ".join(block.text for block in page.blocks if not (clean and block.hidden))


def baseline(filecontent: Any) -> tuple[Any, str, int]:
    """The rule on shallow text features: its ``body`` as a tree of lxml, its text, and how many characters that has.

    Where lxml is not installed, the tree is ``None``.
    """
    page = _analyzed(filecontent, wanted({}), "shallow")
    if page is None:
        return Document().body, "", 0
    return Document.of_page(page, wanted({})).body, page.text, len(page.text)


def load_html(htmlobject: Any, max_size: int | None = None) -> Any:
    """The page as a tree of lxml, which must be installed; ``None`` if it is no page."""
    from tamis.compat.trafilatura.trees import parse

    source, _, charset = _source(htmlobject, None)
    if not isinstance(source, str | bytes):
        raise TypeError(f"a page is text or bytes, not {type(source).__name__}")
    if not source or (max_size is not None and len(source) > max_size):
        return None
    return parse(source, charset)


def fetch_url(url: str, no_ssl: bool = False, config: Any = None, options: Any = None) -> str | None:
    """Fetch a page as text; ``None`` if that fails. It needs the extra ``fetch``; ``no_ssl`` checks no certificate."""
    response = fetch_response(url, decode=True, no_ssl=no_ssl, config=config or options)
    return None if response is None else response.html


def fetch_response(
    url: str, *, decode: bool = False, no_ssl: bool = False, with_headers: bool = False, config: Any = None
) -> Response | None:
    """Fetch a page as :class:`Response`; ``None`` if that fails. Headers are never kept."""
    if with_headers:
        warn_once("with_headers", "headers are not kept")
    if config is not None:
        warn_once("config", "tamis has no settings files")
    try:
        return Response.of_fetched(fetch(url, verify=not no_ssl), decode)
    except FetchError:
        return None


def _source(filecontent: Any, url: str | None) -> tuple[str | bytes, str | None, str | None]:
    """The text or bytes of what trafilatura takes as a page: besides ours, what has its bytes in ``data``."""
    data = getattr(filecontent, "data", None)
    if isinstance(data, bytes) and not isinstance(filecontent, Fetched):
        address = getattr(filecontent, "url", None)
        return data, url or (address if isinstance(address, str) else None), None
    return as_page(filecontent, url, None)


def _analyzed(filecontent: Any, given: Wanted, strategy: str = "auto", *, empty: bool = False) -> Page | None:
    """The decisions on a page; ``None`` for no page, one not wanted or, unless ``empty`` is fine, without content."""
    try:
        source, url, charset = _source(filecontent, given.url)
    except InputError:
        return None
    if not isinstance(source, str | bytes) or not source.strip() or (isinstance(source, str) and is_address(source)):
        return None
    if given.prune_xpath:
        from tamis.compat.trafilatura.trees import prune

        source = prune(source, charset, given.prune_xpath)
    limits = Limits() if given.max_tree_size is None else Limits(max_nodes=given.max_tree_size)
    selection: Selection = given.selection
    page = analyze_content(source, url, strategy, None, limits, charset=charset, **selection)
    if page.status.startswith("not html") or (not empty and not page.decisions.kept.any()):
        return None
    return page if given.admits(page) else None


def _written(page: Page, given: Wanted, *, header: bool = True) -> str | None:
    """The page in the wanted format."""
    if given.format == "json":
        return json_form(Document.of_page(page, given), given.with_metadata)
    if given.format == "csv":
        return csv_line(Document.of_page(page, given))
    rendering: Rendering = {**given.rendering, "with_metadata": header and given.with_metadata}
    return render(page, given.format, **rendering) or None
