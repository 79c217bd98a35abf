"""Where winners and losers walk after a round, for the signs on the tables."""

from dataclasses import dataclass

from pi_bunco.rules import Game
from pi_bunco.rules.seating import find_ways
from pi_bunco.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class WalkingLine:
    """A line of a walking sign, and whether these players leave the table."""

    text: Sentence
    leaves: bool


@dataclass(frozen=True, slots=True)
class WalkingSign:
    """The walking sign of a table: a line for its winners and one for its losers, or one line for both."""

    table: int
    lines: tuple[WalkingLine, ...]


def list_walking_signs(game: Game) -> tuple[WalkingSign, ...]:
    """Return the sign of each table that somebody leaves after a round, as the sheet says."""
    signs = []
    for at, way in enumerate(find_ways(game.sheet, [len(seats) for seats in game.seats])):
        lines: tuple[WalkingLine, ...]
        if way.winners == way.losers != at:
            lines = (WalkingLine(say("Everybody goes to table {table}", table=way.losers + 1), leaves=True),)
        else:
            lines = (_say_winners(way.winners, at), _say_losers(way.losers, at))
        if any(line.leaves for line in lines):
            signs.append(WalkingSign(at + 1, lines))
    return tuple(signs)


def _say_winners(to: int, at: int) -> WalkingLine:
    if to == at:
        return WalkingLine(say("Winners stay here"), leaves=False)
    return WalkingLine(say("Winners go to table {table}", table=to + 1), leaves=True)


def _say_losers(to: int, at: int) -> WalkingLine:
    if to == at:
        return WalkingLine(say("Losers stay here"), leaves=False)
    return WalkingLine(say("Losers go to table {table}", table=to + 1), leaves=True)
