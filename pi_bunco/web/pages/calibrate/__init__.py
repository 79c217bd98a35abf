"""The page that calibrates a table."""
