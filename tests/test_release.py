"""What a release is made with: notes, versions, workflows, and no requirement that old installers fail on."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import tamis

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]


def test_the_notes_of_a_release_are_its_part_of_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d[^\]]*)\]", changelog, re.MULTILINE)
    assert "\n## [Unreleased]\n" in changelog and changelog.index("[Unreleased]") < changelog.index(f"[{versions[0]}]")
    command = [sys.executable, "packaging/notes.py"]
    for version in versions:
        done = subprocess.run([*command, version], cwd=ROOT, capture_output=True, text=True, check=True)
        assert "### Added" in done.stdout and "\n## [" not in done.stdout
        assert re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changelog, re.MULTILINE)
    done = subprocess.run([*command, "99.0"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode and "has nothing on 99.0" in done.stderr


def test_one_version_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {tamis.__version__}\n" in citation
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## [{tamis.__version__}]" in changelog


def packages(extra: str) -> set[str]:
    """What an extra needs, with the extras that it names."""
    found: set[str] = set()
    for requirement in EXTRAS[extra]:
        if inner := re.match(r"tamis\[([^\]]*)\]", requirement):
            found |= set().union(*(packages(name) for name in inner[1].split(",")))
        else:
            found.add(re.split(r"[\[<>=~! ]", requirement)[0].lower().replace("_", "-"))
    return found


def test_all_has_no_competitors_and_no_training() -> None:
    peers, training = packages("peers") - {"lxml"}, packages("train") - packages("evaluate")
    assert not packages("all") & (peers | training)
    for extra in EXTRAS:
        assert packages(extra)


def test_workflows_and_templates_are_yaml() -> None:
    yaml = pytest.importorskip("yaml")
    files = [*(ROOT / ".github").rglob("*.yml"), ROOT / ".pre-commit-config.yaml", ROOT / "CITATION.cff"]
    assert len(files) >= 7
    for file in files:
        assert yaml.safe_load(file.read_text(encoding="utf-8"))
    tests = yaml.safe_load((ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
    matrix = tests["jobs"]["tests"]["strategy"]["matrix"]
    assert len(matrix["os"]) == 3 and matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
