"""Past evenings, the league over them, and evenings as files."""
