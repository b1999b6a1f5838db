"""Formulas, code, notes and images in the forms in which pages hold them: how many come out right, beside trafilatura.

    python -m benchmarks.fidelity_kinds

Run it in the project's folder: the pages are those of the tests, written for them (``tests/render/*_pages.py``). A
formula is right if its TeX is there once, white space aside; code if every line of it is there as it was typed, in a
code block; notes if both are defined and referred to; an image if its whole size is there once. All text is kept, so
that only rendering is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from tests.render import code_pages, formula_pages, image_pages, note_pages

import tamis

Write = Callable[[str], str]
Case = tuple[str, str, str, Callable[[str], bool]]
"""what is measured, the kind, the page, and whether its Markdown is right"""


def by_tamis(html: str) -> str:
    return tamis.analyze(html, note_pages.URL, "eniw").markdown(images=True)


def by_trafilatura(html: str) -> str:
    import trafilatura

    page = f"<html><body><article>{html}</article></body></html>"
    return trafilatura.extract(
        page, url=note_pages.URL, output_format="markdown", include_images=True, include_formatting=True,
        include_tables=True, favor_recall=True,
    ) or ""  # fmt: skip


FILLER = "<p>Rye is a grass that is grown as a grain and a forage crop, and its flour makes a dark and heavy bread.</p>"


def cases() -> Iterator[Case]:
    for source, inline in formula_pages.SOURCES.items():
        for tex in formula_pages.MATHML:
            page = f"<p>We say {inline(tex)} here.</p>{FILLER}"
            yield "formulas in a line", source, page, _holds_once(tex)
    for source, displayed in formula_pages.DISPLAYED.items():
        for tex in formula_pages.MATHML:
            yield "formulas on their own", source, f"{FILLER}{displayed(tex)}{FILLER}", _holds_once(tex)
    for kind, make in code_pages.KINDS.items():
        for language, code in code_pages.LISTINGS.items():
            page = f"{FILLER}{make(code, language)}{FILLER}"
            yield "code", kind, page, _holds(f"\n{code}\n```")
    for kind, page in note_pages.KINDS.items():
        yield "notes", kind, page + FILLER, _holds("[^1]: A grass.", "[^2]: Sown in autumn.", "Rye[^1]", "oats[^2]")
    for kind, image in image_pages.KINDS.items():
        page = f"{FILLER}<figure>{image}</figure>{FILLER}"
        yield "images", kind, page, lambda written: written.count(image_pages.IMAGE) == written.count("![") == 1


def _holds_once(tex: str) -> Callable[[str], bool]:
    wanted = formula_pages.squeezed(tex)
    return lambda written: formula_pages.squeezed(written).count(wanted) == 1


def _holds(*parts: str) -> Callable[[str], bool]:
    return lambda written: all(part in written for part in parts)


def main() -> None:
    print("| what | forms | pages | tamis | trafilatura |\n| --- | --- | --- | --- | --- |")
    for what, group in groupby(cases(), lambda case: case[0]):
        found = list(group)
        right = [sum(is_right(write(page)) for _, _, page, is_right in found) for write in (by_tamis, by_trafilatura)]
        kinds = len({kind for _, kind, _, _ in found})
        shares = " | ".join(f"{count / len(found):.3f}" for count in right)
        print(f"| {what} | {kinds} | {len(found)} | {shares} |", flush=True)


if __name__ == "__main__":
    main()
