"""What the pages of one site share."""
