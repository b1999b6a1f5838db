"""Train the learned default: batches of pages, noise against overfitting, and a loss that is the page's F1.

The loss is cross-entropy on the share of each block's words that is gold, weighed by words to the power of 0.6, plus
one minus a soft F1 of the page. Names, first words and semantic tags
are dropped at random, so that the model cannot rely on them: that helps most on unseen pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import torch
from torch import Tensor

from tamis.lab.training.examples import Example
from tamis.lab.training.network import Batch, Network, pack
from tamis.model.features import NUMBERS, TAGS, Features

PAGE_TYPES = ("article", "collection", "documentation", "forum", "listing", "product", "service")
_SEMANTIC = ("article", "section", "main", "header", "footer", "nav", "aside")
_COMMENTS = [NUMBERS.index("comment"), NUMBERS.index("page comments")]
_REPLIES = ("forum", "listing", "product")
"""types of pages on which posts, opinions and comments are much the same: their names mean nothing"""
_WORD_CAP = 300
_HELD_BACK = 10


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that can be set; the defaults are what the shipped model was trained with."""

    epochs: int = 8
    shared: int = 2
    """epochs that are learned once; from there each of the networks goes on by itself"""
    networks: int = 2
    """whose weights' mean is the model; see :func:`train`"""
    batch: int = 8
    rate: float = 4e-3
    decay: float = 0.02
    width: int = 32
    dropout: float = 0.1
    drop_page_names: float = 0.5
    drop_name: float = 0.4
    drop_page_words: float = 0.5
    drop_word: float = 0.3
    drop_page_head: float = 0.4
    drop_comment: float = 0.6
    """share of the pages without names whose comments are no longer marked as such"""
    flatten: float = 0.2
    """pages whose semantic tags become plain ``div``"""
    vary: float = 0.5
    """pages that are learned from as they might have been (:mod:`tamis.lab.training.variants`)"""
    patience: int = 0
    """above 0: every tenth page is held back, one network is trained, and it ends after so many epochs without a lower
    loss on those, with the best epoch's weights; 0: all pages are learned from for all epochs, which did as well"""
    seed: int = 0


Progress = Callable[[int, int, float], None]
"""is called with network, epoch and mean loss after each epoch"""


def train(
    examples: Sequence[Example],
    conventions: Sequence[str],
    recipe: Recipe = Recipe(),
    progress: Progress | None = None,
) -> Network:
    """Train a network on these examples.

    The answer to a difficult page depends on the order of the pages in the last epochs, and on what was dropped from
    them. So several networks go on from the first few epochs, each with an order and noise of its own, and the mean of
    their weights is the model: better than each of them, and in use no slower than one.
    """
    progress = progress or (lambda *_: None)
    held_back = examples[::_HELD_BACK] if recipe.patience else []
    course = _begin([e for i, e in enumerate(examples) if not recipe.patience or i % _HELD_BACK], conventions, recipe)
    if recipe.patience or recipe.networks == 1:
        _go_on(course, range(recipe.epochs), partial(progress, 0), held_back)
        return course.network.eval()
    shared = min(recipe.shared, recipe.epochs)
    _go_on(course, range(shared), partial(progress, 0))
    ends = []
    for network in range(recipe.networks):
        branch = course.branch(network)
        _go_on(branch, range(shared, recipe.epochs), partial(progress, network))
        ends.append(branch.network.state_dict())
    course.network.load_state_dict({name: torch.stack([end[name] for end in ends]).mean(dim=0) for name in ends[0]})
    return course.network.eval()


@dataclass(slots=True)
class _Course:
    """A training under way: all that its next step depends on, but for PyTorch's own random numbers."""

    examples: Sequence[Example]
    conventions: Sequence[str]
    recipe: Recipe
    network: Network
    optimiser: torch.optim.Optimizer
    schedule: torch.optim.lr_scheduler.LRScheduler
    rng: np.random.Generator

    def branch(self, number: int) -> _Course:
        """A copy that goes on with random numbers of its own."""
        rng = np.random.default_rng((self.recipe.seed, number))
        torch.manual_seed(int(rng.integers(2**31)))
        network = deepcopy(self.network)
        optimiser, schedule = _optimiser(network, self.recipe, len(self.examples))
        optimiser.load_state_dict(deepcopy(self.optimiser.state_dict()))
        schedule.load_state_dict(deepcopy(self.schedule.state_dict()))
        return replace(self, network=network, optimiser=optimiser, schedule=schedule, rng=rng)


def _begin(examples: Sequence[Example], conventions: Sequence[str], recipe: Recipe) -> _Course:
    torch.manual_seed(recipe.seed)
    mean, scale = standardisation(examples)
    network = Network(len(conventions), len(PAGE_TYPES), recipe.width, dropout=recipe.dropout, numbers=len(mean))
    network.mean.copy_(torch.from_numpy(mean))
    network.scale.copy_(torch.from_numpy(scale))
    optimiser, schedule = _optimiser(network, recipe, len(examples))
    rng = np.random.default_rng(recipe.seed)
    return _Course(examples, conventions, recipe, network.train(), optimiser, schedule, rng)


def _optimiser(
    network: Network, recipe: Recipe, pages: int
) -> tuple[torch.optim.Optimizer, torch.optim.lr_scheduler.LRScheduler]:
    optimiser = torch.optim.AdamW(network.parameters(), recipe.rate, weight_decay=recipe.decay)
    steps = recipe.epochs * -(-pages // recipe.batch)
    return optimiser, torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.rate, total_steps=steps, pct_start=0.2)


def _go_on(
    course: _Course, epochs: range, progress: Callable[[int, float], None], held_back: Sequence[Example] = ()
) -> None:
    """Learn for these epochs, or until pages that were held back have been no better for too long."""
    best = Best(course.recipe.patience)
    for epoch in epochs:
        progress(epoch, _epoch(course))
        if held_back and best.done(course.network, _loss_on(course.network, held_back, course.conventions)):
            course.network.load_state_dict(best.weights)
            break


def _epoch(course: _Course) -> float:
    """Learn from all pages once; the mean loss."""
    order = course.rng.permutation(len(course.examples))
    losses = []
    for begin in range(0, len(order), course.recipe.batch):
        chosen = [
            varied(course.examples[i], course.recipe, course.rng) for i in order[begin : begin + course.recipe.batch]
        ]
        batch = pack(
            [noisy(e.columns, course.recipe, course.rng) for e in chosen],
            [course.conventions.index(e.corpus) for e in chosen],
        )
        loss = _loss(course.network, batch, chosen)
        course.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(course.network.parameters(), 1.0)
        course.optimiser.step()
        course.schedule.step()
        losses.append(float(loss.detach()))
    return float(np.mean(losses))


@dataclass(slots=True)
class Best:
    """The weights with the lowest loss so far, and whether to go on."""

    patience: int
    loss: float = float("inf")
    weights: dict[str, Tensor] = field(default_factory=dict)
    epochs: int = 0
    """epochs since"""

    def done(self, network: Network, loss: float) -> bool:
        """Note an epoch's loss; ``True`` after ``patience`` epochs without a better one."""
        if loss < self.loss:
            self.loss, self.epochs = loss, 0
            self.weights = {name: value.clone() for name, value in network.state_dict().items()}
        else:
            self.epochs += 1
        return self.epochs >= self.patience


@torch.no_grad()
def _loss_on(network: Network, chosen: Sequence[Example], conventions: Sequence[str]) -> float:
    network.eval()
    losses = [
        float(_loss(network, pack([e.columns], [conventions.index(e.corpus)]), [e])) for e in chosen
    ]  # fmt: skip
    network.train()
    return float(np.mean(losses))


def standardisation(examples: Sequence[Example]) -> tuple[np.ndarray, np.ndarray]:
    """Mean and deviation of each number over all blocks; a page counts by at most 300 of its blocks."""
    sample = np.concatenate([e.columns.numbers[:: max(1, len(e.columns) // 300)] for e in examples])
    return sample.mean(axis=0), np.maximum(sample.std(axis=0), 1e-2)


def varied(e: Example, recipe: Recipe, rng: np.random.Generator) -> Example:
    """The example, or one of its variants in its place."""
    if not e.variants or rng.random() >= recipe.vary:
        return e
    return e.variants[int(rng.integers(len(e.variants)))]


def noisy(columns: Features, recipe: Recipe, rng: np.random.Generator) -> Features:
    """The columns with names, words and semantic tags taken away at random."""
    names = _dropped(columns.names, recipe.drop_page_names, recipe.drop_name, rng)
    words = _dropped(columns.words, recipe.drop_page_words, recipe.drop_word, rng)
    tags, numbers = columns.tags, columns.numbers.copy()
    if not len(names[0]) and rng.random() < recipe.drop_comment:
        numbers[:, _COMMENTS] = 0
    if rng.random() < recipe.flatten:
        tags = np.where(np.isin(tags, [TAGS.index(tag) + 1 for tag in _SEMANTIC]), TAGS.index("div") + 1, tags)
        numbers[:, [NUMBERS.index(f"in {tag}") for tag in _SEMANTIC]] = 0
    return replace(columns, names=names, words=words, head=_some(columns.head, recipe, rng), tags=tags, numbers=numbers)


def _some(tokens: np.ndarray, recipe: Recipe, rng: np.random.Generator) -> np.ndarray:
    if rng.random() < recipe.drop_page_head:
        return tokens[:0]
    return tokens[rng.random(len(tokens)) >= recipe.drop_word]


def _dropped(
    pairs: tuple[np.ndarray, np.ndarray], whole: float, single: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    owners, tokens = pairs
    if rng.random() < whole:
        return owners[:0], tokens[:0]
    stays = rng.random(len(owners)) >= single
    return owners[stays], tokens[stays]


def _loss(network: Network, batch: Batch, chosen: Sequence[Example]) -> Tensor:
    output = network(batch)
    real = batch.real[:, 0] > 0
    known = torch.from_numpy(np.concatenate([e.known for e in chosen]))
    share = torch.from_numpy(np.concatenate([e.share for e in chosen]))
    words = batch.weights[real].float()
    weight = words.clamp(min=0.5).pow(0.6) * known
    page = batch.page[real]
    per_page = torch.zeros(batch.pages).index_add(0, page, weight).clamp(min=1.0)
    weight = weight / per_page[page] / batch.pages  # every page counts the same
    entropy = _entropy(output.content[real], share, weight) + 0.3 * _entropy(output.first[real], share, weight)
    comment = torch.from_numpy(np.concatenate([e.columns.comment for e in chosen])).float()
    asked = torch.tensor([e.page_type not in _REPLIES for e in chosen]).float()
    entropy = entropy + 0.3 * _entropy(output.comment[real], comment, weight * asked[page])
    capped = words.clamp(max=_WORD_CAP) * known
    kept = torch.sigmoid(output.content[real]) * capped
    parts = [torch.zeros(batch.pages).index_add(0, page, column) for column in (kept * share, kept, capped * share)]
    some = (parts[2] > 0).float()
    soft = 2 * parts[0] / (parts[1] + parts[2]).clamp(min=1e-3)
    return entropy + ((1 - soft) * some).sum() / batch.pages + 0.1 * _type_loss(output.types, chosen)


def _entropy(logits: Tensor, share: Tensor, weight: Tensor) -> Tensor:
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, share, weight, reduction="sum")


def _type_loss(types: Tensor, chosen: Sequence[Example]) -> Tensor:
    labelled = [i for i, e in enumerate(chosen) if e.page_type in PAGE_TYPES]
    if not labelled:
        return types.sum() * 0
    wanted = torch.tensor([PAGE_TYPES.index(str(chosen[i].page_type)) for i in labelled])
    return torch.nn.functional.cross_entropy(types[labelled], wanted)
