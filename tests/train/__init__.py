"""A package, so that a strategy's tests may have the name of its segmenter's."""
