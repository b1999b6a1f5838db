"""Addresses, sites and fetching."""
