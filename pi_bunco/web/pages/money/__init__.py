"""The page about money."""
