"""The published methods, a folder a paper: its segmenter, features, strategies and experiment."""
