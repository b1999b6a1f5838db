"""Text of strangers' pages, made harmless."""

from __future__ import annotations

import html
import re

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]")


def safe(text: str) -> str:
    r"""The text for use in HTML, between tags or in a quoted attribute: no markup, no control or direction characters.

    >>> safe('<b title="x">\x00&\u202e')
    '&lt;b title=&quot;x&quot;&gt;�&amp;�'
    """
    return html.escape(_CONTROLS.sub("\ufffd", text))
