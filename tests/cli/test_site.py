"""``tamis site``: learn, show, apply, extract, and what they say of bad input."""

import json

import pytest

import tamis
from tamis.cli import main
from tests.site.samples import GRAINS, recipes, stories, story


@pytest.fixture
def run(capsys):
    def call(*args):
        code = main(["site", *map(str, args)])
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


def write(folder, pages, address="https://mill.example.org/"):
    folder.mkdir(parents=True, exist_ok=True)
    for name, html in pages.items():
        head = f"<link rel=canonical href={address}{name}>" if address else ""
        (folder / f"{name}.html").write_text(f"<head>{head}</head>{html}")
    return folder


@pytest.fixture
def mill(tmp_path):
    return write(tmp_path / "mill", dict(zip(GRAINS, stories(5), strict=False)))


def test_learn_show_and_apply(run, mill, tmp_path):
    template = tmp_path / "site.json"
    code, out, err = run("learn", mill, "-o", template, "--strategy", "eniw")
    assert (code, err) == (0, "")
    assert out.startswith(f"{template}: 5 pages, 1 layout, ")
    code, out, _ = run("show", template)
    assert code == 0
    assert out.startswith("site template of example.org, 5 pages, learned over eniw\n\nlayout 1: 5 pages, text at ")
    assert "5 of 5  div#notice > p  The Mill is a society of friends of bread." in out
    new = tmp_path / "maize.html"
    new.write_text(story("Maize"))
    code, out, err = run("apply", template, new, "--strategy", "eniw")
    assert (code, out, err) == (0, f"About Maize\n{GRAINS['Maize']}\n", "")


def test_apply_writes_all_formats_and_folders(run, mill, tmp_path):
    template = tmp_path / "site.json"
    run("learn", mill, "-o", template)
    code, out, _ = run("apply", template, mill, "-f", "json", "-o", tmp_path / "out")
    assert (code, out) == (0, "")
    found = json.loads((tmp_path / "out" / "Rye.json").read_text())
    assert GRAINS["Rye"] in found["text"]
    assert len(list((tmp_path / "out").iterdir())) == 5


def test_apply_tells_of_drift(run, mill, tmp_path):
    template = tmp_path / "site.json"
    run("learn", mill, "-o", template)
    new = tmp_path / "new.html"
    new.write_text(f"<main><article><p>{GRAINS['Rye']}</p></article></main>")
    code, out, err = run("apply", template, new)
    assert code == 0
    assert GRAINS["Rye"] in out
    assert f"{new} does not fit the template: its structure is like none of the 1 layouts" in err
    code, out, _ = run("show", template, "--drift", new, mill / "Rye.html")
    assert code == 0
    assert f"{new}: does not fit, 0% like layout 1\n  its structure is like none" in out
    assert f"{mill / 'Rye.html'}: fits, " in out


def test_extract_learns_and_applies_in_one_go(run, mill, tmp_path):
    code, out, err = run("extract", mill, "--strategy", "eniw")
    assert (code, err) == (0, "")
    assert out.count("==> ") == 5
    assert GRAINS["Rye"] in out
    assert "friends of bread" not in out
    run("extract", mill, "-o", tmp_path / "out", "-f", "markdown")
    assert len(list((tmp_path / "out").glob("*.md"))) == 5


@pytest.mark.parametrize("strategy", ["content-extractor", "entropy", "style-tree", "lbda-site"])
def test_extract_with_a_site_strategy(run, mill, strategy):
    code, out, err = run("extract", mill, "--strategy", strategy)
    assert (code, err) == (0, "")
    assert "friends of bread" not in out
    assert GRAINS["Rye"] in out or strategy == "entropy"


def test_mixed_sites_are_grouped(run, mill, tmp_path):
    names = ("Baguette", "Loaf", "Crispbread", "Brioche")
    other = dict(zip(names, recipes(), strict=True))
    write(tmp_path / "mill", other, "https://www.oven.example.com/")
    code, out, err = run("extract", tmp_path / "mill", "--strategy", "eniw")
    assert (code, err) == (0, "")
    assert "friends of bread" not in out
    code, _, err = run("learn", tmp_path / "mill", "-o", tmp_path / "site.json")
    assert code == 2
    assert "pages of 2 sites (" in err
    assert "example.org: 5" in err and "give a folder, for a template each" in err
    code, out, _ = run("learn", tmp_path / "mill", "-o", f"{tmp_path}/templates/")
    assert code == 0
    assert sorted(path.name for path in (tmp_path / "templates").iterdir()) == ["example.com.json", "example.org.json"]


def test_pages_without_address_belong_to_the_one_site_there_is(run, mill, tmp_path):
    write(mill, {"Maize": story("Maize")}, address=None)
    code, out, _ = run("learn", mill, "-o", tmp_path / "site.json")
    assert code == 0
    assert "6 pages" in out


def test_a_site_of_one_page(run, mill, tmp_path):
    write(mill, {"Lonely": story("Maize")}, "https://example.net/")
    code, out, err = run("extract", mill)
    assert code == 0
    assert "example.net: one page, so the page strategy decides alone" in err
    assert out.count("==> ") == 6
    code, out, err = run("extract", mill, "--strategy", "content-extractor")
    assert code == 1
    assert "example.net: one page, and content-extractor needs two" in err
    assert out.count("==> ") == 5
    code, _, err = run("learn", mill, "-o", f"{tmp_path}/templates/")
    assert code == 0
    assert "example.net: one page, and a template needs two" in err


def test_one_page_is_wrong_use(run, mill, tmp_path):
    code, _, err = run("learn", mill / "Rye.html", "-o", tmp_path / "site.json")
    assert code == 2
    assert err == "tamis site: a site template needs two pages or more of one site, not 1\n"
    assert not (tmp_path / "site.json").exists()


def test_identical_pages_are_told(run, tmp_path):
    write(tmp_path / "same", {str(i): story("Rye") for i in range(3)}, address=None)
    code, _, err = run("learn", tmp_path / "same", "-o", tmp_path / "site.json")
    assert code == 0
    assert err == "tamis site: template: all 3 pages are the same: everything is template\n"
    code, out, err = run("apply", tmp_path / "site.json", tmp_path / "same" / "1.html")
    assert "everything is template" in err
    assert GRAINS["Rye"] in out


def test_what_cannot_be_read_is_told_and_the_rest_goes_through(run, mill, tmp_path):
    (mill / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    code, out, err = run("learn", mill, tmp_path / "missing.html", "-o", tmp_path / "site.json")
    assert code == 1
    assert "5 pages" in out
    assert "picture.html: not html: " in err and "missing.html: No such file" in err
    code, out, err = run("apply", tmp_path / "site.json", mill / "picture.html", mill / "Rye.html")
    assert code == 1
    assert GRAINS["Rye"] in out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("{", "not a site template"),
        ('{"format":"tamis site template","version":7}', "version 7"),
        ("{}", "not a site template"),
    ],
)
def test_bad_template_files(run, mill, tmp_path, content, says):
    path = tmp_path / "site.json"
    path.write_text(content)
    for args in (("show", path), ("apply", path, mill)):
        code, out, err = run(*args)
        assert (code, out) == (1, "")
        assert says in err and err.count("\n") == 1


def test_wrong_use(run, mill, tmp_path):
    code, _, err = run("extract", mill, "--set", "nonsense=1")
    assert code == 2 and "no parameter 'nonsense'" in err
    code, _, err = run("learn", mill, "-o", tmp_path / "x.json", "--strategy", "entropy")
    assert code == 2 and "stands on a page strategy" in err
    for args in ((), ("learn",), ("nothing",)):
        with pytest.raises(SystemExit) as stopped:
            run(*args)
        assert stopped.value.code == 2


@pytest.mark.parametrize("strategy", [s.name for s in tamis.available_strategies() if s.scope == "site"])
def test_strategies_for_sites_say_when_there_is_nothing_to_tell_apart(run, tmp_path, strategy):
    same = write(tmp_path / "same", dict.fromkeys(("a", "b", "c"), story("Rye")))
    code, out, err = run("extract", same, "--strategy", strategy)
    assert code == 0 and GRAINS["Rye"] not in out
    assert err.startswith("tamis site: example.org: the pages have everything in common: nothing is kept; ")
    empty = write(tmp_path / "empty", {"a": "", "b": "<p></p>"})
    code, _, err = run("extract", empty, "--strategy", strategy)
    assert code == 0 and err == "tamis site: example.org: none of the pages has any text\n"


def test_nothing_learned_is_a_failure_and_writes_nothing(run, tmp_path, mill):
    target = tmp_path / "new" / "site.json"
    empty = write(tmp_path / "empty", {"a": "", "b": "<p></p>"})
    code, out, err = run("learn", empty, "-o", target)
    assert (code, out, err) == (1, "", "tamis site: example.org: none of the pages has any text\n")
    one, other = ({"a": story("Rye")}, {"b": story("Oats")})
    two = write(tmp_path / "two", one), write(tmp_path / "two", other, "https://other.example.com/")
    code, out, err = run("learn", *two[:1], "-o", f"{tmp_path}/many/")
    assert (code, out) == (1, "") and err.count("one page, and a template needs two") == 2
    assert not target.parent.exists() and not (tmp_path / "many").exists()


def test_a_template_makes_its_folder_or_says_that_it_cannot(run, tmp_path, mill):
    code, out, _ = run("learn", mill, "-o", tmp_path / "new" / "deep" / "site.json")
    assert code == 0 and "5 pages" in out
    (tmp_path / "file").write_text("")
    code, out, err = run("learn", mill, "-o", tmp_path / "file" / "site.json")
    assert (code, out) == (1, "") and err.startswith(f"tamis site: cannot write {tmp_path / 'file' / 'site.json'}: ")
