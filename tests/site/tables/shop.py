"""A shop of kettles whose pages are made here: what varies, what repeats, and what moves from page to page."""

COLOURS = "red green blue black white grey silver copper cream mint".split()
MAKERS = "Aga Bodum Chef Dualit Emile Fellow Graef Hario Ibili Jura".split()


def page(number, *, offer=True, layout="spec"):
    """A page about one kettle. Every third has a banner before all else, so that positions differ."""
    colour, maker = COLOURS[number % 10], MAKERS[number * 7 % 10]
    banner = "<div class=banner><p>Free delivery this week</p></div>" if number % 3 == 0 else ""
    price = f"<div class=buy><span class=label>Our price:</span> <b>{12 + number}.50 €</b></div>" if offer else ""
    rows = (("Maker", maker), ("Colour", colour), ("Weight", f"{900 + number} g"))
    cells = "".join(f"<tr><td class=k>{name}:</td><td class=v>{value}</td></tr>" for name, value in rows)
    others = "".join(
        f"<li><a href=/k/{i}>Kettle No. {i}</a> <i>{12 + i}.50 €</i></li>" for i in range(number + 1, number + 4)
    )
    return (
        f"<title>Kettle No. {number}</title><nav><a href=/>Home</a> <a href=/kettles>Kettles</a></nav>{banner}"
        f"<main class={layout}><h1>Kettle No. {number}</h1>{price}<table class=data>{cells}</table></main>"
        f"<aside><h2>Others like it</h2><ul>{others}</ul></aside><footer><p>All prices with tax</p></footer>"
    )


def example(number, **more):
    """The values of that page as an example."""
    return {"page": number, "name": f"Kettle No. {number}", "price": f"{12 + number}.50 €", **more}


def moved(number):
    """The same kettle after the shop was built anew: other tags, other labels, no table."""
    return f"<section id=app><p class=t>K{number}</p><p>{COLOURS[number % 10]}</p></section>"
