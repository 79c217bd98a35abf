"""Whether the dice are fair and somebody's luck is unusual, as far as a log can show it."""

from pi_bunco.chance.luck.check import LEVEL, Luck, check

__all__ = ["LEVEL", "Luck", "check"]
