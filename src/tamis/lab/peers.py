"""Other people's extractors, one small adapter each, called as their own documentation shows.

They run with their defaults, with four exceptions. resiliparse is set to give the main content (by default it gives
all text) as plain text. boilerpy3 is set to go on after broken markup. jusText needs a stop list: the
English one, so it is at home on English pages only. newspaper4k fetches a page's images by default, and an
evaluation stays off the network. Pages that a set has as text are handed on as text; raw bytes go to those that read
bytes, the others get them decoded by us, which is in their time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from inspect import signature
from typing import Any

Extract = Callable[[Any], str]
"""``page -> main text``; the page is text, or bytes if the peer reads bytes"""


@dataclass(frozen=True, slots=True)
class Peer:
    """An adapter: which distribution it needs, how to get the function to measure, and what can be set for it."""

    distribution: str
    prepare: Callable[..., Extract]
    reads_bytes: bool

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of what can be set."""
        return tuple(signature(self.prepare).parameters)

    def readable(self, html: str | bytes, encoding: str | None) -> str | bytes:
        """The page in a form that the peer can read."""
        if isinstance(html, str) or self.reads_bytes:
            return html
        from tamis.html.decode import decode

        return decode(html, encoding)[0]


def installed_version(peer: Peer) -> str | None:
    """The version that is installed, or ``None``."""
    try:
        return version(peer.distribution)
    except PackageNotFoundError:
        return None


def _trafilatura(
    include_comments: bool = True,
    include_tables: bool = True,
    favor_precision: bool = False,
    favor_recall: bool = False,
    fast: bool = False,
) -> Extract:
    from trafilatura import extract

    settings: dict[str, Any] = {
        "include_comments": include_comments,
        "include_tables": include_tables,
        "favor_precision": favor_precision,
        "favor_recall": favor_recall,
        "fast": fast,
    }
    return lambda html: str(extract(html, **settings) or "")


def _resiliparse(comments: bool = True) -> Extract:
    from resiliparse.extract.html2text import extract_plain_text

    settings: dict[str, Any] = {
        "main_content": True, "preserve_formatting": False, "alt_texts": False, "comments": comments,
    }  # fmt: skip
    return lambda html: str(extract_plain_text(html, **settings))


def _readability() -> Extract:
    import lxml.html
    from readability import Document

    # Its answer is HTML; text nodes are joined with spaces, as the words of two cells are not one word.
    return lambda html: " ".join(lxml.html.fromstring(Document(html).summary()).itertext())


def _justext(language: str = "English", no_headings: bool = False) -> Extract:
    import justext

    stop_words = justext.get_stoplist(language)

    def extract(html: str | bytes) -> str:
        paragraphs = justext.justext(html, stop_words, no_headings=no_headings)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return extract


def _boilerpy3(extractor: str = "ArticleExtractor") -> Extract:
    from boilerpy3 import extractors

    chosen = getattr(extractors, extractor)(raise_on_failure=False)
    return lambda html: str(chosen.get_content(html))


def _newspaper4k() -> Extract:
    from newspaper import Article

    def extract(html: str) -> str:
        article = Article("https://example.org/", fetch_images=False)  # it will not start without an address
        article.download(input_html=html)
        article.parse()
        return str(article.text)

    return extract


def _goose3() -> Extract:
    from goose3 import Goose

    goose = Goose()
    return lambda html: str(goose.extract(raw_html=html).cleaned_text)


def _turbohtml() -> Extract:
    import turbohtml

    def extract(html: str | bytes) -> str:
        body = turbohtml.parse(html, detect_encoding=isinstance(html, bytes)).main_content()
        return body.to_text() if body is not None else ""

    return extract


PEERS: Mapping[str, Peer] = {
    "trafilatura": Peer("trafilatura", _trafilatura, reads_bytes=True),
    "resiliparse": Peer("resiliparse", _resiliparse, reads_bytes=False),
    "readability-lxml": Peer("readability-lxml", _readability, reads_bytes=True),
    "justext": Peer("jusText", _justext, reads_bytes=True),
    "boilerpy3": Peer("boilerpy3", _boilerpy3, reads_bytes=False),
    "newspaper4k": Peer("newspaper4k", _newspaper4k, reads_bytes=False),
    "goose3": Peer("goose3", _goose3, reads_bytes=False),
    "turbohtml": Peer("turbohtml", _turbohtml, reads_bytes=True),
}
