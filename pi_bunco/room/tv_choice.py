"""The host's choice of what the television shows. It is not in the log, and holds until the next bell."""

from dataclasses import dataclass

from pi_bunco.game.book import Book
from pi_bunco.views.television import TvShow


@dataclass(frozen=True, slots=True)
class TvChoice:
    """What the host has chosen, and for which game and after which bell.

    Attributes
    ----------
    show
        What the television shows.
    when
        The number of the game and that of its last bell; ``None``: it holds for every game.
    """

    show: TvShow = TvShow()  # noqa: RUF009 - frozen, so all may share it
    when: tuple[int, int] | None = None

    @classmethod
    def make(cls, book: Book, show: TvShow) -> "TvChoice":
        """Return a choice that holds from now to the next bell."""
        return cls(show, (book.number, book.last_bell))

    def find(self, book: Book) -> TvShow:
        """Return what the television shows: lessons only before the end, awards and thanks only after it."""
        holds = self.when in (None, (book.number, book.last_bell))
        return self.show if holds and book.over != (self.show.show == "lesson") else TvShow()
