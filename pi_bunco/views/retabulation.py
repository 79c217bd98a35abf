"""Retabulation, as pages show it: for each team, which cards on paper agree with what pi-bunco counted."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from pi_bunco.game.book import Book
from pi_bunco.game.lines import HEAD
from pi_bunco.game.moment import get_table_moment
from pi_bunco.rules.night import RetabulatedCard, say_team
from pi_bunco.views.claims import ClaimLine, list_claim_lines


@dataclass(frozen=True, slots=True)
class TeamCheck:
    """The cards of a team: its number, what it is called, and its cards.

    ``claims``: by its key, each thing that was counted in a total that differs. ``seen``: the moment that the
    page shows.
    """

    number: int
    title: str
    cards: tuple[RetabulatedCard, ...]
    claims: Mapping[str, ClaimLine]
    seen: str


@dataclass(frozen=True, slots=True)
class RetabulationView:
    """The cards of all teams; none if staff confirm nothing on the sheet.

    ``is_over``: the game is over, and no other Pi may still have throws of it.
    """

    is_over: bool
    teams: tuple[TeamCheck, ...]


def make_retabulation(book: Book) -> RetabulationView:
    """Return the retabulation so far. Call it with :meth:`Book.derive`."""
    lines = {line.key: line for line in book.derive(list_claim_lines)}
    teams, seen = [], str(get_table_moment(book, HEAD).seen)
    for number, group in groupby(book.night.cards, key=lambda card: card.group):
        cards = tuple(group)
        keys = [claim.key for card in cards for total in card.differences for claim in total.claims]
        title = say_team(number, book.team_names)
        teams.append(TeamCheck(number, title, cards, {key: lines[key] for key in keys}, seen))
    return RetabulationView(book.game.status == "over" and not book.unsettled[0], tuple(teams))
