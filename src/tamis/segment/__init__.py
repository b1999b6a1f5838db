"""Ways to cut a tree into blocks, one a file."""
