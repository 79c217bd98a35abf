"""The results: awards, score cards and rounds, and what staff, judge and host do with them."""
