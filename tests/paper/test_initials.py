"""Initials tell the players apart."""

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.paper.rounds_side import LONGEST, make_initials


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=40, unique=True))
def test_no_two_initials_are_alike(names: list[str]) -> None:
    """Whatever their names, no two players have the same initials, and all fit a column."""
    short = make_initials(names)
    assert list(short) == names
    assert len(set(short.values())) == len(names)
    assert all(0 < len(each) <= LONGEST for each in short.values())


def test_initials_of_the_sheet() -> None:
    """The sheet's AJ and LL are the first letters of two words."""
    assert make_initials(["Laura Lee", "Amy Jones"]) == {"Laura Lee": "LL", "Amy Jones": "AJ"}


def test_initials_grow_until_they_differ() -> None:
    """Names that begin alike take a further letter; a number tells apart what nothing else does."""
    assert make_initials(["Ann", "Amy", "Bob"]) == {"Ann": "An", "Amy": "Am", "Bob": "B"}
    assert make_initials(["Anna", "Anne", "Bob"]) == {"Anna": "A1", "Anne": "A2", "Bob": "B"}
    assert make_initials(["A1", "Anna", "Anne"]) == {"A1": "A1", "Anna": "A2", "Anne": "A3"}


def test_initials_of_a_hall_of_namesakes() -> None:
    """Players whom no letters tell apart are numbered, each number once."""
    names = [f"Annemarie{'x' * n}" for n in range(500)]
    given = make_initials(names)
    assert list(given.values()) == [f"A{n}" for n in range(1, 501)]
