"""Reads every die twice, with networks and by its pips, and doubts if the two differ."""

from pi_bunco.vision.double.reader import DoubleReader

__all__ = ["DoubleReader"]
