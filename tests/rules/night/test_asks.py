"""Asks: which ones a night needs, and the events that their answers make."""

from pi_bunco.rules import Bell, DieOff, Game, Header, Missed, Other
from pi_bunco.rules.night import (
    CostumeQuestion,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
    Verify,
)


def test_needed_asks() -> None:
    """Throws, draws for a place and seatings are needed; drawings, staff and judges are not."""
    needed = (OrderThrow, RolloffThrow, PlaceDie, Draw, SeatSemiFinal, SemiFinal, FinalOrder, FinalThrow)
    assert all(ask.needed for ask in needed)
    assert not any(ask.needed for ask in (Drawing, Verify, CostumeQuestion))


def test_die_off_for_final_has_no_group() -> None:
    """A die-off for a place at the final table names no group."""
    event = PlaceDie(None, "buncos", ("A", "B")).make_event({"A": 1, "B": 6})
    assert event.to_dict() == {"event": "tournament:die_off", "place": "buncos", "dice": {"A": 1, "B": 6}}


def test_drawing_without_prize() -> None:
    """Without a prize, the drawing's event has no key for it."""
    assert Drawing(1, 2, ("A",)).make_event("A").to_dict() == {"event": "casino:drawing", "player": "A"}


def test_events_of_semi_final() -> None:
    """The events of a semi-final keep their keys, get a prefix, and count numbers from the seating."""
    header = {"record": "bunco/1", "rules": "tournament", "tables": [["A", "B", "C", "D"]]}
    ask = SemiFinal(Game(Header.parse(header)), 40)
    assert ask.make_event(Bell(raw={"event": "bell", "time": "21:00"})).to_dict() == {
        "event": "semi_final:bell",
        "time": "21:00",
    }
    missed = ask.make_event(Missed(3, 1, (1, 2, 3), called=True))
    assert isinstance(missed, Other)
    assert missed.name == "semi_final:missed"
    assert missed.to_dict() == {
        "event": "semi_final:missed",
        "after": 43,
        "table": 1,
        "dice": [1, 2, 3],
        "called": True,
    }
    assert ask.make_event(DieOff(1, {"A": 1, "B": 6})).to_dict() == {
        "event": "semi_final:die_off",
        "table": 1,
        "dice": {"A": 1, "B": 6},
    }
