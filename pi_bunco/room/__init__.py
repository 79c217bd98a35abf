"""A room while it is played: what reaches its writer, and what its pages and programs see of it."""
