"""Throws that were seen and do not count yet: the doubtful ones, and those that landed after them."""

from collections.abc import Sequence
from typing import Any

Body = dict[str, Any]


def is_ruling(body: Body) -> bool:
    """Tell whether an event is the sheet's word that a throw is thrown again.

    >>> is_ruling({"event": "table:no_throw", "answers": 4, "by": "rules", "kind": "cocked"})
    True
    >>> is_ruling({"event": "table:no_throw", "answers": 4, "by": "rules"})
    False
    """
    return body.get("by") == "rules" and "kind" in body


def voided(lines: Sequence[Body]) -> set[int]:
    """Give the numbers of the events that stand voided; voiding a void undoes it."""
    gone: set[int] = set()
    for number in range(len(lines) - 1, 0, -1):
        if lines[number].get("event") == "void" and number not in gone:
            gone.add(lines[number]["seq"])
    return gone


def pending(lines: Sequence[Body]) -> list[int]:
    """Give the numbers of the readings that wait, oldest first.

    A doubtful reading waits until an event that stands ``answers`` it, so that taking an answer back
    asks again; so does taking back that the sheet had it thrown again. A throw that waited behind it was
    sure: once it was scored it waits no more. One that had no round to count in waits again after an
    undo, since the round may be open again.

    Parameters
    ----------
    lines
        A game's lines, header first.

    >>> doubt, wait = {"event": "camera:doubtful"}, {"event": "camera:waiting"}
    >>> pending([{}, doubt, wait])
    [1, 2]
    >>> pending([{}, doubt, {"event": "throw", "answers": 1}])
    []
    >>> pending([{}, doubt, {"event": "throw", "answers": 1}, {"event": "void", "seq": 2}])
    [1]
    """
    gone = voided(lines)
    undone = max((number for number, body in enumerate(lines) if body.get("event") == "void"), default=0)
    waiting: list[int] = []
    answered: set[int] = set()
    for number, body in enumerate(lines[1:], start=1):
        if body["event"] in ("camera:doubtful", "camera:waiting"):
            waiting.append(number)
        elif "answers" in body:
            question = body["answers"]
            if body.get("by") == "rules" and not is_ruling(body):
                stands = number > undone
            else:
                stands = number not in gone or lines[question]["event"] == "camera:waiting"
            if stands:
                answered.add(question)
    return [number for number in waiting if number not in answered]
