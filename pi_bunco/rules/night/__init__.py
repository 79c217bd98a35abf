"""A Bunco night besides its rounds: awards, set winners, breaks, drawings, verification, finals.

All of it is derived from the game and the extension events in its record; random outcomes are recorded
events. :func:`read_night` returns a :class:`Night`. Its ``asks`` are what it needs next.
"""

from pi_bunco.rules.game import Group
from pi_bunco.rules.night.asks import (
    Ask,
    CostumeQuestion,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    Lottery,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
    Verify,
    make_costume_event,
)
from pi_bunco.rules.night.awards import AwardResult, find_next_winners
from pi_bunco.rules.night.claims import CLAIM_EVENTS, DOUBTED, VERIFIED, Claim
from pi_bunco.rules.night.consequences import Consequences, compare, list_places
from pi_bunco.rules.night.drawings import Break, Drawings, DrawnPlayer
from pi_bunco.rules.night.extension import (
    EXTENSION_EVENTS,
    NIGHT_CORRECTION,
    OUTSIDE_THROWS,
    SEMI_FINAL_PREFIX,
)
from pi_bunco.rules.night.finals import Finals
from pi_bunco.rules.night.night import Night, find_misfit, list_teams, read_night
from pi_bunco.rules.night.places import TakenPlace
from pi_bunco.rules.night.retabulation import (
    LARGEST_TOTAL,
    RETABULATED,
    CardTotal,
    RetabulatedCard,
    list_open_cards,
)
from pi_bunco.rules.night.set_winner import OrderThrown, RolloffThrown, SetResult, make_set_cards
from pi_bunco.rules.night.stages import GRAND_PRIZE, FinalThrown
from pi_bunco.rules.night.teams import (
    TEAM_NAMED,
    has_teams,
    read_team_names,
    say_team,
    seat_teams_at_tables,
)
from pi_bunco.rules.table import Feat

__all__ = [
    "CLAIM_EVENTS",
    "DOUBTED",
    "EXTENSION_EVENTS",
    "GRAND_PRIZE",
    "LARGEST_TOTAL",
    "NIGHT_CORRECTION",
    "OUTSIDE_THROWS",
    "RETABULATED",
    "SEMI_FINAL_PREFIX",
    "TEAM_NAMED",
    "VERIFIED",
    "Ask",
    "AwardResult",
    "Break",
    "CardTotal",
    "Claim",
    "Consequences",
    "CostumeQuestion",
    "Draw",
    "Drawing",
    "Drawings",
    "DrawnPlayer",
    "Feat",
    "FinalOrder",
    "FinalThrow",
    "FinalThrown",
    "Finals",
    "Group",
    "Lottery",
    "Night",
    "OrderThrow",
    "OrderThrown",
    "PlaceDie",
    "RetabulatedCard",
    "RolloffThrow",
    "RolloffThrown",
    "SeatSemiFinal",
    "SemiFinal",
    "SetResult",
    "TakenPlace",
    "Verify",
    "compare",
    "find_misfit",
    "find_next_winners",
    "has_teams",
    "list_open_cards",
    "list_places",
    "list_teams",
    "make_costume_event",
    "make_set_cards",
    "read_night",
    "read_team_names",
    "say_team",
    "seat_teams_at_tables",
]
