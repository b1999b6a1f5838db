"""Colours of CSS, as far as it takes to say that text has the colour of what is behind it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

Colour = tuple[float, float, float, float]
"""red, green and blue of 255, and how far it covers, of 1"""
WHITE: Final[Colour] = (255.0, 255.0, 255.0, 1.0)
_FAINT: Final = 0.05
_NEAR: Final = 12.0
"""of 255, in each of the three: text that differs no more cannot be read"""
_HEX: Final = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b")
_FUNCTION: Final = re.compile(r"(rgba?|hsla?)\(([^()]{1,80})\)")
_NAMED: Final = {
    "white": 0xFFFFFF, "black": 0, "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF, "yellow": 0xFFFF00,
    "gray": 0x808080, "grey": 0x808080, "silver": 0xC0C0C0, "maroon": 0x800000, "navy": 0x000080, "purple": 0x800080,
    "teal": 0x008080, "olive": 0x808000, "lime": 0x00FF00, "aqua": 0x00FFFF, "cyan": 0x00FFFF, "fuchsia": 0xFF00FF,
    "magenta": 0xFF00FF, "orange": 0xFFA500, "snow": 0xFFFAFA, "ivory": 0xFFFFF0, "ghostwhite": 0xF8F8FF,
    "whitesmoke": 0xF5F5F5, "azure": 0xF0FFFF, "mintcream": 0xF5FFFA, "floralwhite": 0xFFFAF0, "beige": 0xF5F5DC,
    "linen": 0xFAF0E6, "lightgray": 0xD3D3D3, "lightgrey": 0xD3D3D3, "darkgray": 0xA9A9A9, "gainsboro": 0xDCDCDC,
    "seashell": 0xFFF5EE, "aliceblue": 0xF0F8FF, "honeydew": 0xF0FFF0, "lavender": 0xE6E6FA, "cornsilk": 0xFFF8DC,
    "lightyellow": 0xFFFFE0, "lavenderblush": 0xFFF0F5, "oldlace": 0xFDF5E6, "dimgray": 0x696969, "pink": 0xFFC0CB,
    "brown": 0xA52A2A, "gold": 0xFFD700, "tan": 0xD2B48C, "khaki": 0xF0E68C, "crimson": 0xDC143C, "coral": 0xFF7F50,
    "tomato": 0xFF6347, "salmon": 0xFA8072, "indigo": 0x4B0082, "violet": 0xEE82EE, "darkblue": 0x00008B,
    "darkred": 0x8B0000, "darkgreen": 0x006400, "skyblue": 0x87CEEB, "lightblue": 0xADD8E6, "steelblue": 0x4682B4,
    "slategray": 0x708090, "wheat": 0xF5DEB3, "antiquewhite": 0xFAEBD7, "papayawhip": 0xFFEFD5, "bisque": 0xFFE4C4,
}  # fmt: skip
"""those that pages use as backgrounds or for text; a name that is not here is no colour that is compared"""


@lru_cache(maxsize=2048)
def colour(text: str) -> Colour | None:
    """A colour; ``None`` for other texts, and for colours that depend on what is not known here.

    >>> colour("#fff"), colour("rgba(0 0 0 / 0)"), colour("transparent")
    ((255.0, 255.0, 255.0, 1.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0))
    """
    text = text.strip()
    if text == "transparent":
        return (0.0, 0.0, 0.0, 0.0)
    if text in _NAMED:
        code = _NAMED[text]
        return (float(code >> 16), float(code >> 8 & 255), float(code & 255), 1.0)
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) > 4 else "".join(digit * 2 for digit in found[1])
        parts = [int(digits[at : at + 2], 16) for at in range(0, len(digits), 2)]
        return (float(parts[0]), float(parts[1]), float(parts[2]), parts[3] / 255 if len(parts) > 3 else 1.0)
    if found := _FUNCTION.fullmatch(text):
        return _called(found[1], re.split(r"[\s,/]+", found[2].strip()))
    return None


def _called(name: str, parts: list[str]) -> Colour | None:
    try:
        cover = _share(parts[3], 1.0) if len(parts) > 3 else 1.0
        if name.startswith("rgb"):
            red, green, blue = (_share(part, 255.0) for part in parts[:3])
        else:
            from colorsys import hls_to_rgb

            hue = float(parts[0].removesuffix("deg")) / 360 % 1
            saturation, light = (_share(part, 1.0) for part in parts[1:3])
            red, green, blue = (255 * part for part in hls_to_rgb(hue, light, saturation))
    except (ValueError, IndexError):
        return None
    return (red, green, blue, min(max(cover, 0.0), 1.0))


def _share(text: str, whole: float) -> float:
    return float(text[:-1]) / 100 * whole if text.endswith("%") else float(text)


def is_see_through(text: str) -> bool:
    """Whether text of this colour is not to be seen on anything."""
    found = colour(text)
    return found is not None and found[3] < _FAINT


def background(text: str) -> Colour | None:
    """The colour in the shorthand ``background``; ``None`` if there is none or it is not known."""
    if (found := colour(text)) is not None:
        return found
    for part in re.findall(r"[a-z]{1,8}\([^()]{1,80}\)|[^\s(),]+", text):
        if (found := colour(part)) is not None:
            return found
    return None


def alike(one: Colour, other: Colour) -> bool:
    """Whether nobody can tell text of one colour from a ground of the other."""
    return all(abs(one[part] - other[part]) <= _NEAR for part in range(3))
