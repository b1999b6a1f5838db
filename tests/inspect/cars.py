"""Pages of a dealer in cars that does not exist."""

from __future__ import annotations

CARS = (
    ("Larch Alto", "1.6L I-4", "$24,250", "30 mpg", "Five doors and a quiet cabin for the way to the mill and back."),
    (
        "Larch Basso",
        "2.0L V-6",
        "$28,900",
        "24 mpg",
        "The long one, with room for nine sacks of flour behind the seats.",
    ),
    ("Fenn Rush", "1.0L I-3", "$15,490", "44 mpg", "Small enough for the old town, and it turns on a coin."),
    (
        "Fenn Reed",
        "Electric",
        "$31,700",
        "118 mpge",
        "No tank at all, and quiet as a pond; charges at the kitchen socket.",
    ),
    ("Holm Carrier", "2.4L I-4", "$22,180", "21 mpg", "A van for bakers, with shelves for four hundred loaves."),
    (
        "Holm Courier",
        "1.8L I-4",
        "$19,950",
        "33 mpg",
        "The carrier's little sister, with windows and a bench for three.",
    ),
)
_STYLE = (
    "<style>body{font:15px/1.5 sans-serif;max-width:760px;margin:0 auto;padding:0 20px}nav a{margin-right:14px}"
    "h1{margin:18px 0 4px}.price{font-size:24px;font-weight:bold;color:#14532d}"
    "th{text-align:left;padding-right:24px;color:#555;font-weight:normal}footer{color:#777;margin-top:24px}</style>"
)


def page(name: str, engine: str, price: str, mileage: str, text: str) -> str:
    """The page of one car."""
    return (
        f"<!DOCTYPE html><meta charset=utf-8><title>{name}: Millbrook Motors</title>{_STYLE}"
        f"<nav><a href=/>Millbrook Motors</a><a href=/new>New cars</a><a href=/used>Used cars</a></nav><h1>{name}</h1>"
        f"<div class=price>{price}</div><p>{text}</p><table><tr><th>Engine<td>{engine}<tr><th>Fuel economy<td>{mileage}"
        "<tr><th>Warranty<td>three years</table><footer>Prices are without tax and without the cost of delivery."
    )


def files() -> list[dict[str, object]]:
    """All of them, as a file chooser takes them."""
    return [
        {"name": f"{car[0].lower().replace(' ', '-')}.html", "mimeType": "text/html", "buffer": page(*car).encode()}
        for car in CARS
    ]
