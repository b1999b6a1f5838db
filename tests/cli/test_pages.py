"""``tamis extract``, ``blocks`` and ``strategies`` as a user calls them."""

from __future__ import annotations

import json
import os
import pty
import selectors
import subprocess
import sys
from pathlib import Path

import pytest

import tamis
from tamis.cli import COMMANDS, main
from tamis.cli.output import unused_name

ARTICLE = "examples/pages/article.html"


def run(*args: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "tamis", *args], input=stdin, capture_output=True, check=False)


def test_stdin_to_stdout() -> None:
    done = run("extract", stdin=Path(ARTICLE).read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == tamis.extract(Path(ARTICLE).read_bytes()) + "\n"
    assert run("extract", "-", stdin=b"").stdout == b""


@pytest.mark.parametrize(("form", "start"), [("text", b"T"), ("markdown", b"# "), ("html", b"<h1>"), ("json", b"{")])
def test_formats(form: str, start: bytes) -> None:
    assert run("extract", "-f", form, ARTICLE).stdout.startswith(start)


def test_a_folder_into_a_folder(tmp_path: Path) -> None:
    done = run("extract", "examples/pages", "-f", "markdown", "-o", str(tmp_path / "out"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert len(list((tmp_path / "out").glob("*.md"))) == 10


def test_pages_of_one_name_get_files_of_their_own() -> None:
    used: dict[str, int] = {}
    names = [unused_name("index", used) for _ in range(100_000)]  # to try all numbers for each would take hours
    assert len(set(names)) == 100_000 and names[-1] == "index-100000"


def test_a_folder_inside_the_inputs_is_not_read_the_second_time(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(Path(ARTICLE).read_bytes())
    (tmp_path / "b.html").write_bytes(Path(ARTICLE).read_bytes())
    for _ in range(2):
        assert run("extract", str(tmp_path), "-f", "html", "-o", str(tmp_path / "out")).returncode == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.html", "b.html"]


def test_the_same_files_of_a_folder_are_pages_for_every_command(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("a.html", "b.HTM", "c.xhtml", "d.shtml", "e.php", "f"):
        (folder / name).write_bytes(Path(ARTICLE).read_bytes())
    lines = run("extract", "-f", "jsonl", str(folder)).stdout.decode().splitlines()
    assert [Path(json.loads(line)["source"]).suffix for line in lines] == [".html", ".HTM", ".xhtml", ".shtml"]
    shallow = ("--strategy", "shallow", "--workers", "1")
    assert run("run", str(folder), "-o", str(tmp_path / "out"), *shallow).stdout.startswith(b"4 pages")
    assert run("index", str(folder), "--store", str(tmp_path / "t.db")).stdout.startswith(b"4 pages")


def test_several_files_show_their_names_and_json_is_a_line_each() -> None:
    names = [ARTICLE, "examples/pages/listing.html"]
    shown = run("extract", *names).stdout.decode()
    assert [name for name in names if shown.count(f"==> {name} <==") == 1] == names
    lines = run("extract", "-f", "json", *names).stdout.decode().splitlines()
    assert [json.loads(line)["source"] for line in lines] == names


def test_a_page_that_is_named_twice_is_read_once_where_it_comes_first(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    for name in ("a.html", "b.html", "deep/c.html"):
        (folder / name).write_bytes(Path(ARTICLE).read_bytes())
    (tmp_path / "link").symlink_to(folder)

    def named(*names: str) -> list[str]:
        lines = run("extract", "-f", "json", *(str(tmp_path / name) for name in names)).stdout.decode().splitlines()
        return [json.loads(line)["source"].removeprefix(f"{tmp_path}/") for line in lines]

    assert named("in", "in/b.html") == ["in/a.html", "in/b.html", "in/deep/c.html"]
    assert named("in/b.html", "in") == ["in/b.html", "in/a.html", "in/deep/c.html"]
    assert named("in/deep", "in/deep/../a.html", "link") == ["in/deep/c.html", "in/deep/../a.html", "link/b.html"]
    assert named("in/gone.html", "in/gone.html", "in/a.html", "link/a.html") == ["in/a.html"]
    assert run("extract", "-f", "json", "-", "-", stdin=b"<p>Rye").stdout.count(b"\n") == 1


def test_records_and_comments_as_data(tmp_path: Path) -> None:
    posts = "".join(
        f"<div class=post><b class=author>{name}</b> <time datetime=2024-05-0{day}>May {day}</time><p>{name} bakes rye "
        "bread on Sundays, with sour dough and little salt.</p></div>"
        for day, name in enumerate(("Ann", "Ben", "Cyd", "Dan"), 1)
    )
    page = tmp_path / "thread.html"
    page.write_text(
        f"<h1>Who bakes?</h1><div id=thread>{posts}</div>"
        "<div id=comments><div class=comment><b class=author>Eve</b><p>So do I, on Mondays.</p></div></div>"
    )
    plain = json.loads(run("extract", str(page), "-f", "json").stdout)
    assert "items" not in plain and "comments" not in plain
    done = run("extract", str(page), "-f", "json", "--items", "--comment-list")
    form = json.loads(done.stdout)
    document = tamis.analyze(page.read_bytes())
    assert form["items"] == [item.to_dict() for item in document.items] and len(form["items"]) >= 4
    assert form["comments"] == [comment.to_dict() for comment in document.comments]
    assert "So do I, on Mondays." in form["comments"][0]["text"]
    assert {name: form[name] for name in plain} == plain
    data = json.loads(run("extract", str(page), "-f", "json", "--records", "--entity", "--no-ledger").stdout)
    assert data["records"] == [found.to_dict() for found in document.records] and len(data["records"]) == 4
    assert data["records"][0]["attributes"]["datePublished"][0]["normalized"] == "2024-05-01"
    assert data["entity"] is None and "items" not in data
    line = json.loads(run("extract", str(page), "-f", "jsonl", "--items").stdout)
    assert line["items"] == form["items"] and "comments" not in line
    assert json.loads(tamis.extract(page.read_text(), output_format="json", with_items=True))["items"] == form["items"]


@pytest.mark.parametrize("command", [("extract",), ("site", "extract")], ids=" ".join)
def test_json_without_the_ledger(command: tuple[str, ...]) -> None:
    pages = (ARTICLE, "examples/pages/listing.html")
    whole, small = (
        [json.loads(line) for line in run(*command, "-f", "jsonl", *more, *pages).stdout.decode().splitlines()]
        for more in ((), ("--no-ledger",))
    )
    assert all(line.pop("blocks") and line.pop("suspicious") == [] for line in whole)
    assert small == whole and small[0]["page_type"] == "article"


def first_line(command: subprocess.Popen[bytes]) -> bytes:
    """What a command that still runs has written; nothing if it keeps its lines to itself."""
    assert command.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(command.stdout, selectors.EVENT_READ)
        return command.stdout.readline() if selector.select(60) else b""


@pytest.mark.parametrize(
    "form", [("extract", "-f", "jsonl"), ("extract", "-f", "json"), ("blocks", "--json")], ids=" ".join
)
def test_json_lines_are_written_as_pages_are_done(form: tuple[str, ...], tmp_path: Path) -> None:
    """The second page is a pipe in which there is nothing until the first page's line was read."""
    second = tmp_path / "second.html"
    os.mkfifo(second)
    command = [sys.executable, "-m", "tamis", *form, ARTICLE, str(second), "examples/pages/listing.html"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0) as running:
        written = first_line(running)
        second.write_text("<p>Rye is a grass that is grown as a grain, and it makes good bread.")
        assert running.stdout is not None
        rest = running.stdout.read().splitlines()
    sources = [json.loads(line)["source"] for line in (written, *rest)]
    assert sources == [ARTICLE, str(second), "examples/pages/listing.html"]


def test_unreadable_input_costs_itself_alone(tmp_path: Path) -> None:
    (tmp_path / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    done = run("extract", "no-such-file.html", str(tmp_path / "picture.html"), ARTICLE)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "tamis extract: no-such-file.html: No such file or directory",
        f"tamis extract: {tmp_path}/picture.html: not html: png",
    ]
    assert ARTICLE in done.stdout.decode()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["extract", "--strategy", "nonsense", ARTICLE], "there is no strategy 'nonsense'; there are: auto"),
        (["extract", "--strategy", "shallow", "--set", "min_words=x", ARTICLE], "'min_words' takes a whole number"),
        (["extract", "--set", "min_words", ARTICLE], "--set takes KEY=VALUE"),
        (["extract", "--precision", "--recall"], "not allowed with argument"),
        (["extract", "-f", "pdf"], "invalid choice: 'pdf'"),
        (["extract", "--items", ARTICLE], "with_items is for json and jsonl alone: text has no place for it"),
        (["extract", "--no-ledger", ARTICLE], "ledger is for json and jsonl alone: text has no place for it"),
        (["extract", ARTICLE, "rows.jsonl"], "rows.jsonl holds many pages: `tamis run rows.jsonl -o OUT` makes a row"),
        (["extract", "a/crawl.warc.gz"], "`tamis run a/crawl.warc.gz -o OUT`"),
        (["extract", "CRAWL.WARC"], "`tamis run CRAWL.WARC -o OUT`"),
        (["blocks", "rows.jsonl.xz"], "`tamis run rows.jsonl.xz -o OUT`"),
        (["inspect", "rows.jsonl.gz", "-o", "x.html"], "`tamis run rows.jsonl.gz -o OUT`"),
        (["site", "extract", "rows.parquet", ARTICLE], "`tamis run rows.parquet -o OUT`"),
        (["diff", "auto", "shallow", "rows.jsonl"], "`tamis run rows.jsonl -o OUT`"),
        (["extract", "--nonsense", ARTICLE], "unrecognized arguments: --nonsense; see `tamis extract --help`"),
        (["extract", "--favour-recall", "--no-tabels=x", ARTICLE], "; did you mean --favor-recall --no-tables?; see"),
        (["extract", ""], "an input has an empty name: perhaps a variable of the shell is empty"),
        (["extract", ARTICLE, "-o", ""], "the output has an empty name"),
        (["site", "extract", ARTICLE, ""], "an input has an empty name"),
        (["run", "", "-o", "out"], "an input has an empty name"),
        (["run", ARTICLE, "-o", ""], "the output has an empty name"),
        (["serve", "--port", "99999"], "--port is 65535 at most"),
        (["site", "show", "--nonsense", "x"], "unrecognized arguments: --nonsense; see `tamis site show --help`"),
        (["extract", "--strategy", "style-tree", ARTICLE], "`tamis site extract`"),
        (["extract", "examples/pages", "-o", "setup.py"], "setup.py is a file; several pages go into a folder"),
        (["extract", ARTICLE, "-o", "setup.py/x"], "cannot write setup.py/x: setup.py is not a folder"),
        (["search", "rye", "--limit", "0"], "takes a number of 1 or more, not '0'"),
        (["nonsense"], "invalid choice: 'nonsense'"),
        (["extract", ARTICLE, "-o", "/proc/no/such"], "cannot write"),
    ],
)
def test_wrong_use_is_one_line_and_exit_code_2(args: list[str], message: str) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert len(done.stderr.decode().splitlines()) == 1


def test_a_name_that_is_no_utf8_costs_nothing(tmp_path: Path) -> None:
    name = os.fsdecode(bytes(tmp_path) + b"/caf\xe9.html")
    Path(name).write_bytes(Path(ARTICLE).read_bytes())
    lines = run("extract", "-f", "jsonl", name, ARTICLE).stdout.decode().splitlines()
    assert [json.loads(line)["source"] for line in lines] == [name, ARTICLE]
    assert run("extract", "-f", "jsonl", "-o", str(tmp_path / "all.jsonl"), name, ARTICLE).stderr == b""
    assert (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines() == lines


def test_letters_that_the_terminal_has_not_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    page = "<p>Caf\u00e9 is French for a house in which coffee is had, and cake with it.".encode()
    done = run("extract", "-", stdin=page)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Caf\\xe9 is French")


def test_what_may_be_meant_for_an_address_is_advised_on() -> None:
    done = run("extract", "ftp://example.org/rye", "www.example.org/rye", "HTTP://127.0.0.1:1/rye")
    ftp, www, loud = done.stderr.decode().splitlines()
    assert done.returncode == 1
    assert ftp.endswith("ftp://example.org/rye: No such file or directory; only http:// and https:// are fetched")
    assert www.endswith("www.example.org/rye: No such file or directory; an address begins with https://")
    assert "No such file" not in loud


def test_a_folder_without_pages_costs_itself_alone(tmp_path: Path) -> None:
    done = run("extract", str(tmp_path), ARTICLE)
    assert done.returncode == 1 and b"no pages in this folder" in done.stderr
    assert ARTICLE in done.stdout.decode()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device stands in for a full disk here")
def test_a_full_disk_is_one_line() -> None:
    command = f"{sys.executable} -m tamis extract {ARTICLE} > /dev/full"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "tamis extract: No space left on device: output\n")


def test_a_page_of_which_nothing_is_kept_says_so() -> None:
    done = run("extract", stdin=b"<script>draw()</script>")
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"nothing was kept: the page has no text" in done.stderr
    done = run("extract", "--language", "fr", ARTICLE)
    assert (done.returncode, done.stdout) == (0, b"") and b"`tamis blocks` says why" in done.stderr


def test_blocks_as_a_table_and_as_json() -> None:
    table = run("blocks", ARTICLE).stdout.decode().splitlines()
    ledger = json.loads(run("blocks", "--json", ARTICLE).stdout)
    assert len(table) == len(ledger["blocks"]) + 1
    for line, block in zip(table[1:], ledger["blocks"], strict=True):
        sign, score = line.split()[:2]
        assert sign == ("+" if block["kept"] else "-")
        assert float(score) == pytest.approx(block["score"], abs=0.006)


def test_control_characters_do_not_reach_the_terminal() -> None:
    out = run("blocks", stdin=b"<p>red \x1b[31malert\x07 and more").stdout
    assert b"\x1b" not in out and b"\x07" not in out


@pytest.mark.parametrize("side", ["precision", "recall"])
def test_what_to_favor_has_the_name_that_python_has(side: str) -> None:
    html = Path(ARTICLE).read_bytes()
    wanted = tamis.extract(html, strategy="shallow", **{f"favor_{side}": True})  # type: ignore[arg-type]
    assert wanted != tamis.extract(html, strategy="shallow")
    for option in (f"--favor-{side}", f"--{side}"):
        assert run("extract", "--strategy", "shallow", option, stdin=html).stdout.decode() == wanted + "\n"


def test_parameters_reach_the_strategy() -> None:
    page = b"<p>five words stand in here</p>"
    few = run("blocks", "--json", "--strategy", "shallow", "--set", "min_words=3", stdin=page)
    assert "prose: 5 words" in json.loads(few.stdout)["blocks"][0]["reason"]


def test_strategies_and_version() -> None:
    assert run("strategies").stdout.decode().startswith("auto ")
    assert {row["name"] for row in json.loads(run("strategies", "--json").stdout)} == {
        s.name for s in tamis.available_strategies()
    }
    assert run("--version").stdout.decode() == f"tamis {tamis.__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_a_command_is_for(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])
    after_usage = capsys.readouterr().out.split("\n\n")[1]
    assert after_usage[0].isupper() and after_usage.rstrip().endswith((".", ":"))


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m tamis blocks examples/pages | head -1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, check=False)
    assert done.stderr == b"" and done.stdout.count(b"\n") == 1


def test_progress_on_a_terminal_and_none_in_a_pipe(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.html").write_text("<p>" + "some words of prose, again and again. " * 400)
    master, slave = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-m", "tamis", "extract", str(tmp_path), "-o", str(tmp_path / "out")],
        stderr=slave,
        check=False,
    )
    os.close(slave)
    drawn = os.read(master, 100_000)
    os.close(master)
    assert done.returncode == 0 and b"/300" in drawn and b"[#" in drawn
    assert run("extract", str(tmp_path), "-o", str(tmp_path / "out")).stderr == b""


def test_a_command_imports_its_own_file_alone() -> None:
    code = (
        "import sys; from tamis.cli import main; main(['strategies']); "
        "sys.exit(any(name in sys.modules for name in ('tamis.cli.train', 'tamis.store', 'socket', 'subprocess')))"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def on_a_terminal(*args: str, **environment: str) -> bytes:
    """What a command writes to a terminal that is both its outputs."""
    master, slave = pty.openpty()
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | environment
    with subprocess.Popen([sys.executable, "-m", "tamis", *args], stdout=slave, stderr=slave, env=env):
        os.close(slave)
        written = b""
        try:
            while part := os.read(master, 65536):
                written += part
        except OSError:  # how Linux says that nobody writes any more
            pass
    os.close(master)
    return written


def test_what_is_said_does_not_run_into_the_progress_bar(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"{number}.html").write_text("<p>" + "some words of prose, again and again. " * 400)
        (tmp_path / f"{number}b.html").write_bytes(b"\x89PNG\r\n\x1a\n")
    written = on_a_terminal("extract", str(tmp_path))
    assert b"/600" in written
    assert not [line for line in written.split(b"\n") if b"/s" in line.split(b"\x1b[K")[-1]]


def test_a_page_does_not_steer_the_terminal_and_is_itself_in_a_pipe(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>red \x1b[31malert and more words of prose, a whole sentence of them.")
    assert b"\x1b[31m" not in on_a_terminal("extract", str(page))
    assert b"\x1b[31m" in run("extract", str(page)).stdout
    store = str(tmp_path / "tamis.db")
    run("index", str(page), "--store", store)
    assert b"\x1b[31m" not in (found := on_a_terminal("search", "prose", "--store", store)) and b"alert" in found


def test_colours_on_a_terminal_unless_they_are_unwanted() -> None:
    assert b"\x1b[32m" in on_a_terminal("blocks", ARTICLE)
    assert b"\x1b[32m" not in on_a_terminal("blocks", ARTICLE, NO_COLOR="1")
    assert b"\x1b[32m" in run("blocks", "--color", "always", ARTICLE).stdout


def test_pages_of_a_folder_keep_their_places_below_it(tmp_path: Path) -> None:
    for name in ("index.html", "news/index.html", "news/2024/index.html", "news/index.htm"):
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<h1>{name}</h1><p>Rye is a grass that is grown as a grain and makes good bread.")
    done = run("extract", str(tmp_path / "site"), "-o", str(tmp_path / "out"))
    written = sorted(path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.txt"))
    assert written == ["index.txt", "news/2024/index.txt", "news/index-2.txt", "news/index.txt"]
    assert b"index.html is written as " in done.stderr and b"news/index-2.txt, as another page has" in done.stderr


def test_options_as_in_trafilatura(tmp_path: Path) -> None:
    site, out = tmp_path / "site", tmp_path / "out"
    (site / "news").mkdir(parents=True)
    page = "<title>Rye</title><h1>Rye</h1><p>Rye is a grass that is grown as a grain and makes good bread."
    (site / "news" / "rye.html").write_text(page)
    run("extract", "--input-dir", str(site), "--output-dir", str(out), "--keep-dirs", "--markdown", "--with-metadata")
    assert (out / "news" / "rye.md").read_text().startswith('---\ntitle: "Rye"')
    name = str(site / "news" / "rye.html")
    for flag, begin in (
        ("--json", b"{"),
        ("--xml", b"<"),
        ("--xmltei", b"<"),
        ("--html", b"<"),
        ("--markdown", b"# Rye"),
    ):
        assert run("extract", name, flag).stdout.startswith(begin), flag
    assert run("extract", name, "--output-format", "xmltei").stdout == run("extract", name, "-f", "tei").stdout
    assert run("extract", name, "--target-language", "de").stdout == b""
    refused = run("extract", "-u", "http://127.0.0.1:1/", "--json")
    assert refused.returncode == 1 and b"http://127.0.0.1:1/" in refused.stderr
    both = run("extract", name, "-o", "a", "--output-dir", str(out))
    assert both.returncode == 2 and b"choose one" in both.stderr


def test_a_page_that_is_cut_off_says_what_to_do(tmp_path: Path) -> None:
    page = tmp_path / "long.html"
    page.write_text("<h1>Rye</h1>" + "<p>Rye is a grass that is grown as a grain and makes good bread.</p>" * 50)
    for name in ("bytes", "nodes"):
        done = run("extract", str(page), f"--max-{name}", "40")
        assert f"truncated: {name}, so that some of it is missing: --max-{name} N takes more".encode() in done.stderr
    assert b"truncated" not in run("extract", str(page)).stderr
    assert b"truncated: nodes" in run("blocks", str(page), "--max-nodes", "40").stdout
    assert run("extract", str(page), "--max-seconds", "-1").returncode == 2
