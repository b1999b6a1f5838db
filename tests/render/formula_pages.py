# ruff: noqa: E501 - markup reads better in one line
"""The ways in which pages hold a formula, each a function of its TeX; used by tests and by ``benchmarks/fidelity.py``."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Final
from urllib.parse import quote

MATHML: Final = {
    r"x^{2}": "<msup><mi>x</mi><mn>2</mn></msup>",
    r"\frac{a}{b}": "<mfrac><mi>a</mi><mi>b</mi></mfrac>",
    r"\vec{F}=m\vec{a}": "<mover><mi>F</mi><mo>→</mo></mover><mo>=</mo><mi>m</mi><mover><mi>a</mi><mo stretchy=false>→</mo></mover>",
    r"\sqrt{2}\leq\pi": "<msqrt><mn>2</mn></msqrt><mo>≤</mo><mi>π</mi>",
    r"\mathbb{R}^{n}": "<msup><mi mathvariant=double-struck>R</mi><mi>n</mi></msup>",
    r"\sum_{i=1}^{n}a_{i}": "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>",
    r"\begin{pmatrix}1 & 0 \\ 0 & 1\end{pmatrix}": "<mrow><mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo></mrow>",
    r"\lim_{x\to 0}\sin x": "<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder><mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>",
    r"\hat{x}+\overline{AB}": "<mover accent=true><mi>x</mi><mo>^</mo></mover><mo>+</mo><mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>¯</mo></mover>",
    r"a<b": "<mi>a</mi><mo>&lt;</mo><mi>b</mi>",
}
"""formulas, and their MathML"""


def _math(tex: str, attributes: str = "", note: bool = False) -> str:
    inner = MATHML[tex]
    if note:
        inner = f"<semantics><mrow>{inner}</mrow><annotation encoding='application/x-tex'>{escape(tex)}</annotation></semantics>"
    return f"<math {attributes}>{inner}</math>"


def _katex(tex: str) -> str:
    return f"<span class=katex><span class=katex-mathml>{_math(tex, note=True)}</span><span class=katex-html aria-hidden=true><span class=base>{escape(tex)}</span></span></span>"


def _wikipedia(tex: str) -> str:
    return (
        f"<span class=mwe-math-element><span class=mwe-math-mathml-inline style='display: none;'>{_math(tex, note=True)}</span>"
        f"<img src='https://x.org/svg/1' class='mwe-math-fallback-image-inline' aria-hidden=true alt='{escape('{' + chr(92) + 'displaystyle ' + tex + '}')}'></span>"
    )


SOURCES: Final[dict[str, Callable[[str], str]]] = {
    "KaTeX": _katex,
    "KaTeX without MathML": lambda t: (
        f'<span class="math-inline" data-math="{escape(t)}"><span class=katex><span class=katex-html aria-hidden=true>{escape(t)}</span></span></span>'
    ),
    "MediaWiki": _wikipedia,
    "MediaWiki, hidden MathML alone": lambda t: (
        f"<span class=mwe-math-element><span style='display:none'>{_math(t, note=True)}</span></span>"
    ),
    "MathJax 2": lambda t: (
        f"<span class=MathJax_Preview>[math]</span><span class=MathJax id=M1><nobr>{escape(t)}</nobr></span><script type='math/tex'>{t}</script>"
    ),
    "MathJax 3": lambda t: (
        f"<mjx-container class=MathJax jax=CHTML><mjx-math aria-hidden=true><mjx-mi></mjx-mi></mjx-math><mjx-assistive-mml>{_math(t)}</mjx-assistive-mml></mjx-container>"
    ),
    "MathML": _math,
    "LaTeXML": lambda t: _math(t, f'class=ltx_Math alttext="{escape(t)}"'),
    "brackets": lambda t: rf"\({escape(t)}\)",
    "dollars with KaTeX": lambda t: f"<script src=katex.min.js></script>${escape(t)}$",
    "Pandoc": lambda t: rf'<span class="math inline">\({escape(t)}\)</span>',
    "codecogs": lambda t: f"<img src='https://latex.codecogs.com/gif.latex?%5Cdpi%7B150%7D&space;{quote(t)}' title=x>",
    "WordPress": lambda t: (
        f'<img src="https://s0.wp.com/latex.php?latex={quote(t)}&amp;bg=ffffff" alt="{escape(t)}" class=latex>'
    ),
    "mimetex": lambda t: f"<img src='/cgi-bin/mimetex.cgi?{quote(t)}'>",
    "tex.cgi": lambda t: f"<img src='/cgi/tex.cgi?{quote(t)}' alt=formula>",
    "GitHub": lambda t: f"<math-renderer class=js-inline-math>${escape(t)}$</math-renderer>",
    "Quill": lambda t: (
        f'<span class="ql-formula" data-value="{escape(t)}"><span class=katex-html>{escape(t)}</span></span>'
    ),
}
"""inline formulas"""
DISPLAYED: Final[dict[str, Callable[[str], str]]] = {
    "KaTeX": lambda t: f"<p><span class=katex-display>{_katex(t)}</span></p>",
    "MediaWiki": lambda t: (
        f"<dl><dd><span class='mwe-math-element mwe-math-element-block'><span style='display: none'>{_math(t, 'display=block', note=True)}</span><img class=mwe-math-fallback-image-display alt='{escape(t)}' src=x.svg></span></dd></dl>"
    ),
    "MediaWiki, hidden MathML alone": lambda t: (
        f"<p><span class=mwe-math-element><span style='display:none'>{_math(t, 'display=block', note=True)}</span></span></p>"
    ),
    "MathJax 2": lambda t: (
        f"<div class=MathJax_Display><span class=MathJax>{escape(t)}</span></div><script type='math/tex; mode=display'>{t}</script>"
    ),
    "MathJax 3": lambda t: (
        f"<p><mjx-container class=MathJax jax=CHTML display=true><mjx-math></mjx-math><mjx-assistive-mml>{_math(t, 'display=block')}</mjx-assistive-mml></mjx-container></p>"
    ),
    "MathML": lambda t: f"<p>{_math(t, 'display=block')}</p>",
    "brackets": lambda t: rf"<p>\[{escape(t)}\]</p>",
    "dollars": lambda t: f"<p>$${escape(t)}$$ <script src=MathJax.js></script></p>",
}
"""formulas on lines of their own"""


def squeezed(tex: str) -> str:
    """TeX without white space, which says nothing in a formula but behind a command."""
    return "".join(tex.split()).replace(r"\displaystyle", "")
