"""The page for the host's PIN."""
