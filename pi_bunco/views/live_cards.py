"""The score cards at any moment, also while a round is played, for the phones of guests."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_bunco.game.book import Book
from pi_bunco.rules import Card
from pi_bunco.rules.night import has_teams


@dataclass(frozen=True, slots=True)
class LiveCards:
    """What every guest has so far. A table's result counts as soon as the table is decided.

    Attributes
    ----------
    counts
        The wins, losses, buncos, minis and points of each player.
    teams
        The number of each player's team, from 1; empty if the sheet has no teams of several tables.
    bag
        Who has the traveling bag; ``None``: nobody.
    drawn
        Who was drawn at the breaks so far, and their prizes; empty while a round is played.
    team_names
        The name of each team that has one, by its number.
    """

    counts: Mapping[str, Card] = field(default_factory=dict, hash=False)
    teams: Mapping[str, int] = field(default_factory=dict, hash=False)
    bag: str | None = None
    drawn: tuple[tuple[str, str], ...] = ()
    team_names: Mapping[int, str] = field(default_factory=dict, hash=False)


def read_live_cards(book: Book) -> LiveCards:
    """Return the score cards of a game as they are now."""
    game = book.game
    names = book.team_names
    # While a round is played, the night would be read again for each throw.
    drawn = book.night.drawings.drawn if book.played.status != "playing" else ()
    return LiveCards(
        dict(game.players),
        dict(game.groups) if names or has_teams(game) else {},
        game.bag,
        tuple((each.player, each.prize) for each in drawn),
        names,
    )
