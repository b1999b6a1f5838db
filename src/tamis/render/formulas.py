"""Formulas as TeX: from what KaTeX, MathJax, MediaWiki and programs that draw formulas leave, else from MathML.

An element that stands for a formula is found by what is in it, and by the names of those around that hold nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final
from urllib.parse import unquote

from tamis.html.nodes import Element
from tamis.html.tree import Tree
from tamis.render.mathml import mathml_to_tex
from tamis.render.nodes import Node
from tamis.text.patterns import late
from tamis.text.space import tidy

_ROOT_CLASSES: Final = late(
    r"(?:^|\s)(?:katex|katex-display|katex-block|katex-inline|MathJax|MathJax_Display|MathJax_Preview|MathJax_SVG"
    r"|MathJax_SVG_Display|MathJax_CHTML|mjx-chtml|mwe-math-element(?:-\w{1,9})?|mwe-math-mathml-\w{1,9}|ql-formula"
    r"|math-container)(?:$|\s)"
)
_WRAPPER_CLASSES: Final = late(r"(?:^|\s)(?:math|math-inline|math-block|math-display|temml|ltx_\w{1,20})(?:$|\s)")
"""the same, if it is so"""
"""of elements around a formula that hold nothing else"""
_IMAGE_CLASSES: Final = late(
    r"(?:^|\s)(?:latex|tex|mwe-math-fallback-image-(?:inline|display)|ql-img-\w{1,30}|equation)(?:$|\s)"
)
_IMAGE_SIGNS: Final = (
    ("src", ("?",)), ("data-src", ("?",)), ("class", ("tex", "mwe-math", "ql-img", "equation", "&")),
    ("alt", ("$", "\\(", "\\[", "&")),
)  # fmt: skip
"""attributes of pictures of formulas, and what stands in them: few other pictures have any of it"""
_TEX_ATTRIBUTES: Final = (
    "data-tex", "data-latex", "data-math", "data-katex", "data-formula", "data-expr", "data-equation"
)  # fmt: skip
_SERVICE: Final = late(
    r"(?:latex|mimetex|mathtex|/tex|texrender|equation|codecogs|/math|/chart)[\w./-]{0,60}\?(.{1,4000})",
    re.IGNORECASE | re.DOTALL,
)
"""addresses at which a program draws the formula that follows"""
_SERVICES: Final = ("tex", "equation", "codecogs", "/math", "/chart")
"""of which each has one; to look for these first takes a tenth of the time"""
_FIELD: Final = late(r"(?:^|[&;])(?:latex|tex|math|formula|chl|eq|from)=([^&]{1,4000})", re.IGNORECASE)
_ANY_FIELD: Final = late(r"^[a-z_]{1,12}=", re.IGNORECASE)
_SETTINGS: Final = late(
    r"^(?:\s|\\(?:dpi|bg|color)\{\w{0,12}\}|\\(?:bg|fg|fn)_\w{1,12}|\\(?:inline|large|Large|huge)(?![A-Za-z]))"
)
"""settings of the picture in such an address"""
_STYLE: Final = late(r"^\{\\(?:displaystyle|textstyle)\s?(.*)\}$", re.DOTALL)
_DELIMITED: Final = late(r"^(?:\$\$?(?!\$)(.{1,4000})\$\$?|\\\((.{1,4000})\\\)|\\\[(.{1,4000})\\\])$", re.DOTALL)
_WRAPPERS: Final = 6
"""elements around a formula that hold nothing else"""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula; one whose TeX is empty is another form of a neighbour's, and is not written."""

    tex: str
    display: bool

    def node(self) -> Node:
        """The formula as it is written."""
        return Node("math", {"display": "block" if self.display else "inline"}, [self.tex])


def find_formulas(tree: Tree) -> dict[int, Formula]:
    """The elements that stand for formulas, outermost ones only.

    >>> from tamis.html.tree import read
    >>> from tamis.limits import Limits
    >>> page = "<p>With <math><msup><mi>x</mi><mn>2</mn></msup></math> and <script type='math/tex'>y_1</script>"
    >>> {element: formula.tex for element, formula in find_formulas(read(page, None, Limits())).items()}
    {2: 'x^{2}', 6: 'y_1'}
    """
    found: dict[int, Formula] = {}
    end = 0
    for element in sorted({_outermost(tree, inner) for inner in _candidates(tree)}):
        if element < end:
            continue
        formula = _formula(tree, element)
        if formula is not None:
            found[element] = formula
            end = int(tree.ends[element])
    return found


def _candidates(tree: Tree) -> Iterator[int]:
    """The elements that may be, or be in, a formula."""
    for tag in ("math", "mjx-container", "math-renderer", "tex-math"):
        yield from tree.rows(tag)
    scripts = tree.rows("script")
    for script, kind in zip(scripts, tree.attributes.attrs(scripts, "type") if scripts else (), strict=True):
        if _is_tex(kind):
            yield script
    if "MathJax" in tree.mentions:
        inside = [row for tag in ("span", "div") for row in tree.rows(tag)]
        for element in tree.attributes.holding(inside, "class", ("MathJax",)):
            if _ROOT_CLASSES.search(tidy(tree.attr(element, "class"))):
                yield element
    names: list[str] = [name for name in (*_TEX_ATTRIBUTES, "data-value") if name in tree.mentions]
    if "data-math" in names:
        names.append("data-math-style")
    if names:
        for element, values in tree.attributes.by_element(*names).items():
            if tree.tags[element] != "body" and _is_stated(tree, element, dict(zip(names, values, strict=True))):
                yield element
    images = tree.rows("img")
    signs = {row for name, parts in _IMAGE_SIGNS for row in tree.attributes.holding(images, name, parts)}
    for image in sorted(signs):
        if _image_tex(tree, image):
            yield image


def _is_stated(tree: Tree, element: int, values: dict[str, str]) -> bool:
    """Whether attributes of an element state its formula."""
    if values.get("data-math-style"):
        return True
    names = tidy(tree.attr(element, "class"))
    if values.get("data-value") and not any(values.get(name) for name in _TEX_ATTRIBUTES):
        return "formula" in names
    value = next((values[name] for name in _TEX_ATTRIBUTES if values.get(name)), "")
    math = re.search("math|katex|tex|formula|equation", names, re.IGNORECASE) is not None
    return bool(value) and value not in ("true", "false") and (math or "\\" in value or "^" in value)


def _is_tex(kind: str | None) -> bool:
    return kind is not None and kind[:8].lower() == "math/tex"


def _outermost(tree: Tree, inner: int) -> int:
    """The outermost element around one that is named as a formula's."""
    found = inner
    for above in islice(tree.around(inner), 1, _WRAPPERS):
        if tree.tags[above] not in ("span", "div", "a", "figure"):
            break
        names = tidy(tree.attr(above, "class"))
        if _ROOT_CLASSES.search(names) or (
            _WRAPPER_CLASSES.search(names) and tree.text(above).strip() == tree.text(found).strip()
        ):
            found = above
    return found


def _formula(tree: Tree, element: int) -> Formula | None:
    """The formula that an element stands for, if its TeX is to be had."""
    tag = tree.tags[element]
    if tag == "img":
        tex = _image_tex(tree, element)
        return Formula(tex, _names_display(tree, element)) if tex else None
    node = tree.nodes[element]
    if tag == "script":
        return Formula(_clean(node.text), "mode=display" in (node.attr("type") or "").replace(" ", "").lower())
    if _has_script_behind(tree, element):  # the script that made it says it best, and is met next
        return Formula("", False)
    tex = _stated(node) or _written(tree, element, node)
    return Formula(tex, _is_display(tree, element, node)) if tex else None


def _stated(node: Element) -> str:
    """The TeX that attributes and annotations state."""
    for inner in (node, *islice(node.select(", ".join(f"[{name}]" for name in _TEX_ATTRIBUTES)), 1)):
        for name in _TEX_ATTRIBUTES:
            if (value := inner.attr(name)) and value not in ("true", "false"):
                return _clean(value)
    if "ql-formula" in (node.attr("class") or "") and (value := node.attr("data-value")):
        return _clean(value)
    for note in node.select("annotation"):
        if "tex" in (note.attr("encoding") or "").lower():
            return _clean(note.text)
    return ""


def _written(tree: Tree, element: int, node: Element) -> str:
    """The TeX of MathML, of a picture, or of text that is known to be TeX."""
    script = next((inner for inner in node.select("script") if _is_tex(inner.attr("type"))), None)
    if script is not None:
        return _clean(script.text)
    math = node if node.tag == "math" else node.select_one("math")
    if math is not None:
        alt = math.attr("alttext") or ""
        return _clean(alt) or _clean(mathml_to_tex(math))
    if node.tag in ("math-renderer", "tex-math") or node.attr("data-math-style"):
        return _clean(node.text)
    if (markup := node.attr("data-mathml")) and len(markup) < 100_000:
        from tamis.html.parser import parse

        math = parse(markup).select_one("math")
        return _clean(mathml_to_tex(math)) if math is not None else ""
    laid_out = node if node.tag == "mjx-container" else node.select_one("mjx-container")
    if laid_out is not None:
        return _clean(mathml_to_tex(laid_out))
    image = next((row for row in tree.rows("img") if element < row < int(tree.ends[element])), -1)
    return (_image_tex(tree, image) or _clean(tree.attr(image, "alt") or "")) if image >= 0 else ""


def _image_tex(tree: Tree, image: int) -> str:
    """The TeX of a picture of a formula; empty for other pictures."""
    alt = tree.attr(image, "alt") or ""
    for name in ("src", "data-src"):
        address = tree.attr(image, name) or ""
        if "?" in address and (tex := _drawn(address)):
            return tex
    if alt and _IMAGE_CLASSES.search(tidy(tree.attr(image, "class"))):
        return _clean(alt)
    return _clean(alt) if _DELIMITED.match(alt.strip()) else ""


def _drawn(address: str) -> str:
    r"""The TeX in the address of a program that draws formulas.

    >>> _drawn("https://latex.codecogs.com/gif.latex?x^2"), _drawn("/latex.php?latex=%5Calpha&bg=ffffff")
    ('x^2', '\\alpha')
    """
    found = _SERVICE.search(address[:4000]) if any(name in address.lower() for name in _SERVICES) else None
    if found is None:
        return ""
    query = found[1].partition("#")[0]
    if (field := _FIELD.search(query)) is not None:
        query = field[1]
    elif _ANY_FIELD.match(query):
        return ""
    tex = unquote(query.replace("+", " ") if "%2B" in query or field is not None else query)
    tex = tex.replace("&space;", " ").replace("&plus;", "+").strip()
    while (setting := _SETTINGS.match(tex)) is not None:
        tex = tex[setting.end() :]
    return _clean(tex)


def _has_script_behind(tree: Tree, element: int) -> bool:
    """Whether an element is MathJax 2's output for a ``math/tex`` script that follows it."""
    behind = int(tree.ends[element])
    if "MathJax" not in (tree.attr(element, "class") or ""):
        return False
    for _ in range(3):
        if behind >= len(tree.tags) or tree.parents[behind] != tree.parents[element]:
            return False
        if tree.tags[behind] == "script":
            return _is_tex(tree.attr(behind, "type"))
        if not _ROOT_CLASSES.search(tidy(tree.attr(behind, "class"))):
            return False
        behind = int(tree.ends[behind])
    return False


def _names_display(tree: Tree, element: int) -> bool:
    names = (tree.attr(element, "class") or "").lower()
    return any(part in names for part in ("display", "math-block", "katex-block", "element-block"))


def _is_display(tree: Tree, element: int, node: Element) -> bool:
    """Whether a formula stands on lines of its own."""
    if _names_display(tree, element) or node.attr("display") in ("block", "true"):
        return True
    if node.attr("data-math-style") == "display" or node.attr("data-display-mode") == "true":
        return True
    if any(inner.attr("display") in ("block", "true") for inner in node.select("math, mjx-container")):
        return True
    return node.text.strip().startswith(("$$", "\\[")) or any(
        "display" in (image.attr("class") or "") for image in islice(node.select("img"), 2)
    )


def _clean(tex: str) -> str:
    """TeX without its delimiters and what says no more than that it is a formula."""
    tex = tidy(tex)
    delimited = _DELIMITED.match(tex)
    if delimited:
        tex = next(part for part in delimited.groups() if part is not None).strip()
    styled = _STYLE.match(tex)
    if styled and styled[1].count("{") == styled[1].count("}"):
        tex = styled[1]
    return tex.removeprefix("\\displaystyle ").strip()
