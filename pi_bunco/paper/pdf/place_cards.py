"""Place cards as PDF: a card for each guest, which stands when it is folded."""

from pi_bunco.paper.pdf.boards import FELT, Area, Boards, Letters
from pi_bunco.paper.pdf.leaves import BRASS, SOFT
from pi_bunco.paper.pdf_kinds import Heading
from pi_bunco.rules import Game
from pi_bunco.rules.night import list_teams
from pi_bunco.sentences import say

_ACROSS, _DOWN = 2, 4
_RIM = 7.0
"""White around each card's name, in millimetres: printers do not print nearer to the edge of the paper."""


def draw_place_cards(heading: Heading, game: Game) -> bytes:
    """Draw a card for each guest, eight on a page. Before the first round each says where the guest sits."""
    seats: dict[str, str] = {
        name: say("Table {table}, seat {seat}", table=table, seat=seat)
        for table, names in enumerate(game.seats if not game.rounds else (), 1)
        for seat, name in enumerate(names, 1)
    }
    teams = list_teams(game)
    names, boards = tuple(game.players), Boards(heading)
    places = boards.split_page(say("Place cards"), len(names), _ACROSS, _DOWN)
    for name, place in zip(names, places, strict=True):
        lower, below = place.cut(0.5, 0.5), seats.get(name, boards.when)
        if name in teams:
            below = say("{team} · {seat}", team=teams[name], seat=below) if below else teams[name]
        _draw_face(boards, lower, name, below)
        with boards.turn_over(place):
            _draw_face(boards, lower, name, below)
        middle = place.y + place.height / 2
        for x in (place.x + _RIM, place.x + place.width - _RIM - 4):
            boards.draw_line(x, middle, x + 4, middle, SOFT)
    return boards.finish()


def _draw_face(boards: Boards, place: Area, name: str, below: str) -> None:
    card = Area(place.x + _RIM, place.y + 2, place.width - 2 * _RIM, place.height - 2 - _RIM)
    boards.draw_frame(card, 0.4)
    boards.write_in(card.cut(0.08, 0.62).shrink(0, 4), name, Letters(30, colour=FELT))
    boards.write_in(card.cut(0.71, 0.2).shrink(0, 4), below, Letters(9.5, bold=False, colour=BRASS))
