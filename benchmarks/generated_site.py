"""A site made up of nothing, as large as one likes: pages whose content is known.

    python benchmarks/generated_site.py FOLDER [--pages 50] [--seed 1]

writes pages and their content as text. Two layouts (stories and products) share a header, a menu, a sidebar and a
footer. What makes real sites hard is there in small: boxes of headlines that change from page to page and are other
pages' titles, advertisements out of a small pool, a line with the time at which the page was served, section headings
that all products share, product texts shorter than the legal notice, comments under every third story.
"""

from __future__ import annotations

import argparse
import random
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

SYLLABLES = "ka lo mi ren tas vel dor an is qu em ber ost fin gal hu jar pel sin tro wen zim ul ag ned".split()
COMMON = "the of and to in is it on that for was with as are by at from this be which".split()


class Made(NamedTuple):
    """A page and what of it is content."""

    url: str
    html: str
    content: str


class Site:
    """The site of a seed; ``page(i)`` is the same page whenever it is asked for."""

    def __init__(self, seed: int = 1) -> None:
        rng = random.Random(seed)
        self.seed = seed
        self.words = sorted({"".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(6000)})
        self.weights = list(accumulate(1 / (rank + 5) for rank in range(len(self.words))))
        self.menu = [self.phrase(rng, 2) for _ in range(12)]
        self.adverts = [self.sentence(rng) for _ in range(20)]
        self.legal = " ".join(self.sentence(rng) for _ in range(3))
        self.about = " ".join(self.sentence(rng) for _ in range(2))
        self.headings = [self.phrase(rng, 2) for _ in range(4)]

    def phrase(self, rng: random.Random, length: int) -> str:
        return " ".join(rng.choices(self.words, cum_weights=self.weights, k=length)).capitalize()

    def sentence(self, rng: random.Random) -> str:
        length = rng.randint(7, 22)
        drawn = rng.choices(self.words, cum_weights=self.weights, k=length)
        words = [rng.choice(COMMON) if rng.random() < 0.4 else word for word in drawn]
        words.insert(length // 2, words.pop(length // 2) + ",")
        return " ".join(words).capitalize() + "."

    def title(self, number: int) -> str:
        return self.phrase(random.Random(f"{self.seed} title {number}"), 6)

    def page(self, number: int) -> Made:
        rng = random.Random(f"{self.seed} page {number}")
        inner, content = self.story(rng, number) if number % 5 < 3 else self.product(rng, number)
        shown = [rng.randrange(max(number, 40)) for _ in range(6)]
        popular = "".join(f"<li><a href=/{i}>{self.title(i)}</a>" for i in shown)
        html = f"""<!DOCTYPE html><html><head><title>{self.title(number)} | The Site</title></head>
<body class="page-{number}"><div id=header><a href=/>The Site</a><p class=slogan>{self.about}</p>
<ul class=menu>{"".join(f"<li><a href=/m{i}>{entry}</a>" for i, entry in enumerate(self.menu))}</ul></div>
<div id=cookies><p>We and our partners use cookies, and you may say which.</p><button>Accept</button></div>
<div id=columns>{inner}<div id=side><h3>Most read</h3><ul>{popular}</ul>
<div class=advert><p>{rng.choice(self.adverts)}</p></div></div></div>
<div id=footer><p class=legal>{self.legal}</p>
<p>Served in 0.{rng.randrange(1000):03d} seconds by node {rng.randrange(9)}</p></div></body></html>"""
        return Made(f"https://www.generated.example/{number}", html, content)

    def story(self, rng: random.Random, number: int) -> tuple[str, str]:
        paragraphs = [" ".join(self.sentence(rng) for _ in range(rng.randint(1, 5))) for _ in range(rng.randint(3, 12))]
        quote = self.sentence(rng)
        paragraphs[1] = f"{paragraphs[1]} {self.sentence(rng)}"
        body = "".join(f"<p>{text}</p>" for text in paragraphs[:2])
        body += f"<blockquote>{quote}</blockquote>" + "".join(f"<p>{text}</p>" for text in paragraphs[2:])
        comments = "".join(f"<li><p>{self.sentence(rng)}</p></li>" for _ in range(rng.randint(1, 6)))
        below = f"<div id=comments><h3>Comments</h3><ol>{comments}</ol></div>" if number % 3 == 0 else ""
        by = f"<p class=by>By {self.phrase(rng, 2)}</p>"
        html = f"<div id=main class=story><h1>{self.title(number)}</h1>{by}<div class=text>{body}</div>{below}</div>"
        return html, "\n".join([self.title(number), *paragraphs[:2], quote, *paragraphs[2:]])

    def product(self, rng: random.Random, number: int) -> tuple[str, str]:
        text = self.sentence(rng)
        parts = [(heading, [self.phrase(rng, rng.randint(2, 6)) for _ in range(3)]) for heading in self.headings]
        lists = "".join(f"<h2>{h}</h2><ul>{''.join(f'<li>{line}' for line in lines)}</ul>" for h, lines in parts)
        price = f"<p class=price>{rng.randrange(5, 900)}.{rng.randrange(100):02d}</p><button>Add to basket</button>"
        html = f"<div id=product><h1>{self.title(number)}</h1>{price}<div class=about><p>{text}</p>{lists}</div></div>"
        return html, "\n".join([self.title(number), text, *(line for h, lines in parts for line in (h, *lines))])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    site = Site(args.seed)
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(args.pages):
        made = site.page(number)
        (args.folder / f"{number:05d}.html").write_text(made.html, encoding="utf-8")
        (args.folder / f"{number:05d}.txt").write_text(made.content, encoding="utf-8")


if __name__ == "__main__":
    main()
