"""The page with the rules."""
