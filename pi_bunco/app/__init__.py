"""Puts the parts together: a camera, a reader, a table, a bell and its pages make a party."""
