"""Decides when to read: whether anything moves, and what was there before."""
