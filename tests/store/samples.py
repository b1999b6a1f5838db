"""Pages to store."""

from __future__ import annotations

import random

import tamis
from tamis.store import PageRecord, record

RYE = (
    "<title>Rye</title><nav><a href=/>Home</a> <a href=/about>About</a></nav><article><h1>All about rye</h1>"
    "<p>Rye is a grass grown extensively as a grain, a cover crop and a forage crop in the north.</p>"
    "<p>Rye bread is baked from <b>rye flour</b>, water and salt, and it keeps for more than a week.</p></article>"
    "<footer>All rights reserved by nobody in particular since the year 2001</footer>"
)
WHEAT = (
    "<article><h1>All about wheat</h1><p>Wheat is a grass widely cultivated for its seed, a cereal grain which is a "
    "staple food around the world.</p><p>Most bread is baked from wheat flour, water and yeast, by bakers of all "
    "countries.</p></article>"
)
CHINESE = (
    "<article><h1>黑麦</h1><p>黑麦是一种广泛种植的谷物，也用作覆盖作物和饲料作物。"
    "黑麦面包可以保存一个多星期。</p></article>"
)
CAFE = (
    "<article><p>Le café crème se boit le matin, à la terrasse d’un café de Besançon, avec un croissant.</p></article>"
)
THAI = "<article><p>ข้าวไรย์เป็นหญ้าที่ปลูกกันอย่างกว้างขวางเพื่อใช้เป็นธัญพืชและพืชคลุมดินในภาคเหนือของยุโรป</p></article>"
HINDI = "<article><p>राई एक घास है जिसे अनाज और चारे की फसल के रूप में उत्तरी देशों में बड़े पैमाने पर उगाया जाता है।</p></article>"


def page(html: str, url: str, strategy: str = "shallow") -> PageRecord:
    return record(tamis.analyze(html, url, strategy), html)


def pages() -> list[PageRecord]:
    sources = {
        "https://www.rye.example/about": RYE,
        "https://wheat.example/about": WHEAT,
        "https://zh.example/heimai": CHINESE,
        "https://fr.example/cafe": CAFE,
        "https://th.example/rye": THAI,
        "https://hi.example/rai": HINDI,
    }
    return [page(html, url) for url, html in sources.items()]


WORDS = "rye wheat oats barley spelt mill flour water salt oven crust crumb loaf field seed grain straw yeast".split()


def made(number: int, version: int = 0, paragraphs: int = 6) -> tuple[str, str]:
    """A page of random sentences, by its number and version: url and source."""
    rng = random.Random(f"{number}/{version}")
    parts = [f"<h1>Page {number}</h1>"]
    for _ in range(paragraphs):
        parts.append(f"<p>{' '.join(rng.choices(WORDS, k=rng.randint(12, 40)))} end{rng.randrange(1000)}.</p>")
    return f"https://site{number % 7}.example/{number}", "".join(parts)


def made_page(number: int, version: int = 0) -> PageRecord:
    url, html = made(number, version)
    return page(html, url)
