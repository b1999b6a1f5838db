"""The inspector as one file: its page, style, scripts and data in one, for ``tamis inspect``."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

ASSETS: Final = Path(__file__).parent / "assets"
_MODULES: Final = ("dom.js", "api.js", "frame.js", "ledger.js", "corrections.js", "panes.js", "inspector.js")
"""in the order in which they need each other"""
_CHARSET: Final = '<meta charset="utf-8">'
_IMPORT: Final = re.compile(r"^import [^;]{1,500};\n", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|const|class|let) )", re.MULTILINE)


def bundle(data: dict[str, Any]) -> str:
    """A self-contained page that shows ``data``, which is what :func:`tamis.inspect.view.view` makes.

    Its own policy lets nothing be loaded, and nothing run but this one script.
    """
    script = _joined()
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; frame-src 'none'; base-uri 'none'; form-action 'none'"
    )
    page = (ASSETS / "index.html").read_text(encoding="utf-8")
    style = (ASSETS / "inspector.css").read_text(encoding="utf-8")
    title = escape(data.get("title") or data.get("url") or "a page")
    # "<" in the data would end the element it stands in
    packed = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c").encode("utf-8", "replace").decode()
    parts = {
        '<link rel="stylesheet" href="/assets/inspector.css">': f"<style>{style}</style>",
        '<link rel="icon" href="/assets/icon.svg">': "",
        _CHARSET: f'{_CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">',
        "<title>tamis inspector</title>": f"<title>{title} – tamis</title>",
        '<script type="module" src="/assets/inspector.js"></script>': (
            f'<script type="application/json" id="data">{packed}</script><script type="module">{script}</script>'
        ),
    }
    for mark, part in parts.items():
        assert page.count(mark) == 1, mark
        page = page.replace(mark, part)
    return page


def _joined() -> str:
    """The modules as one: what they import from each other is then in the same scope."""
    texts = ((ASSETS / name).read_text(encoding="utf-8") for name in _MODULES)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in texts)
