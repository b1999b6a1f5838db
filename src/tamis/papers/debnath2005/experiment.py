"""Debnath 2005: tables 2 and 3, and the run-times of figure 2.

Block precision and recall as in section 4.1, all pages of a site together. A block is content if more than half of its
words are in the gold text. Each method is judged on its own blocks, as in the paper.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tamis.lab.corpora import GoldPage
from tamis.lab.experiments import Setting, column_means, decided, mean, shown
from tamis.lab.metrics import Counts, Rates, word_counts
from tamis.report.table import Table

_METHODS = {"LH": "entropy", "ContentExtractor": "content-extractor", "FeatureExtractor": "feature-extractor"}
_MENDED = {"ContentExtractor, mended": "content-extractor:mended=true"}
"""not the paper's: measured beside it"""
_FEATURE_METHODS = {"FeatureEx.": "feature-extractor", "K-FeatureEx.": "k-feature-extractor"}
_PAGES_A_SITE = 10
_MOST_PAGES_A_SITE = 50

# Table 2: precision and recall of LH, ContentExtractor and FeatureExtractor.
_TABLE_2 = {
    "ABC": (0.811, 0.99, 0.915, 0.99, 1.00, 1.00),
    "BB": (0.882, 0.99, 0.997, 1.00, 1.00, 1.00),
    "BBC": (0.834, 0.99, 0.968, 1.00, 1.00, 1.00),
    "CBS": (0.823, 1.00, 0.972, 1.00, 0.98, 0.977),
    "CNN": (0.856, 1.00, 0.977, 1.00, 0.98, 0.98),
    "FOX": (0.82, 1.00, 0.967, 1.00, 1.00, 0.99),
    "FOX23": (0.822, 1.00, 0.985, 1.00, 1.00, 1.00),
    "IE": (0.77, 0.95, 0.911, 0.993, 0.93, 0.99),
    "IT": (0.793, 0.99, 0.924, 0.981, 0.96, 0.98),
    "MSNBC": (0.802, 1.00, 0.980, 1.00, 0.92, 1.00),
    "YAHOO": (0.730, 1.00, 0.967, 1.00, 1.00, 0.95),
}
# Table 3: precision and recall of FeatureExtractor and K-FeatureExtractor; the first eleven are news sites.
_TABLE_3 = {
    "ABC": (1.00, 1.00, 1.00, 1.00),
    "BB": (1.00, 1.00, 1.00, 1.00),
    "BBC": (1.00, 1.00, 1.00, 1.00),
    "CBS": (0.92, 0.91, 0.98, 0.977),
    "CNN": (0.98, 0.98, 0.98, 0.98),
    "FOX": (1.00, 0.99, 1.00, 0.99),
    "FOX23": (1.00, 1.00, 1.00, 1.00),
    "IE": (0.91, 0.973, 0.93, 1.00),
    "IT": (0.96, 0.85, 0.96, 0.85),
    "MSNBC": (0.91, 0.99, 0.92, 1.00),
    "YAHOO": (1.00, 0.95, 1.00, 0.95),
    "Shopping": (0.20, 0.198, 1.00, 0.99),
    "Amazon": (0.33, 0.32, 1.00, 0.967),
    "ConsumerResearch": (0.28, 0.28, 1.00, 0.98),
    "BarnesAndNoble": (0.40, 0.38, 1.00, 0.968),
    "Epinion": (0.5, 0.478, 1.00, 0.956),
}


def experiments(setting: Setting) -> Iterator[Table]:
    """Tables 2 and 3 and figure 2."""
    yield from _news_sites(setting)
    yield _kinds_of_pages(setting)


def _news_sites(setting: Setting) -> Iterator[Table]:
    sites = _sites(setting)
    found: dict[str, dict[str, Rates]] = {host: {} for host in sites}
    seconds: defaultdict[str, float] = defaultdict(float)
    by_words: defaultdict[str, list[Rates]] = defaultdict(list)
    for host, pages in sites.items():
        for method, strategy in (_METHODS | _MENDED).items():
            result = decided(strategy, pages)
            found[host][method] = result.blocks.rates
            seconds[method] += result.seconds
            by_words[method] += [word_counts(outcome.text, outcome.gold).rates for outcome in result.outcomes]
    pages_in_all = sum(map(len, sites.values()))
    yield _rates_table(
        "Debnath 2005, table 2: block precision and recall by site",
        {f"{host} ({len(sites[host])})": rates for host, rates in found.items()},
        _METHODS,
        {f"paper: {site}": row for site, row in _TABLE_2.items()},
        [
            f"Ours: {len(sites)} hosts of dragnet with {_PAGES_A_SITE} pages or more, {pages_in_all} articles and blog "
            "posts of 2012; the paper's: eleven news sites of 2004, gone.",
        ],
    )
    yield Table(
        "The same pages by words of the kept text, means over pages (not in the paper)",
        ["method", "P", "R", "F1", "blocks: P", "R"],
        [
            [
                method,
                *(shown(mean(getattr(rates, key) for rates in by_words[method])) for key in Rates.__slots__),
                *(shown(mean(getattr(found[host][method], key) for host in sites)) for key in ("precision", "recall")),
            ]
            for method in _METHODS | _MENDED
        ],
        [
            f"Ours: the {pages_in_all} pages of table 2, words as means over pages, blocks as means over hosts.",
            "A winner or a table may be one block of many, or the one that matters: words tell which.",
        ],
    )
    rows = [[method, shown(1000 * seconds[method] / max(1, pages_in_all), 1)] for method in _METHODS]
    note = 'The paper draws no numbers we have: LH takes "always more than ContentExtractor" (table 4, Perl 5.8).'
    same = f"Ours: processor time on the {pages_in_all} pages of table 2, parsing included."
    yield Table("Debnath 2005, figure 2: run-time, the same pages", ["method", "ms a page"], rows, [same, note])


def _sites(setting: Setting) -> Mapping[str, Sequence[GoldPage]]:
    """The pages of each host that has ten or more of them."""
    hosts: defaultdict[str, list[GoldPage]] = defaultdict(list)
    for page in setting.corpus("dragnet"):
        if page.host:
            hosts[page.host].append(page)
    large = {host: pages for host, pages in sorted(hosts.items()) if len(pages) >= _PAGES_A_SITE}
    most = min(_MOST_PAGES_A_SITE, setting.limit or _MOST_PAGES_A_SITE)
    return {host: pages[:most] for host, pages in large.items()}


def _kinds_of_pages(setting: Setting) -> Table:
    sizes: Counter[str] = Counter()
    counts: defaultdict[tuple[str, str], Counts] = defaultdict(lambda: Counts(0, 0, 0))
    for page in setting.some("wcxb-dev", 10_000):
        kind = page.page_type or "other"
        sizes[kind] += 1
        for method, strategy in _FEATURE_METHODS.items():
            counts[kind, method] += decided(strategy, [page]).blocks
    found = {
        f"{kind} ({size})": {method: counts[kind, method].rates for method in _FEATURE_METHODS}
        for kind, size in sizes.most_common()
    }
    note = (
        f"Ours: wcxb-dev by page type, {sum(sizes.values())} pages, blocks of a type pooled. "
        "The paper's: eleven news sites and five shopping sites, gone. "
        "What it shows is one winner failing where content is many blocks, and a cluster holding."
    )
    return _rates_table(
        "Debnath 2005, table 3: FeatureExtractor and K-FeatureExtractor by kind of page",
        found,
        _FEATURE_METHODS,
        {f"paper: {site}": row for site, row in _TABLE_3.items()},
        [note],
    )


def _rates_table(
    title: str,
    found: Mapping[str, Mapping[str, Rates]],
    methods: Mapping[str, str],
    paper: Mapping[str, Sequence[float]],
    notes: Sequence[str],
) -> Table:
    """Ours, our mean, then the paper's rows and their mean: precision and recall of each method."""
    header = ["site", *(f"{figure} {method}" for method in methods for figure in "PR")]
    ours = {
        name: [rate for method in methods for rate in (rates[method].precision, rates[method].recall)]
        for name, rates in found.items()
    }
    rows = {**ours, "mean": column_means(ours.values()), **paper, "paper: mean": column_means(paper.values())}
    return Table(title, header, [[name, *map(shown, row)] for name, row in rows.items()], notes)
