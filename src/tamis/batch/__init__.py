"""Many pages at once: inputs cut into slices, worker processes, shards of rows, a report."""
