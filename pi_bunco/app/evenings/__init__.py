"""Past evenings: those of the log and those of other Pis, the league over them, and their files."""
