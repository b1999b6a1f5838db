# ruff: noqa: E501 - markup reads better in one line
"""The ways in which highlighters lay out code, each a function of its lines; used by tests and ``benchmarks/fidelity.py``."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final

PYTHON: Final = (
    'def greet(name):\n    if name < "b" & name:\n\t\treturn f"Hi, {name}"\n\n    # two spaces:  x\n    return None'
)
SHELL: Final = "$ cd /srv\n$ ls -l | wc\n\n# 12 of 13\nfor i in 1 2; do\n  echo $i\ndone"
C: Final = "int main(void)\n{\n    int a[3] = {1, 2, 3};\n\n    return a[0] << 1;\n}"
LISTINGS: Final = {"python": PYTHON, "bash": SHELL, "c": C, "text": "1\n2\n\n3  4", "json": '{\n  "a": [1, 2]\n}'}
"""code by its language"""


SPACE, END, ZERO, BREAK = " ", "\n", "\u200b", "<br>"


def _words(line: str, empty: str = "") -> str:
    """A line as highlighters mark it up: its words in elements; an empty line may have something else."""
    if not line:
        return empty
    return " ".join(
        f"<span class=n>{escape(word)}</span>" if word.isalpha() else escape(word) for word in line.split(" ")
    )


def _lines(code: str, make: Callable[[int, str], str], between: str = "") -> str:
    return between.join(make(number, line) for number, line in enumerate(code.split("\n"), 1))


def _numbers(code: str, form: str = "{}", between: str = "\n") -> str:
    return between.join(form.format(number) for number in range(1, code.count("\n") + 2))


def _all(code: str) -> str:
    return _lines(code, lambda _, line: _words(line), "\n")


KINDS: Final[dict[str, Callable[[str, str], str]]] = {
    "highlight.js": lambda c, g: f'<pre><code class="hljs language-{g}">{_all(c)}</code></pre>',
    "Prism": lambda c, g: f'<pre class="language-{g} line-numbers"><code class="language-{g}">{_all(c)}<span aria-hidden=true class=line-numbers-rows>{"<span></span>" * (c.count(chr(10)) + 1)}</span></code></pre>',
    "Prism toolbar": lambda c, g: f'<div class=code-toolbar><pre class="language-{g}"><code class="language-{g}">{_all(c)}</code></pre><div class=toolbar><div class=toolbar-item><button>Copy</button></div></div></div>',
    "Prism React Renderer": lambda c, g: f'<pre class="prism-code language-{g}">{_lines(c, lambda n, line: f"<div class=token-line><span class=token>{_words(line)}</span></div>")}</pre>',
    "Docusaurus": lambda c, g: f'<div class="language-{g} codeBlockContainer_x"><div class=codeBlockTitle_x>a.txt</div><pre tabindex=0><code class=codeBlockLines_x>{_lines(c, lambda n, line: f"<span class=token-line style=color:#393A34><span class=token style=color:red>{_words(line)}</span><br></span>")}</code></pre></div>'.replace("<div class=codeBlockTitle_x>a.txt</div>", ""),
    "Gatsby": lambda c, g: f'<div class=gatsby-highlight data-language={g}><pre class="language-{g}"><code class="language-{g}">{_lines(c, lambda n, line: f"<span class=gatsby-highlight-code-line>{_words(line)}</span>")}</code></pre></div>',
    "Shiki": lambda c, g: f'<pre class="shiki nord"><code class="language-{g}">{_lines(c, lambda n, line: f"<span class=line>{_words(line)}</span>", chr(10))}</code></pre>',
    "Shiki without line ends": lambda c, g: f'<div class="language-{g}"><span class=lang>{g}</span><pre class=shiki><code>{_lines(c, lambda n, line: f"<span class=line>{_words(line)}</span>")}</code></pre></div>'.replace(f"<span class=lang>{g}</span>", ""),
    "Shiki grid": lambda c, g: f'<figure data-rehype-pretty-code-figure><pre data-language={g} style=display:grid><code data-language={g}>{_lines(c, lambda n, line: f"<span data-line>{_words(line, SPACE)}</span>")}</code></pre></figure>',
    "Pygments": lambda c, g: f'<div class="highlight-{g} notranslate"><div class=highlight><pre><span></span>{_all(c)}\n</pre></div></div>',
    "Pygments table": lambda c, g: f'<div class="highlight-{g}"><table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre>{_numbers(c, "<span class=normal>{}</span>")}</pre></div></td><td class=code><div class=highlight><pre><span></span>{_all(c)}\n</pre></div></td></tr></table></div>',
    "Pygments inline": lambda c, g: f'<div class="highlight-{g}"><pre>{_lines(c, lambda n, line: f"<span class=linenos>{n:2} </span>{_words(line)}", chr(10))}\n</pre></div>',
    "Chroma": lambda c, g: f'<div class=highlight><pre tabindex=0 class=chroma><code class="language-{g}" data-lang={g}>{_lines(c, lambda n, line: f"<span class=line><span class=cl>{_words(line)}{chr(10)}</span></span>")}</code></pre></div>',
    "Chroma inline numbers": lambda c, g: f'<div class=highlight><pre class=chroma><code class="language-{g}" data-lang={g}>{_lines(c, lambda n, line: f"<span class=line><span class=ln>{n}</span><span class=cl>{_words(line)}{chr(10)}</span></span>")}</code></pre></div>',
    "Chroma table": lambda c, g: f'<div class=highlight><div class=chroma><table class=lntable><tr><td class=lntd><pre class=chroma><code>{_numbers(c, "<span class=lnt>{}" + chr(10) + "</span>", "")}</code></pre></td><td class=lntd><pre class=chroma><code class="language-{g}" data-lang={g}>{_all(c)}\n</code></pre></td></tr></table></div></div>',
    "Rouge": lambda c, g: f'<div class="language-{g} highlighter-rouge"><div class=highlight><pre class=highlight><code>{_all(c)}\n</code></pre></div></div>',
    "Rouge table": lambda c, g: f'<div class="language-{g} highlighter-rouge"><div class=highlight><pre class=highlight><code><table class=rouge-table><tbody><tr><td class="rouge-gutter gl"><pre class=lineno>{_numbers(c)}\n</pre></td><td class=rouge-code><pre>{_all(c)}\n</pre></td></tr></tbody></table></code></pre></div></div>',
    "highlightjs-line-numbers": lambda c, g: f'<pre><code class="hljs {g}"><table class=hljs-ln><tbody>{_lines(c, lambda n, line: f"<tr><td class=hljs-ln-numbers data-line-number={n}><div class=hljs-ln-n data-line-number={n}></div></td><td class=hljs-ln-code data-line-number={n}>{_words(line, SPACE)}</td></tr>")}</tbody></table></code></pre>',
    "SyntaxHighlighter": lambda c, g: f'<div><div id=highlighter_1 class="syntaxhighlighter {g}"><div class=toolbar><span><a href=# class="toolbar_item command_help help">?</a></span></div><table border=0><tbody><tr><td class=gutter>{_lines(c, lambda n, line: _alternating(n, str(n)))}</td><td class=code><div class=container>{_lines(c, lambda n, line: _alternating(n, _syntax_highlighter(line, g)))}</div></td></tr></tbody></table></div></div>',
    "Crayon": lambda c, g: f'<div class="crayon-syntax crayon-theme"><div class=crayon-plain-wrap></div><div class=crayon-main><table class=crayon-table><tr class=crayon-row><td class="crayon-nums"><div class=crayon-nums-content>{_lines(c, lambda n, line: f"<div class=crayon-num data-line=c-{n}>{n}</div>")}</div></td><td class=crayon-code><div class=crayon-pre>{_lines(c, lambda n, line: f"<div class=crayon-line id=c-{n}>{_crayon(line)}</div>")}</div></td></tr></table></div></div>',
    "GitHub": lambda c, g: f'<div class="highlight highlight-source-{g}"><pre>{_all(c)}</pre></div>',
    "GitHub blob": lambda c, g: f'<table class="highlight tab-size js-file-line-container" data-tab-size=8><tbody>{_lines(c, lambda n, line: f"<tr><td id=L{n} class=blob-num data-line-number={n}></td><td id=LC{n} class=blob-code>{_words(line, END)}</td></tr>")}</tbody></table>',
    "Gitea": lambda c, g: f'<div class="file-view code-view"><table><tbody>{_lines(c, lambda n, line: f"<tr><td id=L{n} class=lines-num><span id=L{n} data-line-number={n}></span></td><td rel=L{n} class=lines-code><code class=code-inner>{_words(line)}{chr(10)}</code></td></tr>")}</tbody></table></div>',
    "GitLab": lambda c, g: f'<div class="file-content code js-syntax-highlight"><div class=line-numbers>{_lines(c, lambda n, line: f"<a class=diff-line-num href=#L{n} data-line-number={n}>{n}</a>", chr(10))}</div><div class=blob-content><pre class="code highlight" lang={g}><code>{_lines(c, lambda n, line: f"<span id=LC{n} class=line lang={g}>{_words(line)}</span>", chr(10))}</code></pre></div></div>',
    "CodeMirror": lambda c, g: f'<div class=CodeMirror data-lang={g}><div class=CodeMirror-code>{_lines(c, lambda n, line: f"<div style=position:relative><div class=CodeMirror-gutter-wrapper><div class=CodeMirror-linenumber>{n}</div></div><pre class=CodeMirror-line role=presentation><span role=presentation>{_words(line, ZERO)}</span></pre></div>")}</div></div>',
    "CodeMirror 6": lambda c, g: f'<div class=cm-editor><div class=cm-scroller><div class=cm-content data-language={g}>{_lines(c, lambda n, line: f"<div class=cm-line>{_words(line, BREAK)}</div>")}</div></div></div>',
    "Hexo": lambda c, g: f'<figure class="highlight {g}"><table><tr><td class=gutter><pre>{_numbers(c, "<span class=line>{}</span><br>", "")}</pre></td><td class=code><pre>{_lines(c, lambda n, line: f"<span class=line>{_words(line)}</span><br>")}</pre></td></tr></table></figure>',
    "header inside": lambda c, g: f'<pre class=code-block><div class=code-header><span>{g}</span><button class=copy>Copy</button></div><code class="language-{g}">{_all(c)}</code></pre>',
    "chat header inside": lambda c, g: f'<pre><div class="contain-inline-size rounded"><div class="flex items-center">{g}</div><div><button>Copy code</button></div><div dir=ltr><code class="hljs language-{g}">{_all(c)}</code></div></div></pre>',
    "lists of lines": lambda c, g: f'<pre class=prettyprint><ol class=linenums>{_lines(c, lambda n, line: f"<li class=L{n % 10}><code class=language-{g}>{_words(line)}</code></li>")}</ol></pre>',
}  # fmt: skip


def _syntax_highlighter(line: str, language: str) -> str:
    spaces = len(line) - len(line.lstrip(" "))
    indent = f"<code class='{language} spaces'>{'&nbsp;' * spaces}</code>" if spaces else ""
    return f"{indent}<code class='{language} plain'>{_words(line[spaces:]) or '&nbsp;'}</code>"


def _crayon(line: str) -> str:
    return _words(line).replace("  ", "<span class=crayon-h>  </span>") or "&nbsp;"


def _alternating(number: int, line: str) -> str:
    return f"<div class='line number{number} index{number - 1} alt2'>{line}</div>"
