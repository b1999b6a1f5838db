"""ENIW, the baseline of PAB 2015."""

import pytest

import tamis


def judge(html: str, **params: object) -> list[tuple[str, bool, float]]:
    blocks = tamis.analyze(html, strategy="eniw", params=params).blocks
    return [(block.text, block.kept, block.score) for block in blocks]


@pytest.mark.parametrize("tag", ["form", "marquee"])
def test_removed_with_contents(tag: str):
    html = f"<h1>a</h1><{tag}>b <p>c</p></{tag}>d"
    assert [text for text, kept, _ in judge(html) if kept] == ["a", "d"]
    dropped = [b for b in tamis.analyze(html, strategy="eniw").blocks if not b.kept]
    assert [b.text for b in dropped] == ["b", "c"]
    assert {b.reason for b in dropped} == {f"inside {tag}, which is removed"}


def test_the_rest_is_kept_whatever_it_is():
    html = "<title>t</title><nav><a href=https://elsewhere.org>a</a></nav>b<ul><li>c</ul><img alt=x src=y><p></p>"
    assert judge(html) == [("t", True, 1.0), ("a", True, 1.0), ("b", True, 1.0), ("c", True, 1.0)]


def test_marquee_in_the_midst_of_a_block():
    assert judge("<p>a <marquee>b</marquee> c</p>") == [("a", True, 1.0), ("b", False, 0.0), ("c", True, 1.0)]


def test_which_tags_are_removed_can_be_set():
    assert judge("<form>a</form><nav>b</nav><p>c", drop=("nav",)) == [
        ("a", True, 1.0),
        ("b", False, 0.0),
        ("c", True, 1.0),
    ]
    assert all(kept for _, kept, _ in judge("<form>a</form><nav>b</nav><p>c", drop=""))


def test_hidden_is_dropped():
    (block,) = tamis.analyze("<p hidden>a", strategy="eniw").blocks
    assert not block.kept
    assert block.reason.startswith("hidden")
