"""What the pages need to examine the table."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from pi_bunco.findings import Finding


class Doctor(Protocol):
    """Examines the table. Any thread may call it."""

    def examine(self, names: tuple[str, ...]) -> Sequence[Finding]:
        """Run the checks with these names, or all checks if there are none. This takes some seconds.

        Raises
        ------
        pi_bunco.errors.Trouble
            If there is no such check.
        """

    def back_up(self) -> Path:
        """Back up all games now, unless the newest backup has them all. Return the newest backup.

        Raises
        ------
        pi_bunco.errors.Trouble
            If no backup can be made.
        """

    def can_restart(self) -> bool:
        """Return whether the program starts again by itself after it ends."""

    def restart(self) -> None:
        """End the program soon, so that it starts again. This returns at once."""
