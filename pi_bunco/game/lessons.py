"""What a reader can learn from a game: the pictures whose dice a person has named, each with its label."""

from collections.abc import Iterator, Sequence
from operator import ne
from typing import Any

from pi_bunco.game.book import name_of

Body = dict[str, Any]
Box = list[float]

_NOBODY = ("rules", "camera")
_CORRECTIONS = ("correct", "night:correct")

UNREADABLE = ("cocked", "stacked", "cut", "covered", "unclear")
"""The kinds of doubt of which a person's "no throw" says that nobody can read the picture. Of the others it
may say as well that good dice were touched, or thrown by the wrong player."""


def touched(lines: Sequence[Body], since: int) -> list[str]:
    """Give the pictures about which the events from number ``since`` on say something.

    Parameters
    ----------
    lines
        A game's lines, header first.
    since
        The number of the first new event.

    >>> touched([{}, {"event": "throw", "image": "1-1.jpg"}, {"event": "correct", "seq": 1}], 2)
    ['1-1.jpg']
    """
    return list(dict.fromkeys(name for body in lines[since:] for name in _about(lines, body)))


def voided(lines: Sequence[Body]) -> set[int]:
    """Return the numbers of the events that stand voided; voiding a void undoes it.

    >>> voided([{}, {"event": "throw"}, {"event": "void", "seq": 1}, {"event": "void", "seq": 2}])
    {2}
    """
    gone: set[int] = set()
    for number in range(len(lines) - 1, 0, -1):
        if lines[number].get("event") == "void" and number not in gone:
            gone.add(lines[number]["seq"])
    return gone


def _about(lines: Sequence[Body], body: Body) -> Iterator[str]:
    if name_of(body) in _CORRECTIONS:
        body = lines[body["seq"]]
    elif name_of(body) == "void":
        yield from _about(lines, lines[body["seq"]])
        return
    elif "answers" in body:
        body = lines[body["answers"]]
    else:
        return
    if "image" in body:
        yield body["image"]


def lesson(lines: Sequence[Body], image: str) -> Body | None:
    """Give the label of a picture, as far as a person has said what lies there.

    Parameters
    ----------
    lines
        A game's lines, header first.
    image
        The name of the picture.

    Returns
    -------
    dict or None
        ``w`` and ``h`` of the picture, ``dice`` with their values and boxes, and ``why`` where it cannot be
        read; ``None`` where the camera alone has spoken, or a tap that says nothing of the dice.

    >>> seen = {"event": "camera:doubtful", "image": "1-1.jpg", "size": [64, 48], "values": [3],
    ...         "boxes": [[1, 2, 9, 10]], "reason": "Is the die a three or a five?", "kind": "unsure"}
    >>> lesson([{}, seen, {"event": "throw", "dice": [5], "answers": 1, "by": "tap"}], "1-1.jpg")
    {'w': 64, 'h': 48, 'dice': [{'value': 5, 'box': [1, 2, 9, 10]}]}
    """
    gone = voided(lines)
    number = next(at for at, body in enumerate(lines) if body.get("image") == image)
    seen = lines[number]
    if "boxes" not in seen:
        return None  # another program's picture
    about = [number, *(at for at, body in enumerate(lines) if body.get("answers") == number)]
    said = [at for at in about if at not in gone and lines[at].get("by") != "rules"]
    thrown = next((at for at in reversed(said) if "dice" in lines[at]), None)
    if thrown is not None:
        corrected = _corrected(lines, thrown, gone)
        if corrected is None and lines[thrown].get("by") in _NOBODY:
            return None
        read = _values(seen.get("values") or seen["dice"])
        ordered = "answers" not in lines[thrown]  # a correction names the dice by their places
        values = corrected or _values(lines[thrown]["dice"])
        return _label(seen, _dice(values, read, seen["boxes"], ordered=ordered))
    refused = any(name_of(lines[at]) == "table:no_throw" for at in said)
    return _label(seen, []) | {"why": seen["reason"]} if refused and seen.get("kind") in UNREADABLE else None


def _corrected(lines: Sequence[Body], seq: int, gone: set[int]) -> list[int] | None:
    """Give the dice of the last correction of a throw that stands."""
    said = [
        body["dice"]
        for at, body in enumerate(lines)
        if name_of(body) in _CORRECTIONS and body["seq"] == seq and at not in gone
    ]
    return _values(said[-1]) if said else None


def _label(seen: Body, dice: list[Body]) -> Body:
    width, height = seen["size"]
    return {"w": width, "h": height, "dice": dice}


def _dice(values: list[int], read: list[int], boxes: list[Box], *, ordered: bool) -> list[Body]:
    """Give each value its box, where there is no doubt which it is.

    People tap dice in any order: they are in that of the boxes if at most one differs from what was read
    there, and each has the box of its value if all values were read. Two that were read wrong could lie in
    each other's boxes.
    """
    placed: list[Box | None] = [None] * len(values)
    if len(values) == len(boxes) and (ordered or sum(map(ne, values, read)) <= 1):
        placed = [*boxes]
    elif sorted(values) == sorted(read):
        free = list(zip(read, boxes, strict=True))
        placed = [free.pop([one for one, _ in free].index(value))[1] for value in values]
    return [{"value": value, "box": box} for value, box in zip(values, placed, strict=True)]


def _values(dice: list[int] | dict[str, int]) -> list[int]:
    return list(dice.values()) if isinstance(dice, dict) else list(dice)
