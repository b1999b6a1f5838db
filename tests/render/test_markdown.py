# ruff: noqa: E501 - markup reads better in one line
"""Markdown comes back as the same text from a real CommonMark parser, whatever the page."""

from __future__ import annotations

import re

import pytest
import turbohtml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

import tamis
from tests.html_pages import pages
from tests.render.samples import NOTES, structured

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)
MATH = re.compile(r'<span class="math \w{6,7}">\\[(\[](.*?)\\[)\]]</span>')
MARKS = re.compile(rf"\[({'|'.join(NOTES)})\]|[\s\0\ufffd$]")


def squeeze(text: str) -> str:
    """Without white space, footnotes' labels, formulas' delimiters, and what no parser of Markdown hands on as it is."""
    return MARKS.sub("", text)


def text_of(markdown: str) -> str:
    """The text of Markdown, and at its end the text of the footnotes, as a real parser has it."""
    document = turbohtml.parse(PARSER.render(markdown))
    for mark in document.select(".footnote-ref, .footnote-backref"):
        mark.decompose()
    assert document.root is not None
    return document.root.text


def everything(html: str) -> tamis.Document:
    """All that is visible, so that all of it has to come through."""
    return tamis.analyze(html, "https://example.com/a/", "eniw")


def markdown(html: str, **options: bool) -> str:
    return everything(html).markdown(**options)


@settings(max_examples=150, deadline=None)
@given(st.one_of(structured, pages), st.booleans())
@example("<ul><li>a<br><pre>b</pre></ul>", False)
@example("<p>1<sup>2</sup><sub>*</sub>", True)
@example("<p>\ufdd0 and \ufdd5", False)
@example("<p><b>word <i><b># x</b> <i>word</i></i></b>", False)
@example(
    "<p><b><sup>[1]</sup></b>word<i><sub>2</sub></i>, a<b><i><math><mi>x</mi></math></i></b>b <sup>1</sup><b>c</b>d",
    False,
)
def test_markdown_parsed_back_is_the_text(html: str, links: bool) -> None:
    document = everything(html)
    assert squeeze(text_of(document.markdown(links=links))).replace("\ufdd0", "").replace("\ufdd5", "") == squeeze(
        document.text
    ).replace("\ufdd0", "").replace("\ufdd5", "")


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p><em>won’t</em> and <em>plain</em>", "*won’t* and *plain*"),
        ("<p><b>Nächster</b> <i>é</i>té", "**Nächster** *é*té"),
        ("<p><b>bold <i>both</i></b> <i>one <strong>two</strong></i>", "**bold *both*** *one **two***"),
        ("<p>a<b>b</b>c<s>d</s><b>e</b>", "a**b**c~~d~~**e**"),
        ("<p><b>x</b><i>y</i>", "**x**_y_"),
        ("<p><b><i>one</i> é <i>two</i></b>", "***one* é *two***"),
        ("<p><b><i>one</i>é<i>two</i></b>", "***one*étwo**"),
        ("<p><i>Times Union</i><i>.</i> <b>US$</b><b>14</b>", "*Times Union.* **US$14**"),
        ("<p><b>Note:</b>this <b>「中文」</b>后", "**Note**:this **「中文**」后"),
        ("<p><b>€5</b> a<b>€</b>b", "**€5** a€b"),
        ("<p><b></b>a<i> </i>b<b><i></i></b>", "a b"),
        ("<p><code>a <b>b</b></code> <b><code>é</code></b>s", "`a b` `é`s"),
        ("<p><b>3 * 4 _ ~</b>", "**3 * 4 _ ~**"),
        (
            "<h2><em>Été</em></h2><table><tr><th><b>é|b</b><th>c<tr><td>d<td><s>e</s></table>",
            "## *Été*\n\n| **é\\|b** | c |\n| --- | --- |\n| d | ~~e~~ |",
        ),
        ("<dl><dt>Été <b>b</b><dd>c</dl>", "- **Été b**\n\n  c"),
    ],
)
def test_emphasis_is_written_with_delimiters(html: str, expected: str) -> None:
    assert markdown(html) == expected
    assert squeeze(text_of(expected)) == squeeze(everything(html).text)


@settings(max_examples=200, deadline=None)
@given(structured)
@example("<p>x<b>a<i>b</i></b>c<i>d<b>e</b></i>f<s><b>g</b></s>h")
@example("<p><b><i>a</i>b<i>,</i></b> <i><b>c</b>d<b>e</b></i>")
@example("<p>x<b><i>(a)</i><s>b</s><i>c</i></b>")
@example("<p>x<b><i>a</i>b</b>c<i><b>d</b>e</i>f<b>,</b><i>g</i><s>h</s>")
def test_emphasis_is_parsed_back_or_left_out(html: str) -> None:
    """No delimiter can stand between a letter and punctuation that alone is emphasised: such emphasis is left out."""
    document = everything(html)
    assert "&lt;" in document.html() or not re.search("<(em|strong|del|b|i|s)>", document.markdown())
    read, wanted = PARSER.render(document.markdown()), MATH.sub(r"\1", document.html())
    for names in ("em, i", "s, del") if "<dt>" in wanted else ("em, i", "s, del", "strong, b"):  # terms are bold
        rest = iter(emphasized(wanted, names))
        assert all(letter in rest for letter in emphasized(read, names))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(("b", "i", "s", "b><i", "i><s", "")), min_size=1, max_size=9))
def test_emphasis_of_whole_words_is_parsed_back(kinds: list[str]) -> None:
    html = " ".join(
        f"<{kind}>wörd{place}</{kind.rpartition('<')[2]}>" if kind else "plain" for place, kind in enumerate(kinds)
    )
    document = everything(f"<p>{html}</p>")
    for names in ("em, i", "s, del", "strong, b"):
        assert emphasized(PARSER.render(document.markdown()), names) == emphasized(document.html(), names)


def emphasized(html: str, names: str) -> list[str]:
    """Each letter that stands in one of these elements, but for those of code and notes."""
    page = turbohtml.parse(html)
    for node in page.select("code, .footnote-ref, .footnote-backref, .footnotes, .footnote"):
        node.decompose()
    holders = set(page.select(names))
    assert page.root is not None
    texts = [node for node in page.root.descendants if isinstance(node, turbohtml.Text)]
    return [letter for text in texts if holders & set(text.ancestors) for letter in squeeze(text.data)]


def test_lists_nest_and_count() -> None:
    html = "<ol start=3><li>three<ul><li>inner<li>second</ul><li>four</ol>"
    assert markdown(html) == "3. three\n   - inner\n   - second\n4. four"


@pytest.mark.parametrize(
    ("html", "numbers"),
    [
        ("<ol start=5><li>a<li>b</ol>", "5 6"),
        ("<ol start=0><li>a<li>b</ol>", "0 1"),
        ("<ol start=' +7px'><li>a<li>b</ol>", "7 8"),
        ("<ol reversed><li>a<li>b<li>c</ol>", "3 2 1"),
        ("<ol reversed start=9><li>a<li>b</ol>", "9 8"),
        ("<ol><li>a<li value=7>b<li>c</ol>", "1 7 8"),
        ("<ol><li value=3>a<li value=3>b<li value=x>c</ol>", "3 3 4"),
        ("<ol><li value=1>a<li value=2>b</ol>", "1 2"),
        ("<ol><li><p>a</p><p>b</p><li value=4><ul><li>c</ul><li><pre>d</pre></ol>", "1 4 5"),
        ("<ol><li>a<ol start=4><li>b<li value=9>c</ol><li>d</ol>", "1 4 9 2"),
        ("<ol><li hidden>a<li>b<li>c</ol>", "1 2"),
        ("<ol start=99999999999999999999><li>a<li value=-99999999999999999999>b</ol>", "1 2"),
        ("<ol start=99999999><li>a<li>b</ol>", "99999999 100000000"),
        ("<ol start=''><li>a<li value=''>b</ol>", "1 2"),
    ],
)
def test_items_have_the_numbers_that_a_browser_shows(html: str, numbers: str) -> None:
    document = everything(html)
    assert shown_numbers(PARSER.render(document.markdown())) == numbers.split()
    assert shown_numbers(document.html()) == numbers.split()
    assert squeeze(text_of(document.markdown())) == squeeze(document.text)


def shown_numbers(html: str) -> list[str]:
    """The numbers of ordered lists' items, in order, counted forwards alone."""
    shown, counts = [], {}
    for item in turbohtml.parse(html).select("ol > li"):
        holder = item.parent
        assert isinstance(holder, turbohtml.Element)
        number = int(item.attr("value") or counts.get(holder) or holder.attr("start") or 1)
        counts[holder] = number + 1
        shown.append(str(number))
    return shown


def test_numbers_below_zero_are_text_where_markdown_has_none() -> None:
    html = "<ol start=-2><li>a<li><p>b</p><p>c</p><li>d<li>e</ol>"
    assert markdown(html) == "- -2. a\n\n- -1. b\n\n  c\n\n0. d\n1. e"
    assert everything(html).html().startswith('<ol start="-2"><li>a</li>')


def test_an_item_keeps_its_number_when_those_before_it_are_dropped() -> None:
    html = "<ol><li class=x>a<li>b<li class=x>c<li>d</ol>"
    document = tamis.analyze(html, strategy="shallow", keep="li", drop=".x")
    assert document.markdown() == "2. b\n\n4) d"
    assert document.html() == '<ol start="2"><li>b</li>\n<li value="4">d</li>\n</ol>\n'
    assert '<item n="2">b</item>\n<item n="4">d</item>' in document.tei()


def test_definitions_are_items_with_bold_terms() -> None:
    assert (
        markdown("<dl><dt>Rye<dd>A grass.<dt>Oats<dd>Another.</dl>")
        == "- **Rye**\n\n  A grass.\n\n- **Oats**\n\n  Another."
    )


def test_a_table_gets_its_header_and_its_spans() -> None:
    html = (
        "<table><caption>Bread</caption><tr><th>Flour<th colspan=2>Grams"
        "<tr><td rowspan=2>Rye<td>500<td>a|b<tr><td>600<td>two<br>lines</table>"
    )
    assert markdown(html) == (
        "Bread\n\n| Flour | Grams |  |\n| --- | --- | --- |\n| Rye | 500 | a\\|b |\n|  | 600 | two<br>lines |"
    )


def test_a_table_without_header_gets_an_empty_one() -> None:
    assert markdown("<table><tr><td>a<td>b<tr><td>c<td>d</table>").startswith("|  |  |\n| --- | --- |\n| a | b |")


def test_empty_cells_keep_their_columns() -> None:
    html = "<table><tr><th><th>a<th>b<tr><td>c<td><td>d<tr><td><td><td>e</table>"
    assert markdown(html) == "|  | a | b |\n| --- | --- | --- |\n| c |  | d |\n|  |  | e |"
    assert everything(html).html().count("<td></td>") == 3


def test_columns_that_are_dropped_leave_no_trace() -> None:
    html = "<table><tr><td>1<td>a<td>b<tr><td>2<td>c<td>d</table>"
    document = tamis.analyze(html, strategy="shallow", keep="td", drop="td:first-child")
    assert document.markdown() == "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"


def test_absurd_spans_cost_nothing() -> None:
    row = "<tr>" + "<td rowspan=1000 colspan=1000>x</td>" * 40
    assert len(markdown(f"<table>{row * 40}</table>")) < 100_000


def test_a_layout_table_is_no_table() -> None:
    assert "|" not in markdown("<table><tr><td><h1>News</h1><td><p>menu</table>")


def test_code_keeps_its_white_space_and_language() -> None:
    html = "<pre><code class='hljs language-python'>def f():\n\treturn `1`\n\n    x</code></pre>"
    assert markdown(html) == "```python\ndef f():\n\treturn `1`\n\n    x\n```"


def test_neighbouring_code_spans_are_one() -> None:
    text = markdown("<p>Press <kbd>Ctrl</kbd><kbd>C</kbd>, then <code>a`</code><b><code>é</code></b>.")
    assert text == "Press `CtrlC`, then `` a` ``**`é`**."
    assert text_of(text).strip() == "Press CtrlC, then a`é."


def test_indentation_before_the_first_word_of_a_span_survives() -> None:
    assert markdown("<pre><span>  </span><b>if</b> x:\n<span>    </span>y</pre>") == "```\n  if x:\n    y\n```"


def test_lines_in_elements_of_their_own_are_lines() -> None:
    assert markdown("<pre><div>a</div><div>  b</div></pre><pre>c<br>d</pre>") == "```\na\n  b\n```\n\n```\nc\nd\n```"


@pytest.mark.parametrize(
    "code",
    [
        "<span class=token-line style='display: block'>a <b>b</b></span><span class=token-line></span><span class=token-line>  c</span>",
        "<span class=highlight-line>a b</span><br><span class=highlight-line></span><br><span class=highlight-line>  c</span>",
        "<span class=line>a b</span>\n<span class=line></span>\n<span class=line>  c</span>",
        "<span class=line>a b\n</span><span class=line>\n</span><span class=line>  c\n</span>",
        "<span class=line>a b</span><span class=line></span><span class=line>  c</span>",
        "<div class=token-line>a b</div><div class=token-line><span>\n</span></div><div class=token-line>  c</div>",
        "<div class=token-line>a b</div>\n<div class=token-line></div>\n<div class=token-line>  c</div>\n",
        "a b\n\n<span class=gatsby-highlight-code-line>  c</span>",
        "<span class=gatsby-highlight-code-line>a b</span>\n\n  c",
        "<span>a <span class=line>b</span></span>\n\n  c",
        "a b<span style='display:none'>secret</span>\n\n  c",
        "a b\n<span hidden>secret</span>\n  c",
        "<span class='code-line line-number' line=1>a b\n</span>\n<span class='code-line line-number' line=3>  c\n</span>",
        "<div class='line-numbers'>a b\n\n  c</div>",
        "<span class=line><span class=ln>1</span><span class=cl>a b\n</span></span><span class=line><span class=ln>2</span>"
        "<span class=cl>\n</span></span><span class=line><span class=ln>3</span><span class=cl>  c\n</span></span>",
        "<span class=gutter>1</span>a b\n<span class=gutter>2</span>\n<span class=gutter>3 |</span>  c",
    ],
)
def test_lines_of_code_are_lines(code: str) -> None:
    html = f"<p>So:</p><pre><code>{code}</code></pre>"
    assert markdown(html).replace("\n\n\n", "\n\n") == "So:\n\n```\na b\n\n  c\n```"
    assert everything(html).text == "So:\na b\n\n  c"


def test_line_numbers_of_highlighters_are_no_code() -> None:
    pygments = (
        "<div class='highlight-python'><table class='highlighttable'><tr><td class='linenos'><pre>1\n2</pre></td>"
        "<td class='code'><div><pre><span></span>def f():\n    pass</pre></div></td></tr></table></div>"
    )
    github = (
        "<div class='highlight-source-c'><table><tr><td class='blob-num' data-line-number=1></td><td class='blob-code'>a;</td></tr>"
        "<tr><td class='blob-num' data-line-number=2></td><td class='blob-code'>  b;</td></tr></table></div>"
    )
    chroma = (
        "<table class=lntable><tr><td class=lntd><pre><code><span class=lnt>1\n</span><span class=lnt>2\n</span></code></pre></td>"
        "<td class=lntd><pre><code data-lang=go>package main\n\tfunc</code></pre></td></tr></table>"
    )
    assert markdown(chroma) == "```go\npackage main\n\tfunc\n```"
    assert markdown("<p>a</p><pre><span class=lineno>1</span></pre>") == "a"
    assert markdown(pygments) == "```python\ndef f():\n    pass\n```"
    assert markdown(github) == "```c\na;\n  b;\n```"


def test_formulas_are_latex() -> None:
    katex = (
        "<p>so <span class=katex><span class=katex-mathml><math><semantics><mrow><mi>x</mi></mrow>"
        "<annotation encoding='application/x-tex'>x^2</annotation></semantics></math></span>"
        "<span class=katex-html aria-hidden=true>x2</span></span> it is"
    )
    assert markdown(katex) == "so $x^2$ it is"
    script = "<p>a <span class=MathJax_Preview>?</span><script type='math/tex'>y_1</script> b"
    assert markdown(script) == "a $y_1$ b"
    display = "<p>a</p><script type='math/tex; mode=display'>\\int x</script><p>b"
    assert markdown(display) == "a\n\n$$\\int x$$\n\nb"
    mathml = "<p>a <math><mfrac><mi>a</mi><msqrt><mn>2</mn></msqrt></mfrac><mo>≤</mo><mi>sin</mi></math>"
    assert markdown(mathml) == "a $\\frac{a}{\\sqrt{2}}\\leq\\sin$"
    picture = "<p>a <img class=latex src=x.png alt='\\alpha'> b"
    assert markdown(picture) == "a $\\alpha$ b"


def test_footnotes_are_references_and_definitions() -> None:
    html = (
        "<p>Rye<sup id=r1><a href='#n1'>1</a></sup> and oats<a href='#n2' class=footnote-ref>[*]</a>.</p><ol>"
        "<li id=n1><p>A grass.</p><p>Sown in autumn. <a href='#r1'>↩</a></p></li></ol><p id=n2><sup>*</sup> Another.</p>"
    )
    assert markdown(html) == "Rye[^1] and oats[^2].\n\n[^1]: A grass.\n\n    Sown in autumn.\n\n[^2]: Another."
    assert everything(html).text == "Rye[1] and oats[2].\n[1] A grass.\nSown in autumn.\n[2] Another."


def test_footnotes_as_wikipedia_has_them() -> None:
    html = (
        "<p>Rye<sup class=reference id=cite_ref-a_1-0><a href='#cite_note-a-1'>[1]</a></sup> is a grass"
        "<sup class=reference id=cite_ref-a_1-1><a href='#cite_note-a-1'>[1]</a></sup>.</p><ol class=references>"
        "<li id=cite_note-a-1><span class=mw-cite-backlink>^ <a href='#cite_ref-a_1-0'><sup><i>a</i></sup></a> "
        "<a href='#cite_ref-a_1-1'><sup><i>b</i></sup></a></span> <span>Baker, p. 3.</span></li></ol>"
    )
    assert markdown(html) == "Rye[^1] is a grass[^1].\n\n[^1]: Baker, p. 3."


def test_a_reference_whose_note_is_dropped_stays_a_number() -> None:
    html = "<p>Rye<sup><a href='#n'>1</a></sup>: a grass.</p><ol><li id=n>Sown in autumn.</ol>"
    document = tamis.analyze(html, strategy="eniw", drop="ol")
    assert document.markdown() == "Rye[1]: a grass."
    assert document.text == "Rye[1]: a grass."
    assert everything(html).markdown().startswith("Rye[^1]: a grass.")


def test_links_to_sections_are_no_footnotes() -> None:
    html = "<p><sup><a href='#s'>1</a></sup> Rye</p><div id=s><h2>Rye</h2><p>A grass.</p></div>"
    assert "[^" not in markdown(html)


def test_formulas_that_are_hidden_behind_pictures() -> None:
    wikipedia = (
        "<p>so <span class=mwe-math-element><span style='display: none'><math><semantics><mi>a</mi>"
        "<annotation encoding='application/x-tex'>{\\displaystyle a^{2}}</annotation></semantics></math></span>"
        "<img class=mwe-math-fallback-image-inline alt='a^2' src=x.svg></span> it is"
    )
    assert markdown(wikipedia, images=True) == "so $a^{2}$ it is"
    assert everything(wikipedia).text == "so $a^{2}$ it is"


LINE = "The energy of a body at rest is its mass times the square of the speed of light, as one paper of 1905 has it. "
WIKIPEDIA = (
    "<span class=mwe-math-element><span class=mwe-math-mathml-a11y style='display: none;'><math{}><semantics><mi>a</mi>"
    "<annotation encoding='application/x-tex'>{{\\displaystyle a^{{2}}+{}}}</annotation></semantics></math></span>"
    "<img class=mwe-math-fallback-image-inline aria-hidden=true alt='{{\\displaystyle a^{{2}}}}' src=x.svg></span>"
)


@pytest.mark.parametrize("strategy", ["auto", "eniw", "svm", "key-patterns"])
def test_formulas_of_wikipedia_come_once(strategy: str) -> None:
    inline, display = WIKIPEDIA.format("", "b"), WIKIPEDIA.format(" display=block", "c")
    html = f"<h1>Mass</h1><p>{LINE * 3}</p><p>{LINE * 2}So {inline} it is.</p><dl><dd>{display},</dd></dl><p>{LINE * 3}</p>"
    document = tamis.analyze(html, strategy=strategy)
    for text in (document.markdown(), document.markdown(images=True), document.text):
        assert "So $a^{2}+b$ it is." in text and "$$a^{2}+c$$," in text
        assert text.count("a^{2}") == 2
    assert document.html().count("a^{2}") == 2


def test_the_letters_of_a_formula_for_the_eye_stay_in_their_line() -> None:
    katex = (
        "<p>so <span class=katex><span class=katex-mathml><math><mi>x</mi></math></span>"
        "<span class=katex-html aria-hidden=true>x</span></span> it is"
    )
    assert len(everything(katex).blocks) == 1
    unlike = "<p>so <span><math><mi>x</mi></math></span><span style='display:none'>x</span> it is"
    assert [block.hidden for block in everything(unlike).blocks] == [False, True, False]


def test_a_table_in_a_cell() -> None:
    html = "<table><tr><th>a<th>b<tr><td>c<td>d<table><tr><td>1<td>2<tr><td>3<td>4</table><tr><td>e<td>f</table>"
    assert markdown(html) == "| a | b |\n| --- | --- |\n| c | d<br>1 2<br>3 4 |\n| e | f |"
    assert everything(html).text == "a\tb\nc\td 1 2 3 4\ne\tf"
    assert everything(html).html().count("<table>") == 2


def test_powers_are_not_lost() -> None:
    assert markdown("<p>10<sup>3</sup> and H<sub>2</sub>O") == "10<sup>3</sup> and H<sub>2</sub>O"


def test_a_figure_between_kept_texts_is_shown_without_its_dropped_caption() -> None:
    html = (
        "<p id=a>one</p><figure><img src=/b.jpg alt=Loaf><figcaption>Rye</figcaption></figure><p id=b>two</p>"
        "<figure><img src=/c.jpg><figcaption>Oats</figcaption></figure><p id=c>three</p>"
    )
    document = tamis.analyze(html, "https://example.com/", "eniw", drop=("figcaption", "#c"))
    assert document.markdown(images=True) == "one\n\n![Loaf](https://example.com/b.jpg)\n\ntwo"


def test_images_come_from_where_the_page_keeps_them() -> None:
    html = "<p>a</p><figure><img src='data:image/gif;base64,R0' data-src='/b.jpg' alt='A loaf'><figcaption>Rye</figcaption></figure>"
    assert markdown(html, images=True) == "a\n\n![A loaf](https://example.com/b.jpg)\n\nRye"
    assert markdown(html) == "a\n\nRye"


def test_links_are_absolute() -> None:
    assert markdown("<base href='/x/'><p>a <a href='b c'>d</a>", links=True) == "a [d](https://example.com/x/b%20c)"
    assert markdown("<p>a <a href='http://b.org/c d'>e</a>", links=True) == "a [e](http://b.org/c%20d)"


def test_a_card_that_is_one_link_keeps_its_structure() -> None:
    html = "<a href=/x><h3>Rye</h3><p>A grass</p></a>"
    assert markdown(html, links=True) == "### [Rye](https://example.com/x)\n\n[A grass](https://example.com/x)"


def test_marks_for_media_are_on_by_choice() -> None:
    html = "<p>a</p><iframe src='https://maps.example.com/1' title='The mill'></iframe><p>b</p>"
    assert markdown(html) == "a\n\nb"
    assert markdown(html, media=True) == "a\n\n![embed: The mill](https://maps.example.com/1)\n\nb"


IN_LINE = {
    "w": "word", "b": "<b>bold</b>", "I": "<img src=/i.png>", "A": "<a href=/x><img src=/a.png></a>", " ": " ",
    "s": "<span> </span>",
}  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("wbIA s"), min_size=1, max_size=9).filter(set("wb").intersection))
@example("b Iw")
@example("bI I")
@example("I Ib")
@example("b A b")
@example("wI I w")
def test_spaces_beside_images_are_the_pages_own(parts: str) -> None:
    html = f"<p>{''.join(map(IN_LINE.__getitem__, parts))}</p><p>More words.</p>"
    written = everything(html).html(images=True, links=True).split("</p>")[0]
    seen = re.sub(r"<[^>]*>", "", re.sub("<img[^>]*>", "◆", written))
    meant = re.sub(r"<[^>]*>", "", re.sub("<img[^>]*>", "◆", html.split("</p>")[0]))
    assert seen.split(" ") == meant.split()


def test_a_space_before_an_image_behind_a_word_in_bold_stays() -> None:
    page = "<p><b>Rye</b> <img src=/a.png alt=ear> <img src=/b.png alt=straw></p>"
    shown = "![ear](https://example.com/a.png) ![straw](https://example.com/b.png)"
    assert markdown(page, images=True) == f"**Rye** {shown}"
    alone = "<p>Rye</p>" + page.replace("<b>Rye</b> ", "") + "<p>Oats"
    assert markdown(alone, images=True) == f"Rye\n\n{shown}\n\nOats"
