"""A package, so that a segmenter's tests may have the name of its strategy's."""
