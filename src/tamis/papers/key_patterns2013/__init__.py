"""Informative blocks by key patterns in the one-depth tag sequence (2013)."""
