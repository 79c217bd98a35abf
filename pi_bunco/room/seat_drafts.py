"""The draft of seats: drawn or swapped by the host, seen by them alone, and logged when they publish it."""

import threading
from collections.abc import Callable

from pi_bunco.game.commands import ChangeSeats
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.game.seats import SeatDraft, still_fits, swap_seats
from pi_bunco.sentences import say
from pi_bunco.views.host import SeatsView, make_seats_view


class SeatDrafts:
    """Draws and swaps seats, and publishes the last ones.

    Parameters
    ----------
    keeper
        Keeps the game.
    ask
        Does a command, see :meth:`~pi_bunco.game.writer.GameWriter.ask`.
    """

    def __init__(self, keeper: Keeper, ask: Callable[[ChangeSeats], object]) -> None:
        self._keeper, self._ask = keeper, ask
        self._lock = threading.Lock()
        self._newest: tuple[int, SeatDraft | None] = (0, None)

    def draw(self) -> None:
        """Draw new seats.

        Raises
        ------
        Refused
            If nobody can change seats now.
        """
        draft = self._keeper.draw_seats()
        with self._lock:
            self._newest = (self._newest[0] + 1, draft)

    def swap(self, names: tuple[str, str]) -> None:
        """Let two people change chairs in the seats that were drawn last, or else in those of now.

        Raises
        ------
        Refused
            If nobody can change seats now, or somebody would lose their seat.
        """
        with self._lock:
            number, before = self._newest
            draft = self._keeper.read(lambda book: swap_seats(book, before, names))
            self._newest = (number + 1, draft)

    def drop(self) -> None:
        """Forget the seats that were drawn last: everybody stays where they are."""
        with self._lock:
            self._newest = (self._newest[0] + 1, None)

    def view(self) -> SeatsView:
        """Return who sits where, and the seats that were drawn last if they are not published."""
        number, draft = self._newest
        return self._keeper.read(lambda book: make_seats_view(book, number, draft))

    def publish(self, number: int, token: str) -> None:
        """Log the seats that were drawn last.

        Raises
        ------
        Refused
            If other seats were drawn since then, or somebody has come or left.
        LogTrouble
            If they could not be logged.
        """
        newest, draft = self._newest
        if draft is None or number != newest:
            raise Refused(
                say("These are not the seats that were drawn last."), say("Look at the seats again.")
            )
        if not self._keeper.read(lambda book: still_fits(book, draft)):
            raise Refused(
                say("Guests have come or left since these seats were drawn."), say("Draw the seats again.")
            )
        self._ask(ChangeSeats(draft.tables, token=token))
        with self._lock:
            if self._newest[0] == newest:  # somebody may have drawn others meanwhile
                self._newest = (newest, None)
