"""The printed mat: a playing field between four markers, as large as a sheet of paper."""
