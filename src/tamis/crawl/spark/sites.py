"""The site stage as a shuffle: fingerprints counted per site over the whole crawl, the sums joined back to the pages.

Two passes over the inputs. In the first, each page is made into fingerprints: two 64-bit numbers for every text and the
place of it, its words, and whether the page strategy kept it. These are shuffled and summed up; text is not.
Back go, to each slice of the inputs, the sums that its pages need, each once however many of the pages need it; and the
slice is read again by the task that has them.

A place is a path of names down from the body, so a text is counted per site and layout: pages of different layouts
share only what is at the same place in both, and that is how :class:`tamis.SiteTemplate` counts, too.

No task has a site to itself: sums are by (site, place, text) and by (site, place), with partial sums before the
shuffle, so a site with half of all pages is spread over all tasks like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tamis.crawl.fingerprints import Sums, Templates
from tamis.crawl.read import read_slice
from tamis.crawl.record import Record
from tamis.crawl.rows import Settings, arrow_schema, located, schema
from tamis.crawl.sandbox import shared_sandbox
from tamis.crawl.slices import SLICE, Slice, plan
from tamis.crawl.spark.frames import as_batches, slice_of, slices_frame, slices_of, spark_schema
from tamis.crawl.worker import batches_of, fingerprints_of
from tamis.errors import InputError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FINGERPRINTS: Final = {
    "number": "int32", "record": "int32", "site": "string", "digest": "int64", "places": "list<int64>",
    "keys": "list<int64>", "words": "list<int32>", "kept": "list<int32>", "firsts": "list<int32>",
}  # fmt: skip
"""what is shuffled of a page: ``number`` is its slice"""
Maker = Callable[[int, Slice, Settings, Templates], Any]


def extract_sites(
    spark: SparkSession, paths: Sequence[str], settings: Settings | None = None, *, slice_bytes: int = SLICE
) -> DataFrame:
    """Rows of the pages in files (all that ``tamis run`` reads), corrected by what the pages of their site share.

    The columns are those of ``tamis run``. Pages without an address are decided on alone.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    failures: list[str] = []
    parts = plan(paths, failures.append, slice_bytes)
    if failures:
        raise InputError("; ".join(failures))
    chosen = settings or Settings(sites=True)
    return corrected(spark, parts, chosen, _rows, from_arrow_schema(schema(chosen)))


def corrected(
    spark: SparkSession,
    parts: Sequence[Slice],
    settings: Settings,
    make: Maker,
    columns: Any,
    only: Collection[str] | None = None,
) -> DataFrame:
    """Count over all slices, then make something of each with the sums that its pages need.

    ``only`` are the slices, by their ids, that something is made of: a run that is taken up still counts over all.
    """
    sums = _sums_by_slice(fingerprints(spark, parts, settings).persist())
    work = slices_frame(spark, parts, only).join(sums, "number", "left").repartition(max(1, len(parts)), "number")
    return work.mapInArrow(partial(_second_pass, settings=settings, make=make), columns)


def fingerprints(spark: SparkSession, parts: Sequence[Slice], settings: Settings) -> DataFrame:
    """The first pass: a row for each page that has a site."""
    work = partial(_first_pass, settings=settings.first_pass)
    return slices_frame(spark, parts).mapInArrow(work, spark_schema(FINGERPRINTS))


def _first_pass(batches: Iterable[Any], settings: Settings) -> Iterator[Any]:
    sandbox = shared_sandbox(settings)
    rows = (
        {"number": number, "record": record, "site": site, **row}
        for number, part in slices_of(batches)
        for found in fingerprints_of(part, settings, sandbox)
        for record, site, row in found
        if row.get("digest") is not None
    )
    yield from as_batches(rows, arrow_schema(FINGERPRINTS), lambda row: 32 * len(row["keys"]))


def counts(frame: DataFrame) -> DataFrame:
    """How many different pages have each text at its place: ``site, place, key, pages, words, kept, firsts``.

    Of pages with the same text, the first in the order of the inputs counts, as when a template is learned.
    """
    from pyspark.sql import functions as f

    first = frame.groupBy("site", "digest").agg(f.min(f.struct("number", "record")).alias("at"))
    first = first.select(f.col("at.number").alias("number"), f.col("at.record").alias("record"))
    different = frame.join(first, ["number", "record"], "left_semi")
    each = different.select(
        "site", f.explode(f.arrays_zip("places", "keys", "words", "kept", "firsts")).alias("t")
    ).select("site", f.col("t.places").alias("place"), f.col("t.keys").alias("key"), "t.words", "t.kept", "t.firsts")
    return each.groupBy("site", "place", "key").agg(
        f.count("*").alias("pages"), f.min("words").alias("words"), f.sum("kept").alias("kept"),
        f.sum("firsts").alias("firsts"),
    )  # fmt: skip


def _place_sums(texts: DataFrame) -> DataFrame:
    from pyspark.sql import functions as f

    once = f.col("pages") == 1
    return texts.groupBy("site", "place").agg(
        f.sum(f.when(once, f.col("words")).otherwise(0)).alias("single"),
        f.sum(f.when(once, f.col("words") * f.col("kept")).otherwise(0)).alias("chosen"),
        f.sum(f.when(~once, f.col("words") * f.col("pages")).otherwise(0)).alias("several"),
        f.sum("firsts").alias("on"),
    )


def _sums_by_slice(frame: DataFrame) -> DataFrame:
    """For each slice the sums that its pages need, each once."""
    from pyspark.sql import functions as f

    texts = counts(frame).persist()
    pages = frame.groupBy("site").agg(f.countDistinct("digest").alias("pages"))
    pair = f.explode(f.arrays_zip("places", "keys")).alias("t")
    asked = frame.select("number", "site", pair).select(
        "number", "site", f.col("t.places").alias("place"), f.col("t.keys").alias("key")
    )
    several = texts.where("pages > 1").select("site", "place", "key", "pages")
    wanted = asked.distinct().join(several, ["site", "place", "key"])
    by_text = wanted.groupBy("number").agg(f.collect_list(f.struct("site", "place", "key", "pages")).alias("texts"))
    here = asked.select("number", "site", "place").distinct().join(_place_sums(texts), ["site", "place"])
    sums = f.struct("site", "place", "single", "chosen", "several", "on")
    by_place = here.groupBy("number").agg(f.collect_list(sums).alias("places"))
    sites = frame.select("number", "site").distinct().join(pages, "site")
    by_site = sites.groupBy("number").agg(f.collect_list(f.struct("site", "pages")).alias("sites"))
    return by_site.join(by_place, "number", "left").join(by_text, "number", "left")


def _second_pass(batches: Iterable[Any], settings: Settings, make: Maker) -> Iterator[Any]:
    for batch in batches:
        for row in batch.to_pylist():
            made = make(row["number"], slice_of(row["part"]), settings, _templates(row, settings))
            yield from made if isinstance(made, Iterator) else (made,)


def _templates(row: dict[str, Any], settings: Settings) -> Templates:
    return Templates(
        settings.strategy,
        settings.options.get("params") or {},
        {s["site"]: s["pages"] for s in row["sites"] or ()},
        {
            (p["site"], p["place"]): Sums(p["single"], p["chosen"], p["several"], p["on"])
            for p in row["places"] or ()
        },
        {(t["site"], t["place"], t["key"]): t["pages"] for t in row["texts"] or ()},
    )  # fmt: skip


def _rows(number: int, part: Slice, settings: Settings, templates: Templates) -> Iterator[Any]:  # noqa: ARG001
    sandbox = shared_sandbox(settings)
    sandbox.use_templates(templates)
    made_by = settings.made_by

    def rows() -> Iterator[dict[str, Any]]:
        records: Iterator[tuple[int, Record]] = enumerate(read_slice(part, settings.limits.max_bytes))
        for some in batches_of(records):
            pages = [(at, record, record.page) for at, record in some if record.page]
            answers = sandbox.analyse([page for _, _, page in pages])
            for (at, record, page), (row, _) in zip(pages, answers, strict=True):
                yield located(row, page, record, part, at) | made_by

    yield from as_batches(rows(), schema(settings), lambda row: 4 * len(row["text"]) + 500)
