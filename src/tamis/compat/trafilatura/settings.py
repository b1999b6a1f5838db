"""trafilatura's object of options, which ``extract()`` and the like take as ``options``."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any


class Extractor(SimpleNamespace):
    r"""Options by trafilatura's names, kept together; attributes that tamis does not know are ignored.

    >>> from tamis.compat.trafilatura import extract
    >>> options = Extractor(output_format="markdown", comments=False)
    >>> options.links = True
    >>> extract("<h1>Rye</h1><p>Rye is a <a href=/grass>grass</a>, and makes good bread.", options=options)
    '# Rye\n\nRye is a [grass](/grass), and makes good bread.'
    """

    def __init__(
        self, *, output_format: str = "txt", precision: bool = False, recall: bool = False, **options: Any
    ) -> None:
        focus = "recall" if recall else "precision" if precision else "balanced"
        super().__init__(format=output_format, focus=focus, **options)
