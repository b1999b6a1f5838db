"""What MkDocs needs to show pages that stand outside of docs/: the README, the papers, benchmarks and the changelog.

Links between documents are those of the repository, so that they work there as well. Here they are turned to the pages
of the site; a link to a file that is no page, such as a source, becomes its name.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
ROLE = re.compile(r":(?:func|class|meth|mod|data|attr):(<code>)~?(?=[^<]*</code>)")
"""as docstrings name things, which Markdown knows nothing of"""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


def outside() -> dict[str, str]:
    """The documents outside of docs/, by their paths in the repository, and the pages that show them."""
    pages = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md",
             "SECURITY.md": "security.md"}  # fmt: skip
    for path in sorted((ROOT / "benchmarks").glob("*.md")):
        pages[f"benchmarks/{path.name}"] = f"benchmarks/{'index.md' if path.name == 'README.md' else path.name}"
    for path in sorted((ROOT / "src/tamis/papers").glob("*/README.md")):
        pages[path.relative_to(ROOT).as_posix()] = f"papers/{path.parent.name}.md"
    return pages


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put documents that the navigation does not name among the guides."""
    listed = str(config.nav)
    guides = next(part["Guides"] for part in config.nav or [] if "Guides" in part)
    guides += [path.name for path in sorted((ROOT / "docs").glob("*.md")) if f"'{path.name}'" not in listed]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents that stand elsewhere."""
    for source, page in outside().items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turn the links of the repository to those of the site."""
    pages = outside()
    own = page.file.src_uri
    source = next((name for name, shown in pages.items() if shown == own), f"docs/{own}")

    def turned(match: re.Match[str]) -> str:
        image, text, link = match.groups()
        if re.match(r"[a-z]+:|#|/", link):
            return match[0]
        path, hash_, anchor = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        shown = pages.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
        if shown is None:
            return text
        relative = posixpath.relpath(shown, posixpath.dirname(own) or ".")
        return f"{image}[{text}]({relative}{hash_}{anchor})"

    return LINK.sub(turned, markdown)


def on_page_content(html: str, **_: Any) -> str:
    """Show names in docstrings as code alone."""
    return ROLE.sub(r"\1", html)
