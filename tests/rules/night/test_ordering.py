"""Throws for the order: all throw, and tied players throw again among themselves."""

import pytest

from pi_bunco.rules import Misfit
from pi_bunco.rules.night.places import Ordering


def test_lowest_first() -> None:
    """The lowest goes first, and two tied pairs each throw again among themselves."""
    order = Ordering("ABCD", highest_first=False)
    order.record_all({"A": 5, "B": 2, "C": 5, "D": 2})
    assert (order.groups, order.tied, order.due, order.found) == (
        (("B", "D"), ("A", "C")),
        ("B", "D"),
        "B",
        None,
    )
    order.record_all({"A": 1, "C": 6})
    assert order.groups == (("B", "D"), ("A",), ("C",))
    order.record_all({"D": 3, "B": 3})
    assert order.tied == ("B", "D")
    order.record_all({"D": 3, "B": 4})
    assert order.found == ("D", "B", "A", "C")
    assert not order.tied
    assert order.due is None


def test_one_after_another_in_any_order() -> None:
    """Each player throws once; the first who has not thrown is due."""
    order = Ordering("ABC", highest_first=True)
    order.record("B", 7)
    assert order.due == "A"
    order.record("A", 18)
    assert order.due == "C"
    with pytest.raises(Misfit, match=r"^A does not throw for the order now; it is C's throw$"):
        order.record("A", 3)
    order.record("C", 7)
    assert (order.groups, order.due) == ((("A",), ("B", "C")), "B")
    with pytest.raises(Misfit, match=r"^A does not throw for the order now; it is B's throw$"):
        order.record("A", 3)
    with pytest.raises(Misfit, match=r"^Z does not throw for the order now; it is B's throw$"):
        order.record("Z", 3)
    order.record("C", 8)
    order.record("B", 7)
    assert order.found == ("A", "C", "B")
    with pytest.raises(Misfit, match=r"^B does not throw for the order now; the order is found$"):
        order.record("B", 3)


def test_only_tied_players_throw_together() -> None:
    """All tied players throw at the same time, and nobody else with them."""
    order = Ordering("ABC", highest_first=False)
    for names in ("AB", "ABCZ", ""):
        with pytest.raises(
            Misfit, match=r"^these do not throw for the order now; A, B and C throw one die each$"
        ):
            order.record_all(dict.fromkeys(names, 1))
    order.record_all({"A": 1, "B": 2, "C": 3})
    with pytest.raises(Misfit, match=r"^these do not throw for the order now; the order is found$"):
        order.record_all({"A": 1})


def test_order_of_one_or_none() -> None:
    """One player or none needs no throw."""
    assert Ordering("A", highest_first=True).found == ("A",)
    assert Ordering("", highest_first=True).found == ()
    assert Ordering("", highest_first=True).groups == ()
