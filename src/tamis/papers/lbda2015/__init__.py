"""Chandran, Vijendran: A Layout Based Detachment Approach for Extracting Content from Webpages (2015)."""
