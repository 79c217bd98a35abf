"""Reads dice by the geometry of their pips."""

from pi_bunco.vision.geometry.reader import GeometryReader

__all__ = ["GeometryReader"]
