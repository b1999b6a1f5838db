"""The same network as :mod:`tamis.native.network`, in PyTorch, for training; a test holds the two together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from tamis.model.features import LEVELS, NUMBERS, TAG_IDS, Features
from tamis.model.head import HEAD_BUCKETS
from tamis.model.names import NAME_BUCKETS, WORD_BUCKETS
from tamis.native.network import CLIP, DILATIONS, GROUPS, POINTERS

GAP = 3
"""rows of zeros between two pages of a batch: as many as the widest convolution reaches"""


@dataclass(slots=True)
class Batch:
    """Several pages one after the other, with a gap between them."""

    numbers: Tensor
    tags: Tensor
    chain: Tensor
    name_owners: Tensor
    name_tokens: Tensor
    elements: int
    word_owners: Tensor
    word_tokens: Tensor
    start: Tensor
    stop: Tensor
    kinds: Tensor
    heading: Tensor
    weights: Tensor
    page: Tensor
    """the page of each row; gaps belong to one past the last page"""
    real: Tensor
    """1 for a block, 0 in a gap"""
    head_owners: Tensor
    head_tokens: Tensor
    convention: Tensor
    """one a page"""
    pages: int


def pack(pages: Sequence[Features], conventions: Sequence[int]) -> Batch:
    """Put pages into one batch."""
    lengths = [len(page) for page in pages]
    *first_rows, rows = accumulate((n + GAP for n in lengths), initial=0)
    *first_elements, elements = accumulate((page.elements for page in pages), initial=0)
    *first_kinds, kinds = accumulate((int(page.templates.max()) + 1 for page in pages), initial=0)
    of_page = np.full(rows, len(pages), np.int64)
    for i, (n, row) in enumerate(zip(lengths, first_rows, strict=True)):
        of_page[row : row + n] = i
    real = of_page < len(pages)

    def column(values: Sequence[np.ndarray], gap: int = 0) -> Tensor:
        whole = np.full((rows, *values[0].shape[1:]), gap, values[0].dtype)
        whole[real] = np.concatenate(values)
        return torch.from_numpy(whole)

    by_row = list(zip(pages, first_rows, strict=True))
    by_element = list(zip(pages, first_elements, strict=True))
    chains = [np.where(page.chain == page.elements, elements, page.chain + first) for page, first in by_element]
    return Batch(
        numbers=column([page.numbers for page in pages]),
        tags=column([page.tags for page in pages]),
        chain=column(chains, elements),
        name_owners=_joined([page.names[0] + first for page, first in by_element]),
        name_tokens=_joined([page.names[1] for page in pages]),
        elements=elements,
        word_owners=_joined([page.words[0] + row for page, row in by_row]),
        word_tokens=_joined([page.words[1] for page in pages]),
        start=column([page.start + row for page, row in by_row]),
        stop=column([page.stop + row for page, row in by_row]),
        kinds=column([page.templates + first for page, first in zip(pages, first_kinds, strict=True)], kinds),
        heading=column([page.heading + row for page, row in by_row]),
        weights=column([page.word_counts.astype(np.float64) for page in pages]),
        page=torch.from_numpy(of_page),
        real=torch.from_numpy(real.astype(np.float32)).unsqueeze(1),
        head_owners=torch.from_numpy(np.repeat(np.arange(len(pages)), [len(page.head) for page in pages])),
        head_tokens=_joined([page.head for page in pages]),
        convention=torch.tensor(list(conventions)),
        pages=len(pages),
    )


def _joined(values: Sequence[np.ndarray]) -> Tensor:
    return torch.from_numpy(np.concatenate(values))


class Opinions(NamedTuple):
    """The network's output: logits."""

    content: Tensor
    first: Tensor
    """of each row: an early estimate of whether it is content"""
    comment: Tensor
    """of each row: whether it is a reader's comment"""
    types: Tensor
    """of each page"""


class Network(nn.Module):
    """See :mod:`tamis.native.network`; the names of the weights are the same."""

    mean: Tensor
    scale: Tensor

    def __init__(
        self,
        conventions: int,
        types: int,
        width: int = 32,
        size: int = 8,
        dropout: float = 0.2,
        numbers: int = len(NUMBERS),
    ) -> None:
        super().__init__()
        inside = numbers + 4 * 6 + len(GROUPS) * size + 2 * size
        state = width + 1
        self.register_buffer("mean", torch.zeros(numbers))
        self.register_buffer("scale", torch.ones(numbers))
        self.names = nn.Embedding(NAME_BUCKETS, size)
        self.words = nn.Embedding(WORD_BUCKETS, size)
        self.tags = nn.Embedding(4 * TAG_IDS, 6)
        self.convention = nn.Embedding(conventions, width)
        self.dense = nn.Linear(inside, width)
        self.convolutions = nn.ModuleList(nn.Conv1d(width, width, 3, dilation=d, padding=d) for d in DILATIONS)
        self.first = nn.Linear(width, 1)
        self.mix = nn.Linear(state * (LEVELS + 2 + POINTERS + 1), width)
        self.last = nn.Linear(width, 1)
        self.comment = nn.Linear(width, 1)
        self.head = nn.Embedding(HEAD_BUCKETS, size)
        self.head_mix = nn.Linear(size, width, bias=False)
        self.types = nn.Linear(2 * state + size, types)
        self.content_mix = nn.Linear(state, width, bias=False)
        self.dropout = dropout
        for table in (self.names, self.words, self.tags, self.head, self.convention):
            nn.init.normal_(table.weight, std=0.1)

    def forward(self, batch: Batch) -> Opinions:
        """The logits of a batch of pages."""
        hidden = self._drop(torch.relu(self.dense(self._drop(self._embed(batch))))) * batch.real
        for i in (0, 1):
            hidden = self._convolve(hidden, i, batch)
        first = self.first(hidden)
        state = torch.cat((hidden, torch.sigmoid(first)), dim=1) * batch.real
        pooled, page = self._pool(state, batch)
        firsts = [state[batch.start[:, level].clamp(max=len(state) - 1)] for level in range(1, POINTERS + 1)]
        around = self._drop(torch.cat((pooled, *firsts, state[batch.heading]), dim=1))
        head = _bag(self.head, batch.head_owners, batch.head_tokens, batch.pages)
        content = _content(state, batch)
        of_page = self.convention(batch.convention) + self.head_mix(head) + self.content_mix(self._drop(content))
        mixed = self.mix(torch.cat((state, around), dim=1)) + torch.cat((of_page, of_page[:1]))[batch.page]
        mixed = torch.relu(mixed) * batch.real
        for i in (2, 3):
            mixed = self._convolve(mixed, i, batch)
        types = self.types(torch.cat((page, content, head), dim=1))
        return Opinions(self.last(mixed)[:, 0], first[:, 0], self.comment(mixed)[:, 0], types)

    def _drop(self, values: Tensor) -> Tensor:
        """Drop whole columns for a whole batch: cheap, and no signal can be relied on alone."""
        if not self.training:
            return values
        return values * (torch.rand(values.shape[1]) >= self.dropout) / (1 - self.dropout)

    def _convolve(self, hidden: Tensor, i: int, batch: Batch) -> Tensor:
        layer = self.convolutions[i]
        reach = DILATIONS[i]  # the gaps between pages are wide enough for rows to roll into each other's
        rows = torch.cat((hidden.roll(reach, 0), hidden, hidden.roll(-reach, 0)), dim=1)
        flat = layer.weight.permute(0, 2, 1).reshape(len(layer.weight), -1)  # type: ignore[operator, arg-type]
        rows = torch.nn.functional.linear(rows, flat, layer.bias)  # type: ignore[arg-type]
        result: Tensor = hidden + torch.relu(rows) * batch.real
        return result

    def _embed(self, batch: Batch) -> Tensor:
        numbers = ((batch.numbers - self.mean) / self.scale).clamp(-CLIP, CLIP)
        tags = self.tags(batch.tags + torch.arange(4) * TAG_IDS).flatten(1)
        names = _bag(self.names, batch.name_owners, batch.name_tokens, batch.elements + 1)[batch.chain]
        of_names = [names[:, low:high].sum(dim=1) for low, high in GROUPS]
        words = _bag(self.words, batch.word_owners, batch.word_tokens, len(batch.numbers))
        return torch.cat((numbers, tags, *of_names, words, words[batch.heading]), dim=1) * batch.real

    def _pool(self, state: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
        half = state.shape[1] // 2
        weights = (batch.weights.sqrt() + 0.1).unsqueeze(1).float()
        wide = torch.cat((state[:, :half], state[:, half:] * weights, torch.ones_like(weights), weights), dim=1)
        wide = wide * batch.real
        if not self.training:
            wide = wide.double()  # prefix sums of long pages; in training their noise does no harm
        sums = torch.cat((wide.new_zeros(1, wide.shape[1]), wide.cumsum(dim=0)))
        held = [sums[batch.stop[:, level]] - sums[batch.start[:, level]] for level in range(1, batch.stop.shape[1])]
        by_page = wide.new_zeros(batch.pages + 1, wide.shape[1]).index_add(0, batch.page, wide)
        by_kind = wide.new_zeros(int(batch.kinds.max()) + 1, wide.shape[1]).index_add(0, batch.kinds, wide)
        held += [by_page[batch.page], by_kind[batch.kinds]]
        return torch.cat([_mean(part, half) for part in held], dim=1), _mean(by_page[:-1], half)


def _content(state: Tensor, batch: Batch) -> Tensor:
    """The mean state of the blocks of each page that are content by the early estimate."""
    weights = ((batch.weights.sqrt() + 0.1).unsqueeze(1).float() * state[:, -1:]) * batch.real
    wide = torch.cat((state * weights, weights), dim=1)
    by_page = wide.new_zeros(batch.pages + 1, wide.shape[1]).index_add(0, batch.page, wide)[:-1]
    return by_page[:, :-1] / by_page[:, -1:].clamp(min=1e-6)


def _bag(table: nn.Embedding, owners: Tensor, tokens: Tensor, count: int) -> Tensor:
    bags = torch.zeros(count, table.embedding_dim).index_add(0, owners, table(tokens))
    sizes = torch.zeros(count).index_add(0, owners, torch.ones(len(owners)))
    return bags / sizes.clamp(min=1).sqrt().unsqueeze(1)


def _mean(part: Tensor, half: int) -> Tensor:
    plain = part[:, :half] / part[:, -2:-1].clamp(min=1e-6)
    weighed = part[:, half:-2] / part[:, -1:].clamp(min=1e-6)
    return torch.cat((plain, weighed), dim=1).float()


def exported(network: Network) -> dict[str, np.ndarray]:
    """The weights as plain arrays."""
    return {name: value.detach().numpy().astype(np.float32) for name, value in network.state_dict().items()}
