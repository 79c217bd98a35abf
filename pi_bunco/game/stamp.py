"""What goes into a line beside what a command says."""

from dataclasses import dataclass

from pi_bunco.game.bell_time import Stop
from pi_bunco.game.lines import Photo


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a command was logged, its token, the photo of its dice, and when its table had to stop."""

    time: str
    token: str = ""
    photo: Photo | None = None
    stop: Stop | None = None
