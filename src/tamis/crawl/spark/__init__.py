"""The same job on Spark: pages from archives, rows from pages, and what the pages of a site share.

    from tamis.crawl.spark import extract_frame, read_warcs

    rows = extract_frame(read_warcs(spark, ["s3://bucket/a.warc.gz"]))
    rows.write.parquet("s3://bucket/out")

tamis has to be installed where the executors run; ``docs/scale.md`` says how.
"""

from tamis.crawl.spark.frames import extract_frame, read_warcs, records_frame
from tamis.crawl.spark.sites import extract_sites

__all__ = ["extract_frame", "extract_sites", "read_warcs", "records_frame"]
