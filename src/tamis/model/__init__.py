"""Weights as plain arrays, each with a card that says what it was trained on and how good it is."""
