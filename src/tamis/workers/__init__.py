"""Processes that do work within budgets, so that a bad page costs itself alone; many pages by several of them."""
