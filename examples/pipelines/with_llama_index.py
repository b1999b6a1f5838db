"""Pages as LlamaIndex's nodes: python with_llama_index.py FILE…"""

import sys
from pathlib import Path

from tamis.integrations.llama_index import load

for node in load(map(Path, sys.argv[1:]), max_tokens=120):
    offsets = f"{node.start_char_idx}–{node.end_char_idx}"
    print(offsets, node.metadata["headings"], "| next:", node.next_node is not None)
