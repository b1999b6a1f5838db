"""Small corpora and competitors for the tests of the evaluation."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from tamis.lab.competitors import Answer, Competitor, PageInput
from tamis.lab.corpora import Corpus, load

GOLD = "one two three four five six seven eight nine ten"


def corpus(folder: Path, pages: int = 8, name: str = "small", **fields: Sequence[object]) -> Corpus:
    """Pages of ten gold words; each of ``fields`` gives its values to the pages in turn."""
    path = folder / f"{name}.jsonl"
    records = [
        {"id": f"p{i}", "html": f"<p>{i}</p>", "gold": GOLD, **{key: v[i % len(v)] for key, v in fields.items()}}
        for i in range(pages)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return load(path)


def says(name: str, answer: Callable[[PageInput], str], *, ours: bool = False) -> Competitor:
    """A competitor that gives the answer of a function."""

    def run(pages: Sequence[PageInput]) -> list[Answer]:
        return [Answer(answer(page)) for page in pages]

    return Competitor(name, "1.2", lambda: run, ours=ours)


def says_how_sure(name: str, answer: Callable[[PageInput], tuple[str, float]]) -> Competitor:
    """One of ours that gives the answer of a function, and how sure of it it is."""

    def run(pages: Sequence[PageInput]) -> list[Answer]:
        return [Answer(text, confidence=sure) for text, sure in map(answer, pages)]

    return Competitor(name, "1.2", lambda: run, ours=True)


def first_words(count: int, name: str = "ours") -> Competitor:
    """One of ours that finds the first ``count`` of the ten words."""
    return says(name, lambda page: " ".join(GOLD.split()[:count]), ours=True)
