"""Why a reading is doubtful, each as a kind and as a sentence that a guest understands."""

from typing import NamedTuple

from pi_bunco.frames import Die, Doubt, Reading, Status

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


class Why(NamedTuple):
    """Why somebody has to look.

    Attributes
    ----------
    doubt
        The kind.
    reason
        The sentence.
    """

    doubt: Doubt
    reason: str

    def said_of(self, dice: tuple[Die, ...] = ()) -> Reading:
        """Give the doubtful reading of these dice."""
        return Reading(Status.DOUBTFUL, dice, self.reason, self.doubt)


UNCLEAR = Why(Doubt.UNCLEAR, "Something lies there that I cannot read. What do the dice show?")
BADLY = frozenset({Doubt.COCKED, Doubt.STACKED, Doubt.CUT, Doubt.COVERED})
"""The kinds that say how dice lie: what is seen, where the others are what is not known."""

DIFFERING = Why(
    Doubt.UNSURE, "I read these dice differently from one picture to the next. What do they show?"
)
COVERED = Why(Doubt.COVERED, "A hand lies over the dice: take it away.")
MOVED = Why(Doubt.MOVED, "The camera has been moved: calibrate again.")


def leaning(place: int, total: int, *, on_another: bool = False) -> Why:
    """Tell that a die does not lie flat.

    Parameters
    ----------
    place, total
        Which die from the left, counted from 0, of how many.
    on_another
        Whether it is seen to lean on another die.

    >>> leaning(1, 3).reason
    'The second die from the left leans: throw again.'
    >>> leaning(0, 3, on_another=True).reason
    'The first die from the left leans on another: throw again.'
    """
    return Why(Doubt.COCKED, f"{_begun(place, total)} leans{' on another' * on_another}: throw again.")


def stacked(place: int, total: int) -> Why:
    """Tell that a die lies on another; `place` and `total` as in :func:`leaning`.

    >>> stacked(2, 3).reason
    'The third die from the left lies on another: throw again.'
    """
    return Why(Doubt.STACKED, f"{_begun(place, total)} lies on another: throw again.")


def cut(place: int, total: int) -> Why:
    """Tell that a die reaches out of the picture; `place` and `total` as in :func:`leaning`.

    >>> cut(1, 3).reason
    'The second die from the left is not wholly in the picture: throw again.'
    """
    return Why(Doubt.CUT, f"{_begun(place, total)} is not wholly in the picture: throw again.")


def off_mat(place: int, total: int) -> Why:
    """Tell that a die reaches over the mat's edge; `place` and `total` as in :func:`leaning`.

    >>> off_mat(0, 1).reason
    'The die is half off the mat: throw again.'
    """
    return Why(Doubt.CUT, f"{_begun(place, total)} is half off the mat: throw again.")


def miscounted(seen: int, wanted: int) -> Why:
    """Tell that there are fewer or more dice than there must be.

    >>> miscounted(2, 3).reason
    'I see two dice, not three. Is one hidden, or off the mat?'
    >>> miscounted(4, 3).reason
    'I see four dice, not three. Take away what was not thrown.'
    """
    counts = f"I see {_dice(seen)}, not {_number(wanted)}."
    if seen > wanted:
        return Why(Doubt.MORE, f"{counts} Take away what was not thrown.")
    missing = "one" if wanted - seen == 1 else "any"
    return Why(Doubt.FEWER, f"{counts} Is {missing} hidden, or off the mat?")


def unsure(place: int, total: int, value: int) -> Why:
    """Ask whether a die shows that value; `place` and `total` as in :func:`leaning`.

    >>> unsure(0, 1, 4).reason
    'I am not sure of the die: is it a four?'
    """
    return Why(Doubt.UNSURE, f"I am not sure of {_which(place, total)}: is it a {_NUMBERS[value]}?")


def either(place: int, total: int, one: int, other: int) -> Why:
    """Ask which of two values a die shows, where two looks at it differ.

    Parameters
    ----------
    place, total
        Which die from the left, counted from 0, of how many.
    one, other
        The two values, 1 to 6.

    >>> either(2, 3, 5, 4).reason
    'Is the third die from the left a four or a five?'
    """
    low, high = sorted((one, other))
    return Why(Doubt.UNSURE, f"Is {_which(place, total)} a {_NUMBERS[low]} or a {_NUMBERS[high]}?")


def two_faces(place: int, total: int) -> Why:
    """Tell that two faces of a die could be the upper one; `place` and `total` as in :func:`leaning`.

    >>> two_faces(0, 2).reason
    'I am not sure which face of the first die from the left lies up.'
    """
    return Why(Doubt.UNSURE, f"I am not sure which face of {_which(place, total)} lies up.")


def _begun(place: int, total: int) -> str:
    which = _which(place, total)
    return f"{which[0].upper()}{which[1:]}"


def _which(place: int, total: int) -> str:
    name = _PLACES[place] if place < len(_PLACES) else f"{place + 1}th"
    return "the die" if total == 1 else f"the {name} die from the left"


def _dice(number: int) -> str:
    return f"{_number(number)} die" if number == 1 else f"{_number(number)} dice"


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
