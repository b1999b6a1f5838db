"""The loops of the network that are no matrix products, and those that turn its predictions into decisions.

Compiled like :mod:`tamis.native.tree`. The first part serves :mod:`tamis.native.network`, the second
:mod:`tamis.strategies.auto` and the rules.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tamis.native.arrays import Column, Float32s, Float64s, Int64s, UInt8s


def sum_embeddings(table: Float32s, owners: Column, tokens: Column, out: Float32s) -> None:
    """The sum of the embeddings of each owner's tokens, over the root of their number; owners are sorted."""
    width, total, at = table.shape[1], len(owners), 0
    while at < total:
        owner, begin = owners[at], at
        while at < total and owners[at] == owner:
            for column in range(width):
                out[owner, column] += table[tokens[at], column]
            at += 1
        root = sqrt(at - begin)
        for column in range(width):
            out[owner, column] /= root


def embed(
    numbers: Float32s, mean: Float32s, inverse_scale: Float32s, clip: float, tags: Int64s, tag_table: Float32s,
    chain: Int64s, name_rows: Float32s, groups: Int64s, word_rows: Float32s, heading: Column, low: int, rows: int,
    out: Float32s,
) -> None:  # fmt: skip
    """The network's input for the blocks from ``low`` on: numbers, tags, names by groups of the chain, first words.

    The last columns are the first words of the heading over the block.
    """
    count, tag_width = numbers.shape[1], tag_table.shape[1]
    tag_ids, name_width, word_width = tag_table.shape[0] // tags.shape[1], name_rows.shape[1], word_rows.shape[1]
    for row in range(rows):
        block = low + row
        for column in range(count):
            value = (numbers[block, column] - mean[column]) * inverse_scale[column]
            value = -clip if value < -clip else value
            out[row, column] = clip if value > clip else value
        at = count
        for place in range(tags.shape[1]):
            tag = tags[block, place] + place * tag_ids
            for column in range(tag_width):
                out[row, at + column] = tag_table[tag, column]
            at += tag_width
        for group in range(groups.shape[0]):
            for column in range(name_width):
                out[row, at + column] = 0
            for place in range(groups[group, 0], groups[group, 1]):
                element = chain[block, place]
                for column in range(name_width):
                    out[row, at + column] += name_rows[element, column]
            at += name_width
        headline = heading[block]
        for column in range(word_width):
            out[row, at + column] = word_rows[block, column]
            out[row, at + word_width + column] = word_rows[headline, column]


def number_bounds(start: Int64s, stop: Int64s, bounds: Column) -> int:
    """Number the places between blocks where a container of any level but the first begins or stops.

    ``bounds`` has a row for each place, -1 for the others; both ends of the page count. Returns how many there are.
    On most pages they are few: prefix sums of all places would take more memory than all else.
    """
    rows, levels, found = start.shape[0], start.shape[1], 0
    for place in range(rows + 1):
        bounds[place] = -1
    bounds[0] = bounds[rows] = 0
    for block in range(rows):
        for level in range(1, levels):
            if (
                block == 0
                or start[block, level] != start[block - 1, level]
                or stop[block, level] != stop[block - 1, level]
            ):
                bounds[start[block, level]] = 0
                bounds[stop[block, level]] = 0
    for place in range(rows + 1):
        if bounds[place] == 0:
            bounds[place] = found
            found += 1
    return found


def sum_states(
    state: Float32s, half: int, weights: Float64s, templates: Column, bounds: Column, sums: Float64s,
    template_sums: Float64s,
) -> None:  # fmt: skip
    """Sum the state up to each bound, and over each template; from ``half`` on weighted, the weights' own sums last.

    The first row of ``sums`` and all of ``template_sums`` are zero.
    """
    width, at = state.shape[1], 0
    for block in range(state.shape[0]):
        if bounds[block] >= 0:  # what was added up so far stays as it is
            at += 1
            for column in range(width + 2):
                sums[at, column] = sums[at - 1, column]
        weight = sqrt(weights[block]) + 0.1
        template = templates[block]
        for column in range(width):
            value = state[block, column] if column < half else state[block, column] * weight
            sums[at, column] += value
            template_sums[template, column] += value
        sums[at, width] += 1
        sums[at, width + 1] += weight
        template_sums[template, width] += 1
        template_sums[template, width + 1] += weight


def count_templates(templates: Column) -> int:
    """How many templates there are."""
    most = -1
    for block in range(len(templates)):
        most = max(most, templates[block])
    return most + 1


def number_groups(start: Int64s, stop: Int64s, heading: Column, which: Int64s, firsts: Column, ends: Column) -> int:
    """Number the different containers of each level but the first, then the sections; neighbours mostly share them.

    ``which`` gets the numbers for each block, by level, ``firsts`` the first block of each container, ``ends`` where a
    level's numbers end. Returns how many there are.
    """
    rows, levels, found = start.shape[0], start.shape[1], 0
    for level in range(1, levels + 1):
        for block in range(rows):
            if level == levels:
                new = block == 0 or heading[block] != heading[block - 1]
            else:
                new = (
                    block == 0
                    or start[block, level] != start[block - 1, level]
                    or stop[block, level] != stop[block - 1, level]
                )
            if new:
                firsts[found] = block
                found += 1
            which[level - 1, block] = found - 1
        ends[level - 1] = found
    return found


def group_rows(
    sums: Float64s, bounds: Column, half: int, start: Int64s, stop: Int64s, heading: Column, pointers: int,
    state: Float32s, firsts: Column, ends: Column, out: Float32s,
) -> None:  # fmt: skip
    """The means over each container and the state of its first block; for sections the state of the heading alone."""
    width, levels, group = state.shape[1], start.shape[1], 0
    for level in range(1, levels + 1):
        while group < ends[level - 1]:
            block = firsts[group]
            if level == levels:
                first = heading[block]
                for column in range(width):
                    out[group, column] = state[first, column]
            else:
                begin, end = start[block, level], stop[block, level]
                mean_of(sums, bounds[end], bounds[begin], half, width, out, group)
                if level <= pointers:
                    for column in range(width):
                        out[group, width + column] = state[begin, column]
            group += 1


def mean_of(sums: Float64s, end: int, begin: int, half: int, width: int, out: Float32s, row: int) -> None:
    """The means between two rows of sums; from ``half`` on weighted."""
    plain = 1 / max(sums[end, width] - sums[begin, width], 1e-6)
    weighted = 1 / max(sums[end, width + 1] - sums[begin, width + 1], 1e-6)
    for column in range(half):
        out[row, column] = (sums[end, column] - sums[begin, column]) * plain
    for column in range(half, width):
        out[row, column] = (sums[end, column] - sums[begin, column]) * weighted


def page_row(sums: Float64s, half: int, out: Float32s) -> None:
    """The means over the whole page, as the first columns."""
    mean_of(sums, sums.shape[0] - 1, 0, half, sums.shape[1] - 2, out, 0)


def content_row(state: Float32s, weights: Float64s, sums: Float64s, out: Float32s) -> None:
    """The means over the likely content, as the last columns; weights are the state's last column."""
    width, total = state.shape[1], 0.0
    for block in range(state.shape[0]):
        weight = (sqrt(weights[block]) + 0.1) * state[block, width - 1]
        for column in range(width):
            sums[column] += state[block, column] * weight
        total += weight
    for column in range(width):
        out[0, width + column] = sums[column] / max(total, 1e-6)


def template_rows(template_sums: Float64s, half: int, width: int, out: Float32s) -> None:
    """The means over the blocks of each template."""
    for template in range(out.shape[0]):
        plain = 1 / max(template_sums[template, width], 1e-6)
        weighted = 1 / max(template_sums[template, width + 1], 1e-6)
        for column in range(width):
            out[template, column] = template_sums[template, column] * (plain if column < half else weighted)


def add_contexts(
    which: Int64s, group_values: Float32s, templates: Column, template_rows: Float32s, out: Float32s
) -> None:
    """Add to each block's values those of its groups and of its template."""
    width = out.shape[1]
    for block in range(out.shape[0]):
        template = templates[block]
        for column in range(width):
            out[block, column] += template_rows[template, column]
        for level in range(which.shape[0]):
            group = which[level, block]
            for column in range(width):
                out[block, column] += group_values[group, column]


def rectify(rows: Float32s, bias: Float32s) -> None:
    """Add the bias and set what is below zero to zero."""
    width = rows.shape[1]
    for row in range(rows.shape[0]):
        for column in range(width):
            value = rows[row, column] + bias[column]
            rows[row, column] = value if value > 0 else 0


def append_probability(hidden: Float32s, weight: Float32s, bias: Float32s, out: Float32s) -> None:
    """Copy each block's values, and append the probability that a linear layer gives them."""
    width = hidden.shape[1]
    for row in range(hidden.shape[0]):
        logit = bias[0]
        for column in range(width):
            out[row, column] = hidden[row, column]
            logit += hidden[row, column] * weight[0, column]
        out[row, width] = 1 / (1 + exp(-min(max(logit, -30), 30)))


def type_logits(page: Float32s, head: Float32s, weight: Float32s, bias: Float32s, out: Float64s) -> None:
    """A logit for each page type, from the page's means and from the declarations in its head."""
    width = page.shape[1]
    for page_type in range(out.shape[0]):
        logit = bias[page_type]
        for column in range(width):
            logit += page[0, column] * weight[page_type, column]
        for column in range(head.shape[1]):
            logit += head[0, column] * weight[page_type, width + column]
        out[page_type] = logit


def page_bias(
    bias: Float32s, conventions: Float32s, general: int, of_article: int, article: float, head_weights: Float32s,
    head: Float32s, page_part: Float32s, out: Float32s,
) -> None:  # fmt: skip
    """The bias for all blocks of a page: a blend of two conventions, the head's declarations, and the page's means."""
    for column in range(out.shape[0]):
        value = bias[column] + page_part[0, column] + conventions[general, column]
        value += article * (conventions[of_article, column] - conventions[general, column])
        for token in range(head.shape[1]):
            value += head_weights[column, token] * head[0, token]
        out[column] = value


def apply_linear(hidden: Float32s, weight: Float32s, bias: Float32s, out: Float64s) -> None:
    """A logit for each block, by a linear layer."""
    for row in range(hidden.shape[0]):
        logit = bias[0]
        for column in range(hidden.shape[1]):
            logit += hidden[row, column] * weight[0, column]
        out[row] = logit


def logistic(log_odds: Float64s, out: Float64s) -> None:
    """The probabilities of log odds; beyond 30 they are as good as certain, and 0 for minus infinity."""
    for block in range(out.shape[0]):
        value = log_odds[block]
        out[block] = 0 if value < -1000 else 1 / (1 + exp(-min(max(value, -30), 30)))


def best_threshold(probability: Float64s, words: Float64s, recall: float, shared: float, bins: Float64s) -> float:
    """The probability from which on blocks are kept, so that the expected word F is highest.

    ``recall`` is the weight of a missing word against one too many. ``shared`` is the probability that the blocks of
    the page share one fate: that what is content is all that has a probability above one number between 0 and 1, each
    as likely. Otherwise each block is content by itself. ``bins`` is room for blocks of nearly one probability, five
    columns: the least one, words, words by probability, and the sums of both down to there.
    """
    size, found = bins.shape[0], 0
    for place in range(size):
        bins[place, 0] = 2
        bins[place, 1] = bins[place, 2] = 0
    for block in range(probability.shape[0]):
        if words[block] > 0 and probability[block] > 0:
            place = min(int(probability[block] * size), size - 1)
            bins[place, 0] = min(bins[place, 0], probability[block])
            bins[place, 1] += words[block]
            bins[place, 2] += probability[block] * words[block]
    count, right = 0.0, 0.0
    for place in range(size - 1, -1, -1):  # those that have blocks go to the end, the likeliest last
        if bins[place, 1] > 0:
            found += 1
            count += bins[place, 1]
            right += bins[place, 2]
            bins[size - found, 0] = bins[place, 0]
            bins[size - found, 3] = count
            bins[size - found, 4] = right
    best, threshold = 0.0, 0.0
    for kept in range(size - 1, size - 1 - found, -1):
        alone, together, above = bins[kept, 4] / (bins[kept, 3] + recall * right), 0.0, 0.0
        if shared > 0:
            for wanted in range(size - found, size):
                both = min(bins[kept, 3], bins[wanted, 3])
                together += (bins[wanted, 0] - above) * both / (bins[kept, 3] + recall * bins[wanted, 3])
                above = bins[wanted, 0]
        value = shared * together + (1 - shared) * alone
        if value > best:
            best, threshold = value, bins[kept, 0]
    return threshold


def sum_confidence_signals(probability: Float64s, words: Float64s, threshold: float, out: Float64s) -> None:
    """Five sums over words for the page's confidence.

    All words; all by how far the probability is from a half; kept ones by probability; dropped ones by probability;
    kept ones.
    """
    for column in range(5):
        out[column] = 0
    for block in range(probability.shape[0]):
        out[0] += words[block]
        out[1] += abs(probability[block] - 0.5) * 2 * words[block]
        if probability[block] >= threshold:
            out[2] += probability[block] * words[block]
            out[4] += words[block]
        else:
            out[3] += probability[block] * words[block]


def score(probability: Float64s, threshold: float, kept: UInt8s, never_shown: UInt8s, out: Float64s) -> None:
    """Scores: the odds relative to the threshold, so that blocks that are kept have 0.5 or more; never shown ones 0."""
    for block in range(probability.shape[0]):
        odds = probability[block] / max(1 - probability[block], 1e-9) * ((1 - threshold) / threshold)
        moved = odds / (1 + odds)
        moved = max(moved, 0.5) if kept[block] else min(moved, 0.4999)
        out[block] = 0 if never_shown[block] else moved


def find_headings(
    tags: Int64s, first: int, last: int, probability: Float64s, lowest: float, threshold: float, below: Column
) -> int:
    """Find the headings (tags ``first`` to ``last``) over a block of at least the threshold, or over more headings of
    one, that are likely enough and less so than that block; returns how many there are.

    ``below`` gets the block under each, or -1.
    """
    found, text = 0, -1
    for block in range(len(below) - 1, -1, -1):
        below[block] = -1
        if not first <= tags[block, 1] <= last:
            text = block if probability[block] >= threshold else -1
        elif text >= 0 and lowest <= probability[block] < probability[text]:
            below[block] = text
            found += 1
    return found


def find_same_template(
    templates: Column, words: Float64s, never_shown: UInt8s, numbers: Float32s, link_share: int, all_link: float,
    share: float, probability: Float64s, least: float, kept: UInt8s, sums: Float64s,
) -> list[int]:  # fmt: skip
    """Dropped same-template blocks between the first and the last kept block, or directly behind it.

    Blocks qualify with this probability or more, if a good ``share`` of their template's words is kept and they are not
    links alone. ``sums`` is room for the words of each template, and zero.
    """
    first = last = -1
    for block in range(probability.shape[0]):
        if kept[block]:
            first, last = block if first < 0 else first, block
        if not never_shown[block]:
            sums[templates[block], 0] += words[block]
            if kept[block]:
                sums[templates[block], 1] += words[block]
    found: list[int] = []
    for block in range(max(first, 0), probability.shape[0]):
        if (
            not kept[block]
            and not never_shown[block]
            and probability[block] >= least
            and numbers[block, link_share] < all_link
        ):
            template = templates[block]
            if sums[template, 1] > 0 and sums[template, 1] >= share * sums[template, 0]:
                found.append(block)
                continue
        if block > last:
            break
    return found


def find_repeated(numbers: Float32s, times: int, one_copy: float, code: int, kept: UInt8s) -> list[int]:
    """The kept blocks, code excepted, whose text occurs more than once; two columns of the numbers show that."""
    found: list[int] = []
    for block in range(kept.shape[0]):
        if kept[block] and numbers[block, times] > one_copy and numbers[block, code] <= 0:
            found.append(block)
    return found
