"""Pages as a table of pandas: python with_pandas.py FILE…"""

import sys
from pathlib import Path

import pandas as pd

import tamis

if __name__ == "__main__":
    pages = ((Path(name).as_uri(), Path(name).read_bytes()) for name in map(Path.absolute, map(Path, sys.argv[1:])))
    table = pd.DataFrame(tamis.analyze_many(pages))
    print(table[["page_type", "title"]].to_string(index=False, max_colwidth=30))
