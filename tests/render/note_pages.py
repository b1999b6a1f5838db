# ruff: noqa: E501 - markup reads better in one line
"""The ways in which pages hold notes; used by tests and by ``benchmarks/fidelity.py``.

Each is a page with the references 1 and 2, and with the notes "A grass." and "Sown in autumn.", at the address :data:`URL`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

URL: Final = "https://example.com/a/rye.html"
FIRST, SECOND = "A grass.", "Sown in autumn."


def _page(reference: Callable[[int], str], notes: str) -> str:
    return f"<p>Rye{reference(1)} rises, and so do oats{reference(2)} and wheat.</p><p>That is all.</p>{notes}"


def _linked(address: str) -> str:
    return _page(
        lambda n: f"<sup><a href='{address}#fn{n}' id=r{n}>{n}</a></sup>",
        f"<ol><li id=fn1>{FIRST} <a href='{address}#r1'>↩</a><li id=fn2>{SECOND} <a href='{address}#r2'>↩</a></ol>",
    )


KINDS: Final = {
    "links in the page": _linked(""),
    "links with the page's name": _linked("rye.html"),
    "absolute links": _linked(URL),
    "absolute path": _linked("/a/rye.html"),
    "Pandoc": _page(
        lambda n: f"<a href='#fn{n}' class=footnote-ref id=fnref{n} role=doc-noteref><sup>{n}</sup></a>",
        f"<section id=footnotes class='footnotes footnotes-end-of-document' role=doc-endnotes><hr><ol><li id=fn1><p>{FIRST}<a href='#fnref1' class=footnote-back role=doc-backlink>↩︎</a></p></li><li id=fn2><p>{SECOND}<a href='#fnref2' class=footnote-back>↩︎</a></p></li></ol></section>",
    ),
    "kramdown": _page(
        lambda n: f"<sup id='fnref:{n}' role=doc-noteref><a href='#fn:{n}' class=footnote rel=footnote>{n}</a></sup>",
        f"<div class=footnotes role=doc-endnotes><ol><li id='fn:1' role=doc-endnote><p>{FIRST} <a href='#fnref:1' class=reversefootnote>&#8617;</a></p></li><li id='fn:2'><p>{SECOND} <a href='#fnref:2' class=reversefootnote>&#8617;</a></p></li></ol></div>",
    ),
    "MediaWiki": _page(
        lambda n: f"<sup id=cite_ref-{n} class=reference><a href='#cite_note-{n}'><span class=cite-bracket>[</span>{n}<span class=cite-bracket>]</span></a></sup>",
        f"<ol class=references><li id=cite_note-1><span class=mw-cite-backlink><b><a href='#cite_ref-1'>^</a></b></span> <span class=reference-text>{FIRST}</span></li><li id=cite_note-2><span class=mw-cite-backlink><b><a href='#cite_ref-2'>^</a></b></span> <span class=reference-text>{SECOND}</span></li></ol>",
    ),
    "Word": _page(
        lambda n: f"<a href='#_ftn{n}' name='_ftnref{n}'><span class=MsoFootnoteReference><span>[{n}]</span></span></a>",
        f"<div><hr><div id=ftn1><p class=MsoFootnoteText><a href='#_ftnref1' name='_ftn1'><span>[1]</span></a> {FIRST}</p></div><div id=ftn2><p class=MsoFootnoteText><a href='#_ftnref2' name='_ftn2'><span>[2]</span></a> {SECOND}</p></div></div>",
    ),
    "Substack": _page(
        lambda n: f"<a data-component-name=FootnoteAnchorToDOM id=footnote-anchor-{n} href='#footnote-{n}' target=_self rel=nofollow class=footnote-anchor>{n}</a>",
        f"<div class=footnote data-component-name=FootnoteToDOM><a id=footnote-1 href='#footnote-anchor-1' class=footnote-number>1</a><div class=footnote-content><p>{FIRST}</p></div></div><div class=footnote><a id=footnote-2 href='#footnote-anchor-2' class=footnote-number>2</a><div class=footnote-content><p>{SECOND}</p></div></div>",
    ),
    "span class fn": _page(
        lambda n: f"<span class=fn><a href='#note{n}'>{n}</a></span>", f"<p id=note1><span>1</span> {FIRST}</p><p id=note2><span>2</span> {SECOND}</p>"
    ),
    "raised numbers and a list": _page(
        lambda n: f"<sup>{n}</sup>", f"<h2>Notes</h2><ol><li>{FIRST}</li><li>{SECOND}</li></ol>"
    ),
    "raised numbers and paragraphs": _page(
        lambda n: f"<sup>{n}</sup>", f"<hr><p><sup>1</sup> {FIRST}</p><p><sup>2</sup> {SECOND}</p>"
    ),
    "raised numbers and a named list": _page(
        lambda n: f"<sup>[{n}]</sup>", f"<ol class=footnotes><li>{FIRST}</li><li>{SECOND}</li></ol>"
    ),
    "sidenotes": "<p>Rye<label for=sn-1 class='margin-toggle sidenote-number'></label><input type=checkbox id=sn-1 class=margin-toggle>"
    f"<span class=sidenote>{FIRST}</span> rises, and so do oats<label for=sn-2 class='margin-toggle sidenote-number'></label>"
    f"<input type=checkbox id=sn-2 class=margin-toggle><span class=sidenote>{SECOND}</span> and wheat.</p><p>That is all.</p>",
    "EPUB": _page(
        lambda n: f"<a epub:type=noteref href='#n{n}'>{n}</a>", f"<aside epub:type=footnote id=n1><p>{FIRST}</p></aside><aside epub:type=footnote id=n2><p>{SECOND}</p></aside>"
    ),
}  # fmt: skip
