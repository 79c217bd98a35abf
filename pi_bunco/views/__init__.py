"""What pages show: one kind of value for each kind of page, made from the game only when somebody looks."""
