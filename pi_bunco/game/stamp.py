"""What goes into a line beside what a command says."""

from dataclasses import dataclass

from pi_bunco.game.lines import Photo


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a command was logged, its token, and the photo of the dice that it is about."""

    time: str
    token: str = ""
    photo: Photo | None = None
