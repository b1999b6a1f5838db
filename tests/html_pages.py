"""Generated pages: anything from tidy documents to soup, for property tests and the fuzzer."""

from __future__ import annotations

from hypothesis import strategies as st

BLOCKS = (
    "div",
    "p",
    "ul",
    "li",
    "table",
    "tr",
    "td",
    "h1",
    "h2",
    "blockquote",
    "section",
    "nav",
    "pre",
    "form",
    "center",
)
INLINE = ("a", "b", "i", "span", "em", "font", "code", "u")
VOID = ("br", "hr", "img", "input", "wbr")
SKIPPED = ("script", "style", "noscript", "template", "svg", "iframe", "object", "select", "textarea", "math", "title")
ATTRIBUTES = (
    "", "", "", ' class="a b"', " id=x", " hidden", ' style="display: none"', ' aria-hidden="true"',
    ' href="/x?a=1&b=2"', ' title=">text<"', " title='<p>'", ' colspan="9007199254740991"',
    ' href="javascript:x()"', " onclick=x()",
)  # fmt: skip
WORDS = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from("aAbB eé中文 \n\t\r&<>\u00a0\u200b\ufeff\0")), max_size=12
)
TEXTS = st.one_of(
    st.sampled_from(
        (
            "word",
            "two words",
            " lead",
            "tail ",
            "&amp;",
            "&nbsp;",
            "a &lt; b",
            "&#8217;",
            "&notanentity;",
            "x\r\ny",
            "\n",
            "a<!-- c -->b",
            "</p>",
            "</x>",
            "<",
            ">",
            "<!doctype html>",
            "<![CDATA[x]]>",
            "中文字",
            "it is a longer run of words",
        )
    ),
    WORDS,
)
NAMES = st.sampled_from((*BLOCKS, *BLOCKS, *INLINE, *INLINE, *SKIPPED))


@st.composite
def markup(draw: st.DrawFn) -> str:
    """A sequence of start tags, end tags and texts that need not match."""
    parts = []
    for _ in range(draw(st.integers(0, 25))):
        kind = draw(st.integers(0, 9))
        if kind < 4:
            parts.append(draw(TEXTS))
        elif kind < 7:
            parts.append(f"<{draw(NAMES)}{draw(st.sampled_from(ATTRIBUTES))}>")
        elif kind < 9:
            parts.append(f"</{draw(NAMES)}>")
        else:
            parts.append(f"<{draw(st.sampled_from(VOID))}>")
    return "".join(parts)


@st.composite
def tidy(draw: st.DrawFn, depth: int = 3) -> str:
    """Well-nested markup."""
    if depth == 0:
        return draw(
            st.sampled_from(("word", "two words", "a &amp; b", "", "A sentence of some words, to be kept or not."))
        )
    name = draw(st.sampled_from((*BLOCKS[:4], *INLINE[:4], "h1", "h2", "blockquote", "section", "script")))
    inner = "".join(draw(st.lists(tidy(depth=depth - 1), max_size=3)))
    return f"<{name}{draw(st.sampled_from(ATTRIBUTES))}>{inner}</{name}>"


pages = st.one_of(markup(), tidy())
