"""What the README shows is what happens; its table of strategies is the register's."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import tamis
from tamis.cli import build_parser

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


def test_every_strategy_is_in_the_table() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| .* \| (.*) \|$", README, re.MULTILINE))
    assert rows == {s.name: s.summary for s in tamis.strategies()}


def test_every_command_and_option_is_documented() -> None:
    """``docs/cli.md`` names every command and every long option."""
    text = Path("docs/cli.md").read_text(encoding="utf-8")
    actions = [a for a in build_parser()._actions if a.dest == "command"]
    missing = []
    for name, parser in actions[0].choices.items():  # type: ignore[union-attr]
        section = text.split(f"## tamis {name}\n", 1)
        missing += [f"tamis {name}"] if len(section) == 1 else []
        for option in (o for a in parser._actions for o in a.option_strings if o.startswith("--") and o != "--help"):
            if len(section) > 1 and f"`{option}" not in section[1].split("\n## ")[0]:
                missing.append(f"tamis {name} {option}")
    assert not missing
