"""The rules of Bunco: the printed sheets, what a throw scores, and the game record.

Pure: only the standard library, no clock, no random numbers, no files but its own sheets. Everything that
happened comes in as events, and everything else is derived from them.

>>> sheet = load_sheet("classic")
>>> score(sheet, 1, (1, 1, 4))
Score(points=2, kind='points', hits=(True, True, False))
>>> header = {"record": "bunco/1", "rules": "classic", "tables": [["Ann", "Bob", "Cy", "Di"]]}
>>> game = Game(Header.parse(header))
>>> for event in ({"event": "bell"}, {"event": "throw", "table": 1, "dice": [1, 1, 1]}):
...     _ = game.push(parse_event(event))
>>> game.status, game.tables[0].winners, game.players["Ann"]
('ready', ('Ann', 'Cy'), Card(wins=1, losses=0, buncos=1, minis=0, points=21))
"""

from pi_bunco.rules.counted import Counted
from pi_bunco.rules.events import (
    Bell,
    Call,
    Correct,
    CorrectTally,
    DieOff,
    EndRound,
    Event,
    Missed,
    Other,
    Seating,
    Tally,
    Throw,
    Void,
    parse_event,
)
from pi_bunco.rules.faults import Misfit, RecordError
from pi_bunco.rules.game import Game, Moved
from pi_bunco.rules.header import Header, Options, Traveling, is_ghost
from pi_bunco.rules.lines import Replayed, replay
from pi_bunco.rules.result import Card, RoundResult, TableResult
from pi_bunco.rules.rolloff import DieOffs, Try, Turns
from pi_bunco.rules.scoring import THROWS, Dice, Kind, Score, score
from pi_bunco.rules.seating import seat_first_tables
from pi_bunco.rules.sheets import (
    SHEETS,
    Award,
    Layout,
    Sheet,
    SheetError,
    Written,
    load_sheet,
    load_written,
    parse_sheet,
)
from pi_bunco.rules.table import Side, Table, Thrown

__all__ = [
    "SHEETS",
    "THROWS",
    "Award",
    "Bell",
    "Call",
    "Card",
    "Correct",
    "CorrectTally",
    "Counted",
    "Dice",
    "DieOff",
    "DieOffs",
    "EndRound",
    "Event",
    "Game",
    "Header",
    "Kind",
    "Layout",
    "Misfit",
    "Missed",
    "Moved",
    "Options",
    "Other",
    "RecordError",
    "Replayed",
    "RoundResult",
    "Score",
    "Seating",
    "Sheet",
    "SheetError",
    "Side",
    "Table",
    "TableResult",
    "Tally",
    "Throw",
    "Thrown",
    "Traveling",
    "Try",
    "Turns",
    "Void",
    "Written",
    "is_ghost",
    "load_sheet",
    "load_written",
    "parse_event",
    "parse_sheet",
    "replay",
    "score",
    "seat_first_tables",
]
