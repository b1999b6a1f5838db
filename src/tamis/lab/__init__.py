"""Knowing how good a strategy is: metrics, labels for blocks, and the page sets to measure on."""
