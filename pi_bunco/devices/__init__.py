"""Cameras and bells: the interfaces (ports) that the table uses, and their backends, one file each."""
