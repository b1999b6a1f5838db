"""Pages we wrote ourselves: a folder a page, with ``source.html`` and ``blocks.json``.

``blocks.json`` has the page's blocks as a person cut them, in order, each with ``text``, ``content`` (is it
the page's content?) and ``role``; and ``url``, ``page_type``, ``title`` … of the page. The gold text is the
text of the blocks that are content.
"""

from __future__ import annotations

import json
from pathlib import Path

from tamis.lab.corpora.base import GoldPage, Pairs, paired_layout
from tamis.lab.corpora.json_lines import page_from_record


def _find(path: Path) -> Pairs[Path] | None:
    blocks = {file.parent.name: file for file in path.glob("*/blocks.json")}
    return ({file.parent.name: file for file in path.glob("*/source.html")}, blocks) if blocks else None


def _page(page_id: str, html: Path, blocks: Path) -> GoldPage:
    record = json.loads(blocks.read_bytes())
    gold = "\n".join(block["text"] for block in record["blocks"] if block["content"])
    # Raw bytes: finding their encoding is part of the task.
    return page_from_record({**record, "id": page_id, "gold": gold}, html.read_bytes())


LAYOUT = paired_layout("page-folders", _find, _page)
