"""What a page says about itself: title, authors, dates, language, site, and where each was found."""

from tamis.metadata.facts import Fact
from tamis.metadata.read import Metadata, read_metadata

__all__ = ["Fact", "Metadata", "read_metadata"]
