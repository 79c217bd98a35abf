"""Makes what stands under hardware/ from the code, the board files and the figures of the cameras."""
