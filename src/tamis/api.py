"""extract() and analyze(): the whole flow on one screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Unpack, cast

from tamis.document import Document
from tamis.formats import FORMATS, check_format, render
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.options import OPTIONS, RENDERING, SELECTION, PageOptions, Rendering, Selection, check_keywords, spell_out
from tamis.selection import check_selection, favored, select
from tamis.strategies.base import get_strategy
from tamis.web.inputs import PageSource, as_page, check_page

if TYPE_CHECKING:
    from tamis.site.pages import PageInput
    from tamis.site.template import SiteTemplate

__all__ = ["FORMATS", "analyze", "analyze_content", "analyze_site", "extract", "render", "split_options"]


@spell_out(SELECTION)
def analyze(
    html: PageSource,
    url: str | None = None,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    *,
    charset: str | None = None,
    template: SiteTemplate | None = None,
    **options: Unpack[Selection],
) -> Document:
    """Decide on every block of a page.

    ``html`` is its text or bytes, a :class:`pathlib.Path`, what :func:`tamis.fetch` returns, or a tree of lxml.
    ``charset`` is what the HTTP header said, if anything. A :class:`tamis.SiteTemplate` corrects the strategy by what
    the site's pages have in common. ``options`` change which blocks are kept: ``favor_precision``, ``favor_recall``,
    ``include_title``, ``include_comments``, ``include_byline``, ``include_date``, ``include_captions``, ``prose_only``,
    ``target_language``, ``deduplicate``,
    and ``keep`` and ``drop``, which take CSS selectors (:class:`tamis.options.Selection`). ``auto`` favors a side by
    its parameter ``beta``; other strategies, and all with a template, by a threshold that moves on their scores.

    >>> import tamis
    >>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
    >>> [(block.text, block.kept) for block in tamis.analyze(page).blocks][0]
    ('Home', False)
    """
    if url is None:  # with an address beside it, the text cannot be meant as one
        check_page(html)
    html, url, charset = as_page(html, url, charset)
    return analyze_content(html, url, strategy, params, limits, charset=charset, template=template, **options)


def analyze_content(
    html: str | bytes,
    url: str | None,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    *,
    charset: str | None = None,
    template: SiteTemplate | None = None,
    **options: Unpack[Selection],
) -> Document:
    """:func:`analyze` for pages that were found, not typed in: no text is taken for an address or a path by mistake.

    One of a million pages may well have nothing but an address in it, and must not end the run; and a service must not
    tell which files there are on its machine.
    """
    check_keywords(analyze, options, SELECTION)
    check_selection(options)
    chosen = get_strategy(strategy)
    settings = params or {}
    if template is None:
        settings, options = favored(chosen, settings, options)
    page = chosen.cut(read(html, charset, limits), url, settings)
    decisions = chosen.decide_page(page, settings)
    if template is not None:
        decisions = template.correct(page, decisions)
    return Document(page, select(page, decisions, options), chosen.name)


@spell_out(SELECTION)
def analyze_site(
    pages: Iterable[PageInput],
    strategy: str = "content-extractor",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    **options: Unpack[Selection],
) -> list[Document]:
    """Decide on every block of every page of one site, by what the pages share; one document a page, in order.

    ``pages`` are HTML texts, or pairs of address and HTML. A strategy for single pages takes them one at a time.
    ``options`` are those of :func:`analyze`.

    >>> import tamis
    >>> pages = ["<p>All rights reserved.<p>Rye is a grass.", "<p>All rights reserved.<p>Oats make good porridge."]
    >>> [document.text for document in tamis.analyze_site(pages)]
    ['Rye is a grass.', 'Oats make good porridge.']
    """
    from tamis.site.pages import as_pairs

    check_keywords(analyze_site, options, SELECTION)
    check_selection(options)
    chosen = get_strategy(strategy)
    settings, options = favored(chosen, params or {}, options)
    cut = [chosen.cut(read(html, None, limits), url, settings) for url, html in as_pairs(pages)]
    decisions = chosen.decide_site(cut, settings)
    return [
        Document(page, select(page, decided, options), chosen.name)
        for page, decided in zip(cut, decisions, strict=True)
    ]


@spell_out(OPTIONS)
def extract(
    html: PageSource,
    url: str | None = None,
    output_format: str = "text",
    *,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    charset: str | None = None,
    template: SiteTemplate | None = None,
    **options: Unpack[PageOptions],
) -> str:
    """The main content of a page in one of the :data:`FORMATS`; ``""`` if it has none.

    What :func:`analyze` takes means the same here. Further ``options`` change how the content is written:
    ``include_links``, ``include_images``, ``include_tables``, ``with_metadata``; ``include_media`` leaves a mark,
    ``[video: title](url)``, where Markdown and the like cannot carry something. ``with_records``, ``with_entity``,
    ``with_items`` and ``with_comments`` add data, which JSON alone can carry; ``ledger=False`` leaves the blocks out
    of it (:class:`tamis.options.Rendering`).

    A text that is nothing but an address, or the path of a page's file, is refused: :func:`tamis.fetch` and
    :class:`pathlib.Path` are meant for these. With ``url`` beside it, and as bytes, it is taken as it is.

    >>> import tamis
    >>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
    >>> print(tamis.extract(page))
    Bread
    Mix flour, water and salt, and wait until it has risen.
    """
    check_keywords(extract, options, OPTIONS)
    check_format(output_format)
    selection, rendering = split_options(options)
    document = analyze(html, url, strategy, params, limits, charset=charset, template=template, **selection)
    return render(document, output_format, **rendering)


def split_options(options: PageOptions) -> tuple[Selection, Rendering]:
    """The options that change what is kept, and those that change how it is written."""
    selection = {name: value for name, value in options.items() if name not in RENDERING}
    rendering = {name: value for name, value in options.items() if name in RENDERING}
    return cast("Selection", selection), cast("Rendering", rendering)
