"""What plain text costs beyond the blocks: the look for tables, formulas and notes, and writing those that are there.

    python benchmarks/fidelity_cost.py "$TAMIS_DATA/wcxb-dev.jsonl.xz" [--limit 400] [--strategy auto]

Processor time, means over pages: the analysis, joining the kept blocks' texts and no more, and ``Document.text``.
"""

from __future__ import annotations

import argparse
import json
import lzma
from itertools import islice
from time import process_time

import tamis


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--limit", type=int, default=400)
    parser.add_argument("--strategy", default="auto")
    options = parser.parse_args()
    spent = {"analyze()": 0.0, "kept blocks joined": 0.0, "Document.text": 0.0}
    shaped = pages = 0
    with lzma.open(options.corpus, "rt", encoding="utf-8") as lines:
        for line in islice(lines, options.limit):
            page = json.loads(line)
            times = [process_time()]
            document = tamis.analyze(page["html"], page["url"], options.strategy)
            times.append(process_time())
            joined = "\n".join([document.page.texts[i] for i in document.kept()])
            times.append(process_time())
            text = document.text
            times.append(process_time())
            for name, begin, end in zip(spent, times, times[1:], strict=False):
                spent[name] += end - begin
            shaped += text != joined
            pages += 1
    for name, seconds in spent.items():
        print(f"{name:20} {1000 * seconds / pages:8.3f} ms")
    print(f"{shaped} of {pages} pages have kept tables, formulas or notes")


if __name__ == "__main__":
    main()
