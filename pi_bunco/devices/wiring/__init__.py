"""Drawings of how a board's parts are wired, made from its file: what the program reads is what is drawn."""
