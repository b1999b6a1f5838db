# ruff: noqa: E501 - markup reads better in one line
"""Pages with structure, generated: lists, tables, code, quotes, definitions, footnotes, formulas, and text that looks
like Markdown."""

from __future__ import annotations

from hypothesis import strategies as st

MARKS = st.sampled_from(
    (
        "# x", "- x", "+ x", "* x", "1. x", "2) x", "> x", "```", "~~~", "---", "===", "| a | b |", "[a](b)", "[a]: b", "![x]",
        "*a*", "_a_", "**", "`a`", "&lt;b&gt;", "&amp;amp;", "\\", "a\\", "    x", "~~a~~", "&lt;!--", "http://x.y/_a_", "$a$",
        "a_b", "a*b", "!", "[", "]", "(", "\u00a0x", "x:", ": x", "&lt;a@b.c&gt;", "[^1]", "[x] y", "a  b", "&#35;", "{", "中文",
    )
)  # fmt: skip
TEXT = st.one_of(st.sampled_from(("word", "two words", "a &amp; b", "A sentence of words.")), MARKS)


NOTES = ("fa1", "fb2", "fc3")
"""labels of footnotes, unlike anything else in the pages"""
FORMULAS = (
    "<math><msup><mi>x</mi><mn>2</mn></msup></math>", "<script type='math/tex'>x^{2}</script>",
    "<span class=katex><math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x^{2}</annotation></semantics></math></span>",
)  # fmt: skip
LISTING = "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre></td><td class=code><pre>a\n\tb</pre></td></tr></table>"
SPECIAL = st.one_of(
    st.sampled_from(NOTES).map(lambda label: f"<sup><a href='#{label}'>[{label}]</a></sup>"), st.sampled_from(FORMULAS)
)


@st.composite
def inline(draw: st.DrawFn, depth: int = 2) -> str:
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        if draw(st.integers(0, 7)) == 0:
            parts.append(draw(SPECIAL))
            continue
        name = draw(
            st.sampled_from(("", "", "b", "i", "em", "code", "a href='/x y'", "sub", "sup", "q", "s", "small", "br"))
        )
        inner = draw(TEXT) if depth == 0 or not name else draw(inline(depth - 1))
        space = draw(st.sampled_from(("", " ", "\n")))
        tag = name.partition(" ")[0]
        parts.append(
            f"<{name}>{inner}</{tag}>{space}" if tag and tag != "br" else f"{inner}<br>" if tag else inner + space
        )
    return "".join(parts)


@st.composite
def block(draw: st.DrawFn, depth: int = 2) -> str:
    kind = draw(
        st.sampled_from(
            (
                "p",
                "h1",
                "h3",
                "ul",
                "ol",
                "dl",
                "blockquote",
                "table",
                "pre",
                "div",
                "text",
                "figure",
                "details",
                "listing",
            )
        )
    )
    inner = block(depth - 1) if depth else inline()
    either = st.one_of(inline(), inner)
    if kind == "text":
        return draw(inline())
    if kind == "listing":
        return LISTING
    if kind == "pre":
        lines = draw(st.lists(st.one_of(TEXT, st.sampled_from(("\tx", "  y", "", "```"))), min_size=1, max_size=4))
        return f"<pre><code class='language-c'>{chr(10).join(lines)}</code></pre>"
    if kind in ("ul", "ol"):
        return (
            f"<{kind}>"
            + "".join(f"<li>{item}</li>" for item in draw(st.lists(either, min_size=1, max_size=3)))
            + f"</{kind}>"
        )
    if kind == "dl":
        pairs = draw(st.lists(st.tuples(inline(), either), min_size=1, max_size=2))
        return "<dl>" + "".join(f"<dt>{a}</dt><dd>{b}</dd>" for a, b in pairs) + "</dl>"
    if kind == "table":
        cell = draw(st.sampled_from(("td", "th", "td colspan=2", "td rowspan=3", "td colspan=9999")))
        filled = st.one_of(st.just(""), either, either)
        rows = draw(st.lists(st.lists(filled, min_size=1, max_size=3), min_size=2, max_size=3))
        return (
            "<table>"
            + "".join("<tr>" + "".join(f"<{cell}>{c}</{cell[:2]}>" for c in row) + "</tr>" for row in rows)
            + "</table>"
        )
    if kind == "figure":
        return f"<figure><img src=a.png alt='{draw(st.sampled_from(('', 'x]y', '*')))}'><figcaption>{draw(inline())}</figcaption></figure>"
    if kind == "details":
        return f"<details><summary>{draw(inline())}</summary>{draw(either)}</details>"
    return f"<{kind}>{draw(either if kind in ('div', 'blockquote') else inline())}</{kind}>"


@st.composite
def footnotes(draw: st.DrawFn) -> str:
    """The notes that some references point to, in the ways that pages have them."""
    written = ""
    for label in draw(st.lists(st.sampled_from(NOTES), unique=True, max_size=3)):
        text = draw(st.one_of(inline(), st.lists(block(0), min_size=1, max_size=2).map("".join)))
        written += draw(
            st.sampled_from((
                f"<ol><li id={label}>{text} <a href='#{label}'>↩</a></ol>", f"<div id={label}><sup>{label}</sup> {text}</div>",
                f"<p id={label}>{draw(inline())}</p>",
            ))
        )  # fmt: skip
    return written


structured = st.tuples(st.lists(block(), min_size=1, max_size=4).map("".join), footnotes()).map("".join)
