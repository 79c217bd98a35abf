"""Why a reading is doubtful, each as a kind and as a sentence that a guest understands."""

from typing import NamedTuple

from pi_bunco.frames import Die, Doubt, Reading, Status
from pi_bunco.sentences import Sentence, say

_NUMBERS = (
    *(say("no"), say("one"), say("two"), say("three"), say("four"), say("five"), say("six")),
    *(say("seven"), say("eight"), say("nine"), say("ten"), say("eleven"), say("twelve")),
)
_PLACES = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"))


class Why(NamedTuple):
    """Why a reading is doubtful.

    Attributes
    ----------
    doubt
        The kind.
    reason
        The sentence.
    which
        Which die from the left it is about, counted from 0; ``None``: not one alone.
    faces
        The two values of which that die shows one; nothing where it may show any.
    """

    doubt: Doubt
    reason: Sentence
    which: int | None = None
    faces: tuple[int, ...] = ()

    def make_reading(self, dice: tuple[Die, ...] = ()) -> Reading:
        """Return the doubtful reading of these dice.

        >>> either(0, 1, 2, 5).make_reading((Die(5, 0.4, (0, 0, 9, 9)),)).other
        2
        """
        if self.which is None or self.which >= len(dice):
            return Reading(Status.DOUBTFUL, dice, self.reason, self.doubt)
        other = next((face for face in self.faces if face != dice[self.which].value), None)
        return Reading(Status.DOUBTFUL, dice, self.reason, self.doubt, self.which, other)


UNCLEAR = Why(Doubt.UNCLEAR, say("Something lies there that I cannot read. What do the dice show?"))
BADLY = frozenset({Doubt.COCKED, Doubt.STACKED, Doubt.CUT, Doubt.COVERED})
"""The kinds that say how dice lie; the others say what is not known."""

DIFFERING = Why(
    Doubt.UNSURE, say("I read these dice differently from one picture to the next. What do they show?")
)
COVERED = Why(Doubt.COVERED, say("A hand lies over the dice: take it away."))
MOVED = Why(Doubt.MOVED, say("The camera has been moved: calibrate again."))


def leaning(place: int, total: int, *, on_another: bool = False) -> Why:
    """Return that a die does not lie flat.

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
    die = _begun(place, total)
    if on_another:
        return Why(Doubt.COCKED, say("{die} leans on another: throw again.", die=die), place)
    return Why(Doubt.COCKED, say("{die} leans: throw again.", die=die), place)


def stacked(place: int, total: int) -> Why:
    """Return that a die lies on another; `place` and `total` as in :func:`leaning`.

    >>> stacked(2, 3).reason
    'The third die from the left lies on another: throw again.'
    """
    return Why(Doubt.STACKED, say("{die} lies on another: throw again.", die=_begun(place, total)), place)


def cut(place: int, total: int) -> Why:
    """Return that a die reaches out of the picture; `place` and `total` as in :func:`leaning`.

    >>> cut(1, 3).reason
    'The second die from the left is not wholly in the picture: throw again.'
    """
    die = _begun(place, total)
    return Why(Doubt.CUT, say("{die} is not wholly in the picture: throw again.", die=die), place)


def off_mat(place: int, total: int) -> Why:
    """Return that a die reaches over the mat's edge; `place` and `total` as in :func:`leaning`.

    >>> off_mat(0, 1).reason
    'The die is half off the mat: throw again.'
    """
    return Why(Doubt.CUT, say("{die} is half off the mat: throw again.", die=_begun(place, total)), place)


def miscounted(seen: int, wanted: int) -> Why:
    """Return that there are fewer or more dice than there must be.

    >>> miscounted(2, 3).reason
    'I see two dice, not three. Is one hidden, or off the mat?'
    >>> miscounted(4, 3).reason
    'I see four dice, not three. Take away what was not thrown.'
    """
    counts = say("I see {dice}, not {wanted}.", dice=_dice(seen), wanted=_number(wanted))
    if seen > wanted:
        return Why(Doubt.MORE, say("{counts} Take away what was not thrown.", counts=counts))
    if wanted - seen == 1:
        return Why(Doubt.FEWER, say("{counts} Is one hidden, or off the mat?", counts=counts))
    return Why(Doubt.FEWER, say("{counts} Is any hidden, or off the mat?", counts=counts))


def unsure(place: int, total: int, value: int) -> Why:
    """Ask whether a die shows that value; `place` and `total` as in :func:`leaning`.

    >>> unsure(0, 1, 4).reason
    'I am not sure of the die: is it a four?'
    """
    die, face = _which(place, total), _NUMBERS[value]
    return Why(Doubt.UNSURE, say("I am not sure of {die}: is it a {face}?", die=die, face=face), place)


def blurred(place: int, total: int) -> Why:
    """Return why a die that moved while the picture was taken must be asked about.

    >>> str(blurred(0, 3).reason)
    'The first die from the left is blurred: what does it show?'
    """
    return Why(Doubt.UNSURE, say("{die} is blurred: what does it show?", die=_begun(place, total)), place)


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
    die = _which(place, total)
    return Why(
        Doubt.UNSURE,
        say("Is {die} a {low} or a {high}?", die=die, low=_NUMBERS[low], high=_NUMBERS[high]),
        place,
        (low, high),
    )


def two_faces(place: int, total: int) -> Why:
    """Return that two faces of a die could be the upper one; `place` and `total` as in :func:`leaning`.

    >>> two_faces(0, 2).reason
    'I am not sure which face of the first die from the left lies up.'
    """
    die = _which(place, total)
    return Why(Doubt.UNSURE, say("I am not sure which face of {die} lies up.", die=die), place)


def _begun(place: int, total: int) -> Sentence:
    if total == 1:
        return say("The die")
    return say("The {place} die from the left", place=_place(place))


def _which(place: int, total: int) -> Sentence:
    if total == 1:
        return say("the die")
    return say("the {place} die from the left", place=_place(place))


def _place(place: int) -> Sentence:
    return _PLACES[place] if place < len(_PLACES) else say("{number}th", number=place + 1)


def _dice(number: int) -> Sentence:
    if number == 1:
        return say("{number} die", number=_number(1))
    return say("{number} dice", number=_number(number))


def _number(number: int) -> Sentence:
    return _NUMBERS[number] if number < len(_NUMBERS) else say("{number}", number=number)
