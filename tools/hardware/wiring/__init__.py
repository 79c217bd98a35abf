"""Wiring diagrams, drawn from the same board file that the program reads."""
