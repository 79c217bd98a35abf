"""What the pages need from the sounds: what the host has chosen, and the host's own recordings."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pi_bunco.settings.chosen_sound import SoundChoice


@dataclass(frozen=True, slots=True)
class OwnRecordings:
    """The host's own recordings.

    Attributes
    ----------
    files
        The file of each line that has one, by the line's name.
    faults
        A sentence about each file that is not used.
    """

    files: Mapping[str, Path]
    faults: tuple[str, ...]


class SoundDesk(Protocol):
    """Keeps the choice of the sounds, and finds recordings. Any thread may call it.

    Attributes
    ----------
    choice
        What the host has chosen.
    folder
        The folder for the host's own recordings.
    """

    choice: SoundChoice
    folder: Path

    def choose(self, choice: SoundChoice) -> None:
        """Use another choice from now on, also after a restart.

        Raises
        ------
        pi_bunco.errors.Trouble
            If the disk does not take it.
        """

    def list_own(self) -> OwnRecordings:
        """Return the host's own recordings."""
