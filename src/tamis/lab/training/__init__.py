"""Corpora to weights. Needs the extra ``train`` (PyTorch); what it writes needs only NumPy."""
