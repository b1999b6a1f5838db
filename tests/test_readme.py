"""What the README shows is what happens; its table of strategies is the register's."""

from __future__ import annotations

import doctest
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tamis.cli import build_parser
from tests import reference

README = Path("README.md").read_text(encoding="utf-8")
DOCS = {path: path.read_text(encoding="utf-8") for path in (Path("README.md"), *sorted(Path("docs").glob("*.md")))}


@pytest.mark.parametrize("path", DOCS, ids=str)
def test_python_snippets(path: Path) -> None:
    """Every ``>>>`` in the guide runs and prints what is shown."""
    test = doctest.DocTestParser().get_doctest(DOCS[path].replace("```", ""), {}, str(path), str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test)
    assert not runner.failures
    if path.name == "README.md":
        assert runner.tries >= 4


def test_first_command_prints_what_is_shown() -> None:
    console = README.split("```console\n")[1].split("```")[0].splitlines()
    command = console[0].removeprefix("$ ")
    shown = [line for line in console[1:] if not line.startswith("$ ")]
    shell = command.replace("tamis ", f"{shlex.quote(sys.executable)} -m tamis ", 1)
    printed = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True).stdout.splitlines()
    assert printed == shown


def test_the_store_says_what_its_page_shows() -> None:
    shown = DOCS[Path("docs/store.md")]
    assert reference.store_guide(shown) == shown, "the docs have fallen behind: make golden"


def test_the_tutorial_prints_what_it_shows() -> None:
    shown = DOCS[Path("docs/tutorial.md")]
    assert reference.tutorial(shown) == shown, "the docs have fallen behind: make golden"


def test_a_site_template_is_what_its_page_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    maker = Path("benchmarks/generated_site.py").absolute()
    shown = DOCS[Path("docs/sites.md")].split("    $ tamis site learn")[1].split("    $ tamis site apply")[0]
    monkeypatch.chdir(tmp_path)
    subprocess.run([sys.executable, maker, "pages", "--pages", "12"], check=True, capture_output=True)
    printed = "".join(
        subprocess.run(
            [sys.executable, "-m", "tamis", "site", *args], capture_output=True, text=True, check=True
        ).stdout
        for args in (["learn", "pages", "-o", "site.json"], ["show", "site.json"])
    )
    lines = [line[4:] for line in shown.splitlines()[1:] if line.strip(" …") and "$ " not in line]
    assert lines == [line for line in printed.splitlines() if line][: len(lines)]


def test_the_docs_name_every_strategy_command_and_option() -> None:
    behind = "the docs have fallen behind: make golden"
    assert reference.readme(README) == README, behind
    assert reference.cli_reference() == Path("docs/cli.md").read_text(encoding="utf-8"), behind


def test_every_option_says_what_it_does() -> None:
    for name, parser in reference.commands(build_parser()):
        assert parser.description, name
        for action in parser._actions:
            assert action.help, f"{name}: {action.option_strings or action.dest}"
