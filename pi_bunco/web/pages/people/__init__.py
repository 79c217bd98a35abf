"""The page that says what is stored about people, and deletes it."""
