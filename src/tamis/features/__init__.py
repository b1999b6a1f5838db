"""Per-block numbers, one family a file; each function takes a page and gives columns, a row a block."""
