"""Pages as a table of polars: python with_polars.py FILE…"""

import sys
from pathlib import Path

import polars as pl

import tamis

if __name__ == "__main__":
    pages = ((Path(name).name, Path(name).read_bytes()) for name in sys.argv[1:])
    table = pl.DataFrame(list(tamis.analyze_many(pages)))
    print(table.select("page_type", pl.col("text").str.len_chars().alias("characters")).write_csv(), end="")
