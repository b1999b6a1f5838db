"""Pages we wrote ourselves: a folder a page, with ``source.html`` and ``blocks.json``.

``blocks.json`` has the page's blocks as a person cut them, in order, each with ``text``, ``content`` (is it
the page's content?) and ``role``; and ``url``, ``page_type``, ``title`` … of the page. The gold text is the
text of the blocks that are content.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tamis.lab.corpora.base import GoldPage, Layout, Unreadable, read_pairs
from tamis.lab.corpora.json_lines import page_from_record


def _matches(path: Path) -> bool:
    return path.is_dir() and any(path.glob("*/blocks.json"))


def _read(path: Path) -> Iterator[GoldPage | Unreadable]:
    pages = {file.parent.name: file for file in path.glob("*/source.html")}
    blocks = {file.parent.name: file for file in path.glob("*/blocks.json")}
    return read_pairs(pages, blocks, _page)


def _page(page_id: str, html: Path, blocks: Path) -> GoldPage:
    record = json.loads(blocks.read_bytes())
    gold = "\n".join(block["text"] for block in record["blocks"] if block["content"])
    # Raw bytes: finding their encoding is part of the task.
    return page_from_record({**record, "id": page_id, "gold": gold}, html.read_bytes())


LAYOUT = Layout("page-folders", _matches, _read)
