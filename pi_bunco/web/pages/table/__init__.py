"""A table's page: what it needs now, its cards, its throws, and the dialogs over it."""
