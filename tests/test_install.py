"""Installing where there is no C compiler, what a wheel holds, and what a process without compiled modules says."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from setuptools import Distribution, Extension

import tamis
from tamis.native.status import MODULES, SLOW, kernel_kind, plain_modules

NEEDED = ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "NOTICE")
BUILT = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", "*.egg-info")
SECONDS = 300
"""no command of these takes longer than a few on an idle machine: one that hangs is a failure"""
NO_COMPILER = shutil.which("false") or "false"
PAGE = Path("tests/pages/article/source.html").absolute()
TELL = f"""
import json, multiprocessing
from pathlib import Path
import tamis

def scores(path):
    document = tamis.analyze(Path(path).read_bytes())
    return [document.text, document.decisions.kept.tolist(), document.decisions.score.tolist()]

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        pool.map(str, range(4))
    print(json.dumps(scores({str(PAGE)!r})))
"""


def environment(**more: str) -> dict[str, str]:
    """Ours, without what chooses a build or a tamis, and what says that the warning was given."""
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


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel that was made without a compiler, with the Cython and setuptools that are installed here."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", folder, source)
    made = run(*pip, CC=NO_COMPILER)
    assert made.returncode == 0, made.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder for PYTHONPATH with that wheel in it."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return str(folder)


def test_without_a_compiler_the_answers_are_the_same_and_one_line_says_that_it_is_slow(
    installed: str, tmp_path: Path
) -> None:
    """One line, although warnings are errors and worker processes import tamis as well."""
    script = tmp_path / "tell.py"
    script.write_text(TELL, encoding="utf-8")
    told = run(sys.executable, "-W", "error", script, PYTHONPATH=installed)
    assert told.returncode == 0, told.stderr
    assert told.stderr == f"{SLOW}\n"
    text, kept, score = json.loads(told.stdout)
    document = tamis.analyze(PAGE.read_bytes())
    assert text == document.text
    assert kept == document.decisions.kept.tolist()
    assert score == pytest.approx(document.decisions.score.tolist(), abs=1e-5)


def test_the_version_says_that_nothing_is_compiled(installed: str) -> None:
    told = run(sys.executable, "-m", "tamis", "--version", PYTHONPATH=installed)
    assert told.stdout == f"tamis {tamis.__version__} (pure Python kernel)\n"


def test_a_partial_build_is_an_error_that_names_what_is_missing(tmp_path: Path) -> None:
    """Each module is looked at, not one of them for all."""
    shutil.copytree("src", tmp_path / "src", ignore=shutil.ignore_patterns("*.c", "__pycache__", "*.egg-info"))
    for extension in (tmp_path / "src/tamis/native").glob("scan.*.*"):
        extension.unlink()
    told = run(sys.executable, "-m", "tamis", "--version", PYTHONPATH=str(tmp_path / "src"))
    assert told.returncode and told.stderr.rstrip().endswith("reinstall it. Not compiled: scan")


def test_what_is_looked_at_is_what_is_built() -> None:
    """Every source with types for Cython is on the one list, and compiled here."""
    assert set(MODULES) == {file.stem for kind in ("pxd", "pyx") for file in Path("src/tamis/native").glob(f"*.{kind}")}
    assert not plain_modules(), "build them: make kernel"
    assert kernel_kind() == "compiled kernel"


def test_a_compiler_that_does_not_work_is_an_error_where_it_is_needed(source: Path) -> None:
    command = (sys.executable, source / "setup.py", "-q", "build_ext")
    without = environment(CC=NO_COMPILER, TAMIS_COMPILED="1")
    built = subprocess.run(
        command, cwd=source, env=without, capture_output=True, text=True, check=False, timeout=SECONDS
    )
    assert built.returncode
    assert "false" in built.stderr


def test_all_extensions_are_built_or_none(tmp_path: Path) -> None:
    """They call each other in C: with some of them missing, the others could not be imported."""

    class Build(runpy.run_path("setup.py")["BuildAll"]):
        def translate(self) -> None:
            """These are C already."""

    empty = "#include <Python.h>\nPyMODINIT_FUNC PyInit_{0}(void) {{ return NULL; }}\n"
    (tmp_path / "good.c").write_text(empty.format("good"))
    (tmp_path / "bad.c").write_text(empty.format("bad") + "not C\n")
    for broken, built in ((False, 1), (True, 0)):
        names = ["good", "bad"] if broken else ["good"]
        parts = [Extension(f"tamis.{name}", [str(tmp_path / f"{name}.c")]) for name in names]
        command: Any = Build(Distribution({"name": "tamis", "ext_modules": parts}))
        command.build_lib, command.build_temp = str(tmp_path / "lib"), str(tmp_path / "temp")
        command.ensure_finalized()
        command.run()
        assert len(list((tmp_path / "lib").rglob("good*"))) == built
        assert len(command.get_outputs()) == built


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
    assert {required.name for required in needed} <= named
