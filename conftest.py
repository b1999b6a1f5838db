"""Which files pytest does not import for their doctests: compiled modules, and what runs when it is imported."""

from __future__ import annotations

from importlib.util import find_spec

from tamis.native.status import MODULES

_LIBRARIES = {
    "integrations/langchain": "langchain_core", "integrations/llama_index": "llama_index",
    "integrations/haystack": "haystack", "integrations/scrapy": "scrapy", "service/mcp": "mcp",
}  # fmt: skip
collect_ignore = [f"src/tamis/native/{name}.py" for name in MODULES] + ["src/tamis/__main__.py"]
collect_ignore += [f"src/tamis/{file}.py" for file, library in _LIBRARIES.items() if find_spec(library) is None]
