"""What declarations of CSS do to text: which values of which properties leave nothing of it to see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from tamis.html.colours import is_see_through
from tamis.native.selectors import unescape
from tamis.native.sheets import PROPERTIES

FAR: Final = 900.0
"""pixels: what is moved so far out of its place is not on the screen; menus that slide in are moved by 300 or so"""
_SMALL: Final = 2.0
"""pixels: no font of less can be read"""
_FAINT: Final = 0.05
_THIN: Final = 1.01
"""pixels: boxes of one pixel hold what is for screen readers"""
_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_LENGTH: Final = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d)?)([a-z%]{0,5})")
_CALL: Final = re.compile(r"([a-z0-9-]{1,20})\(([^()]{0,200})\)")
_PIXELS: Final = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "q": 0.94, "em": 16.0, "rem": 16.0,
    "ex": 8.0, "ch": 8.0, "lh": 20.0, "rlh": 20.0, "vw": 12.8, "vh": 8.0, "vmin": 8.0, "vmax": 12.8, "dvh": 8.0,
    "svh": 8.0, "lvh": 8.0, "dvw": 12.8,
}  # fmt: skip
"""on a screen of 1280 by 800 pixels, with letters of 16"""
_PERCENT: Final = 10.0
"""pixels of one percent of what is around, where that is the width of a page"""
_SIDES: Final = ("left", "top", "right", "bottom")
_MARGINS: Final = ("margin-left", "margin-right", "margin-top", "margin-inline-start")
_EXTENTS: Final = ("height", "max-height", "width", "max-width", "block-size", "inline-size")
_CLIPPING: Final = frozenset(("hidden", "clip"))
_TURNS: Final = frozenset(("90deg", "-90deg", "270deg", ".25turn", "0.25turn", "100grad"))


def without_comments(text: str) -> str:
    """CSS without its comments."""
    return _COMMENT.sub(" ", text) if "/*" in text else text


_SHORT: Final = {
    "-webkit-clip-path": ("clip-path",), "-webkit-transform": ("transform",), "-ms-transform": ("transform",),
    "-webkit-background-clip": ("background-clip",), "block-size": ("height",), "inline-size": ("width",),
    "font": ("font-size",), "overflow": ("overflow-x", "overflow-y"), "margin": _MARGINS[:3], "inset": _SIDES,
    "padding": ("padding-top", "padding-bottom"),
    "background": ("background-color", "background-image", "background-clip"),
}  # fmt: skip
"""properties that stand for others"""
_LONG: Final = {name: _SHORT.get(name, (name,)) for name in PROPERTIES}
_EDGES: Final = ("top", "right", "bottom", "left")


def mask(names: Iterable[str]) -> int:
    """Properties as bits."""
    return sum({1 << PROPERTIES.index(name) for name in names})


LONGHANDS: Final = [mask(_LONG[name]) for name in PROPERTIES]
"""the properties that each stands for"""


def property_of(written: str) -> int:
    r"""The number of a property that is written with escapes or comments; -1 if it is none of interest.

    >>> PROPERTIES[property_of(r"DISP\6c ay /* so */ ")]
    'display'
    """
    name = unescape(without_comments(written)).strip().lower()
    return PROPERTIES.index(name) if name in _LONG else -1


def read_value(text: str) -> tuple[str, bool]:
    """A value as it reads, and whether it is important.

    >>> read_value("None /* so */ !important")
    ('none', True)
    """
    value = unescape(without_comments(text)).strip().lower()
    bare = value.removesuffix("important").rstrip()
    if bare != value and bare.endswith("!"):
        return bare[:-1].rstrip(), True
    return value, False


@lru_cache(maxsize=4096)
def judge(declared: int, text: str) -> tuple[bool, int, bool]:
    """Of a declaration: whether it is important, by which properties it may hide text, and whether browsers know it."""
    value, important = read_value(text)
    name = PROPERTIES[declared]
    if not value or not _is_known(name, value):
        return important, 0, False  # a browser leaves it out, and the value before it holds
    return important, mask(each for each in _LONG[name] if may_hide(each, _part(name, each, value))), True


@lru_cache(maxsize=4096)
def computed(wanted: int, declared: int, text: str) -> tuple[str, str]:
    """A property, and its value by a declaration of it or of one that stands for it."""
    return PROPERTIES[wanted], _part(PROPERTIES[declared], PROPERTIES[wanted], read_value(text)[0])


def _part(declared: str, wanted: str, text: str) -> str:
    """The value that a property has by another that stands for it."""
    if declared == "font":
        return _size_of_font(text)
    if declared in ("margin", "padding", "inset"):
        parts = text.split()
        edge = _EDGES.index(wanted.rpartition("-")[2])
        return parts[edge if edge < len(parts) else max(edge - 2, 0) if len(parts) > 1 else 0] if parts else ""
    if declared == "overflow":
        parts = text.split()
        return parts[-1] if wanted == "overflow-y" and len(parts) == 2 else parts[0]
    if declared != "background":
        return text
    if wanted == "background-image":
        return "image" if "url(" in text or "gradient" in text else "none"
    if wanted == "background-clip":
        return "text" if re.search(r"\btext\b", text) else "border-box"
    return "transparent" if text == "none" else text


_WIDE: Final = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
_WORDS: Final = {
    "display": frozenset(
        "none block inline inline-block flex inline-flex grid inline-grid table table-row table-cell table-caption"
        " table-row-group table-header-group table-footer-group table-column table-column-group inline-table list-item"
        " contents flow-root run-in ruby -webkit-box -webkit-inline-box -webkit-flex -ms-flexbox -ms-grid -moz-box"
        " math flow".split()
    ),
    "visibility": frozenset(("visible", "hidden", "collapse")),
    "content-visibility": frozenset(("visible", "hidden", "auto")),
    "position": frozenset(("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky")),
}


def _is_known(name: str, text: str) -> bool:
    words = _WORDS.get(name)
    if words is None or text in words or text in _WIDE or "(" in text:
        return True
    return name == "display" and " " in text


def _size_of_font(text: str) -> str:
    """The size in the shorthand ``font``."""
    for part in text.split():
        size = part.split("/")[0]
        if _LENGTH.fullmatch(size) and not (size.isdigit() and size.endswith("00")):  # that is a weight
            return size
    return "medium"


def pixels(text: str, of_percent: float = _PERCENT) -> float | None:
    """A length in pixels; ``None`` if it is none."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    unit = of_percent if found[2] == "%" else _PIXELS.get(found[2])
    return None if unit is None else float(found[1]) * unit


def number(text: str) -> float | None:
    """A number, or a percentage as a share."""
    found = _LENGTH.fullmatch(text)
    if found is None or found[2] not in ("", "%"):
        return None
    return float(found[1]) / (100 if found[2] == "%" else 1)


def _calls(text: str) -> list[tuple[str, list[str]]]:
    return [(found[1], re.split(r"[\s,]+", found[2].strip())) for found in _CALL.finditer(text)]


def _is_tiny(text: str) -> bool:
    size = pixels(text, 0.16)
    return size is not None and 0 <= size < _SMALL


def _is_faint(text: str) -> bool:
    share = number(text)
    return share is not None and share < _FAINT


def _moves_far(lengths: list[str]) -> bool:
    for length in lengths:
        size = pixels(length, 6.0)
        if size is not None and (size <= -FAR or size >= 4 * FAR):
            return True
    return False


def _transforms_away(text: str) -> bool:
    for name, arguments in _calls(text):
        if name in ("scale", "scalex", "scaley", "scale3d"):
            sizes = [number(part) for part in arguments[:2]]
            if any(size is not None and abs(size) < _FAINT for size in sizes):
                return True
        elif name in ("translate", "translatex", "translatey", "translate3d"):
            if _moves_far(arguments):
                return True
        elif name in ("rotatex", "rotatey"):
            if arguments[0] in _TURNS:
                return True
        elif name == "matrix" and len(arguments) == 6 and ("0" in arguments[::3] or _moves_far(arguments[4:])):
            return True
    return False


def _clips_all(text: str) -> bool:
    """Whether a ``clip-path`` leaves nothing."""
    for name, arguments in _calls(text):
        sizes = [part for part in arguments if _LENGTH.fullmatch(part)]
        if name == "inset":
            top, right, bottom, left = ((sizes * 4)[:4] if len(sizes) != 3 else [*sizes, sizes[1]]) if sizes else "0000"
            if len(sizes) == 2:
                bottom, left = top, right
            if any(a.endswith("%") and b.endswith("%") and float(a[:-1]) + float(b[:-1]) >= 100
                   for a, b in ((top, bottom), (left, right))):  # fmt: skip
                return True
            if any((pixels(a) or 0) + (pixels(b) or 0) >= 4 * FAR for a, b in ((top, bottom), (left, right))):
                return True
        elif name in ("circle", "ellipse"):
            if sizes and (pixels(sizes[0]) or 0) == 0 and arguments[0] == sizes[0]:
                return True
        elif name == "polygon":
            points = {tuple(part.split()) for part in _inside(text).split(",")} - {("nonzero",), ("evenodd",)}
            if len(points) < 3:
                return True
        elif name in ("rect", "xywh") and _is_empty_rect(name, sizes):
            return True
    return False


def _inside(text: str) -> str:
    return text[text.find("(") + 1 : text.rfind(")")]


def _is_empty_rect(name: str, sizes: list[str]) -> bool:
    lengths = [pixels(size) or 0 for size in sizes[:4]]
    if len(lengths) < 4:
        return False
    if name == "xywh":
        return min(lengths[2:]) <= 0
    top, right, bottom, left = lengths
    return right - left <= _THIN or bottom - top <= _THIN


def _clips_rect(text: str) -> bool:
    """Whether the old ``clip`` leaves nothing: ``rect(top, right, bottom, left)``."""
    for name, arguments in _calls(text):
        if name == "rect":
            return _is_empty_rect(name, [part for part in arguments if _LENGTH.fullmatch(part)])
    return False


def _filters_out(text: str) -> bool:
    return any(name == "opacity" and _is_faint(arguments[0]) for name, arguments in _calls(text))


ATTRIBUTE, ARIA, DISPLAY, VISIBILITY, CONTENT, OPACITY, FONT, COLOUR, CLEAR, AWAY, INDENT, CLIP, EXTENT, SCALE, ZOOM = (
    range(1, 16)
)
DIALOG, TAG, POPOVER = range(16, 19)
WAYS: Final = (
    "", "the attribute hidden", "aria-hidden", "display: none", "visibility", "content-visibility", "opacity 0",
    "font size 0", "colour of its background", "transparent colour", "off the screen", "indented off the screen",
    "clipped", "no height or width", "transformed to nothing", "zoomed to nothing", "a closed dialog",
    "never shown by browsers", "a closed popover",
)  # fmt: skip
"""how text is hidden, in the words of reasons; the number of each is what columns hold"""


FOR_GOOD: Final = (FONT, COLOUR, CLEAR, AWAY, INDENT, CLIP, SCALE, ZOOM)
"""ways by which no tab or accordion is closed"""


def hiding(style: Mapping[str, str]) -> int:
    """By which way a style hides its element and all that is in it, whatever styles that has; 0 for none."""
    if style.get("display") == "none":
        return DISPLAY
    if style.get("content-visibility") == "hidden":
        return CONTENT
    if _is_faint(style.get("opacity", "")) or _filters_out(style.get("filter", "")):
        return OPACITY
    if _transforms_away(style.get("transform", "")) or _is_faint_scale(style.get("scale", "")):
        return SCALE
    if _clips_all(style.get("clip-path", "")):
        return CLIP
    if _is_off_screen(style):
        return AWAY
    if style.get("position") in ("absolute", "fixed") and _clips_rect(style.get("clip", "")):
        return CLIP
    return EXTENT if _has_no_extent(style) else 0


def _is_faint_scale(text: str) -> bool:
    sizes = [number(part) for part in text.split()[:2]]
    return any(size is not None and abs(size) < _FAINT for size in sizes)


def _is_off_screen(style: Mapping[str, str]) -> bool:
    if style.get("position") in ("absolute", "fixed", "relative"):
        for side in _SIDES:
            size = pixels(style.get(side, ""))
            if size is not None and (size <= -FAR or (size >= 4 * FAR and side in ("left", "top"))):
                return True
    if any((pixels(style.get(margin, "")) or 0) <= -FAR for margin in _MARGINS):
        return True
    return _moves_far(style.get("translate", "").split())


def _has_no_extent(style: Mapping[str, str]) -> bool:
    if not (style.get("overflow-x") in _CLIPPING or style.get("overflow-y") in _CLIPPING):
        return False
    for name in _EXTENTS:
        size = pixels(style.get(name, ""))
        if size is None or size > _THIN:
            continue
        padded = [style.get(f"padding-{side}", "0") for side in ("top", "bottom")] + [style.get("min-height", "0")]
        if "width" in name or all((pixels(part) or 0) <= _THIN for part in padded):
            return True
    return False


def is_small_font(text: str) -> bool:
    """Whether a ``font-size`` is one that nobody can read."""
    return _is_tiny(text)


def is_far_indent(text: str, style: Mapping[str, str]) -> bool:
    """Whether a ``text-indent`` puts the text where nobody sees it."""
    size = pixels(text)
    if size is None:
        return False
    return size <= -FAR or (size >= FAR and style.get("overflow-x") == "hidden")


@lru_cache(maxsize=4096)
def may_hide(name: str, text: str) -> bool:
    """Whether a declaration may hide text, by itself or with others."""
    if name == "display":
        return text == "none"
    if name in ("visibility", "content-visibility"):
        return text in ("hidden", "collapse")
    if name == "opacity":
        return _is_faint(text)
    if name == "font-size":
        return _is_tiny(text)
    if name in ("color", "-webkit-text-fill-color"):
        return is_see_through(text)
    if name in _EXTENTS:
        size = pixels(text)
        return size is not None and 0 <= size <= _THIN
    if name in _SIDES or name in _MARGINS:
        size = pixels(text)
        return size is not None and (size <= -FAR or size >= 4 * FAR)
    return _may_hide_otherwise(name, text)


def _may_hide_otherwise(name: str, text: str) -> bool:
    if name == "text-indent":
        size = pixels(text)
        return size is not None and abs(size) >= FAR
    if name == "transform":
        return _transforms_away(text)
    if name == "scale":
        return _is_faint_scale(text)
    if name == "translate":
        return _moves_far(text.split())
    if name == "clip":
        return _clips_rect(text)
    if name == "clip-path":
        return _clips_all(text)
    return name == "filter" and _filters_out(text)
