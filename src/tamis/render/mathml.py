r"""MathML's presentation elements as TeX, by tables, and what MathJax lays out in their stead (``mjx-mi`` …).

mathml-to-latex (PyPI, 1.0.0) was tried: it writes ``\left(\right.`` around a matrix, ``sin`` without a backslash and
``\overset`` for accents, and it is recursive.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from tamis.html.nodes import Element, children
from tamis.text.space import tidy

_MAX_DEPTH: Final = 60
"""of elements in a formula; one that is nested deeper is left as text"""
_MOST_ELEMENTS: Final = 20_000
_SYMBOLS: Final = {
    "−": "-", "×": r"\times", "·": r"\cdot", "⋅": r"\cdot", "÷": r"\div", "±": r"\pm", "∓": r"\mp", "∗": "*",
    "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx", "≡": r"\equiv", "∼": r"\sim", "≃": r"\simeq",
    "≅": r"\cong", "∝": r"\propto", "≪": r"\ll", "≫": r"\gg", "∞": r"\infty", "∑": r"\sum", "∏": r"\prod",
    "∐": r"\coprod", "∫": r"\int", "∬": r"\iint", "∭": r"\iiint", "∮": r"\oint", "∂": r"\partial", "∇": r"\nabla",
    "→": r"\to", "←": r"\leftarrow", "↔": r"\leftrightarrow", "⇒": r"\Rightarrow", "⇐": r"\Leftarrow",
    "⇔": r"\Leftrightarrow", "⟹": r"\implies", "⟺": r"\iff", "↦": r"\mapsto", "⟶": r"\longrightarrow", "↑": r"\uparrow",
    "↓": r"\downarrow", "∈": r"\in", "∉": r"\notin", "∋": r"\ni", "⊂": r"\subset", "⊃": r"\supset", "⊆": r"\subseteq",
    "⊇": r"\supseteq", "∪": r"\cup", "∩": r"\cap", "⋃": r"\bigcup", "⋂": r"\bigcap", "∖": r"\setminus",
    "∅": r"\emptyset", "∀": r"\forall", "∃": r"\exists", "¬": r"\neg", "∧": r"\wedge", "∨": r"\vee", "⊕": r"\oplus",
    "⊗": r"\otimes", "⊥": r"\perp", "∥": r"\parallel", "∣": r"\mid", "∠": r"\angle", "∘": r"\circ", "•": r"\bullet",
    "⋆": r"\star", "†": r"\dagger", "…": r"\ldots", "⋯": r"\cdots", "⋮": r"\vdots", "⋱": r"\ddots", "⟨": r"\langle",
    "⟩": r"\rangle", "⌊": r"\lfloor", "⌋": r"\rfloor", "⌈": r"\lceil", "⌉": r"\rceil", "‖": r"\|", "ℏ": r"\hbar",
    "ℓ": r"\ell", "ℜ": r"\Re", "ℑ": r"\Im", "ℵ": r"\aleph", "°": r"^{\circ}", "′": "'", "″": "''", "‴": "'''",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon", "ϵ": r"\epsilon",
    "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "ϑ": r"\vartheta", "ι": r"\iota", "κ": r"\kappa", "λ": r"\lambda",
    "μ": r"\mu", "µ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi", "ρ": r"\rho", "ϱ": r"\varrho", "σ": r"\sigma",
    "ς": r"\varsigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi", "ϕ": r"\phi", "χ": r"\chi", "ψ": r"\psi",
    "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta", "∆": r"\Delta", "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi",
    "Π": r"\Pi", "Σ": r"\Sigma", "Υ": r"\Upsilon", "Φ": r"\Phi", "Ψ": r"\Psi", "Ω": r"\Omega", "{": r"\{", "}": r"\}",
    "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$", "_": r"\_", "\\": r"\backslash", "\u00a0": r"\ ", "\u2009": r"\,",
    "\u2003": r"\quad", **dict.fromkeys("\u2061\u2062\u2063\u2064\u200b", ""),
}  # fmt: skip
_FUNCTIONS: Final = frozenset(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min"
    " Pr sec sin sinh sup tan tanh".split()
)
_LIMITS: Final = frozenset(
    "det gcd inf lim liminf limsup max min Pr sup sum prod coprod int iint iiint oint bigcup bigcap".split()
)
"""what stands above and below these are limits: ``_`` and ``^``"""
_OVER: Final = {
    "→": ("vec", "overrightarrow"), "⃗": ("vec", "overrightarrow"), "^": ("hat", "widehat"), "ˆ": ("hat", "widehat"),
    "̂": ("hat", "widehat"), "~": ("tilde", "widetilde"), "˜": ("tilde", "widetilde"), "∼": ("tilde", "widetilde"),
    "¯": ("bar", "overline"), "‾": ("bar", "overline"), "―": ("bar", "overline"), "_": ("bar", "overline"),
    "̅": ("bar", "overline"), "̄": ("bar", "overline"), "−": ("bar", "overline"), "˙": ("dot", "dot"),
    ".": ("dot", "dot"),
    "¨": ("ddot", "ddot"), "ˇ": ("check", "check"), "˘": ("breve", "breve"), "´": ("acute", "acute"),
    "`": ("grave", "grave"), "⏞": ("overbrace", "overbrace"), "←": ("overleftarrow", "overleftarrow"),
}  # fmt: skip
"""accents: above a letter, and above more"""
_UNDER: Final = {"⏟": "underbrace", "_": "underline", "̲": "underline", "¯": "underline", "―": "underline"}
_VARIANTS: Final = {
    "bold": "mathbf", "double-struck": "mathbb", "script": "mathcal", "bold-script": "mathcal", "fraktur": "mathfrak",
    "bold-fraktur": "mathfrak", "sans-serif": "mathsf", "monospace": "mathtt", "bold-italic": "boldsymbol",
}  # fmt: skip
_ALPHABETS: Final = (
    ("BOLD SCRIPT ", "mathcal"), ("BOLD FRAKTUR ", "mathfrak"), ("BOLD ITALIC ", "boldsymbol"), ("BOLD ", "mathbf"),
    ("DOUBLE-STRUCK ", "mathbb"), ("SCRIPT ", "mathcal"), ("FRAKTUR ", "mathfrak"), ("BLACK-LETTER ", "mathfrak"),
    ("SANS-SERIF ", "mathsf"), ("MONOSPACE ", "mathtt"), ("ITALIC ", ""),
)  # fmt: skip
"""Unicode's mathematical letters, by their names"""
_MATRICES: Final = {("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("|", "|"): "vmatrix", (r"\|", r"\|"): "Vmatrix",
                  (r"\{", r"\}"): "Bmatrix", (r"\{", ""): "cases"}  # fmt: skip
_TOKENS: Final = frozenset("mi mn mo mtext ms".split())
_SKIPPED: Final = frozenset(
    "annotation annotation-xml none surd defs use path rect title c spacer nstrut dstrut line assistive-mml".split()
)
_TRANSPARENT: Final = frozenset("g svg frac dbox table itable sqrt row dtable script box".split())
_COMMAND_END: Final = re.compile(r"\\[A-Za-z]+$")
_GLYPH: Final = re.compile(r"(?:^|\s)mjx-c([0-9A-Fa-f]{1,6})(?:$|\s)")
_Part = tuple[str, str]
"""an element's name without prefix, and its TeX"""


def mathml_to_tex(math: Element) -> str:
    r"""The TeX of a ``math`` element, or of what MathJax made of one; empty if it is too deep or too large.

    >>> from tamis.html.parser import parse
    >>> page = parse("<math><mover><mi>F</mi><mo>→</mo></mover><mo>=</mo><mi mathvariant=bold>v</mi>")
    >>> mathml_to_tex(page.select_one("math"))
    '\\vec{F}=\\mathbf{v}'
    """
    results: list[list[_Part]] = [[]]
    stack = [(math, list(children(math))[::-1])]
    seen = 0
    while stack:
        node, rest = stack[-1]
        if not rest:
            stack.pop()
            parts = results.pop() if stack else results[0]
            name, tex = _name(node), _element(node, parts)
            if not stack:
                return tidy(tex)
            results[-1] += parts if _is_transparent(name) else [(name, tex)]
            continue
        child = rest.pop()
        name = _name(child)
        seen += 1
        if seen > _MOST_ELEMENTS or len(stack) > _MAX_DEPTH:
            return ""
        if name in _TOKENS:
            results[-1].append((name, _token(name, _text(child), child.attr("mathvariant"))))
        elif name == "mprescripts":
            results[-1].append((name, ""))
        elif name not in _SKIPPED:
            stack.append((child, list(children(child))[::-1]))
            results.append([])
    return ""


def _name(node: Element) -> str:
    return (node.attr("data-mml-node") or node.tag).rpartition(":")[2].removeprefix("mjx-").lower()


def _is_transparent(name: str) -> bool:
    """Whether an element of MathJax's layout hands on its parts: those of a fraction stand in boxes in boxes."""
    return name in _TRANSPARENT


def _text(node: Element) -> str:
    """The characters of a token; MathJax names its glyphs' code points by classes, or in SVG by attributes."""
    if text := tidy(node.text):
        return text
    letters = [found[1] for c in node.select("mjx-c, c") if (found := _GLYPH.search(c.attr("class") or ""))]
    letters += [code for use in node.select("use") if (code := use.attr("data-c")) is not None]
    return "".join(chr(int(code, 16)) for code in letters if re.fullmatch("[0-9A-Fa-f]{1,5}", code))


def _token(tag: str, text: str, variant: str | None) -> str:
    if tag in ("mtext", "ms"):
        return rf"\text{{{text}}}" if text.strip() else r"\ "
    if tag == "mi" and text in _FUNCTIONS:
        return f"\\{text}"
    if command := _VARIANTS.get(variant or ""):
        return rf"\{command}{{{_joined([_symbol(letter) for letter in text])}}}"
    if tag == "mi" and len(text) > 1 and text.isascii() and text.isalpha():
        return rf"\operatorname{{{text}}}"
    if tag == "mi" and variant == "normal" and text.isascii() and text.isalpha():
        return rf"\mathrm{{{text}}}"
    return _joined([_symbol(letter) for letter in text])


def _symbol(letter: str) -> str:
    if not letter or letter <= "\x7f" or letter in _SYMBOLS:
        return _SYMBOLS.get(letter, letter)
    name = unicodedata.name(letter, "")
    kind = name.removeprefix("MATHEMATICAL ")
    for prefix, command in _ALPHABETS:
        if kind.startswith(prefix) and (kind != name or "CAPITAL" in name):
            plain = unicodedata.normalize("NFKC", letter)
            plain = _SYMBOLS.get(plain, plain)
            return rf"\{command}{{{plain}}}" if command else plain
    return letter


def _joined(parts: list[str]) -> str:
    """TeX side by side: a space where a command would run into a letter."""
    written: list[str] = []
    for part in parts:
        if written and part[:1].isalnum() and _COMMAND_END.search(written[-1]):
            written.append(" ")
        if part:
            written.append(part)
    return "".join(written)


def _element(node: Element, parts: list[_Part]) -> str:
    """The TeX of an element by that of its parts."""
    name = _name(node)
    tex = [part for _, part in parts] if name == node.tag else _in_order(name, parts)
    if name in _SCRIPTED:
        return _scripted(name, tex)
    if name == "mfrac" and len(tex) == 2:
        return _fraction(node, *tex)
    if name == "mroot" and len(tex) == 2:
        return rf"\sqrt[{tex[1]}]{{{tex[0]}}}"
    if name == "mmultiscripts" and tex:
        return _multiscripts(parts)
    if name == "mtable":
        return _table(node, tex)
    if name in ("mtr", "mlabeledtr"):
        return " & ".join(tex)
    if name == "mfenced":
        return _bracketed(node, tex)
    if name in ("semantics", "maction"):
        return tex[0] if tex else ""
    if name == "mspace":
        return r"\quad" if re.match(r"[1-9]", node.attr("width") or "") else ""
    command = "boxed" if name == "menclose" and "box" in (node.attr("notation") or "") else _WRAPPING.get(name)
    return rf"\{command}{{{_joined(tex)}}}" if command else _row(parts)


_SCRIPTED: Final = frozenset("msup msub mover munder msubsup munderover".split())
_WRAPPING: Final = {"msqrt": "sqrt", "mphantom": "phantom"}


def _scripted(name: str, tex: list[str]) -> str:
    """What has scripts, or something above or below."""
    if len(tex) == 3:
        return f"{_group(tex[0])}_{{{tex[1]}}}^{{{tex[2]}}}"
    if len(tex) != 2:
        return _joined(tex)
    base, script = tex
    if name == "munderover":  # MathJax has the part below in a box of its own
        return f"{base}^{{{script}}}"
    if name in ("mover", "munder"):
        return _accented(name, base, script)
    if name == "msup" and script and not script.strip("'"):
        return base + script
    return f"{_group(base)}{'^' if name == 'msup' else '_'}{{{script}}}"


def _bracketed(node: Element, tex: list[str]) -> str:
    separator = (node.attr("separators") or ",").strip()[:1]
    opening, closing = node.attr("open"), node.attr("close")
    first = _symbol("(" if opening is None else opening[:1])
    last = _symbol(")" if closing is None else closing[:1])
    return _row([("mo", first), ("mrow", separator.join(tex)), ("mo", last)])


def _in_order(name: str, parts: list[_Part]) -> list[str]:
    """The parts as MathML has them: MathJax lays out what stands above first."""
    if name not in ("mover", "munder", "munderover", "msubsup"):
        return [part for _, part in parts]
    if name == "msubsup" or not any(part in ("over", "under") for part, _ in parts):
        tex = [part for _, part in parts]
        return [tex[0], tex[2], tex[1]] if len(tex) == 3 else tex
    order = {"under": 1, "over": 2}
    return [part for _, part in sorted(parts, key=lambda part: order.get(part[0], 0))]


def _fraction(node: Element, above: str, below: str) -> str:
    thickness = (node.attr("linethickness") or "").strip()
    command = "binom" if re.match(r"0(?![.]?[1-9])", thickness) else "frac"
    return rf"\{command}{{{above}}}{{{below}}}"


def _row(parts: list[_Part]) -> str:
    """Parts side by side; brackets around a table are its own."""
    tex = [part for _, part in parts]
    for place, (name, table) in enumerate(parts):
        if name != "mtable" or not place or not table.startswith(r"\begin{matrix}"):
            continue
        behind = tex[place + 1] if place + 1 < len(tex) else ""
        kind = _MATRICES.get((tex[place - 1], behind))
        if kind is not None or (kind := _MATRICES.get((tex[place - 1], "")) if not behind else None):
            tex[place - 1] = ""
            tex[place] = table.replace("{matrix}", f"{{{kind}}}")
            if behind:
                tex[place + 1] = ""
    if len(tex) == 3 and tex[0] == "(" and tex[2] == ")" and re.fullmatch(r"\\binom\{[^{}]*\}\{[^{}]*\}", tex[1]):
        return tex[1]
    return _joined(tex)


def _accented(name: str, base: str, mark: str) -> str:
    if base.lstrip("\\") in _LIMITS:
        return f"{base}{'^' if name == 'mover' else '_'}{{{mark}}}"
    sign = _MARKS.get(mark, mark)
    if name == "mover" and sign in _OVER:
        letter = len(base) == 1 or _COMMAND.fullmatch(base) is not None
        return rf"\{_OVER[sign][0 if letter else 1]}{{{base}}}"
    if name == "munder" and sign in _UNDER:
        return rf"\{_UNDER[sign]}{{{base}}}"
    if re.match(r"\\(?:over|under)brace\{", base):
        return f"{base}{'^' if name == 'mover' else '_'}{{{mark}}}"
    return rf"\{'overset' if name == 'mover' else 'underset'}{{{mark}}}{{{base}}}"


_MARKS: Final = {tex: letter for letter, tex in _SYMBOLS.items() if letter in _OVER or letter in _UNDER}
"""signs of accents by their TeX"""
_COMMAND: Final = re.compile(r"\\[A-Za-z]+(?:\{\\?[A-Za-z]+\})?|\\text\{.\}")


def _multiscripts(parts: list[_Part]) -> str:
    names = [name for name, _ in parts]
    tex = [part for _, part in parts]
    cut = names.index("mprescripts") if "mprescripts" in names else len(names)
    before = _scripts(tex[cut + 1 :])
    return f"{{}}{before}{_group(tex[0])}{_scripts(tex[1:cut])}" if before else _group(tex[0]) + _scripts(tex[1:cut])


def _scripts(tex: list[str]) -> str:
    pairs = zip(tex[::2], [*tex[1::2], ""], strict=False)
    return "".join((f"_{{{a}}}" if a else "") + (f"^{{{b}}}" if b else "") for a, b in pairs)


def _table(node: Element, rows: list[str]) -> str:
    kind = "aligned" if re.match(r"right left", tidy(node.attr("columnalign"))) else "matrix"
    return rf"\begin{{{kind}}}" + r" \\ ".join(rows) + rf"\end{{{kind}}}"


def _group(base: str) -> str:
    if len(base) <= 1 or _COMMAND.fullmatch(base) or base[1:].isdigit():
        return base
    return base if re.fullmatch(r"\\[A-Za-z]+\{[^{}]*\}", base) or base in ("\\|",) else f"{{{base}}}"
