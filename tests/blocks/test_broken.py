"""Pages whose text something unclosed swallows."""

from __future__ import annotations

import pytest

import tamis
from tests.test_hidden_text import LINES

BODY = "<body><h1>Mills</h1>" + "".join(f"<p>{line}</p>\n" for line in LINES)


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("<title>Mills of the valley", "title"),
        ("<title>Mills of the valley</tilte></head>", "title"),
        ("<title>Mills</title><style>p{color:red}", "style"),
        ("<title>Mills</title><script>var a = 1;", "script"),
        ("<title>Mills</title><!-- the head ends here ->", "comment"),
        ("<title>Mills</title></head><body><textarea name=q>your search", "textarea"),
    ],
)
@pytest.mark.parametrize(
    "tail", ["</body></html>", "<svg><title>x</title></svg><style>a{}</style><!-- end --><script>1</script>"]
)
def test_the_page_is_read_as_if_it_were_closed(head: str, name: str, tail: str) -> None:
    html = f"<html><head>{head}{BODY}{tail if name != 'textarea' else ''}"
    document = tamis.analyze(html)
    assert document.status == f"unclosed: {name}"
    kept = [block for block in document.blocks if block.kept]
    assert set(LINES) <= {block.text for block in kept}
    for block in kept:
        assert block.reason.startswith(f"from what an unclosed {name} swallowed; ")
        assert block.span is not None and html[slice(*block.span)] == block.text
    for text in (document.text, document.markdown(), document.html()):
        assert all(line in text for line in LINES)


@pytest.mark.parametrize(
    "html", [f"<title>Mills</title>{BODY}", f"<title>Mills</title><!-- {BODY} --><p>Nothing here yet.</p>"]
)
def test_pages_that_are_not_broken_stay_as_they_are(html: str) -> None:
    document = tamis.analyze(html)
    assert document.status == "ok" and not [block for block in document.blocks if "swallowed" in block.reason]


@pytest.mark.parametrize("part", ["<title>", "<!--", "<style><p>", "<script><script>", "<textarea></textarea"])
def test_many_are_looked_for_in_linear_time(part: str) -> None:
    assert tamis.analyze(part * 20_000).status in ("ok", f"unclosed: {part.strip('<>').split('>')[0]}")
