"""Makes the files in hardware/ from the code, the board files and the data of the cameras."""
