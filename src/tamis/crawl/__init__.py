"""Many pages at once: inputs cut into slices, shards of rows, a report."""
