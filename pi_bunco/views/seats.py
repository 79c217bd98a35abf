"""Who sits where, as who runs the room sees it: with seats that were drawn and that nobody else knows."""

from dataclasses import asdict, dataclass
from typing import Any

from pi_bunco.game.book import Book
from pi_bunco.game.seats import SeatDraft, fits_still, is_free


@dataclass(frozen=True, slots=True)
class DraftView:
    """Seats that were drawn; ``fits``: nobody has come or left since."""

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
        Who has come and waits, and who has left and keeps their seat.
    free
        Whether the number of tables may change: the next bell begins a set.
    draft
        Seats that were drawn and are not published, ``None``: there are none.
    """

    tables: tuple[tuple[str, ...], ...]
    waiting: tuple[str, ...]
    away: tuple[str, ...]
    free: bool
    draft: DraftView | None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        return asdict(self)


def show_seats(book: Book, number: int, draft: SeatDraft | None) -> SeatsView:
    """Return the seats of a room, with the draft of that ``number`` if there is one."""
    guests = book.guests
    shown = DraftView(number, draft.tables, fits_still(book, draft)) if draft else None
    return SeatsView(book.game.seats, guests.waiting, guests.away, is_free(book), shown)
