"""What a build asks for and says where it is missing, and what a wheel holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import tamis
from tamis.native.status import MODULES, uncompiled_modules

NEEDED = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "NOTICE")
BUILT = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "*.egg-info")
SECONDS = 300
"""no command of these takes longer than a few on an idle machine: one that hangs is a failure"""
NO_COMPILER = shutil.which("false") or "false"
PAGE = Path("tests/pages/article/source.html").absolute()


def environment(**more: str) -> dict[str, str]:
    """Ours, without what chooses a tamis."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("TAMIS_", "PYTHONPATH"))}
    return kept | more


def run(*command: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, env=environment(**more), cwd=PAGE.parent, check=False, timeout=SECONDS
    )


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an sdist has, with nothing built."""
    folder = tmp_path_factory.mktemp("source")
    for name in NEEDED:
        shutil.copy(name, folder)
    shutil.copytree("src", folder / "src", ignore=BUILT)
    return folder


def wheel_of(source: Path, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel with the Cython and setuptools that are installed here."""
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", folder, source)
    return run(*pip, **more)


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the sources, unstripped and not optimised, which takes a third of the time."""
    folder = tmp_path_factory.mktemp("wheel")
    made = wheel_of(source, folder, CFLAGS="-O0")
    assert made.returncode == 0, made.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_without_a_compiler_one_sentence_says_what_to_do(source: Path, tmp_path: Path) -> None:
    built = wheel_of(source, tmp_path, CC=NO_COMPILER)
    assert built.returncode
    assert "no working C compiler: install one with Python's headers" in built.stderr
    assert "or install a wheel of tamis for this platform" in built.stderr


def test_an_installed_wheel_works(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    extracted = run(sys.executable, "-m", "tamis", "extract", PAGE, PYTHONPATH=str(tmp_path))
    assert extracted.stdout == tamis.extract(PAGE.read_bytes()) + "\n", extracted.stderr


def test_a_partial_build_is_an_error_that_names_what_is_missing(tmp_path: Path) -> None:
    """Each module is looked at, not one of them for all."""
    shutil.copytree("src", tmp_path / "src", ignore=shutil.ignore_patterns("*.c", "__pycache__", "*.egg-info"))
    for extension in (tmp_path / "src/tamis/native").glob("tokens.*.so"):
        extension.unlink()
    version = run(sys.executable, "-m", "tamis", "--version", PYTHONPATH=str(tmp_path / "src"))
    assert version.returncode and "tamis is not compiled (missing: tokens). Install a wheel" in version.stderr


def test_what_is_looked_at_is_what_is_built() -> None:
    """Every source with types for Cython is on the one list, and compiled here."""
    assert set(MODULES) == {file.stem for kind in ("pxd", "pyx") for file in Path("src/tamis/native").glob(f"*.{kind}")}
    assert not uncompiled_modules(), "build them: make kernel"


def test_a_wheel_has_no_sources_of_extensions_and_no_weights_of_folds(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert not [name for name in names if name.endswith((".c", ".h", ".pxd", ".pyx")) or "/unseen/" in name]
    data = {path.relative_to("src").as_posix() for path in Path("src").rglob("*") if path.suffix in (".npz", ".js")}
    assert {name for name in data if "/unseen/" not in name} <= set(names)
    assert {"tamis/py.typed", "tamis/schema/document.schema.json"} <= set(names)


PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]


def extra(name: str) -> list[Requirement]:
    """What an extra asks for, with that of the extras that it names."""
    found = []
    for line in PROJECT["optional-dependencies"][name]:
        required = Requirement(line)
        if required.name == "tamis":
            found += [part for other in sorted(required.extras) for part in extra(other)]
        else:
            found.append(required)
    return found


def test_all_is_without_peers_and_training() -> None:
    others = {required.name for required in extra("peers") + extra("train")} - {r.name for r in extra("evaluate")}
    others.discard("lxml")  # some peers need it, and whoever has trees of it may hand them over
    assert {"trafilatura", "resiliparse", "torch"} <= others
    assert not {required.name for required in extra("all")} & others


def test_lxml_is_asked_for_once_in_the_spelling_of_justext() -> None:
    """pip before 23.3 crashes if it meets ``lxml[html-clean]`` before it has chosen an lxml."""
    (lxml,) = [required for required in extra("peers") if required.name == "lxml"]
    assert lxml.extras == {"html_clean"}


def test_what_the_core_needs_has_upper_bounds_and_is_in_the_readme() -> None:
    needed = [Requirement(line) for line in PROJECT["dependencies"]]
    assert all(any(bound.operator == "<" for bound in required.specifier) for required in needed)
    readme = " ".join(Path("README.md").read_text(encoding="utf-8").split())
    (sentence,) = [part for part in readme.split(". ") if "core needs" in part]
    named = set(sentence.replace(",", " ").lower().split())
    assert {required.name.lower() for required in needed} <= named
