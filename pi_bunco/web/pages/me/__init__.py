"""A guest's own page on their phone."""
