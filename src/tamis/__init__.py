"""tamis keeps the informative blocks of web pages and lets the rest fall through.

>>> import tamis
>>> tamis.extract("<p>A tamis is a fine drum sieve, used in kitchens since the Middle Ages.</p>")
'A tamis is a fine drum sieve, used in kitchens since the Middle Ages.'
"""

from tamis.api import analyze, analyze_site, extract
from tamis.document import Block, Decision, Document
from tamis.errors import FetchError, InputError, MissingExtraError, TamisError, UsageError
from tamis.fetch import fetch
from tamis.limits import Limits
from tamis.page import Page
from tamis.site.template import SiteTemplate
from tamis.strategies.base import Strategy, strategies
from tamis.version import __version__

__all__ = [
    "Block",
    "Decision",
    "Document",
    "FetchError",
    "InputError",
    "Limits",
    "MissingExtraError",
    "Page",
    "SiteTemplate",
    "Strategy",
    "TamisError",
    "UsageError",
    "__version__",
    "analyze",
    "analyze_site",
    "extract",
    "fetch",
    "strategies",
]
