"""Limits of a game that begins here: on the page, the command line, in the settings or a simulation."""

import unicodedata

from pi_bunco.errors import Trouble
from pi_bunco.limits import GOAL, SETS
from pi_bunco.rules import Header
from pi_bunco.rules.quoting import number
from pi_bunco.sentences import Sentence, say


def beyond(header: Header) -> Trouble | None:
    """Return why a game with so many sets, or to such a goal, may not begin here; ``None`` where it may.

    Sets and goal may have been asked for, or come from the house's own sheet.

    >>> given = {"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
    >>> beyond(Header.parse(given))
    >>> beyond(Header.parse(given | {"sets": 100})).text
    'A game that begins here has at most 99 sets, not 100.'
    """
    sets = header.sets
    if sets > SETS:
        asked = say(
            "A game that begins here has at most {most} sets, not {number}.", most=SETS, number=number(sets)
        )
        return Trouble(asked, _fewer_sets())
    sets = header.sheet.semi_final_sets
    if sets > SETS:
        asked = say(
            "A semi-final that begins here has at most {most} sets, not {number}.",
            most=SETS,
            number=number(sets),
        )
        return Trouble(asked, _fewer_sets())
    goal = header.options.goal
    if goal is not None and goal > GOAL:
        return Trouble(
            say(
                "A game that begins here is played to at most {most} points, not {number}.",
                most=GOAL,
                number=number(goal),
            ),
            say("Ask for a goal of 1 to {most}.", most=GOAL),
        )
    return None


def _fewer_sets() -> Sentence:
    return say("Ask for 1 to {most}; where the sheet of the house says more, change it there.", most=SETS)


def is_written(name: str) -> bool:
    r"""Return whether a name has letters and signs only: no control characters, no halves of letters.

    >>> is_written("Zoë 👩\u200d👧"), is_written("Zo\x00"), is_written("Zo\ud800")
    (True, False, False)
    """
    return not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name)
