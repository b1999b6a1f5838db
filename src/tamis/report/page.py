"""A report as one HTML page that needs nothing but itself, and text of unknown pages made harmless for it."""

from __future__ import annotations

import html
import re
from importlib.resources import files
from typing import Final

_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]")
_HEAD: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
<h1>{title}</h1>
<p>{lead}</p>
"""


def page(title: str, lead: str, body: str) -> str:
    """A whole HTML page in the look of all reports; ``body`` is HTML, the rest is text."""
    style = files("tamis.report").joinpath("style.css").read_text(encoding="utf-8")
    body = body.replace("<svg ", '<div class="scroll"><svg ').replace("</svg>", "</svg></div>")  # wider than a phone
    return _HEAD.format(title=safe(title), lead=safe(lead), style=style) + body


def safe(text: str) -> str:
    r"""The text for use in HTML, between tags or in a quoted attribute: no markup, no control or direction characters.

    >>> safe('<b title="x">\x00&\u202e')
    '&lt;b title=&quot;x&quot;&gt;�&amp;�'
    """
    return html.escape(_CONTROLS.sub("\ufffd", text))
