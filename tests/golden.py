"""Write what is expected of the sample pages anew: ``python -m tests.golden``, then read the diff."""

from __future__ import annotations

import json
from pathlib import Path

import tamis
from tests import reference

PAGES = Path(__file__).parent / "pages"
KEYS = ("index", "kept", "role", "tag", "xpath", "span", "reason", "text")


def slugs() -> list[str]:
    return sorted(folder.name for folder in PAGES.iterdir() if (folder / "source.html").exists())


def expected(slug: str) -> dict[str, str]:
    """What the default makes of a page: its Markdown, and of each block what was decided."""
    folder = PAGES / slug
    url = json.loads((folder / "blocks.json").read_text(encoding="utf-8"))["url"]
    document = tamis.analyze((folder / "source.html").read_bytes(), url)
    form = document.to_dict()
    rows = [{key: block[key] for key in KEYS} for block in form["blocks"]]
    summary = {"strategy": form["strategy"], "status": form["status"], "encoding": form["encoding"], "blocks": rows}
    return {
        "expected.md": document.markdown(links=True, images=True) + "\n",
        "expected.json": json.dumps(summary, ensure_ascii=False, indent=1) + "\n",
    }


def main() -> None:
    for slug in slugs():
        for name, text in expected(slug).items():
            (PAGES / slug / name).write_text(text, encoding="utf-8")
    reference.main()
    print(f"written: {len(slugs())} pages; read `git diff tests/pages` before you commit")


if __name__ == "__main__":
    main()
