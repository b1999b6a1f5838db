"""What the reader makes of a page is what the parser makes of it, which follows the standard."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import turbohtml
from hypothesis import example, given, settings
from hypothesis import strategies as st

import tamis
from tamis.blocks.text_flow import text_flow
from tamis.html.tags import SKIP, TRAITS
from tamis.html.tree import Tree, read
from tamis.limits import Limits
from tests.html_pages import pages
from tests.oracle import body_of, parsed

TAGS = (
    "a b i nobr font u span div p ul ol li dl dt dd table tbody thead tr td th caption col colgroup h1 h2 pre form"
    " button select option optgroup br img image hr svg path math mi annotation-xml title script style noscript"
    " template textarea object applet body html head input em ruby rt rp rb rtc xmp iframe frameset frame section"
    " article nav custom-part"
).split()


def read_page(html: str) -> Tree:
    return read(html, None, Limits())


def written(tree: Tree) -> str:
    """A tree as markup, with the texts as they are."""
    parts: list[str] = []
    opened: list[int] = []
    runs = list(zip(tree.run_seen, tree.run_parents, tree.runs, strict=True))[::-1]

    def close(above: int) -> None:
        while opened and opened[-1] != above:
            parts.append(f"</{tree.tags[opened.pop()]}>")

    for row in range(len(tree.tags) + 1):
        while runs and runs[-1][0] <= row:
            _, above, text = runs.pop()
            close(above)
            parts.append(text)
        if row < len(tree.tags):
            close(tree.parents[row])
            parts.append(f"<{tree.tags[row]} {tree.attr(row, 'class')} {tree.attr(row, 'href')}>")
            opened.append(row)
    close(-1)
    return "".join(parts)


def expected(html: str) -> str:
    """What the parser makes of the page's body, in the same form."""
    body = body_of(parsed(html))
    parts: list[str] = []

    def write(node: turbohtml.Element) -> None:
        parts.append(f"<{node.tag} {node.attr('class')} {node.attr('href')}>")
        if not TRAITS.get(node.tag, 0) & SKIP:
            for inner in node:
                if isinstance(inner, turbohtml.Element):
                    write(inner)
                elif isinstance(inner, turbohtml.Text):
                    parts.append(inner.data)
        parts.append(f"</{node.tag}>")

    write(body)
    return "".join(parts)


def check(html: str) -> None:
    """The texts and elements are those of the parser, but for white space between blocks, which columns leave out."""
    assert re.sub(r"\s+", "", written(read_page(html))) == re.sub(r"\s+", "", expected(html))


tags = st.sampled_from(TAGS)
tokens = st.one_of(
    tags.map(lambda tag: f"<{tag}>"),
    tags.map(lambda tag: f"</{tag}>"),
    st.tuples(
        tags, st.sampled_from(["class=a", "id='x y'", 'style="display:none"', "hidden", "href=#", "/", "a=b/"])
    ).map(lambda pair: f"<{pair[0]} {pair[1]}>"),
    st.sampled_from(
        ["x", " ", "\n", "\r\n", "a\rb", "a &amp; b", "&nbsp;", "<!-- c -->", "<?php x?>", "&lt;p>", "<", "</ p>", "é"]
    ),
)
soups = st.lists(tokens, max_size=25).map("".join)
wrapped = st.tuples(st.sampled_from(["", "<!doctype html>"]), soups).map(
    lambda pair: f"{pair[0]}<html><head><title>T</title></head><body>{pair[1]}</body></html>\n"
)


@settings(max_examples=600, deadline=None)
@given(html=st.one_of(soups, wrapped, pages))
@example("<p>a</body><!-- c -->\n")
@example("<i\0>a</i\0>b<lin\u212a>c<x\u0130>d</xi\u0307>e<X\u00c4-Y>f")  # names whose letters are not ASCII's
@example("<!doctype html><p>a<table><tr><td>b</table>c")
@example("<p>a<table><tr><td>b</table>c")
@example("<ul><li>a<li>b</ul><dl><dt>c<dd>d</dl>")
@example("<a href=x>a<a href=y>b</a>")
@example("<svg><path d=x/></svg>y")
@example("<head><noscript><img src=x></noscript><meta a=b></head><body class=c>d")
def test_what_is_read_is_what_the_parser_says(html: str) -> None:
    check(html)


@pytest.mark.parametrize("page", sorted(Path("examples/pages").glob("*.html")), ids=lambda page: page.stem)
def test_sample_pages(page: Path) -> None:
    check(page.read_text("utf-8", "replace").replace("\r\n", "\n"))


@pytest.mark.parametrize(
    "html",
    [
        "<!doctype html><html><head><title>A</title></head><body><p>One<p>Two<ul><li>x<li>y</ul></body></html>",
        "<body><div><span>a</div>b</span></div></body>",
        "<table><tr><td>a<td>b<tr><th>c</table>",
        "<script>if (a < b) document.write('<p>')</script><p>x",
        "<script><!-- <script> </script> --></script><p>x",
        "<script><!--> <script> </script><p>x<script><!-- <script></script> </script></script>",
        "<select><option>a<script>document.write('<option>b</select>')</script><optgroup></select>x",
        "<p>a</>b</ br>c</option>d</image>e</td>f",
        "<table><tr><td>a</td></td></th><td>b</table>",
        "<style></style><!doctype html><html lang=en><head><head><title>t</title></head><body>x",
        "<select><option>a<option>b</select>c",
        "<template><tr><td>x</td></tr></template>y",
        "<h1>a</h2>b",
        "<p>a < b <3",
        "<a href=/ class=x>one<div>two<p>three</a>four</div>five",
        "<a href=/>one<span><div>two<a href=#>three</a></div>",
        "<b hidden>a<div>b<ul><li>c</b>d</ul>e",
        "<a>a<table><tr><td>b</a>c</table>d",
        "<div><b>a</div> c <i>d</b> e</i>",
        "<p>a<nobr>b</p>c</nobr>d",
        "<my-card>a<template shadowrootmode=open><p>b</template>c</my-card>",
        "<div><template shadowrootmode=closed>a</template><template shadowrootmode=open>b</template><p>c",
        "<li><template shadowrootmode=open>a</template>b",
        "<form><div><form></div></form>a",
        "<div><form>a</div>b<form>c</form>d<form>e",
        "<table><form><input type=hidden><tr><td>a</td></form></table>b",
        "<p>a<table><tr><td>b</table>c",
        '<!doctype html public "-//W3C//DTD XHTML 1.0 Strict//EN"><p>a<table><tr><td>b</table>c',
        "<p>a</script>b<image class=c>",
        "<p style='content: &quot;x&quot;; display:none'>a<p style='disp&#108;ay:none'>b",
        "<p><a href=x><i>a<p>b<a href=y>c",
        "<table><tr><td><b>a<div><i>c</table>d",
        "<p class=a class=b id=c>d<p style=a style=display:none>e",
        "<body class=a><p>b<body><p>c",
        "<svg><g></g></h></svg>a",
        "<select><!-- a --><option>b</select>c",
        "<p>&#9;a&#13;b&#128;&#8217;&#x1F600;&#0;&#99999999999999999999;&#xD800;&#&#x",
        "<xmp>a\0b</xmp>",
        "<p>a<!doctype html>b<!-- c -->d",
        "<!doctype html><!doctype x><p>a<table><tr><td>b</table>c",
        "<b><p><i><div>a</b>b",
        "<nobr>a<nobr>b",
        "<table>a<tr><td>b</table>",
        "<math><mi>x</mi></math>",
        "<form><div></form>a</div>",
        "<plaintext>x",
        "<template><tr><td>x</template>y",
        "<p><b><b><b><b>a<p>b",
        "<frameset><frame></frameset>",
        "<a b='",
        "<p>a</nav>\0b",
        "<p>a&#1;b",
        "<head></head>&#13;a",
        "<p>a</body>&#13;",
        "<pre></>\n",
        "<pre>&#10;a",
        "<p><b>a<xmp>c</xmp>",
        "<title>&#x1f</title>",
        "<p>&#xFDD0;&#65535;",
        "<p>" + "a</nav>" * 5000,  # as one text, that grows with each tag that is ignored
    ],
)
def test_these_are_read(html: str) -> None:
    check(html)


@pytest.mark.parametrize("open_one", ["<iframe src=x />", "<IFRAME>", "<style>a", "<img><iframe></iframe><script>b"])
@pytest.mark.parametrize("behind", ["", "<iframe></iframe>", "<style></style><script></script>"])
def test_a_noscript_keeps_what_is_in_it(open_one: str, behind: str) -> None:
    source = f"<p>Rye<noscript>{open_one}</NOSCRIPT><p>and oats{behind}"
    page = text_flow(read(source, None, Limits()))
    assert page.texts == ["Rye", "and oats"]
    assert [source[a:b] for a, b in zip(page.spans.start, page.spans.end, strict=True)] == page.texts


def test_attributes_as_they_are_written() -> None:
    tree = read("<p CLASS='a &amp; b' id=x title=\"&copy=1\" hidden>y", None, Limits())
    assert [tree.attr(1, name) for name in ("class", "id", "title", "hidden", "lang")] == [
        "a & b",
        "x",
        "&copy=1",
        "",
        None,
    ]


def test_formatting_that_multiplies_is_cut_off() -> None:
    html = "<p>" + "".join(f"<b a={i}>" for i in range(500)) + "<p>x" * 25_000
    tree = read(html, None, Limits(max_nodes=200_000))
    assert tree.status == "truncated: nodes"
    assert tree.runs[0] == "x"


def test_a_later_parse_finds_all_elements() -> None:
    # formatting written in a script is no element, but is counted by what guards the parser
    script = "".join(f"'<b id={i}>'" for i in range(100))
    tree = read(f"<body><script>{script}</script>" + "<p>word</p>" * 50, None, Limits())
    assert len(tree.nodes) == len(tree.tags) == 52


def test_attributes_of_options_are_no_tags() -> None:
    page = "<!><select ><option </select><IFRAME></IFRAME>"
    tree = read(page, None, Limits())
    assert len(tree.nodes) == len(tree.tags)
    assert tamis.extract(page, output_format="markdown", include_media=True) == ""
