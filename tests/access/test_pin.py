"""The host's PIN, and how fast it can be guessed."""

import pytest

from pi_bunco.access.pin import FORGET_AFTER, FREE_TRIES, LONGEST_WAIT, MAX_COUNTED, BadPin, Pin, Tries


@pytest.mark.parametrize("digits", ["1234", "00000000", "86420"])
def test_a_pin_fits_itself_alone(digits: str) -> None:
    """4 to 8 digits are a PIN, which no other digits fit; what is kept does not hold them."""
    pin = Pin.of(digits)
    assert pin.matches(digits)
    assert not pin.matches(digits[:-1] + str((int(digits[-1]) + 1) % 10))
    assert not pin.matches(digits + "0")
    assert not pin.matches("")
    assert digits.encode() not in pin.salt + pin.digest


@pytest.mark.parametrize("digits", ["", "123", "123456789", "12a4", " 1234", "１２３４", "-1234"])
def test_what_is_no_pin_is_refused(digits: str) -> None:
    """Too short, too long, or with another sign: a sentence says how many digits."""
    with pytest.raises(BadPin, match="4 to 8 digits"):
        Pin.of(digits)


def test_the_same_pin_is_kept_differently_each_time() -> None:
    """Nobody sees by the file that two tables have the same PIN."""
    assert Pin.of("1234") != Pin.of("1234")


@pytest.mark.parametrize("digits", ["9" * 100_000, "\ud800", "Ü" * 8])
def test_strange_tries_do_not_fit(digits: str) -> None:
    """Whatever somebody sends is answered, and a long one costs no time."""
    assert not Pin.of("1234").matches(digits)


class Clock:
    """A clock that a test puts on."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_waits_grow_to_a_ceiling_and_never_end_for_good() -> None:
    """After three free tries each wrong one is followed by a longer wait, up to a minute; then one may."""
    clock = Clock()
    tries = Tries(clock)
    waits: list[float] = []
    for _ in range(12):
        assert tries.count_try("10.0.0.7") == 0
        waits.append(tries.count_try("10.0.0.7") if len(waits) >= FREE_TRIES - 1 else 0.0)
        clock.now += waits[-1]
    assert waits == [0, 0, 2, 4, 8, 16, 32, *[LONGEST_WAIT] * 5]


def test_waiting_is_not_made_longer_by_asking() -> None:
    """Tries during the wait do not make it longer: the time that was shown first still holds."""
    clock = Clock()
    tries = Tries(clock)
    for _ in range(FREE_TRIES):
        tries.count_try("10.0.0.7")
    for waited in (0.0, 0.5, 1.5):
        clock.now = 100 + waited
        assert tries.count_try("10.0.0.7") == 2 - waited
    clock.now = 102
    assert tries.count_try("10.0.0.7") == 0


def test_others_do_not_wait_for_one_who_guesses() -> None:
    """Each address has tries of its own."""
    tries = Tries(Clock())
    for _ in range(20):
        tries.count_try("10.0.0.7")
    assert tries.count_try("10.0.0.8") == 0


def test_a_right_try_begins_anew() -> None:
    """What was wrong before is forgotten."""
    tries = Tries(Clock())
    for _ in range(FREE_TRIES - 1):
        tries.count_try("10.0.0.7")
    tries.note_success("10.0.0.7")
    assert [tries.count_try("10.0.0.7") for _ in range(FREE_TRIES + 1)] == [0, 0, 0, 2]


def test_tries_are_forgotten_after_a_while() -> None:
    """A quarter of an hour after the last wait an address begins anew, and not before."""
    clock = Clock()
    tries = Tries(clock)
    for _ in range(FREE_TRIES):
        tries.count_try("10.0.0.7")
    clock.now += 2 + FORGET_AFTER - 1
    assert tries.count_try("10.0.0.7") == 0
    assert tries.count_try("10.0.0.7") == 4
    clock.now += 4 + FORGET_AFTER
    assert [tries.count_try("10.0.0.7") for _ in range(FREE_TRIES + 1)] == [0, 0, 0, 2]


def test_thousands_of_addresses_take_no_memory_and_gain_no_tries() -> None:
    """Beyond 64 addresses all others wait together; places are free again once the first are forgotten."""
    clock = Clock()
    tries = Tries(clock)
    taken = [tries.count_try(f"fd00::{number:x}") for number in range(5000)]
    assert len(tries._tried) == MAX_COUNTED + 1
    assert taken.count(0.0) == MAX_COUNTED + FREE_TRIES
    clock.now += LONGEST_WAIT + FORGET_AFTER
    assert tries.count_try("10.0.0.7") == 0
    assert len(tries._tried) == 1
