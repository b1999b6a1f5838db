"""Figures for people: tables, plots as SVG, and pages of HTML that need nothing but themselves."""
