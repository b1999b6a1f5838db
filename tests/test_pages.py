"""The sample pages that we wrote: golden output, and the blocks that were cut by hand."""

from __future__ import annotations

import json
import re

import pytest

import tamis
from tests.golden import PAGES, expected, slugs

SQUEEZE = re.compile(r"\s+")


@pytest.mark.parametrize("slug", slugs())
def test_golden(slug: str) -> None:
    for name, text in expected(slug).items():
        assert text == (PAGES / slug / name).read_text(encoding="utf-8"), (
            "if this is meant: make golden, and read the diff"
        )


@pytest.mark.parametrize("slug", slugs())
def test_the_hand_cut_blocks_are_the_whole_page(slug: str) -> None:
    cut = json.loads((PAGES / slug / "blocks.json").read_text(encoding="utf-8"))
    document = tamis.analyze((PAGES / slug / "source.html").read_bytes())
    joined = SQUEEZE.sub("", "".join(block.text for block in document.blocks))
    assert SQUEEZE.sub("", "".join(block["text"] for block in cut["blocks"])) == joined
    encodings = {"windows-1252": {"windows-1252", "iso-8859-1"}, "gbk": {"gbk", "gb2312"}}
    assert document.page.tree.encoding in encodings.get(cut["encoding"], {cut["encoding"]})


def test_there_are_ten_kinds_of_page() -> None:
    assert len(slugs()) == 10
