"""What the pages show: one kind of value for each kind of page, made only when somebody looks."""
