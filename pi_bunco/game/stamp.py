"""Data for a line besides its command."""

from dataclasses import dataclass

from pi_bunco.game.bell_time import Stop
from pi_bunco.game.lines import Photo


@dataclass(frozen=True, slots=True)
class Stamp:
    """The time of a command, its token, the photo of its dice, and when its table had to stop."""

    time: str
    token: str = ""
    photo: Photo | None = None
    stop: Stop | None = None
