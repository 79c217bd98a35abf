"""The few sentences that the table says, in the words of the sheets."""

from collections.abc import Sequence
from typing import Any

from pi_bunco.rules import Score

TARGETS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def points(score: Score) -> str:
    """Say what a throw brought.

    >>> points(Score(5, "mini", (True, True, True)))
    'Mini! +5'
    """
    if score.kind == "bunco":
        return f"Bunco! +{score.points}"
    if score.kind == "mini":
        return f"Mini! +{score.points}"
    return f"+{score.points}" if score.points else "No points"


def names(people: Sequence[str]) -> str:
    """Join names as one says them.

    >>> names(["Ann"]), names(["Ann", "Cy"]), names(["Ann", "Bob", "Cy"])
    ('Ann', 'Ann and Cy', 'Ann, Bob and Cy')
    """
    *first, last = people
    return f"{', '.join(first)} and {last}" if first else last


def faces(dice: Sequence[int]) -> str:
    """Write dice as one says them.

    >>> faces((3, 3, 5))
    '3-3-5'
    """
    return "-".join(map(str, dice))


def told(body: dict[str, Any]) -> str:
    """Say what the last event did for the guests, where they did not do it themselves.

    >>> told({"event": "bell", "by": "mock host"})
    'The mock host rang the bell.'
    """
    who = body.get("by", "")
    host = "The mock host" if who == "mock host" else ""
    match body.get("event"):
        case "camera:uncounted":
            return "That throw came before the bell and does not count."
        case "table:no_throw" if who == "rules":
            return "A throw after the round was over does not count."
        case "bell" if host:
            return f"{host} rang the bell."
        case "throw" | "die_off" if host and "answers" in body:
            return f"{host} looked at the dice: {faces(_dice(body))}."
        case "table:no_throw" if host:
            return f"{host} said that it was no throw."
    return ""


def _dice(body: dict[str, Any]) -> list[int]:
    dice = body["dice"]
    return list(dice.values()) if isinstance(dice, dict) else dice
