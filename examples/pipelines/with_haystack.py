"""Pages through a Haystack pipeline into a document store, and a search in it: python with_haystack.py WORDS FILE…"""

import sys
from pathlib import Path

from haystack import Pipeline
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore

from tamis.integrations.haystack import TamisConverter

store = InMemoryDocumentStore()
indexing = Pipeline()
indexing.add_component("converter", TamisConverter(max_tokens=120))
indexing.add_component("writer", DocumentWriter(store))
indexing.connect("converter", "writer")
indexing.run({"converter": {"sources": [Path(name) for name in sys.argv[2:]]}})
for found in InMemoryBM25Retriever(store).run(sys.argv[1], top_k=2)["documents"]:
    print(found.meta["headings"], found.meta["xpath"], repr(found.content[:60]))
