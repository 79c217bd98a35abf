"""The stations: what a table has to play by, a camera with its own reader, the bell, or mock guests."""
