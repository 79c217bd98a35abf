"""Calibrates a table: where its mat is in the picture, how the empty mat looks, how large dice are."""
