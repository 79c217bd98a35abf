"""The host's PIN, and how fast it can be guessed."""

import pytest

from pi_bunco.access.pin import FORGET_AFTER, FREE_TRIES, LONGEST_WAIT, MAX_COUNTED, BadPin, Pin, Tries
from tests.access.conftest import Clock


@pytest.mark.parametrize("digits", ["1234", "00000000", "86420"])
def test_a_pin_matches_only_its_digits(digits: str) -> None:
    """A PIN has 4 to 8 digits. What is stored of it does not contain them."""
    pin = Pin.of(digits)
    assert pin.matches(digits)
    assert not pin.matches(digits[:-1] + str((int(digits[-1]) + 1) % 10))
    assert not pin.matches(digits + "0")
    assert not pin.matches("")
    assert digits.encode() not in pin.salt + pin.digest


@pytest.mark.parametrize("digits", ["", "123", "123456789", "12a4", " 1234", "１２３４", "-1234"])
def test_a_bad_pin_is_refused(digits: str) -> None:
    """A bad PIN is too short, too long or not only digits. The error says how many digits a PIN has."""
    with pytest.raises(BadPin, match="4 to 8 digits"):
        Pin.of(digits)


def test_the_same_pin_is_stored_differently_each_time() -> None:
    """The files of two rooms do not show that both have the same PIN."""
    assert Pin.of("1234") != Pin.of("1234")


@pytest.mark.parametrize("digits", ["9" * 100_000, "\ud800", "Ü" * 8])
def test_strange_input_does_not_match(digits: str) -> None:
    """Very long text, a lone surrogate and letters do not match, and raise no error."""
    assert not Pin.of("1234").matches(digits)


def test_waits_grow_up_to_a_limit(clock: Clock) -> None:
    """After three free tries each wrong one causes a longer wait, up to a minute; then one try is free."""
    tries = Tries(clock)
    waits: list[float] = []
    for _ in range(12):
        assert tries.count_try("10.0.0.7") == 0
        waits.append(tries.count_try("10.0.0.7") if len(waits) >= FREE_TRIES - 1 else 0.0)
        clock.now += waits[-1]
    assert waits == [0, 0, 2, 4, 8, 16, 32, *[LONGEST_WAIT] * 5]


def test_tries_during_a_wait_do_not_make_it_longer(clock: Clock) -> None:
    """The wait ends when the first answer said it would."""
    tries = Tries(clock)
    for _ in range(FREE_TRIES):
        tries.count_try("10.0.0.7")
    began = clock.now
    for waited in (0.0, 0.5, 1.5):
        clock.now = began + waited
        assert tries.count_try("10.0.0.7") == 2 - waited
    clock.now = began + 2
    assert tries.count_try("10.0.0.7") == 0


def test_each_address_has_its_own_tries(clock: Clock) -> None:
    """Wrong tries from one address cause no wait for another."""
    tries = Tries(clock)
    for _ in range(20):
        tries.count_try("10.0.0.7")
    assert tries.count_try("10.0.0.8") == 0


def test_the_right_pin_clears_the_wrong_tries(clock: Clock) -> None:
    """The address has all its free tries again."""
    tries = Tries(clock)
    for _ in range(FREE_TRIES - 1):
        tries.count_try("10.0.0.7")
    tries.note_success("10.0.0.7")
    assert [tries.count_try("10.0.0.7") for _ in range(FREE_TRIES + 1)] == [0, 0, 0, 2]


def test_tries_are_forgotten_after_a_while(clock: Clock) -> None:
    """An address has its free tries again a quarter of an hour after its last wait, and no earlier."""
    tries = Tries(clock)
    for _ in range(FREE_TRIES):
        tries.count_try("10.0.0.7")
    clock.now += 2 + FORGET_AFTER - 1
    assert tries.count_try("10.0.0.7") == 0
    assert tries.count_try("10.0.0.7") == 4
    clock.now += 4 + FORGET_AFTER
    assert [tries.count_try("10.0.0.7") for _ in range(FREE_TRIES + 1)] == [0, 0, 0, 2]


def test_thousands_of_addresses_take_no_memory_and_gain_no_tries(clock: Clock) -> None:
    """All addresses beyond the first 64 share one count, until the first ones are forgotten."""
    tries = Tries(clock)
    taken = [tries.count_try(f"fd00::{number:x}") for number in range(5000)]
    assert len(tries._tried) == MAX_COUNTED + 1
    assert taken.count(0.0) == MAX_COUNTED + FREE_TRIES
    clock.now += LONGEST_WAIT + FORGET_AFTER
    assert tries.count_try("10.0.0.7") == 0
    assert len(tries._tried) == 1
