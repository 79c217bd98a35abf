"""What the pages need from the rest of the program, one file for each part of it."""
