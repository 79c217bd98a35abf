"""The page that waits while the program starts again."""
