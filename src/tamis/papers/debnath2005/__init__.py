"""Debnath, Mitra, Giles: Automatic Extraction of Informative Blocks from Webpages (2005)."""
