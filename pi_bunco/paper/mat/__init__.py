"""The printed mat: a playing field between four markers, in the size of a sheet of paper."""
