"""What the room's television needs beside the tables: what its host shows there, buncos, and standings."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pi_bunco.game.book import Book
from pi_bunco.rules import Dice
from pi_bunco.views.results import GuestCard

TvMoment = Literal["usual", "lesson", "award", "all", "thanks"]
"""What the television shows.

``usual``: what belongs to the moment; at the end it waits for the first award. ``lesson``: only the lesson,
before a bell. ``award``, ``all``, ``thanks``: one award, all of them, or thanks, at the end.
"""


@dataclass(frozen=True, slots=True)
class TvShow:
    """What the television shows, and the number of the award if it is one, from 1."""

    show: TvMoment = "usual"
    number: int = 0


@dataclass(frozen=True, slots=True)
class RoundBunco:
    """A bunco of the last round.

    Attributes
    ----------
    name, table
        Who threw it, and the number of their table.
    dice
        Its dice.
    image
        The name of its photo (under ``/photos/``); ``None``: there is none.
    """

    name: str
    table: int
    dice: Dice
    image: str | None


@dataclass(frozen=True, slots=True)
class GuestStanding:
    """A guest in the standings.

    Attributes
    ----------
    place
        Their place, from 1. Guests with equal wins and buncos share it.
    name, wins, buncos
        The guest, and what they have.
    """

    place: int
    name: str
    wins: int
    buncos: int


def list_buncos(book: Book) -> tuple[RoundBunco, ...]:
    """Return the buncos of the round that ended last, by table, in the order in which they were thrown."""
    game = book.played
    done = game.finished[-1] if game.finished else None
    return tuple(
        RoundBunco(
            thrown.thrower, table.table, thrown.dice, book.get_line(thrown.seq + book.seq_offset).image
        )
        for table in (done.tables if done else ())
        for thrown in table.throws
        if thrown.score.kind == "bunco" and not thrown.rolloff
    )


def list_standings(cards: Iterable[GuestCard]) -> tuple[GuestStanding, ...]:
    """Return the standings: most wins first, then most buncos, then by name.

    >>> ann, bob, cy = (GuestCard(name=name, bag=False, marks=(), wins=2) for name in ("Ann", "Bob", "Cy"))
    >>> [(each.place, each.name) for each in list_standings((bob, ann))]
    [(1, 'Ann'), (1, 'Bob')]
    """
    best = sorted(cards, key=lambda card: (-card.wins, -card.buncos, card.name.casefold()))
    counts = [(card.wins, card.buncos) for card in best]
    return tuple(
        GuestStanding(counts.index((card.wins, card.buncos)) + 1, card.name, card.wins, card.buncos)
        for card in best
    )
