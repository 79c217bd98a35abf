"""What every page says about a night: what happens now, and what comes next."""

import re
from pathlib import Path

import pytest

from pi_bunco.game.commands import NewGame
from tests.web.moments import NIGHTS, Night, play_night
from tests.web.real_service import open_service

START = ("Everybody waits for the first bell.", "Next: round 1, rolling for ones.")
ROUND_1 = ("Round 1: rolling for ones.", "Next: round 2, rolling for twos.")
AFTER_1 = ("Round 1 is over: everybody waits for the bell.", "Next: round 2, rolling for twos.")
END = "There is nothing more to play."

SENTENCES = {
    "classic": {
        "start-ready": START,
        "round-playing": ROUND_1,
        "rolloff-playing": ("Round 1 has ended: a roll-off decides table 2.", ROUND_1[1]),
        "between-ready": AFTER_1,
        "over-over": ("The game is over.", END),
    },
    "casino": {
        "start-ready": START,
        "round-playing": ROUND_1,
        "finishing-playing": ("Round 1 has ended: tables 1 and 2 finish.", ROUND_1[1]),
        "between-ready": AFTER_1,
        "break-ready": ("Round 2 is over: there is a break.", "Next: round 3, rolling for threes."),
        "rolloff-playing": ("Round 6 has ended: a roll-off decides table 2.", "Next: the awards."),
        "over-over": ("The game is over.", END),
    },
    "houseparty": {
        "start-ready": START,
        "round-playing": ROUND_1,
        "finishing-playing": ("Round 1 has ended: tables 1, 2 and 3 finish.", ROUND_1[1]),
        "rolloff-playing": ("Round 1 has ended: a roll-off decides table 3.", ROUND_1[1]),
        "between-ready": AFTER_1,
        "finishing-rolloff": (
            "Round 4 has ended: tables 1, 2 and 3 finish.",
            "Next: round 5, rolling for fives.",
        ),
        "over-over": ("The game is over.", END),
    },
    "tournament": {
        "start-ready": START,
        "round-playing": ROUND_1,
        "finishing-playing": ("Round 1 has ended: tables 2 and 3 finish.", ROUND_1[1]),
        "between-ready": AFTER_1,
        "rolloff-playing": (
            "Round 4 has ended: roll-offs decide tables 2 and 3.",
            "Next: round 5, rolling for fives.",
        ),
        "draw-draw": ("The semi-final: 2 more players are drawn next.", "Next: the semi-final."),
        "break-ready": ("A break of 45 minutes.", "Next: the semi-final."),
        "final-one_each": (
            "The final: NAMES throw one die each, and the lowest goes first.",
            "Next: the awards.",
        ),
        "final-final": ("The final: NAMES throws. Three ones win the grand prize.", "Next: the awards."),
        "over-over": ("The end: NAMES has won the grand prize.", END),
    },
    "boxed": {
        "start-ready": ("Everybody waits for the first bell.", "Next: set 1, round 1, rolling for ones."),
        "round-playing": ("Set 1, round 1: rolling for ones.", ROUND_1[1]),
        "between-ready": ("Set 1, round 1 is over: everybody waits for the bell.", ROUND_1[1]),
        "set_tied-order": (
            "Set 1 is tied: NAMES throw three dice each, and the highest total goes first.",
            "Next: set 2, round 1, rolling for ones.",
        ),
        "set_tied-set_rolloff": (
            "Set 1 is tied: NAMES roll for sixes, and the first with 5 points wins.",
            "Next: set 2, round 1, rolling for ones.",
        ),
        "over-over": ("The end: NAMES has won the last set.", END),
    },
}
"""The sentences of each moment when a night first comes to it. ``NAMES``: players; a draw may change them."""


@pytest.mark.parametrize("night", NIGHTS, ids=lambda night: night.rules)
def test_each_moment_of_a_night_has_its_sentences(tmp_path: Path, night: Night) -> None:
    """They are true to the sheet: a winner only where it has one, and no break that does not come."""
    names = tuple(f"P{number}" for number in range(1, night.players + 1))
    found = {}
    with open_service(tmp_path, NewGame(night.rules, names, sets=night.sets)) as service:
        for name in play_night(service, night):
            moment = service.view().moment
            found[name] = tuple(
                re.sub(r"P\d+(?:, P\d+)*(?: and P\d+)?", "NAMES", text) for text in (moment.now, moment.next)
            )
    # After the draw of a semi-final, chance decides which other moments there are.
    assert {name: found.get(name) for name in SENTENCES[night.rules]} == SENTENCES[night.rules]
