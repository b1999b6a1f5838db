"""Cards of things for sale: many alike, each with a price, and a link or a picture."""

from __future__ import annotations

import pytest

from tamis.blocks.text_flow import text_flow
from tamis.html.tree import read
from tamis.limits import Limits
from tamis.model.compute import compute_features
from tamis.rules.cards import find_cards

LOAVES = "Rye Spelt Wheat Barley Oat Millet Corn Buckwheat".split()


def found(items: list[str]) -> list[bool]:
    listed = "".join(f"<li>{item}</li>" for item in items)
    page = text_flow(read(f"<p>We bake bread in the old town.</p><ul>{listed}</ul>", None, Limits()))
    told: list[bool] = find_cards(compute_features(page)).tolist()
    assert told[0] is False
    return told[1:]


@pytest.mark.parametrize(
    "card",
    [
        "<a href=/x>{}</a><div>€ 2.50</div>",
        "<img src=x><div>{}</div><div>$2.50</div>",
        "<div>£ 2.50</div><div><a href=/x>{}</a></div>",
    ],
)
def test_many_with_a_price_and_a_link_or_picture(card: str) -> None:
    told = found([card.format(loaf) for loaf in LOAVES])
    assert all(told) and len(told) == 16
    assert not any(found([card.format(loaf) for loaf in LOAVES[:3]]))


@pytest.mark.parametrize(
    "card", ["<a href=/x>{}</a><div>850 g</div>", "<div>{}</div><div>€ 2.50</div>", "<div>{}</div><div>850 g</div>"]
)
def test_what_lacks_one_of_the_two_is_none(card: str) -> None:
    assert not any(found([card.format(loaf) for loaf in LOAVES]))
