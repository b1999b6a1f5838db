"""Whether what is kept comes out whole: Markdown read back by a parser of Markdown, page by page.

    python benchmarks/fidelity.py wcxb-dev dragnet … [--pages 0] [--show 5]

Of each set it prints on how many pages the text of the Markdown, as markdown-it reads it, equals the plain text, white
space aside. Formulas are compared as TeX, footnotes by their labels. A page set is a path, or the
name of one in the folder TAMIS_DATA.
"""

from __future__ import annotations

import argparse
import base64
import json
import lzma
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

import tamis
from tamis.render.callouts import KINDS

PARSER = (
    MarkdownIt("commonmark")
    .enable(["table", "strikethrough"])
    .use(footnote_plugin)
    .use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    .disable("footnote_tail")
)
SIGNS = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]|^\[[ x]\] ", re.MULTILINE)
TAGS = re.compile(r"<[^>]*>")
UNCOMPARED = re.compile(r"[\s\0\ufffd$]|\\[lg]t |\\vert |\\Vert |[<>|]")
"""white space, and what formulas spell in another way where they must"""


def text_of(markdown: str) -> str:
    """The text of Markdown as a parser has it: notes in their places, formulas as TeX."""
    return "".join(_texts(PARSER.parse(markdown)))


def _texts(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        kind = token.type
        if token.children is not None and kind != "image":
            yield from _texts(token.children)
        elif kind in ("text", "code_inline", "code_block", "fence", "math_inline", "math_inline_double", "math_block"):
            yield token.content
        elif kind == "html_block":
            yield TAGS.sub("", token.content).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        elif kind in ("softbreak", "hardbreak", "paragraph_close", "heading_close"):
            yield "\n"
        elif kind in ("footnote_ref", "footnote_reference_open"):
            yield f"[{token.meta['label']}]"


def squeezed(text: str) -> str:
    """What is compared of a text: signs of callouts and tasks, and lines that are a callout's kind, are markup."""
    lines = [line for line in SIGNS.sub("", text).split("\n") if line.strip(" :!").lower() not in KINDS]
    return UNCOMPARED.sub("", "\n".join(lines))


def pages_of(name: str) -> Iterator[dict[str, Any]]:
    """The pages of a set, their source as text or bytes."""
    path = Path(name) if Path(name).exists() else Path(os.environ.get("TAMIS_DATA", ".")) / f"{name}.jsonl.xz"
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            page = json.loads(line)
            page["source"] = base64.b64decode(page["html_base64"]) if "html_base64" in page else page["html"]
            yield page


def difference(page: dict[str, Any]) -> str | None:
    """Where the two texts of a page part; ``None`` if they are equal."""
    document = tamis.analyze(page["source"], page.get("url"))
    markdown = document.markdown(links=True)
    read, wanted = squeezed(text_of(markdown)), squeezed(document.text)
    if read == wanted:
        return None
    at = next((i for i, (a, b) in enumerate(zip(read, wanted, strict=False)) if a != b), min(len(read), len(wanted)))
    return f"read {read[max(at - 30, 0) : at + 50]!r}\n    text {wanted[max(at - 30, 0) : at + 50]!r}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--pages", type=int, default=0)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    for name in options.sets:
        pages = equal = 0
        for page in pages_of(name):
            pages += 1
            found = difference(page)
            equal += found is None
            if found and pages - equal <= options.show:
                print(f"  {page['id']}: {found}")
            if pages == options.pages:
                break
        print(f"{name}: equal on {equal} of {pages} pages ({equal / max(pages, 1):.4f})", flush=True)


if __name__ == "__main__":
    main()
