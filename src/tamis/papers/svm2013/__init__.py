"""Yao, Zuo: A Machine Learning Approach to Webpage Content Extraction (2013)."""
