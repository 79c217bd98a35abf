"""Makes training data from a game: labels for the pictures whose dice a person has named."""

from collections.abc import Iterator, Sequence
from operator import ne
from typing import Any

from pi_bunco.game.lines import RULES, Box, Dice, Line, NoThrow
from pi_bunco.rules.events import Void

Label = dict[str, Any]

_NO_PERSON = (RULES, "camera")
"""The senders of lines that are no people."""

UNREADABLE = ("cocked", "stacked", "cut", "covered", "unclear")
"""The kinds of doubt for which a person's "no throw" means that nobody can read the picture.

For other kinds it may also mean that readable dice were touched, or that the wrong player threw them.
"""


def find_touched(lines: Sequence[Line], since: int) -> list[str]:
    """Return the names of the pictures that the lines from number ``since`` on are about.

    Parameters
    ----------
    lines
        A game's lines; the first is number 1.
    since
        The number of the first new line.

    >>> from pi_bunco.game.lines import Photo
    >>> from pi_bunco.rules.events import Correct, Throw
    >>> throw = Line(Throw(1, (1, 2, 3)), photo=Photo("1-1.jpg"))
    >>> find_touched([throw, Line(Correct(1, (1, 2, 2)))], 2)
    ['1-1.jpg']
    """
    return list(dict.fromkeys(name for line in lines[since - 1 :] for name in _find_pictures(lines, line)))


def find_voided(lines: Sequence[Line]) -> set[int]:
    """Return the numbers of the voided lines; voiding a void undoes it.

    >>> from pi_bunco.rules.events import Bell
    >>> find_voided([Line(Bell()), Line(Void(1)), Line(Void(2))])
    {2}
    """
    gone: set[int] = set()
    for number in range(len(lines), 0, -1):
        event = lines[number - 1].event
        if isinstance(event, Void) and number not in gone:
            gone.add(event.seq)
    return gone


def _find_pictures(lines: Sequence[Line], line: Line) -> Iterator[str]:
    if isinstance(line.event, Void):
        yield from _find_pictures(lines, lines[line.event.seq - 1])
        return
    about = line.about if line.is_correction else line.answers
    if about is not None and (image := lines[about - 1].image):
        yield image


def make_label(lines: Sequence[Line], image: str) -> Label | None:
    """Return the label of a picture, if a person has named its dice.

    Parameters
    ----------
    lines
        A game's lines; the first is number 1.
    image
        The name of the picture.

    Returns
    -------
    dict or None
        ``w`` and ``h`` of the picture, ``dice`` with their values and boxes, and ``why`` if nobody can read
        it. ``None`` if no person has named the dice.

    >>> from pi_bunco.game.lines import DoubtfulDice, Photo, Sighting
    >>> from pi_bunco.rules.events import Throw
    >>> photo = Photo("1-1.jpg", (64, 48), ((1, 2, 9, 10),))
    >>> why = Sighting((3,), (0.5,), "Is the die a three or a five?", "unsure")
    >>> seen = Line(DoubtfulDice(1), photo=photo, sighting=why)
    >>> make_label([seen, Line(Throw(1, (5,)), by="tap", answers=1)], "1-1.jpg")
    {'w': 64, 'h': 48, 'dice': [{'value': 5, 'box': [1, 2, 9, 10]}]}
    """
    gone = find_voided(lines)
    number = next(at for at, line in enumerate(lines, 1) if line.image == image)
    line_seen = lines[number - 1]
    if not line_seen.boxes:
        return None  # another program's picture
    answers = ((at, line) for at, line in enumerate(lines, 1) if number in (at, line.answers))
    statements = [(at, line) for at, line in answers if at not in gone and line.by != RULES]
    thrown = next(((at, line) for at, line in reversed(statements) if line.dice is not None), None)
    if thrown is not None:
        corrected = _find_correction(lines, thrown[0], gone)
        if corrected is None and thrown[1].by in _NO_PERSON:
            return None
        ordered = thrown[1].answers is None  # a correction has the dice in the order of their places
        read = line_seen.sighting.values if line_seen.sighting else line_seen.faces
        return _format_label(
            line_seen, _label_dice(corrected or thrown[1].faces, read, line_seen.boxes, ordered=ordered)
        )
    refused = any(isinstance(line.event, NoThrow) for _, line in statements)
    doubt = line_seen.sighting
    if not (refused and doubt and doubt.kind in UNREADABLE):
        return None
    return _format_label(line_seen, []) | {"why": doubt.reason}


def _find_correction(lines: Sequence[Line], seq: int, gone: set[int]) -> Dice | None:
    """Return the dice of the last valid correction of a throw."""
    corrections = [
        line.faces
        for at, line in enumerate(lines, 1)
        if line.is_correction and line.about == seq and at not in gone
    ]
    return corrections[-1] if corrections else None


def _format_label(line: Line, dice: list[Label]) -> Label:
    width, height = line.photo.size if line.photo and line.photo.size else (0, 0)
    return {"w": width, "h": height, "dice": dice}


def _label_dice(values: Dice, read: Dice, boxes: Sequence[Box], *, ordered: bool) -> list[Label]:
    """Return each value with its box, or with ``None`` if its box is uncertain.

    People tap dice in any order. If at most one value differs from the reading, the values are in the order
    of the boxes. If they are the read values in another order, each gets the box of its value. Otherwise two
    wrong values could be swapped.
    """
    placed: list[Box | None] = [None] * len(values)
    if len(values) == len(boxes) and (ordered or sum(map(ne, values, read)) <= 1):
        placed = [*boxes]
    elif sorted(values) == sorted(read):
        free = list(zip(read, boxes, strict=True))
        placed = [free.pop([face for face, _ in free].index(value))[1] for value in values]
    return [{"value": value, "box": box and [*box]} for value, box in zip(values, placed, strict=True)]
