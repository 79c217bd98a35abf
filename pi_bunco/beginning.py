"""What a game that begins here may be: from the page, the command line, the settings, in a simulation."""

import unicodedata
from typing import NamedTuple

from pi_bunco.limits import GOAL, SETS
from pi_bunco.rules import Header
from pi_bunco.rules.quoting import number
from pi_bunco.sentences import Sentence, say


class Beyond(NamedTuple):
    """Why no such game begins here, and what to do about it, a sentence each."""

    text: str
    remedy: str


def beyond(header: Header) -> Beyond | None:
    """Tell why no game of so many sets, or to such a goal, begins here; ``None`` where one may.

    Both may have been asked for, or stand in the house's own sheet.

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
        return Beyond(asked, _fewer_sets())
    sets = header.sheet.semi_final_sets
    if sets > SETS:
        asked = say(
            "A semi-final that begins here has at most {most} sets, not {number}.",
            most=SETS,
            number=number(sets),
        )
        return Beyond(asked, _fewer_sets())
    goal = header.options.goal
    if goal is not None and goal > GOAL:
        return Beyond(
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
