"""The page of a table's camera."""
