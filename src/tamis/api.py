"""extract() and analyze(): the whole flow on one screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, Unpack

from tamis.document import Document
from tamis.errors import UsageError
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.options import check_keywords, check_page
from tamis.strategies.base import get_strategy
from tamis.strategies.selection import Rules, Selection, lean, select

if TYPE_CHECKING:
    from tamis.site.pages import PageInput
    from tamis.site.template import SiteTemplate

FORMATS = ("text", "txt", "markdown", "html", "json", "jsonl", "xml", "tei")


def analyze(
    html: str | bytes,
    url: str | None = None,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    *,
    charset: str | None = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_title: bool = True,
    template: SiteTemplate | None = None,
    **rules: Unpack[Rules],
) -> Document:
    """Decide on every block of a page.

    ``charset`` is what the HTTP header said, if anything. ``favor_precision``, ``favor_recall`` and ``include_title``
    change which blocks are kept, and so do the :class:`tamis.strategies.selection.Rules`: ``include_comments``,
    ``include_byline``, ``prose_only``, ``target_language``, ``deduplicate``, and ``keep`` and ``drop``, which take CSS
    selectors. A :class:`tamis.SiteTemplate` corrects the strategy by what the site's pages have in common. ``auto``
    favors a side by its parameter ``beta``; other strategies, and all with a template, by a fence that moves on their
    scores.

    >>> import tamis
    >>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
    >>> [(block.text, block.kept) for block in tamis.analyze(page).blocks][0]
    ('Home', False)
    """
    if url is None:  # who gives the address beside it knows that a page is not one
        check_page(html)
    return analyze_content(
        html, url, strategy, params, limits, charset=charset, template=template,
        favor_precision=favor_precision, favor_recall=favor_recall, include_title=include_title, **rules,
    )  # fmt: skip


def analyze_content(
    html: str | bytes,
    url: str | None,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    *,
    charset: str | None = None,
    template: SiteTemplate | None = None,
    **wishes: Any,
) -> Document:
    """:func:`analyze` for what was found, not typed in: no text is taken for an address or a path by mistake.

    One of a million pages may well have nothing but an address in it, and must not end the run; and a service must not
    tell which files there are on its machine. ``wishes`` are those of :class:`tamis.strategies.selection.Selection`.
    """
    check_keywords(analyze, wishes)
    chosen = get_strategy(strategy)
    selection = Selection(**wishes)
    settings, selection = lean(chosen, params or {}, selection) if template is None else (params or {}, selection)
    tree = read(html, charset, limits)
    page = chosen.cut(tree, url, settings)
    decisions = chosen.decide_page(page, settings)
    if template is not None:
        decisions = template.correct(page, decisions)
    return Document(page, select(page, decisions, selection), chosen.name)


def analyze_site(
    pages: Iterable[PageInput],
    strategy: str = "content-extractor",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    *,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_title: bool = True,
    **rules: Unpack[Rules],
) -> list[Document]:
    """Decide on every block of every page of one site, by what the pages share; one document a page, in order.

    ``pages`` are HTML texts, or pairs of address and HTML. A strategy for single pages takes them one at a time.

    >>> import tamis
    >>> pages = ["<p>All rights reserved.<p>Rye is a grass.", "<p>All rights reserved.<p>Oats make good porridge."]
    >>> [document.text for document in tamis.analyze_site(pages)]
    ['Rye is a grass.', 'Oats make good porridge.']
    """
    from tamis.site.pages import as_pairs

    check_keywords(analyze_site, rules)
    chosen = get_strategy(strategy)
    wishes = Selection(favor_precision, favor_recall, include_title, **rules)
    settings, selection = lean(chosen, params or {}, wishes)
    cut = [chosen.cut(read(html, None, limits), url, settings) for url, html in as_pairs(pages)]
    decisions = chosen.decide_site(cut, settings)
    return [
        Document(page, select(page, decided, selection), chosen.name)
        for page, decided in zip(cut, decisions, strict=True)
    ]


def extract(
    html: str | bytes,
    url: str | None = None,
    output_format: str = "text",
    *,
    strategy: str = "auto",
    params: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),
    charset: str | None = None,
    include_links: bool = False,
    include_images: bool = False,
    include_tables: bool = True,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_title: bool = True,
    with_metadata: bool = False,
    with_items: bool = False,
    with_comments: bool = False,
    include_media: bool = False,
    ledger: bool = True,
    template: SiteTemplate | None = None,
    **rules: Unpack[Rules],
) -> str:
    """The main content of a page in one of the :data:`FORMATS`; ``""`` if it has none.

    What :func:`analyze` takes means the same here. ``include_media`` leaves a mark, ``[video: title](url)``, where
    Markdown and the like cannot carry something. ``with_items`` and ``with_comments`` add records and readers' comments
    one by one, which JSON alone can carry; ``ledger=False`` leaves the blocks out of it.

    A text that is nothing but an address, or the path of a page's file, is refused: :func:`tamis.fetch` and
    ``Path.read_bytes()`` get the page. With ``url`` beside it, and as bytes, it is taken as it is.

    >>> import tamis
    >>> page = "<nav><a href=/>Home</a></nav><h1>Bread</h1><p>Mix flour, water and salt, and wait until it has risen."
    >>> print(tamis.extract(page))
    Bread
    Mix flour, water and salt, and wait until it has risen.
    """
    check_keywords(extract, rules)
    if output_format not in FORMATS:
        raise UsageError(f"output_format is one of {', '.join(FORMATS)}, not {output_format!r}")
    document = analyze(
        html, url, strategy, params, limits, charset=charset, template=template,
        favor_precision=favor_precision, favor_recall=favor_recall, include_title=include_title, **rules,
    )  # fmt: skip
    return render(
        document, output_format,
        links=include_links, images=include_images, tables=include_tables, metadata=with_metadata, media=include_media,
        items=with_items, comments=with_comments, ledger=ledger,
    )  # fmt: skip


RENDERED: Final = {
    "include_links": "links", "include_images": "images", "include_tables": "tables", "with_metadata": "metadata",
    "include_media": "media", "with_items": "items", "with_comments": "comments", "ledger": "ledger",
}  # fmt: skip
"""the keywords of :func:`extract` that are :func:`render`'s, under its names"""


def render(
    document: Document, output_format: str, *, links: bool = False, images: bool = False, tables: bool = True,
    metadata: bool = False, media: bool = False, items: bool = False, comments: bool = False, ledger: bool = True,
) -> str:  # fmt: skip
    """A document in one of the :data:`FORMATS`; none of the options changes which blocks are in it."""
    if output_format in ("json", "jsonl"):
        import json

        form = document.to_dict(metadata=metadata, items=items, comments=comments, ledger=ledger)
        return json.dumps(form, ensure_ascii=False)
    if items or comments:
        raise UsageError(
            f"items and comments one by one are data, for json or jsonl; {output_format} has no place for them"
        )
    if not ledger:
        raise UsageError(f"only json and jsonl have a ledger to leave out, not {output_format}")
    if output_format in ("xml", "tei"):
        write = document.xml if output_format == "xml" else document.tei
        return write(links=links, images=images, tables=tables, media=media)
    if output_format == "html":
        body = document.html(links=links, images=images, tables=tables, media=media)
    elif output_format == "markdown":
        body = document.markdown(links=links, images=images, tables=tables, media=media)
    else:
        from tamis.render.text import to_text

        body = to_text(document, tables=tables, media=media)
    if not (metadata and body):
        return body
    from tamis.render.header import with_header

    return with_header(document, output_format, body)
