"""The algorithms, one a file named after its strategy; a file is imported when its strategy is first asked for."""
