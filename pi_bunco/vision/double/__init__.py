"""Reads every die twice, by what was learnt and by its pips, and doubts where the two differ."""

from pi_bunco.vision.double.reader import DoubleReader

__all__ = ["DoubleReader"]
