"""A second renderer, physically based, to judge the reader by: no training ever saw its pictures."""
