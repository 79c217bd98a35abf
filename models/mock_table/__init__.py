"""The table of the mock camera, for a path tracer: a felt mat, ivory dice, the hands of four people."""
