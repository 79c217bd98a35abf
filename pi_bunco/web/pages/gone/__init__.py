"""The page of a table that does not play now."""
