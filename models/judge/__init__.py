"""A second, physically based renderer to judge the reader. Its pictures are never used for training."""
