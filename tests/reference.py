"""Write what the docs repeat from the code anew: ``docs/cli.md``, the README's table of strategies and what
the commands in ``docs/store.md`` print.

``make golden`` runs this; a test fails when the docs have fallen behind.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

import tamis
from tamis.cli import build_parser

ROOT = Path(__file__).parent.parent
_TABLE = re.compile(r"(<!-- strategies -->\n).*?(<!-- end -->)", re.DOTALL)
_OWN_ROW = re.compile(r" *(auto|shallow) +[0-9.]+ ")
_PAGE = "<nav><a href=/>Home</a></nav><h1>Rye</h1><p>Rye is a grass that is grown as a grain and makes good bread."
_HEAD = """# The command line

Extract a page's text, look at the decisions, run over many pages, search, measure, train:

```console
{example}```

Every command has `--help`. Progress and colours are for terminals alone, never for pipes; `NO_COLOR` turns colours off.

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | some input could not be read or processed, the rest was; for a gate: a figure fell below its floor |
| 2 | wrong use; one line on stderr tells what to do |

Pages are files, folders and addresses that begin with `https://` or `http://`. Files of many pages (`.warc.gz`,
`.jsonl`, `.parquet`) are for `tamis run`; `tamis index` takes the last two. Commands that take pages refuse them and
name `tamis run`.
"""


def cli_reference() -> str:
    """Every command with its arguments and options, from the parsers themselves."""
    with TemporaryDirectory() as folder:
        Path(folder, "page.html").write_text(_PAGE, encoding="utf-8")
        example = "".join(_run(command, folder) for command in ("extract page.html -f markdown", "blocks page.html"))
    parts = [_HEAD.format(example=example)]
    for name, parser in commands(build_parser()):
        parts.append(f"\n## {name}\n\n{' '.join((parser.description or '').split())}\n")
        rows = [(_names(action), _help(action)) for action in parser._actions if _shown(action)]
        if rows:
            parts.append("\n| | |\n| --- | --- |\n")
            parts += [f"| {names} | {text} |\n" for names, text in rows]
        if parser.epilog:
            parts.append(f"\n```text\n{parser.epilog.strip()}\n```\n")
    return "".join(parts)


def strategy_table() -> str:
    """The strategies as the README shows them."""
    rows = [f"| `{s.name}` | {s.scope} | {s.summary} |" for s in tamis.available_strategies()]
    return "\n".join(["| name | scope | what it does |", "| --- | --- | --- |", *rows]) + "\n"


def readme(text: str) -> str:
    """The README with its table of strategies as it is now."""
    return _TABLE.sub(lambda match: match[1] + strategy_table() + match[2], text)


def store_guide(text: str) -> str:
    """The guide to the store with what the commands of its first example print now."""
    before, after = text.split("## In short\n\n")
    example, rest = after.split("In Python:", 1)
    with TemporaryDirectory() as folder:
        Path(folder, "examples").symlink_to(ROOT / "examples")
        parts = [_run(part.strip().splitlines()[0], folder) for part in example.split("$ tamis ")[1:]]
    return f"{before}## In short\n\n{textwrap.indent(chr(10).join(parts), '    ')}\nIn Python:{rest}"


def tutorial(text: str) -> str:
    """The tutorial with what its commands print now, one after the other in a folder of their own."""
    with TemporaryDirectory() as folder:
        Path(folder, "examples").symlink_to(ROOT / "examples")

        def renewed(block: re.Match[str]) -> str:
            lines = [line[2:] for line in block[1].splitlines() if line.startswith("$ ")]
            return f"```console\n{''.join(f'$ {line}' + chr(10) + _in_shell(line, folder) for line in lines)}```"

        return re.sub(r"```console\n(.*?)```", renewed, text, flags=re.DOTALL)


def _in_shell(line: str, folder: str) -> str:
    """What a line of the shell prints."""
    script = f'tamis() {{ {shlex.quote(sys.executable)} -m tamis "$@"; }}; {line}'
    wide = {**os.environ, "COLUMNS": "100"}
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=True, env=wide)
    return done.stdout


def evaluation_guide(text: str) -> str:
    """The guide to evaluations with the figures that our strategies have on the sample pages now, but for times."""
    given = [sys.executable, "-m", "tamis", "evaluate", "tests/pages", "--strategies", "auto,shallow"]
    done = subprocess.run(given, cwd=ROOT, capture_output=True, text=True, check=True)
    measured = {_kind_of_row(line): line for line in done.stdout.splitlines() if _OWN_ROW.match(line)}
    lines = []
    for line in text.split("\n"):
        found = measured.get(_kind_of_row(line)) if _OWN_ROW.match(line) else None
        lines.append(line if found is None else _with_figures(line, found))
    return "\n".join(lines)


def _kind_of_row(line: str) -> tuple[str, int]:
    """Whose figures a row has, and how many: those by page type are six, of the surest pages four."""
    return line.split()[0] if line.strip() else "", len(line.split())


def _with_figures(line: str, measured: str) -> str:
    """A row with the figures that were measured; in the first table the last three are times and errors."""
    new = measured.split()
    keep = 3 if "%" in new else 0
    parts = re.split(r"(\S+)", line)
    for at, figure in enumerate(new[: len(new) - keep]):
        parts[2 * at + 1] = figure
    return "".join(parts)


def _run(command: str, folder: str) -> str:
    given = [sys.executable, "-m", "tamis", *shlex.split(command, comments=True)]
    wide = {**os.environ, "COLUMNS": "100"}  # a caller's terminal may be narrower
    done = subprocess.run(given, cwd=folder, capture_output=True, text=True, check=True, env=wide)
    return f"$ tamis {command}\n{done.stdout}"


def commands(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser]]:
    """Every command with its parser."""
    found: list[tuple[str, argparse.ArgumentParser]] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action.choices.values():
                found += [(choice.prog, choice), *commands(choice)]
    return found


def _shown(action: argparse.Action) -> bool:
    hidden = action.help == argparse.SUPPRESS or isinstance(action, argparse._SubParsersAction)
    return not hidden and "--help" not in action.option_strings


def _names(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else action.metavar or (action.dest.upper() if not action.choices else "")
    value = "|".join(map(str, action.choices)) if action.choices and not action.metavar else value
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`".replace("|", "\\|")
    return ", ".join(f"`{name}{f' {value}' if value else ''}`" for name in action.option_strings).replace("|", "\\|")


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%").replace("|", "\\|")


def main() -> None:
    (ROOT / "docs/cli.md").write_text(cli_reference(), encoding="utf-8")
    for name, renewed in (
        ("README.md", readme),
        ("docs/store.md", store_guide),
        ("docs/evaluation.md", evaluation_guide),
        ("docs/tutorial.md", tutorial),
    ):
        page = ROOT / name
        page.write_text(renewed(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
