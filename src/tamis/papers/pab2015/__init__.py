"""Kabir, Kabir, Amin: isolating informative blocks from large web pages by HTML tag priority, PAB (2015)."""
