"""The lines that pages can speak. Each is one recording, with the line's name as the name of its file."""

from collections.abc import Mapping
from functools import cache

from pi_bunco.limits import SETS, TABLES
from pi_bunco.rules.sheets.sheet import LAST_TARGET

_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_TARGETS = ["ones", "twos", "threes", "fours", "fives", "sixes"]

EFFECTS = ("bell-start", "bell-end", "horn", "bunco-sound", "tick", "drawn-sound")
"""The sounds without words. The pages make them, so they have no file unless the host has recorded one."""


LAST_SECONDS = 5
"""The seconds before the bell that pages count aloud."""


@cache
def list_lines() -> Mapping[str, str]:
    """Return the English text of each line by its name.

    >>> lines = list_lines()
    >>> lines["round-4"], lines["bunco-25"], lines["set-42"]
    ('Round four. Rolling for fours.', 'Bunco at table twenty-five!', 'Set forty-two.')
    """
    rounds = range(1, LAST_TARGET + 1)
    tables = range(1, TABLES + 1)
    return {
        **{f"round-{each}": f"Round {spell(each)}. Rolling for {_TARGETS[each - 1]}." for each in rounds},
        **{f"round-over-{each}": f"Round {spell(each)} is over." for each in rounds},
        "bunco": "Bunco!",
        **{f"bunco-{each}": f"Bunco at table {spell(each)}!" for each in tables},
        "roll-off": "Roll-off!",
        **{f"roll-off-{each}": f"Roll-off at table {spell(each)}." for each in tables},
        "seats": "Please go to your seats for the next round.",
        "next-round": "Next round in one minute.",
        "break": "Time for a break.",
        "drawing": "Time for a drawing.",
        "drawn": "Congratulations!",
        "set-tied": "A roll-off decides the set.",
        "place": "A throw decides the place.",
        "semi-final": "Now comes the semi-final.",
        "final": "Now comes the final.",
        "game-over": "The game is over.",
        "awards": "Now come the awards.",
        "thank-you": "Thank you for playing. Good night!",
        "welcome": "Welcome to Bunco!",
        **{f"set-{each}": f"Set {spell(each)}." for each in range(1, SETS + 1)},
    }


def spell(number: int) -> str:
    """Return a number from 0 to 99 in English words.

    >>> spell(8), spell(18), spell(70), spell(99)
    ('eight', 'eighteen', 'seventy', 'ninety-nine')
    """
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens - 2]}-{_ONES[ones]}" if ones else _TENS[tens - 2]


def find_last_seconds(bell_in: int | None) -> int | None:
    """Return the seconds before the bell if pages count them aloud, else ``None``.

    >>> find_last_seconds(5), find_last_seconds(10), find_last_seconds(0)
    (5, None, None)
    """
    return bell_in if bell_in in range(1, LAST_SECONDS + 1) else None
