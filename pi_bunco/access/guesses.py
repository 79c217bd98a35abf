"""A try to guess a secret, counted before it is made."""

from collections.abc import Callable
from math import ceil

from pi_bunco.access.refusals import TooManyTries, WrongPin
from pi_bunco.access.tries import Tries
from pi_bunco.access.visits import Visitor
from pi_bunco.sentences import say, say_count


def try_secret(tries: Tries, visitor: Visitor, fits: Callable[[], bool], wrong: str) -> None:
    """Make a try that is counted. It takes long, so no lock may be held.

    Parameters
    ----------
    tries
        What counts it: a device that is let in for itself, others by their address, the machine itself not.
    visitor
        Who tries.
    fits
        Returns whether it is the secret.
    wrong
        What is said where it is not.

    Raises
    ------
    WrongPin, TooManyTries
        If it is not, or this device or address has tried too often.
    """
    if not visitor.machine and (wait := ceil(tries.take(_name(visitor)))):
        raise TooManyTries(
            say("Too many wrong tries."),
            say_count("Try again in {count} second.", "Try again in {count} seconds.", wait),
            wait,
        )
    if not fits():
        raise WrongPin(wrong, say("Look whether it was typed right, and try again."))
    if not visitor.machine:
        tries.note_success(_name(visitor))


def _name(visitor: Visitor) -> str:
    device = visitor.device
    return f"device {device.id}" if device and device.since is not None else visitor.address
