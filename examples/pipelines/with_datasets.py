"""Pages through ``datasets.map``: python with_datasets.py PAGES.jsonl OUT.parquet

The lines of PAGES.jsonl have ``html`` and ``url``. A map function runs page after page in the process it is in; where
hostile pages are to be expected, ``tamis run`` keeps them in a process of their own.
"""

import sys

from datasets import load_dataset

import tamis


def extracted(page: dict) -> dict:
    """What a page becomes."""
    document = tamis.analyze(page["html"], page["url"])
    return {"text": document.text, "status": document.status, "page_type": document.page_type}


if __name__ == "__main__":
    pages = load_dataset("json", data_files=sys.argv[1], split="train")
    rows = pages.map(extracted, remove_columns=["html"]).filter(lambda row: row["text"] != "")
    rows.to_parquet(sys.argv[2])
    for row in rows:
        print(row["page_type"], row["url"], repr(row["text"][:38]))
