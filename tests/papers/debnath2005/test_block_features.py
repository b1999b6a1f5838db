"""The eleven features of Debnath 2005, section 3.2.1."""

import numpy as np
import pytest

from tamis.html.tree import read
from tamis.limits import Limits
from tamis.papers.debnath2005.block_features import FEATURES, block_features, scaled
from tamis.papers.debnath2005.tag_set import tag_set


def counted(html: str) -> list[dict[str, int]]:
    counts = block_features(tag_set(read(html, None, Limits()))).counts
    return [{f: c for f, c in zip(FEATURES, row, strict=True) if c} for row in counts.tolist()]


def test_there_are_eleven():
    assert len(FEATURES) == 11


@pytest.mark.parametrize(
    ("inside", "feature", "count"),
    [
        ("three short words", "text", 3),
        ("<h2>a</h2><b>b</b><em>c</em>", "text-tag", 3),
        ("<dl><dt>a<dd>b</dl>", "list", 1),
        ("<a href=x>a</a><a name=y>b</a>", "link", 1),
        ("<img src=x><svg></svg>", "image", 2),
        ("<object></object><embed><video></video>", "object", 3),
        ("<iframe src=x></iframe>", "frame", 1),
        ("<form><input><input type=hidden><select></select><textarea></textarea><button>b</button></form>", "form", 4),
        ("<script>x</script>", "script", 1),
        ("<style>x</style><link rel=stylesheet href=x><link rel=icon href=y>", "style-sheet", 2),
    ],
)
def test_each_feature_counts_its_elements(inside: str, feature: str, count: int):
    (block,) = counted(f"<div>{inside}</div>")
    assert block[feature] == count


def test_tables_and_lists_count_in_the_block_they_open():
    assert counted("<div>a<table><tr><td>b</table></div><ul><li>c</ul>") == [
        {"text": 1},
        {"text": 1, "table": 1},
        {"text": 1, "list": 1},
    ]


def test_blocks_without_text_have_counts_and_no_row():
    page = tag_set(read("<p>a<p><img src=x><img src=y><p>b", None, Limits()))
    features = block_features(page)
    assert features.blocks.tolist() == [0, 2]
    assert features.counts[1].tolist() == [2 * (name == "image") for name in FEATURES]


def test_what_is_hidden_does_not_count_and_its_block_stays_one():
    html = "<div>one two<span hidden>no <img src=x><a href=y>link</a></span>three</div>"
    page = tag_set(read(html, None, Limits()))
    assert block_features(page).blocks.tolist() == [0, 0, 0]
    assert counted(html) == [{"text": 3}]


def test_the_worked_example_of_section_3_2_1():
    """A block of 1000 words, 2 images, 3 links, 1 applet; the largest are 2000, 4, 50 and 3."""

    def block(words: int, images: int, links: int, applets: int) -> str:
        return (
            "<div>" + "word " * words + "<img src=x>" * images + "<a href=x></a>" * links
            + "<applet></applet>" * applets + "</div>"
        )  # fmt: skip

    html = block(1000, 2, 3, 1) + block(2000, 0, 50, 0) + block(7, 4, 0, 3)
    found = scaled(block_features(tag_set(read(html, None, Limits()))).counts)[0]
    wanted = {"text": 1000 / 2000, "image": 2 / 4, "link": 3 / 50, "object": 1 / 3}
    assert found.tolist() == pytest.approx([wanted.get(name, 0.0) for name in FEATURES])


def test_no_blocks_have_no_scaled():
    features = block_features(tag_set(read("", None, Limits())))
    assert features.counts.shape == (0, 11)
    assert scaled(features.counts).shape == (0, 11)
    assert np.isfinite(scaled(np.zeros((2, 11), np.int64))).all()
