"""Limits of new games, which people start on a page, the command line, in the settings or in a simulation."""

import unicodedata

from pi_bunco.errors import Trouble
from pi_bunco.limits import GOAL, SETS
from pi_bunco.rules import Header
from pi_bunco.rules.quoting import quote_number
from pi_bunco.sentences import Sentence, say


def find_excess(header: Header) -> Trouble | None:
    """Return why a new game has too many sets or too high a goal, ``None`` if it has not.

    Both may come from the person who starts the game, or from the house's own sheet.

    >>> given = {"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
    >>> find_excess(Header.parse(given))
    >>> find_excess(Header.parse(given | {"sets": 100})).text
    'A game that begins here has at most 99 sets, not 100.'
    """
    sets = header.sets
    if sets > SETS:
        text = say(
            "A game that begins here has at most {most} sets, not {number}.",
            most=SETS,
            number=quote_number(sets),
        )
        return Trouble(text, _say_fewer_sets())
    sets = header.sheet.semi_final_sets
    if sets > SETS:
        text = say(
            "A semi-final that begins here has at most {most} sets, not {number}.",
            most=SETS,
            number=quote_number(sets),
        )
        return Trouble(text, _say_fewer_sets())
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


def _say_fewer_sets() -> Sentence:
    return say("Ask for 1 to {most}; where the sheet of the house says more, change it there.", most=SETS)


def is_clean_name(name: str) -> bool:
    r"""Return whether a name has no control characters and no surrogates.

    >>> is_clean_name("Zoë 👩\u200d👧"), is_clean_name("Zo\x00"), is_clean_name("Zo\ud800")
    (True, False, False)
    """
    return not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name)
