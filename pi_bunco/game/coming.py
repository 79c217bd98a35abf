"""The parts of a night, and what comes after each."""

from dataclasses import dataclass
from typing import Literal

from pi_bunco.game.book import Book
from pi_bunco.rules import Game
from pi_bunco.rules.night import Ask, Draw, PlaceDie
from pi_bunco.rules.sheets.sheet import LAST_TARGET

Part = Literal[
    "start",
    "round",
    "finishing",
    "rolloff",
    "between",
    "break",
    "settling",
    "set_tied",
    "places",
    "draw",
    "final",
    "over",
]
"""The part of the night.

``start``: before the first bell of the game, or of its semi-final. ``finishing``: the round has ended, and
tables finish their turns. ``rolloff``: the round has ended, and only roll-offs are left. ``set_tied``: the
players who are equal in a set throw for it. ``places``: players who are equal throw for a place in the
semi-final or at the final table. ``settling``: the round is over, but another Pi may still have throws of it.
``over``: nothing is left to play.
"""

ComingKind = Literal["round", "break", "set_winner", "semi_final", "final", "awards"]


@dataclass(frozen=True, slots=True)
class Coming:
    """What comes next.

    Attributes
    ----------
    kind
        ``round``: the round that the next bell starts. ``set_winner``: the set gets its winner.
    set, round
        Of the round, of the set, or of the break that follows that round.
    minutes
        The length of the break, ``None`` if it has none.
    """

    kind: ComingKind
    set: int = 0
    round: int = 0
    minutes: int | None = None


def find_coming(book: Book, part: Part, ask: Ask | None) -> Coming | None:
    """Return what comes after a part of the night, ``None`` if nothing does.

    ``ask``: what the night needs outside the rounds; ``None``: nothing.
    """
    game = book.played
    if part == "settling" and game.status == "ready":
        part = "between"
    match part:
        case "over":
            return None
        case "set_tied":
            more = game.status == "ready"
            return Coming("round", game.set, game.round) if more else Coming("awards")
        case "places" | "draw":
            to_final = isinstance(ask, Draw) and ask.purpose != "four"
            to_final = to_final or (isinstance(ask, PlaceDie) and ask.group is None)
            return Coming("final") if to_final else Coming("semi_final")
        case "final":
            return Coming("awards")
        case "start" | "between" | "break":
            before_semi_final = part == "break" and book.seq_offset and not game.finished
            return Coming("semi_final") if before_semi_final else Coming("round", game.set, game.round)
        case _:
            return _find_coming_after_round(game, semi_final=bool(book.seq_offset))


def _find_coming_after_round(game: Game, *, semi_final: bool) -> Coming:
    """Return what comes after the round that is being played."""
    sheet, last_round = game.sheet, game.round == LAST_TARGET
    last = last_round and game.set == game.header.sets
    if last and semi_final:
        return Coming("final")
    if last_round and sheet.winner:
        return Coming("set_winner", game.set)
    if last and sheet.finals:
        minutes = sheet.break_before_finals
        return Coming("break", game.set, game.round, minutes) if minutes else Coming("semi_final")
    if last:
        return Coming("awards")  # the game is over: a break after it holds nothing up
    if game.round in sheet.breaks:
        return Coming("break", game.set, game.round)
    return Coming("round", game.set + last_round, sheet.first_target if last_round else game.round + 1)
