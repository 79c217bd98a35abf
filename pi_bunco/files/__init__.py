"""Reads files: those that come with the program, and those of people, within limits."""
