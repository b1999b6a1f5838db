"""Templates as files: whole, small, and clear about what is wrong with them."""

import json

import pytest

import tamis
from tamis.site import file
from tests.site.samples import kept, recipes, stories, story


@pytest.fixture
def template():
    return tamis.SiteTemplate.learn([("https://mill.example.org/", page) for page in (*stories(5), *recipes())], "eniw")


def test_a_loaded_template_is_the_saved_one(template, tmp_path):
    path = tmp_path / "site.json"
    template.save(path)
    loaded = tamis.SiteTemplate.load(str(path))
    assert loaded.describe() == template.describe()
    assert file.to_dict(loaded) == file.to_dict(template)
    for page in (story("Maize"), story("Rye"), recipes()[0]):
        found = [tamis.analyze(page, strategy="eniw", template=t).to_dict() for t in (template, loaded)]
        assert found[0] == found[1]
        assert loaded.drift(page) == template.drift(page)


def test_learning_goes_on_after_loading(template, tmp_path):
    template.save(tmp_path / "site.json")
    loaded = tamis.SiteTemplate.load(tmp_path / "site.json")
    for one in (template, loaded):
        one.update(("https://mill.example.org/maize", story("Maize")))
    assert loaded.describe() == template.describe()
    with pytest.raises(tamis.UsageError, match=r"a page of example\.com"):
        loaded.update(("https://example.com/", story("Millet")))


def test_the_file_says_what_it_is_and_who_made_it(template, tmp_path):
    template.save(tmp_path / "site.json")
    data = json.loads((tmp_path / "site.json").read_text())
    assert (data["format"], data["version"], data["tamis"]) == ("tamis site template", 2, tamis.__version__)
    assert (data["strategy"], data["site"], data["pages"]) == ("eniw", "example.org", 9)


def test_large_sites_make_small_files(tmp_path, monkeypatch):
    monkeypatch.setattr(file, "ROWS", 30)
    monkeypatch.setattr(file, "PLACES", 12)
    template = tamis.SiteTemplate.learn([*stories(), *recipes()], "eniw")
    rows = len(template.memory)
    template.save(tmp_path / "site.json")
    assert len(template.memory) == rows  # saving changes nothing
    loaded = tamis.SiteTemplate.load(tmp_path / "site.json")
    assert len(loaded.memory) <= 30
    assert len(loaded.memory.places) <= 12
    text = kept(tamis.analyze(story("Maize"), strategy="eniw", template=loaded))
    assert not any("friends of bread" in line for line in text)


def test_a_file_is_there_whole_or_not_at_all(template, tmp_path):
    with pytest.raises(tamis.InputError, match="cannot write"):
        template.save(tmp_path / "nowhere" / "site.json")
    (tmp_path / "site.json").mkdir()
    with pytest.raises(tamis.InputError, match="cannot write"):
        template.save(tmp_path / "site.json")
    assert [path.name for path in tmp_path.iterdir()] == ["site.json"]


def test_a_missing_file(tmp_path):
    with pytest.raises(tamis.InputError, match="No such file"):
        tamis.SiteTemplate.load(tmp_path / "none.json")


def test_a_file_cut_in_half_says_so_at_every_length(template, tmp_path):
    path = tmp_path / "site.json"
    template.save(path)
    whole = path.read_bytes()
    for length in range(0, len(whole), max(len(whole) // 60, 1)):
        path.write_bytes(whole[:length])
        with pytest.raises(tamis.InputError, match=r"site\.json: not a site template"):
            tamis.SiteTemplate.load(path)


@pytest.mark.parametrize(
    "content", [b"[]", b"{}", b'"x"', b'{"format": "other"}', b"\xff\xfe\x00", b"<html>", b"[" * 99_999]
)
def test_other_files(content, tmp_path):
    path = tmp_path / "site.json"
    path.write_bytes(content)
    with pytest.raises(tamis.InputError, match="not a site template"):
        tamis.SiteTemplate.load(path)


def test_another_version(template, tmp_path):
    path = tmp_path / "site.json"
    path.write_text(json.dumps({**file.to_dict(template), "version": 1, "tamis": "0.9"}))
    with pytest.raises(tamis.InputError, match=r"version 1, made by tamis 0\.9; .* reads version 2: learn it again"):
        tamis.SiteTemplate.load(path)


def damaged(data):
    """The same file with one thing wrong at a time."""

    def changed(*path, to):
        copy = json.loads(json.dumps(data))
        here = copy
        for step in path[:-1]:
            here = here[step]
        here[path[-1]] = to
        return copy

    for name in data:
        if name not in ("format", "version", "tamis"):
            copy = json.loads(json.dumps(data))
            del copy[name]
            yield f"no {name}", copy
    yield "a short column of texts", changed("texts", "pages", to=data["texts"]["pages"][1:])
    yield "a short column of places", changed("places", "parents", to=data["places"]["parents"][1:])
    yield "no places", changed("places", to={"names": [], "parents": [], "pages": [], "forgotten": []})
    yield "a place in itself", changed("places", "parents", 2, to=2)
    yield "a root with a parent", changed("places", "parents", 0, to=0)
    yield "a text on too many pages", changed("texts", "pages", 0, to=data["pages"] + 1)
    yield "a text nowhere", changed("texts", "place", 0, to=99_999)
    yield "a text before all places", changed("texts", "place", 0, to=-1)
    yield "a key too long", changed("texts", "keys", 0, to="f" * 17)
    yield "a key that is none", changed("texts", "keys", 0, to="key")
    yield "a count that is none", changed("texts", "pages", 0, to="many")
    yield "sums of two", changed("places", "forgotten", 0, to=[1, 2])
    yield "a layout elsewhere", changed("layouts", 0, "places", to={"77777": 1})
    yield "a snippet of nothing", changed("texts", "snippets", to={"88888": "x"})
    yield "an unknown strategy", changed("strategy", to="none such")


def test_damaged_files(template, tmp_path):
    path = tmp_path / "site.json"
    for what, data in damaged(file.to_dict(template)):
        path.write_text(json.dumps(data))
        with pytest.raises(tamis.InputError, match="damaged"):
            pytest.fail(f"{what}: {tamis.SiteTemplate.load(path)!r}")
