"""Seeing: when a throw has settled, where its dice lie, what they show, and how well that goes."""
