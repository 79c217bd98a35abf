"""The page that asks what to print, and the papers."""
