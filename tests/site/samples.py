"""A small site whose content is known, and a page strategy that errs in a known way."""

GRAINS = {
    "Rye": "Rye is a grass, grown for its grain. It stands the cold, and it makes dark and heavy bread.",
    "Oats": "Oats, boiled in water or in milk, have fed the north. Horses are said to like them, too.",
    "Wheat": "Wheat makes the whitest of flours. Most of the bread that is eaten, anywhere, is made of it.",
    "Barley": "Barley is malted for beer, mostly. In the mountains it was the only grain, and it was bread.",
    "Spelt": "Spelt is an old wheat, in fashion again. Millers curse its husk, and bakers like its taste.",
    "Millet": "Millet has small round grains, cooked whole. It needs little water, and little time to ripen.",
    "Maize": "Maize came over the sea, and stayed. Polenta is made of it, and so is much else, from oil to fuel.",
    "Buckwheat": "Buckwheat is no grass at all, for that matter. Its flour is grey, and pancakes are made of it.",
}
MENU = "<div id=menu><ul><li><a href=/>Home</a><li><a href=/grain>Grain</a><li><a href=/oven>Ovens</a></ul></div>"
NOTICE = (
    "<div id=notice><p>The Mill is a society of friends of bread. We meet on Fridays, in the old mill by the river, "
    "and guests are welcome at any time of the year.</p></div>"
)
FOOT = "<div id=foot><p>All rights reserved by The Mill, its friends and its heirs, in every country.</p></div>"


def story(name, extra=""):
    """A page of the site; ``extra`` goes below the story, in its container."""
    return (
        f"{MENU}<div id=main><h1>About {name}</h1><div class=text><p>{GRAINS[name]}</p>{extra}</div></div>"
        f"{NOTICE}{FOOT}"
    )


def stories(count=8):
    """The first pages of the site."""
    return [story(name) for name in list(GRAINS)[:count]]


def recipe(name, flour, minutes):
    """A page of another layout of the same site."""
    return (
        f"{MENU}<div id=recipe><h1>{name}</h1><section><h2>Ingredients</h2><ul><li>{flour} of flour, fine and fresh"
        f"<li>a little salt, for {name}</ul><h2>Method</h2><p>Mix it all, wait for an hour, then bake {name} for "
        f"{minutes} minutes, until it sounds hollow.</p></section></div>{NOTICE}{FOOT}"
    )


def recipes():
    """Pages of the other layout."""
    return [
        recipe("Baguette", "500 g", 20),
        recipe("Farmer's loaf", "one kilogram", 55),
        recipe("Crispbread", "200 g", 12),
        recipe("Brioche", "300 g", 30),
    ]


def kept(document):
    """The texts of the kept blocks."""
    return [block.text for block in document.blocks if block.kept]
