"""Who sits where in the next round, table by table."""

from dataclasses import dataclass

from pi_bunco.rules import is_ghost
from pi_bunco.sentences import say
from pi_bunco.views.room import RoomTableView, RoomView


@dataclass(frozen=True, slots=True)
class ChairView:
    """A chair: its seat, who sits there next, and from where they come; ``""``: they stay.

    ``moves``: whether they come from elsewhere. ``ghost``: whether they are a ghost.
    """

    seat: int
    name: str
    origin: str
    moves: bool
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class ChairsView:
    """A table between rounds: its team (``""``: none), who sits where, and a chip if something is special."""

    table: int
    team: str
    chairs: tuple[ChairView, ...]
    chip: str


def make_chairs(view: RoomView, at: RoomTableView) -> ChairsView:
    """Return the chairs of a table in the next round."""
    came_from = {move.name: move.table for move in view.moves if move.to_table == at.table}
    chairs = []
    for seat, name in enumerate(at.seats, 1):
        origin = came_from.get(name, at.table)
        words = say("from table {table}", table=origin) if origin != at.table else say("new chair")
        moves = name in came_from
        chairs.append(ChairView(seat, name, words if moves else "", moves, is_ghost(name)))
    teams = {card.team for card in view.cards if card.name in at.seats}
    return ChairsView(
        at.table,
        teams.pop() if len(teams) == 1 else "",
        tuple(chairs),
        say("in doubt") if at.doubt else say("not final") if at.is_open else "",
    )
