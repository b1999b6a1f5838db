"""From a tree to a page: text blocks, data tables, comments, and text from embedded data."""
