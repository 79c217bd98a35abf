"""What the host's page shows: the room, its seats, seats that were drawn, and what can be done now."""

from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.game.seats import SeatDraft, is_free, still_fits
from pi_bunco.views.room import RoomView
from pi_bunco.views.table import TableView


@dataclass(frozen=True, slots=True)
class DraftView:
    """Seats that were drawn. ``fits``: nobody has come or left since then."""

    number: int
    tables: tuple[tuple[str, ...], ...]
    fits: bool


@dataclass(frozen=True, slots=True)
class SeatsView:
    """The seats of a room.

    Attributes
    ----------
    tables
        Who sits where, seat 1 first.
    waiting, away
        Guests who have come and wait, and guests who have left and keep their seat.
    free
        Whether the number of tables may change, because the next bell begins a set.
    draft
        Seats that were drawn and are not published; ``None``: there are none.
    """

    tables: tuple[tuple[str, ...], ...]
    waiting: tuple[str, ...]
    away: tuple[str, ...]
    free: bool
    draft: DraftView | None


@dataclass(frozen=True, slots=True)
class HostView:
    """The room as its host sees it.

    Attributes
    ----------
    room, seats
        The room, and who sits where.
    head
        The head table. What can be done there can be done for the whole room.
    follows
        The address of the Pi that plays the game, if this one only follows it: the bell, seats and guests are
        on its pages.
    own_tables
        The tables whose throws this Pi takes although it follows.
    """

    room: RoomView
    seats: SeatsView
    head: TableView
    follows: str = ""
    own_tables: tuple[int, ...] = ()

    def does(self, table: int) -> bool:
        """Return whether this Pi takes what is tapped for a table, and not only the one that it follows."""
        return not self.follows or table in self.own_tables


def make_seats_view(book: Book, number: int, draft: SeatDraft | None) -> SeatsView:
    """Return the seats of a room. If there is a draft, ``number`` is its number."""
    guests = book.guests
    draft_view = DraftView(number, draft.tables, still_fits(book, draft)) if draft else None
    return SeatsView(book.game.seats, guests.waiting, guests.away, is_free(book), draft_view)
