"""What the pages need to show and delete what is stored about people."""

from collections.abc import Sequence
from typing import Protocol

from pi_bunco.store.photos import StoredPhoto
from pi_bunco.views.people import GuestPlan, StoredEvening, StoredView


class PeopleDesk(Protocol):
    """Knows what is stored about people, and deletes it for good. Any thread may call it.

    Each method raises :class:`pi_bunco.errors.Trouble` if the log cannot be read, and
    :class:`pi_bunco.game.refused.Refused` if something cannot be deleted now.
    """

    def view(self) -> StoredView:
        """Return all that is stored."""

    def plan_guest(self, name: str) -> GuestPlan:
        """Return what would happen if a guest were deleted."""

    def plan_game(self, game: int) -> StoredEvening:
        """Return an evening that can be deleted, by the number of its game."""

    def forget_guest(self, name: str) -> None:
        """Delete a guest: the program starts again for it."""

    def forget_game(self, game: int) -> None:
        """Delete an evening: the program starts again for it."""

    def try_again(self) -> None:
        """Go on with a deletion that is not complete: the program starts again."""

    def give_up(self) -> None:
        """Forget a deletion that was not possible."""

    def list_photos(self, game: int) -> Sequence[StoredPhoto]:
        """Return the photos of an evening, oldest first."""

    def forget_photos(self, names: Sequence[str]) -> None:
        """Delete the photos with these names at once (:class:`OSError`: the disk does not take that)."""

    def forget_all_photos(self) -> int:
        """Delete all photos at once but those of the game that is being played, and return how many."""

    def forget_kept(self) -> None:
        """Delete all pictures that are kept for learning, at once."""

    def choose_days(self, days: int) -> None:
        """Let photos stay so many days from now on; 0: only those of this evening."""
