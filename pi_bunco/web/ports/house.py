"""What the pages need to make house sheets: the files of the house."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pi_bunco.game.refused import Refused
from pi_bunco.rules import Written
from pi_bunco.sentences import say
from pi_bunco.settings.house import SheetTrouble


@dataclass(frozen=True, slots=True)
class HouseFile:
    """The file of a house sheet.

    Attributes
    ----------
    slug
        The short name of the sheet, from the file's name.
    data
        The content of the file.
    stamp
        Changes with the content.
    written
        The sheet; ``None``: it cannot be played.
    trouble
        Why it cannot be played; ``None``: it can.
    """

    slug: str
    data: bytes
    stamp: str
    written: Written | None
    trouble: SheetTrouble | None = None


class ChangedMeanwhile(Refused):
    """Somebody else has changed or deleted the file since it was read."""

    def __init__(self) -> None:
        super().__init__(
            say("Somebody else has changed this sheet since you opened it. Theirs is stored."),
            say("Save again to put yours in its place, or save yours as another sheet."),
        )


class HouseShelf(Protocol):
    """The files of the house's own sheets. Any thread may call it."""

    def list_files(self) -> Sequence[HouseFile]:
        """Return all files, also those that cannot be played, in the order of their names."""

    def find(self, slug: str) -> HouseFile | None:
        """Return the file of a sheet, ``None`` if there is none of this name."""

    def save(self, slug: str, data: bytes, stamp: str) -> None:
        """Write the file of a sheet. What was in it before is kept beside it, as ``SLUG.toml.old``.

        Parameters
        ----------
        slug
            The short name of the sheet.
        data
            The content, a sheet that can be played.
        stamp
            The stamp of the file that it replaces; ``""``: there must be none.

        Raises
        ------
        ChangedMeanwhile
            If the file has another stamp now.
        pi_bunco.game.refused.Refused
            If there are :data:`pi_bunco.limits.SHEETS` sheets already.
        pi_bunco.errors.Trouble
            If the disk does not take it.
        """

    def remove(self, slug: str, stamp: str) -> None:
        """Delete the file of a sheet. Its content is kept as ``SLUG.toml.old``.

        Raises
        ------
        ChangedMeanwhile
            If the file has another stamp now.
        pi_bunco.game.refused.Refused
            If the settings of the table name this sheet.
        pi_bunco.errors.Trouble
            If the disk does not allow it.
        """
