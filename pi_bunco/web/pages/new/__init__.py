"""The form for a new game."""
