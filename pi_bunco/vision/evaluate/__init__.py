"""Measuring a reader on labelled pictures: folders, scores, intervals, a page of the failures."""
