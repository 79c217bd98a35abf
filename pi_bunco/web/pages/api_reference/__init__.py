"""The page that says what programs can send, and the description of it that programs read."""
