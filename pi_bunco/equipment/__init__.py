"""The equipment of each table: a camera with its own reader, the bell, or mock guests."""
