"""The reasons why a reading is doubtful, each as a kind and as a sentence that a guest understands."""

from typing import NamedTuple

from pi_bunco.readings import Die, Doubt, Reading, Status
from pi_bunco.sentences import Sentence, say

_NUMBERS = (
    *(say("no"), say("one"), say("two"), say("three"), say("four"), say("five"), say("six")),
    *(say("seven"), say("eight"), say("nine"), say("ten"), say("eleven"), say("twelve")),
)
_PLACES = (say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"))


class DoubtReason(NamedTuple):
    """Why a reading is doubtful.

    Attributes
    ----------
    doubt
        The kind of doubt.
    reason
        The sentence for people.
    which
        The die it is about, counted from the left from 0; ``None``: it is not about one die.
    faces
        The two values that the die may show; empty if it may show any.
    """

    doubt: Doubt
    reason: Sentence
    which: int | None = None
    faces: tuple[int, ...] = ()

    def make_reading(self, dice: tuple[Die, ...] = ()) -> Reading:
        """Return the doubtful reading of these dice.

        >>> doubt_two_values(0, 1, 2, 5).make_reading((Die(5, 0.4, (0, 0, 9, 9)),)).other
        2
        """
        if self.which is None or self.which >= len(dice):
            return Reading(Status.DOUBTFUL, dice, self.reason, self.doubt)
        other = next((face for face in self.faces if face != dice[self.which].value), None)
        return Reading(Status.DOUBTFUL, dice, self.reason, self.doubt, self.which, other)


UNCLEAR = DoubtReason(Doubt.UNCLEAR, say("Something lies there that I cannot read. What do the dice show?"))
BADLY_PLACED = frozenset({Doubt.COCKED, Doubt.STACKED, Doubt.CUT, Doubt.COVERED})
"""The kinds that say that a die is badly placed; the others say what is not known."""

DIFFERING = DoubtReason(
    Doubt.UNSURE, say("I read these dice differently from one picture to the next. What do they show?")
)
ANOTHER_CUT = DoubtReason(
    Doubt.CUT, say("Another die seems to lie half outside the picture. What do the dice show?")
)
COVERED = DoubtReason(Doubt.COVERED, say("A hand lies over the dice: take it away."))
MOVED = DoubtReason(Doubt.MOVED, say("The camera has been moved: calibrate again."))
TOO_FAST = DoubtReason(
    Doubt.FAST, say("A throw went by too fast: these dice lay still only for a moment. What did they show?")
)


def doubt_leaning(place: int, total: int, *, on_another: bool = False) -> DoubtReason:
    """Return the reason that a die is not flat.

    Parameters
    ----------
    place, total
        The die, counted from the left from 0, and the number of dice.
    on_another
        Whether it leans on another die.

    >>> doubt_leaning(1, 3).reason
    'The second die from the left leans: throw again.'
    >>> doubt_leaning(0, 3, on_another=True).reason
    'The first die from the left leans on another: throw again.'
    """
    die = _name_die_first(place, total)
    if on_another:
        return DoubtReason(Doubt.COCKED, say("{die} leans on another: throw again.", die=die), place)
    return DoubtReason(Doubt.COCKED, say("{die} leans: throw again.", die=die), place)


def doubt_stacked(place: int, total: int) -> DoubtReason:
    """Return the reason that a die is on top of another; `place` and `total` as in :func:`doubt_leaning`.

    >>> doubt_stacked(2, 3).reason
    'The third die from the left lies on another: throw again.'
    """
    return DoubtReason(
        Doubt.STACKED, say("{die} lies on another: throw again.", die=_name_die_first(place, total)), place
    )


def doubt_cut(place: int, total: int) -> DoubtReason:
    """Return the reason that a die reaches out of the picture; parameters as in :func:`doubt_leaning`.

    >>> doubt_cut(1, 3).reason
    'The second die from the left is not wholly in the picture: throw again.'
    """
    die = _name_die_first(place, total)
    return DoubtReason(Doubt.CUT, say("{die} is not wholly in the picture: throw again.", die=die), place)


def doubt_off_mat(place: int, total: int) -> DoubtReason:
    """Return the reason that a die reaches over the mat's edge; parameters as in :func:`doubt_leaning`.

    >>> doubt_off_mat(0, 1).reason
    'The die is half off the mat: throw again.'
    """
    return DoubtReason(
        Doubt.CUT, say("{die} is half off the mat: throw again.", die=_name_die_first(place, total)), place
    )


def doubt_unseen(seconds: float) -> DoubtReason:
    """Return the question about dice that lie there after so many seconds in which the camera saw nothing.

    >>> str(doubt_unseen(3.2).reason)
    'I saw nothing of the mat for 3 seconds, and now these dice lie here. Are they a new throw?'
    """
    return DoubtReason(
        Doubt.UNSEEN,
        say(
            "I saw nothing of the mat for {seconds} seconds, and now these dice lie here. "
            "Are they a new throw?",
            seconds=round(seconds),
        ),
    )


def doubt_count(seen: int, wanted: int) -> DoubtReason:
    """Return the reason that there are `seen` dice, not the number wanted.

    >>> doubt_count(2, 3).reason
    'I see two dice, not three. Is one hidden, or off the mat?'
    >>> doubt_count(4, 3).reason
    'I see four dice, not three. Take away what was not thrown.'
    """
    counts = say("I see {dice}, not {wanted}.", dice=_name_dice(seen), wanted=_name_number(wanted))
    if seen > wanted:
        return DoubtReason(Doubt.MORE, say("{counts} Take away what was not thrown.", counts=counts))
    if wanted - seen == 1:
        return DoubtReason(Doubt.FEWER, say("{counts} Is one hidden, or off the mat?", counts=counts))
    return DoubtReason(Doubt.FEWER, say("{counts} Is any hidden, or off the mat?", counts=counts))


def doubt_value(place: int, total: int, value: int) -> DoubtReason:
    """Return the question whether a die shows a value; `place` and `total` as in :func:`doubt_leaning`.

    >>> doubt_value(0, 1, 4).reason
    'I am not sure of the die: is it a four?'
    """
    die, face = _name_die(place, total), _NUMBERS[value]
    return DoubtReason(
        Doubt.UNSURE, say("I am not sure of {die}: is it a {face}?", die=die, face=face), place
    )


def doubt_blurred(place: int, total: int) -> DoubtReason:
    """Return the question about a die that moved while the picture was taken.

    >>> str(doubt_blurred(0, 3).reason)
    'The first die from the left is blurred: what does it show?'
    """
    return DoubtReason(
        Doubt.UNSURE, say("{die} is blurred: what does it show?", die=_name_die_first(place, total)), place
    )


def doubt_not_a_die(place: int, total: int) -> DoubtReason:
    """Return the question about what may be no die; `place` and `total` as in :func:`doubt_leaning`.

    >>> str(doubt_not_a_die(0, 3).reason)
    'The first die from the left may be half a domino, or a picture of a die. What do the dice show?'
    """
    return DoubtReason(
        Doubt.UNCLEAR,
        say(
            "{die} may be half a domino, or a picture of a die. What do the dice show?",
            die=_name_die_first(place, total),
        ),
    )


def doubt_two_values(place: int, total: int, one: int, other: int) -> DoubtReason:
    """Return the question which of two values a die shows, if two readings of it differ.

    Parameters
    ----------
    place, total
        The die, counted from the left from 0, and the number of dice.
    one, other
        The two values, 1 to 6.

    >>> doubt_two_values(2, 3, 5, 4).reason
    'Is the third die from the left a four or a five?'
    """
    low, high = sorted((one, other))
    die = _name_die(place, total)
    return DoubtReason(
        Doubt.UNSURE,
        say("Is {die} a {low} or a {high}?", die=die, low=_NUMBERS[low], high=_NUMBERS[high]),
        place,
        (low, high),
    )


def doubt_two_faces(place: int, total: int) -> DoubtReason:
    """Return the reason that two faces of a die could be the upper one.

    `place` and `total` are as in :func:`doubt_leaning`.

    >>> doubt_two_faces(0, 2).reason
    'I am not sure which face of the first die from the left lies up.'
    """
    die = _name_die(place, total)
    return DoubtReason(Doubt.UNSURE, say("I am not sure which face of {die} lies up.", die=die), place)


def _name_die_first(place: int, total: int) -> Sentence:
    if total == 1:
        return say("The die")
    return say("The {place} die from the left", place=_name_place(place))


def _name_die(place: int, total: int) -> Sentence:
    if total == 1:
        return say("the die")
    return say("the {place} die from the left", place=_name_place(place))


def _name_place(place: int) -> Sentence:
    return _PLACES[place] if place < len(_PLACES) else say("{number}th", number=place + 1)


def _name_dice(number: int) -> Sentence:
    if number == 1:
        return say("{number} die", number=_name_number(1))
    return say("{number} dice", number=_name_number(number))


def _name_number(number: int) -> Sentence:
    return _NUMBERS[number] if number < len(_NUMBERS) else say("{number}", number=number)
