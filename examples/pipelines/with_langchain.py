"""Pages as LangChain's documents: python with_langchain.py FILE…"""

import sys
from pathlib import Path

from tamis.integrations.langchain import TamisLoader

for document in TamisLoader(map(Path, sys.argv[1:]), max_tokens=120).lazy_load():
    metadata = document.metadata
    print(f"{metadata['start_index']}–{metadata['end_index']} {metadata['headings']}: {document.page_content[-40:]!r}")
