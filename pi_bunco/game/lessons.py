"""Makes training data from a game: labels for the pictures whose dice a person has named."""

from collections.abc import Iterator, Sequence
from operator import ne
from typing import Any

from pi_bunco.game.lines import RULES, Line, NoThrow
from pi_bunco.readings import Box
from pi_bunco.rules import Dice
from pi_bunco.rules.events import Void

Label = dict[str, Any]

_MACHINES = (RULES, "camera")
"""The senders of lines that are not people."""

UNREADABLE = ("cocked", "stacked", "cut", "covered", "unclear")
"""The kinds of doubt for which a person's "no throw" means that nobody can read the picture.

For other kinds it may also mean that readable dice were touched, or that the wrong player threw them.
"""


def find_touched_pictures(lines: Sequence[Line], since: int) -> list[str]:
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
    >>> find_touched_pictures([throw, Line(Correct(1, (1, 2, 2)))], 2)
    ['1-1.jpg']
    """
    return list(dict.fromkeys(name for line in lines[since - 1 :] for name in _find_pictures(lines, line)))


def find_voided(lines: Sequence[Line]) -> set[int]:
    """Return the numbers of the voided lines; voiding a void undoes it.

    >>> from pi_bunco.rules.events import Bell
    >>> find_voided([Line(Bell()), Line(Void(1)), Line(Void(2))])
    {2}
    """
    voided: set[int] = set()
    for number in range(len(lines), 0, -1):
        event = lines[number - 1].event
        if isinstance(event, Void) and number not in voided:
            voided.add(event.seq)
    return voided


def _find_pictures(lines: Sequence[Line], line: Line) -> Iterator[str]:
    """Yield the picture whose label a line may change, if there is one."""
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
    >>> reading = Line(DoubtfulDice(1), photo=photo, sighting=why)
    >>> make_label([reading, Line(Throw(1, (5,)), by="tap", answers=1)], "1-1.jpg")
    {'w': 64, 'h': 48, 'dice': [{'value': 5, 'box': [1, 2, 9, 10]}]}
    """
    voided = find_voided(lines)
    with_image = [seq for seq, line in enumerate(lines, 1) if line.image == image]
    # A step that keeps the end of a round takes throws back and makes them again, with their photos.
    number = next((seq for seq in with_image if seq not in voided), with_image[0])
    reading = lines[number - 1]
    if not reading.boxes:
        return None  # another program's picture
    # The reading itself and its answers, by number.
    about = {
        seq: line
        for seq, line in enumerate(lines, 1)
        if number in (seq, line.answers) and seq not in voided and line.by != RULES
    }
    seq = next((seq for seq in reversed(about) if about[seq].dice is not None), None)
    if seq is not None:
        throw, corrected = about[seq], _find_correction(lines, seq, voided)
        if corrected is None and throw.by in _MACHINES:
            return None
        ordered = throw.answers is None  # a correction has the dice in the order of their places
        read = reading.sighting.values if reading.sighting else reading.faces
        dice = _label_dice(corrected or throw.faces, read, reading.boxes, ordered=ordered)
        return _format_label(reading, dice)
    doubt = reading.sighting
    dismissed = any(isinstance(line.event, NoThrow) for line in about.values())
    if not (dismissed and doubt and doubt.kind in UNREADABLE):
        return None
    return _format_label(reading, []) | {"why": doubt.reason}


def _find_correction(lines: Sequence[Line], seq: int, voided: set[int]) -> Dice | None:
    """Return the dice of the last valid correction of a throw."""
    corrections = [
        line.faces
        for number, line in enumerate(lines, 1)
        if line.is_correction and line.about == seq and number not in voided
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
