"""tamis keeps the informative blocks of web pages and lets the rest fall through.

>>> import tamis
>>> tamis.extract("<p>A tamis is a fine drum sieve, used in kitchens since the Middle Ages.</p>")
'A tamis is a fine drum sieve, used in kitchens since the Middle Ages.'
"""

from typing import TYPE_CHECKING, Any

from tamis.api import analyze, analyze_site, extract
from tamis.blocks.decisions import Decision
from tamis.blocks.page import Page
from tamis.document import Block, Document
from tamis.errors import FetchError, InputError, MissingExtraError, TamisError, UsageError
from tamis.limits import Limits
from tamis.moved import find_moved
from tamis.strategies.base import Strategy, available_strategies
from tamis.version import __version__
from tamis.web.fetch import fetch

if TYPE_CHECKING:
    from tamis.site.tables.table import SiteTable
    from tamis.site.template import SiteTemplate
    from tamis.workers.many import analyze_many, extract_many

__all__ = [
    "Block",
    "Decision",
    "Document",
    "FetchError",
    "InputError",
    "Limits",
    "MissingExtraError",
    "Page",
    "SiteTable",
    "SiteTemplate",
    "Strategy",
    "TamisError",
    "UsageError",
    "__version__",
    "analyze",
    "analyze_many",
    "analyze_site",
    "available_strategies",
    "extract",
    "extract_many",
    "fetch",
]

find_moved()

_LATE = {
    "SiteTable": "tamis.site.tables.table",
    "SiteTemplate": "tamis.site.template",
    "analyze_many": "tamis.workers.many",
    "extract_many": "tamis.workers.many",
}


def __getattr__(name: str) -> Any:
    """What few need is imported when it is first asked for."""
    if name not in _LATE:
        raise AttributeError(f"module 'tamis' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATE[name]), name)
