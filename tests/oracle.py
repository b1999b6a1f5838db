"""What a parser that others wrote makes of a page, to hold our reader against."""

from __future__ import annotations

import re

import turbohtml
from hypothesis import assume, currently_in_test_context

from tamis.native.noscripts import leaves_open

_FAULTS = re.compile(r"<(?:param|source|track|isindex)|<template.*<frameset|<table.*<input", re.IGNORECASE | re.DOTALL)
"""where it (turbohtml 1.15.4) does what neither the standard nor lexbor nor html5lib do"""
_NOSCRIPT = re.compile("<noscript", re.IGNORECASE)


def parsed(html: str) -> turbohtml.Document:
    """A page as parsed without scripts, unless something would reach out of a ``noscript``."""
    if currently_in_test_context():
        assume(not _FAULTS.search(html))
    again = any(leaves_open(html, found.end()) for found in _NOSCRIPT.finditer(html))
    return turbohtml.parse(html, scripting=again)


def body_of(document: turbohtml.Document) -> turbohtml.Element:
    """Its body; a page of frames has none, and its frameset stands in for it."""
    assert document.root is not None
    elements = (node for node in document.root if isinstance(node, turbohtml.Element))
    return next((node for node in elements if node.tag in ("body", "frameset")), document.root)
