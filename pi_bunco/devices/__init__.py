"""What the table sees, hears and sounds with: the ports, and behind each its backends, one file a kind."""
