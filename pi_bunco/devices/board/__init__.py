"""Facts of the board that the table runs on, from the kernel and the firmware: the one place that reads them.

:mod:`~pi_bunco.devices.board.model` says what it is, :mod:`~pi_bunco.devices.board.health` how it does.
Every reader takes the root of the file system, so that a test can make a board of its own.
"""

from pi_bunco.devices.board.health import Flags, Health, health
from pi_bunco.devices.board.model import Board, Family, board

__all__ = ["Board", "Family", "Flags", "Health", "board", "health"]
