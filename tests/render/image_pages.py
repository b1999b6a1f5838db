# ruff: noqa: E501 - markup reads better in one line
"""The ways in which pages hold an image; in each the whole image is at :data:`IMAGE`, once."""

from __future__ import annotations

from typing import Final

IMAGE: Final = "https://example.com/img/loaf.jpg"
_BLANK: Final = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

KINDS: Final = {
    "plain": "<img src=/img/loaf.jpg alt=Loaf>",
    "data-src": f"<img src='{_BLANK}' data-src=/img/loaf.jpg alt=Loaf>",
    "data-src beside a preview": "<img src=/img/loaf-60.jpg data-src=/img/loaf.jpg alt=Loaf>",
    "data-lazy-src": f"<img src='{_BLANK}' data-lazy-src=/img/loaf.jpg alt=Loaf>",
    "data-original": "<img src=/img/blank.gif data-original=/img/loaf.jpg alt=Loaf>",
    "data-orig-file": "<img src=/img/loaf-300x200.jpg data-orig-file=/img/loaf.jpg alt=Loaf>",
    "data-large-file": f"<img src='{_BLANK}' data-large-file=/img/loaf.jpg alt=Loaf>",
    "any data attribute": f"<img src='{_BLANK}' data-x-picture=/img/loaf.jpg alt=Loaf>",
    "data-srcset": f"<img src='{_BLANK}' data-srcset='/img/loaf-s.jpg 300w, /img/loaf.jpg 1200w' alt=Loaf>",
    "srcset": "<img src=/img/loaf-s.jpg srcset='/img/loaf-s.jpg 300w, /img/loaf.jpg 1200w, /img/loaf-m.jpg 600w' alt=Loaf>",
    "srcset with commas": "<img srcset='/img/w_3,h_2/loaf.jpg 1x, /img/loaf.jpg 2x' alt=Loaf>",
    "picture": "<picture><source srcset='/img/loaf.jpg 1200w, /img/loaf-s.jpg 300w'><img src=/img/loaf-s.jpg alt=Loaf></picture>",
    "picture, lazy": f"<picture><source data-srcset=/img/loaf.jpg><img src='{_BLANK}' alt=Loaf></picture>",
    "noscript behind": f"<img class=lazy src='{_BLANK}' alt=Loaf><noscript><img src=/img/loaf.jpg alt=Loaf></noscript>",
    "noscript before": f"<noscript><img src=/img/loaf.jpg alt=Loaf></noscript><img class=lazy src='{_BLANK}' data-src=/img/loaf.jpg alt=Loaf>",
    "noscript alone": "<div class=lazy></div><noscript><img src=/img/loaf.jpg alt=Loaf></noscript>",
    "preview beside": "<div class=progressive><img src=/img/60/loaf.jpg width=60 alt=Loaf><img src=/img/loaf.jpg width=1200 alt=Loaf></div>",
    "blurred preview": f"<div class=gatsby-image-wrapper><img aria-hidden=true src='{_BLANK}' alt=''><picture><source srcset='/img/loaf.jpg 1200w'><img src=/img/loaf-s.jpg alt=Loaf></picture></div>",
    "style": "<div><img src=/img/loaf.jpg?w=1200 alt=Loaf></div>".replace("?w=1200", ""),
    "amp-img": "<amp-img src=/img/loaf.jpg width=900 height=600 alt=Loaf></amp-img>",
}  # fmt: skip
