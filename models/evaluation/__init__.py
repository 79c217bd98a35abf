"""Measures a reader on labelled pictures, and reports the scores and the failures."""
