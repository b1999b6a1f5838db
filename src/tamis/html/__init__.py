"""From bytes to a tree: decoding, parsing, offsets in the source; what elements of HTML mean."""
