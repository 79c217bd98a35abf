"""Decides when to read: finds out whether anything moves, and which dice lay there before."""
