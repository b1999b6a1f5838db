"""Formulas as LaTeX: from what KaTeX, MathJax and Wikipedia leave in the page, else from MathML itself."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from tamis.html.nodes import Element, children, siblings_behind
from tamis.html.tree import Tree
from tamis.render.nodes import Node
from tamis.text.patterns import late
from tamis.text.space import tidy

_ROOT_CLASSES: Final = late(
    r"(?:^|\s)(?:katex|katex-display|MathJax|MathJax_Display|MathJax_Preview|MathJax_SVG|MathJax_CHTML|mwe-math-element"
    r"|math-container)(?:$|\s)"
)
_IMAGE_CLASSES: Final = late(
    r"(?:^|\s)(?:latex|tex|mwe-math-fallback-image-(?:inline|display)|ql-img-\w{1,30})(?:$|\s)"
)
_STYLE: Final = late(r"^\{\\(?:displaystyle|textstyle)\s?(.*)\}$", re.DOTALL)
_MAX_DEPTH: Final = 40
"""of MathML that is translated; a formula nested deeper is left as text"""


def formula_roots(tree: Tree) -> dict[int, str]:
    """The elements that stand for formulas, outermost ones only, each with its LaTeX.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<p>With <math><msup><mi>x</mi><mn>2</mn></msup></math> and <script type='math/tex'>y_1</script>"
    >>> formula_roots(read(page, None, Limits()))
    {2: 'x^{2}', 6: 'y_1'}
    """
    found: dict[int, str] = {}
    if not _may_have_any(tree):
        return found
    end = 0
    ends = tree.ends
    for element, tag in enumerate(tree.tags):
        if element < end:
            continue
        node = tree.nodes[element]
        if is_root(node):
            latex = to_latex(node)
            follower = _script_after(node) if tag in ("span", "div") else None
            if latex or follower is not None:  # the script that made it says it best, and is met next
                found[element] = "" if follower is not None else latex
                end = int(ends[element])
    return found


def _may_have_any(tree: Tree) -> bool:
    """Whether an element is there that LaTeX can be had from: the rest of what is made of formulas stands around it."""
    if tree.rows("math") or tree.rows("mjx-container"):
        return True
    if any(map(_is_tex, tree.attrs_holding("script", "type", "h/tex", "H/TEX", "h/Tex", "h/TeX", "&"))):
        return True
    images = tree.attrs_holding("img", "class", "tex", "mwe-math", "ql-img", "&")
    return any(_names_formula(names, _IMAGE_CLASSES) for names in images)


def is_root(node: Element) -> bool:
    """Whether an element stands for a whole formula."""
    tag = node.tag
    if tag in ("math", "mjx-container"):
        return True
    if tag == "script":
        return _is_tex(node.attr("type"))
    if tag not in ("span", "div", "img"):
        return False
    return _names_formula(node.attr("class"), _IMAGE_CLASSES if tag == "img" else _ROOT_CLASSES)


def _is_tex(kind: str | None) -> bool:
    return kind is not None and kind[:8].lower() == "math/tex"


def _names_formula(names: str | None, classes: re.Pattern[str]) -> bool:
    return classes.search(tidy(names)) is not None


def _is_display(node: Element) -> bool:
    """Whether a formula stands on lines of its own."""
    names = node.attr("class") or ""
    kind = (node.attr("type") or "").lower()
    return (
        "display" in names.lower() or "mode=display" in kind.replace(" ", "")
        or node.attr("display") in ("block", "true")
        or any(inner.attr("display") == "block" for inner in node.select("math"))
    )  # fmt: skip


def formula_node(node: Element, latex: str) -> Node:
    """A formula as it is written."""
    return Node("math", {"display": "block" if _is_display(node) else "inline"}, [latex])


def to_latex(node: Element) -> str:
    """The LaTeX of a formula; empty when there is none to be had."""
    tag = node.tag
    if tag == "script":
        return _clean(node.text)
    if tag == "img":
        return _clean(node.attr("alt") or "")
    for note in node.select("annotation"):
        if "tex" in (note.attr("encoding") or "").lower():
            return _clean(note.text)
    math = node if tag == "math" else node.select_one("math")
    if math is None:
        image = node.select_one("img[alt]")
        return _clean(image.attr("alt") or "") if image is not None else ""
    if (alt := math.attr("alttext")) and ("\\" in alt or "^" in alt or "_" in alt or len(alt) < 12):
        return _clean(alt)
    return _clean(_mathml(math, 0))


def _script_after(node: Element) -> Element | None:
    """The ``script type=math/tex`` behind what MathJax 2 made of it, a preview and the formula itself."""
    for sibling in islice(siblings_behind(node), 4):
        if isinstance(sibling, str):
            if sibling.strip():
                return None
        elif sibling.tag == "script":
            return sibling if is_root(sibling) else None
        elif not is_root(sibling):
            return None
    return None


def _clean(latex: str) -> str:
    latex = tidy(latex)
    styled = _STYLE.match(latex)
    if styled and styled[1].count("{") == styled[1].count("}"):
        latex = styled[1]
    latex = latex.strip().removeprefix("\\(").removesuffix("\\)").removeprefix("\\[").removesuffix("\\]")
    return latex.strip("$").strip()


_SYMBOLS: Final = {
    "\u2212": "-", "\u00d7": r"\times ", "\u00b7": r"\cdot ", "\u22c5": r"\cdot ", "\u00f7": r"\div ",
    "\u00b1": r"\pm ",
    "\u2264": r"\leq ", "\u2265": r"\geq ", "\u2260": r"\neq ", "\u2248": r"\approx ", "\u221e": r"\infty ",
    "\u2211": r"\sum ", "\u220f": r"\prod ", "\u222b": r"\int ", "\u2202": r"\partial ", "\u2207": r"\nabla ",
    "\u2192": r"\to ", "\u21d2": r"\Rightarrow ", "\u2208": r"\in ", "\u2209": r"\notin ", "\u2282": r"\subset ",
    "\u222a": r"\cup ", "\u2229": r"\cap ", "\u2026": r"\ldots ", "\u22ef": r"\cdots ", "\u03b1": r"\alpha ",
    "\u03b2": r"\beta ", "\u03b3": r"\gamma ", "\u03b4": r"\delta ", "\u03b5": r"\varepsilon ", "\u03b6": r"\zeta ",
    "\u03b7": r"\eta ", "\u03b8": r"\theta ", "\u03bb": r"\lambda ", "\u03bc": r"\mu ", "\u03bd": r"\nu ",
    "\u03be": r"\xi ", "\u03c0": r"\pi ", "\u03c1": r"\rho ", "\u03c3": r"\sigma ", "\u03c4": r"\tau ",
    "\u03c6": r"\varphi ", "\u03c7": r"\chi ", "\u03c8": r"\psi ", "\u03c9": r"\omega ", "\u0393": r"\Gamma ",
    "\u0394": r"\Delta ", "\u0398": r"\Theta ", "\u039b": r"\Lambda ", "\u03a3": r"\Sigma ", "\u03a6": r"\Phi ",
    "\u03a8": r"\Psi ", "\u03a9": r"\Omega ", "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$",
    "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "", "\u00a0": r"\ ", "\\": r"\backslash ",
}  # fmt: skip
_SCRIPTS: Final = {"msup": "^", "msub": "_", "munder": "_", "mover": "^"}
_TWO_SCRIPTS: Final = frozenset(("msubsup", "munderover"))


def _mathml(node: Element, depth: int) -> str:
    """MathML's presentation elements as LaTeX; an element that is not known gives what is in it."""
    if depth > _MAX_DEPTH:
        return ""
    tag = node.tag.rpartition(":")[2]
    if tag in ("annotation", "annotation-xml", "none"):
        return ""
    if tag in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(tag, tidy(node.text))
    parts = [_mathml(child, depth + 1) for child in children(node)]
    if tag == "mfrac" and len(parts) == 2:
        return rf"\frac{{{parts[0]}}}{{{parts[1]}}}"
    if tag == "mroot" and len(parts) == 2:
        return rf"\sqrt[{parts[1]}]{{{parts[0]}}}"
    if tag == "msqrt":
        return rf"\sqrt{{{''.join(parts)}}}"
    if tag in _SCRIPTS and len(parts) == 2:
        return f"{_group(parts[0])}{_SCRIPTS[tag]}{{{parts[1]}}}"
    if tag in _TWO_SCRIPTS and len(parts) == 3:
        return f"{_group(parts[0])}_{{{parts[1]}}}^{{{parts[2]}}}"
    if tag == "mtable":
        return r"\begin{matrix}" + r" \\ ".join(parts) + r"\end{matrix}"
    if tag == "mtr":
        return " & ".join(parts)
    if tag == "mfenced":
        return f"{node.attr('open') or '('}{','.join(parts)}{node.attr('close') or ')'}"
    return "".join(parts)


def _token(tag: str, text: str) -> str:
    written = "".join(_SYMBOLS.get(letter, letter) for letter in text)
    if tag in ("mtext", "ms"):
        return rf"\text{{{written}}}" if written.strip() else "\\ "
    if tag == "mi" and len(text) > 1 and text.isascii() and text.isalpha():
        return rf"\operatorname{{{text}}}"
    return written


def _group(base: str) -> str:
    return base if len(base) <= 1 or (base.startswith("\\") and base.rstrip()[1:].isalpha()) else f"{{{base}}}"
