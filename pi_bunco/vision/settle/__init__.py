"""When to read: whether anything moves, and what of it was there before."""
