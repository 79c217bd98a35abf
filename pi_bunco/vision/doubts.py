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


UNCLEAR = Why(Doubt.UNCLEAR, "Something lies there that I cannot read.")


def miscounted(seen: int, wanted: int) -> Why:
    """Tell that there are fewer or more dice than there must be.

    >>> miscounted(2, 3).reason
    'I see two dice, not three.'
    """
    wanted_word = _NUMBERS[wanted] if wanted < len(_NUMBERS) else str(wanted)
    return Why(Doubt.FEWER if seen < wanted else Doubt.MORE, f"I see {_dice(seen)}, not {wanted_word}.")


def cut(place: int, total: int) -> Why:
    """Tell that a die reaches out of the picture.

    Parameters
    ----------
    place, total
        Which die from the left, counted from 0, of how many.

    >>> cut(1, 3).reason
    'The second die from the left is not wholly in the picture.'
    """
    which = _which(place, total)
    return Why(Doubt.CUT, f"{which[0].upper()}{which[1:]} is not wholly in the picture.")


def unsure(place: int, total: int, value: int) -> Why:
    """Ask whether a die shows that value.

    >>> unsure(0, 1, 4).reason
    'I am not sure of the die: is it a four?'
    """
    return Why(Doubt.UNSURE, f"I am not sure of {_which(place, total)}: is it a {_NUMBERS[value]}?")


def two_faces(place: int, total: int) -> Why:
    """Tell that two faces of a die could be the upper one.

    >>> two_faces(0, 2).reason
    'I am not sure which face of the first die from the left lies up.'
    """
    return Why(Doubt.UNSURE, f"I am not sure which face of {_which(place, total)} lies up.")


def _which(place: int, total: int) -> str:
    name = _PLACES[place] if place < len(_PLACES) else f"{place + 1}th"
    return "the die" if total == 1 else f"the {name} die from the left"


def _dice(number: int) -> str:
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} die" if number == 1 else f"{word} dice"
