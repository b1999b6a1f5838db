"""What the names of classes, ids and roles mean."""
