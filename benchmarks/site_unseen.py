"""What a template adds on sites that the default's network has not seen: how the constants of the rule were chosen.

    TAMIS_DATA=… python benchmarks/site_unseen.py                     # trains a network first: ten minutes and more
    TAMIS_DATA=… python benchmarks/site_unseen.py --weights net.npz   # the same with one that was trained before

``auto`` has learned from most pages of these sets, and knows their sites too well to be corrected. So a network is
trained on the pages that are alone on their site (registrable domain), for five epochs and on pages of up to 800
blocks; what is measured are the sites with two pages or more. andy is left out of training altogether.
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import numpy as np
from site_figures import Bench, Decided, Figures, table

import tamis
from tamis.html.tree import read
from tamis.lab.corpora import GoldPage, load
from tamis.model.load import SHIPPED, Model
from tamis.model.load import load as load_model
from tamis.strategies.auto import decide
from tamis.strategies.base import get_strategy
from tamis.web.domains import site_of

DATA = Path(os.environ.get("TAMIS_DATA", "."))
TRAINED = ("wcxb-dev", "fundus", "google-trends-2017", "canola", "immortal-zh")
BODY = ("fundus", "canola", "immortal-zh")
MEASURED = (("andy", 2, 99), ("wcxb-dev", 2, 3), ("wcxb-dev", 4, 99), ("google-trends-2017", 2, 99))
_MOST_BLOCKS = 800
_EPOCHS = 5


def by_site(name: str) -> dict[str, list[GoldPage]]:
    """The pages of a corpus by site; a page that tells none has its own."""
    sites: dict[str, list[GoldPage]] = {}
    for page in load(DATA / f"{name}.jsonl.xz"):
        sites.setdefault(site_of(page.url) or page.host or page.id, []).append(page)
    return sites


def trained() -> dict[str, np.ndarray]:
    """Weights that were learned from the only pages of their sites."""
    from tamis.lab.training.auto import Recipe, train
    from tamis.lab.training.examples import examples
    from tamis.lab.training.fit import blend
    from tamis.lab.training.network import exported

    made = []
    for name in TRAINED:
        several = name in {measured for measured, *_ in MEASURED}
        pages = [page for site in by_site(name).values() if not several or len(site) == 1 for page in site]
        made += [e for e in examples(pages, name, [0] * len(pages)) if len(e.columns) <= _MOST_BLOCKS]
        print(f"{name}: {len(pages)} pages", flush=True)
    recipe = Recipe(epochs=_EPOCHS, networks=1)
    weights = exported(train(made, TRAINED, recipe, lambda _, epoch, loss: print(epoch + 1, loss, flush=True)))
    blend(weights, TRAINED, BODY)
    return weights


class Unseen(Bench):
    """As the default, with other weights."""

    def __init__(self, sites: dict[str, list[GoldPage]], weights: dict[str, np.ndarray]) -> None:
        super().__init__(sites)
        shipped = load_model(str(SHIPPED))
        complete = {"surrogate": shipped.weights["surrogate"], **weights}
        self.model = Model(complete, {**shipped.card, "conventions": [*TRAINED, "general", "article"]})

    def alone(self, name: str, page: GoldPage) -> Decided:
        if (name, page.id) not in self.done:
            cut = get_strategy(name).cut(read(page.html, page.encoding, tamis.Limits()), page.url, {})
            self.done[name, page.id] = cut, decide(cut, self.model)
        return self.done[name, page.id]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--weights", type=Path, help="where weights are, or will be put")
    args = parser.parse_args()
    if args.weights and args.weights.exists():
        weights = dict(np.load(args.weights))
    else:
        weights = trained()
        if args.weights:
            np.savez(args.weights, **weights)
    rows = []
    for name, least, most in MEASURED:
        bench = Unseen({s: pages for s, pages in by_site(name).items() if least <= len(pages) <= most}, weights)
        alone, corrected, gains = Figures.empty(), Figures.empty(), []
        for pages in bench.sites.values():
            for page, decided in zip(pages, bench.templated("auto", pages, pages), strict=True):
                alone.add_words(page, bench.alone("auto", page))
                corrected.add_words(page, decided)
            gains.append(np.array(corrected.words[-len(pages) :]) - np.array(alone.words[-len(pages) :]))
        label = f"{name}, {least} pages or more" if most == 99 else f"{name}, {least} to {most} pages"
        rows.append([label, f"{len(gains)}", f"{len(alone.words)}", *cells(np.array(alone.words), gains)])
    table(["", "sites", "pages", "word F1", "P", "complete"], rows)


def cells(alone: np.ndarray, gains: list[np.ndarray]) -> list[str]:
    """What a template adds to F1, precision and completeness, with what 95 % of draws of sites add."""
    rng = np.random.default_rng(0)
    sums, sizes = np.array([g.sum(axis=0) for g in gains]), np.array([len(g) for g in gains])
    drawn = rng.integers(0, len(gains), (2000, len(gains)))
    low, high = np.percentile(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)[:, None], (2.5, 97.5), axis=0)
    added, before = sums.sum(axis=0) / sizes.sum(), alone.mean(axis=0)
    return [f"{before[i]:.3f} {added[i]:+.3f} ({low[i]:+.3f} to {high[i]:+.3f})" for i in (0, 1, 3)]


if __name__ == "__main__":
    main()
