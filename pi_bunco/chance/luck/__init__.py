"""Are the dice fair, and is somebody's luck out of the ordinary: what a log can show, and what not."""

from pi_bunco.chance.luck.check import LEVEL, Luck, check

__all__ = ["LEVEL", "Luck", "check"]
