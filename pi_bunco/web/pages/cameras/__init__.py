"""The page on which people give cameras to tables, and the one that looks for a phone's camera."""
