"""The authors and licences of the page sets, for the card of a model that was trained on them.

The terms are those of the annotation. Before you publish weights, see whether the terms of every set allow it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_CREDITS: Final[Mapping[str, tuple[str, str]]] = {
    "wcxb-dev": ("CC BY 4.0", "WCXB, the Web Content Extraction Benchmark, development half, by Murrough-Foley"),
    "andy": ("Apache-2.0", "article-extraction-dataset, by AndyTheFactory"),
    "fundus": ("MIT", "Fundus, by flairNLP"),
    "google-trends-2017": ("MIT", "Google-Trends-2017 of BoilerNet, by Leonhardt, Anand and Khosla"),
    "canola": ("CC BY-SA 4.0", "CANOLA, by the KrdWrd project"),
    "immortal-zh": ("MIT", "Chinese-Web-Content-Extraction-Dataset, by immortal-autumn"),
    "dragnet": ("AGPL-3.0", "dragnet_data, by Peters and Lecocq"),
}


def licence(corpus: str) -> dict[str, str]:
    """The licence of a set's annotation, and whom to credit.

    >>> licence("fundus")
    {'licence': 'MIT', 'credit': 'Fundus, by flairNLP'}
    >>> licence("my own pages")
    {'licence': 'not known to tamis', 'credit': 'my own pages'}
    """
    terms, credit = _CREDITS.get(corpus, ("not known to tamis", corpus))
    return {"licence": terms, "credit": credit}
