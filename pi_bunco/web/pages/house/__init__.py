"""The page on which a host makes house sheets."""
