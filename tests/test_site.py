"""The documentation: no link leads nowhere, every public name and document has its place, and the site builds."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tamis
import tamis.compat.trafilatura

ROOT = Path(__file__).parent.parent
PAGES = [
    *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").glob("*.md"),
    *(ROOT / "src/tamis/papers").glob("*/README.md"),
]  # fmt: skip
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
NAV = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
REFERENCE = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs/reference").glob("*.md"))
DOCUMENTED = set(re.findall(r"^::: (\S+)$", REFERENCE, re.MULTILINE))


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are made of their words."""
    found: set[str] = set()
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower().strip()
        found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_within_the_repository_lead_somewhere(page: Path) -> None:
    dead = []
    for link in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        is_there = target.exists() and (not anchor or target.suffix != ".md" or anchor in anchors(target))
        dead += [] if is_there else [link]
    assert not dead


def test_every_public_name_is_in_the_reference() -> None:
    missing = {f"tamis.{name}" for name in tamis.__all__ if name != "__version__"} - DOCUMENTED
    assert not missing and "tamis.__version__" in REFERENCE
    assert "tamis.compat.trafilatura" in DOCUMENTED


def test_what_the_reference_names_is_there() -> None:
    for name in sorted(DOCUMENTED):
        module, _, attribute = name.rpartition(".")
        if module == "tamis.integrations":
            assert (ROOT / "src" / f"{name.replace('.', '/')}.py").exists()
        elif name != "tamis.compat.trafilatura":
            assert hasattr(importlib.import_module(module), attribute), name


def test_every_paper_and_reference_is_in_the_navigation() -> None:
    """Guides that it does not name are added when the site is built."""
    documents = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs/reference").glob("*.md")}
    documents |= {f"papers/{path.parent.name}.md" for path in (ROOT / "src/tamis/papers").glob("*/README.md")}
    missing = {document for document in documents if not re.search(rf" {re.escape(document)}$", NAV, re.MULTILINE)}
    assert not missing


def test_the_site_builds(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    reference = (tmp_path / "reference/api/index.html").read_text(encoding="utf-8")
    assert "favor_precision" in reference and ":func:" not in reference
    assert (tmp_path / "papers/lbda2015/index.html").exists() and (tmp_path / "index.html").exists()
