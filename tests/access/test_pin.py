"""The host's PIN."""

import pytest

from pi_bunco.access.pin import BadPin, Pin


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
