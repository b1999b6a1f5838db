"""Which text has the colour of what is behind it.

What is behind a text is the nearest background around it that is known. Where that is an image, or a style sheet that
is not fetched may give the page a colour, nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tamis.html.colours import WHITE, Colour, alike, background, colour, is_see_through
from tamis.html.declarations import mask, read_value
from tamis.html.styles import COLOURS, ROOT
from tamis.html.tags import LINK

if TYPE_CHECKING:
    from tamis.html.styles import PageStyles
    from tamis.html.tree import Tree

_COVERS: Final = 0.9
_GROUNDS: Final = mask(("background-color", "background-image"))
_NONE: Final[Mapping[str, str]] = {}
_MOST: Final = 500
"""elements whose colours are looked at"""


def clear_text(value: str, style: Mapping[str, str]) -> bool:
    """Whether text of a colour cannot be seen, whatever is behind it."""
    if style.get("background-clip") == "text" or style.get("text-shadow", "none") != "none":
        return False
    return is_see_through(value)


def covered_by_colour(tree: Tree, styles: PageStyles) -> set[int]:
    """The elements whose own text has the colour of what is behind it."""
    own = [(row, read_value(text)[0]) for row, text in styles.cascade.own_colours()]
    own += [(row, _attribute(tree, row, "font", "color")) for row in tree.rows("font") if styles.cascade.shows(row)]
    if not own and not styles.cascade.colours:
        return set()
    canvas = _canvas(tree, styles)
    rows = _like_a_ground(tree, styles, own, canvas) if own else []
    rows += styles.cascade.coloured(_plain(canvas), _Alike(canvas))
    rows = [row for row in rows if row >= 0][:_MOST]
    if not rows:
        return set()
    resolved = styles.of({around for row in rows for around in tree.around(row)}, COLOURS)
    grounds = _Grounds(tree, resolved, {ROOT: canvas})
    tops: dict[int, Colour] = {}
    for row in rows:
        style = resolved.get(row, _NONE)
        text = colour(style.get("color", _attribute(tree, row, "font", "color")))
        if text is None or text[3] < _COVERS or style.get("text-shadow", "none") != "none":
            continue
        ground = grounds.behind(row)
        if ground is not None and alike(text, ground):
            tops[row] = text
    inside: set[int] = set()
    for row in tops:
        if row not in inside:  # what is in one of them is taken up with it
            inside.update(range(row, int(tree.ends[row])))
    return _handed_down(tree, tops, sorted(inside), styles.of(inside, COLOURS)) if tops else set()


def _like_a_ground(tree: Tree, styles: PageStyles, own: list[tuple[int, str]], canvas: Colour | None) -> list[int]:
    """Those of the elements whose own colour is that of the page, or of some ground that it declares."""
    declared, marked = styles.cascade.grounds(), styles.cascade.holders_of("bgcolor")
    named = {read_value(text)[0] for text in declared} | {
        _attribute(tree, row, "", "bgcolor") for row in marked if row >= 0
    }
    grounds = {canvas, *map(background, named)} - {None}
    texts = {text for _, text in own}
    like = {
        text for text in texts if (one := colour(text)) and any(ground and alike(one, ground) for ground in grounds)
    }
    return [row for row, text in own if text in like]


@dataclass(frozen=True, slots=True)
class _Alike:
    """Tests whether the colour that a rule gives may be that of a ground: its own, or else the page's."""

    canvas: Colour | None

    def __call__(self, text: str, behind: str) -> bool:
        own = colour(read_value(text)[0])
        if own is None or own[3] < _COVERS:
            return False
        ground = background(read_value(behind)[0]) if behind else self.canvas
        return ground is not None and alike(own, ground)


def _plain(canvas: Colour | None) -> int:
    """A colour as a number; -1 if it is not plain, -2 if it is not known."""
    if canvas is None:
        return -2
    red, green, blue = (int(part) for part in canvas[:3])
    return red << 16 | green << 8 | blue if canvas[3] >= _COVERS else -1


def _canvas(tree: Tree, styles: PageStyles) -> Colour | None:
    """The colour of the page; ``None`` if it is not known."""
    ends = styles.of((ROOT, 0), _GROUNDS)
    for row in (0, ROOT):
        style = ends.get(row, _NONE)
        if style.get("background-image", "none") != "none":
            return None
        text = style.get("background-color") or (_attribute(tree, row, "body", "bgcolor") if row == 0 else "")
        if text:
            return background(text)
    source = tree.attributes
    links = [at for tag, at in source.head if tag == "link"] + [source.begins[row] for row in tree.rows("link")]
    fetched = any("stylesheet" in (source.value_at(at, "rel") or "").lower() for at in links)
    return None if fetched else WHITE


def _attribute(tree: Tree, row: int, tag: str, name: str) -> str:
    value = (tree.attr(row, name) or "").strip().lower() if tag in ("", tree.tags[row]) else ""
    return f"#{value}" if len(value) == 6 and all(digit in "0123456789abcdef" for digit in value) else value


@dataclass(frozen=True, slots=True)
class _Grounds:
    """What is behind the text of elements."""

    tree: Tree
    styles: Mapping[int, Mapping[str, str]]
    known: dict[int, Colour | None]
    """the ground of elements that were asked for, by their rows; that of -1 is the page's"""

    def behind(self, row: int) -> Colour | None:
        """The colour behind an element's text; ``None`` if it is not known."""
        passed = []
        while row not in self.known:
            passed.append(row)
            style = self.styles.get(row, _NONE)
            given = style.get("background-color") or _attribute(self.tree, row, "", "bgcolor")
            ground = background(given) if given else None
            image = style.get("background-image", "none") != "none"
            if image or (given and (ground is None or 0.05 < ground[3] < _COVERS)):
                self.known[row] = None
            elif ground is not None and ground[3] >= _COVERS:
                self.known[row] = ground
            elif style.get("position") in ("absolute", "fixed"):
                self.known[row] = None  # it may lie on anything
            else:
                row = self.tree.parents[row]
        for below in passed:
            self.known[below] = self.known[row]
        return self.known[row]


def _handed_down(
    tree: Tree, tops: Mapping[int, Colour], inside: list[int], styles: Mapping[int, Mapping[str, str]]
) -> set[int]:
    """The elements that have their colour from one of these, and no ground of their own."""
    found = dict(tops)
    for row in inside:
        text = found.get(tree.parents[row])
        if row in tops or text is None:
            continue
        style = styles.get(row, _NONE)
        own = colour(style["color"]) if "color" in style else None if tree.traits[row] & LINK else text
        ground = "background-color" in style or style.get("background-image", "none") != "none"
        if own is not None and alike(own, text) and not ground:
            found[row] = text
    return set(found)
