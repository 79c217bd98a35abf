"""A camera's rate in words, for the doctor and the camera's page."""

from pi_bunco.figures import say_number
from pi_bunco.sentences import Sentence, say


def say_rate(rate: float) -> tuple[Sentence, Sentence]:
    """Return a camera's rate in words, as a figure and its unit.

    Parameters
    ----------
    rate
        Pictures a second, more than 0.

    >>> say_rate(29.97), say_rate(7.5), say_rate(0.4)
    (('30', 'a second'), ('7.5', 'a second'), ('1 in 2.5', 's'))
    """
    if round(rate, 1) >= 1:
        return say("{number}", number=_round(rate)), say("a second")
    return say("1 in {number}", number=_round(1 / rate)), say("s")


def _round(number: float) -> str:
    """Return a number with two digits, but without a 0 after the point."""
    tenths = round(number, 1)
    return say_number(number, 0 if number >= 9.95 or tenths == int(tenths) else 1)  # noqa: PLR2004 - rounds to 10
