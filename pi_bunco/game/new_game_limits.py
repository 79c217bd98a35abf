"""Checks the limits of new games, which begin on a page, on the command line or in a simulation."""

from pi_bunco.errors import Trouble
from pi_bunco.limits import GOAL, SETS
from pi_bunco.rules import Header
from pi_bunco.rules.quoting import quote_number
from pi_bunco.sentences import say


def find_excess(header: Header) -> Trouble | None:
    """Return why a new game has too many sets or too high a goal, ``None`` if it has neither.

    Both numbers may come from the person who begins the game, or from a house sheet.

    >>> values = {"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
    >>> find_excess(Header.parse(values))
    >>> find_excess(Header.parse(values | {"sets": 100})).text
    'A game that begins here has at most 99 sets, not 100.'
    """
    remedy = say("Ask for 1 to {most}; where the house sheet says more, change it there.", most=SETS)
    if header.sets > SETS:
        return Trouble(
            say(
                "A game that begins here has at most {most} sets, not {number}.",
                most=SETS,
                number=quote_number(header.sets),
            ),
            remedy,
        )
    if header.sheet.semi_final_sets > SETS:
        return Trouble(
            say(
                "A semi-final that begins here has at most {most} sets, not {number}.",
                most=SETS,
                number=quote_number(header.sheet.semi_final_sets),
            ),
            remedy,
        )
    goal = header.options.goal
    if goal is not None and goal > GOAL:
        return Trouble(
            say(
                "A game that begins here is played to at most {most} points, not {number}.",
                most=GOAL,
                number=quote_number(goal),
            ),
            say("Ask for a goal of 1 to {most}.", most=GOAL),
        )
    return None
