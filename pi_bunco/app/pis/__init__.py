"""A Pi in a room of several: as their head, or as one that follows."""
