"""Which asks a night must have answered to be over, and the events that they make."""

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


def test_needed() -> None:
    """What is thrown, drawn for a place or seated must be; drawings, staff and judges can wait."""
    needed = (OrderThrow, RolloffThrow, PlaceDie, Draw, SeatSemiFinal, SemiFinal, FinalOrder, FinalThrow)
    assert all(ask.needed for ask in needed)
    assert not any(ask.needed for ask in (Drawing, Verify, CostumeQuestion))


def test_a_place_at_the_final_table_has_no_group() -> None:
    """A die-off for a place at the final table names no group."""
    event = PlaceDie(None, "buncos", ("A", "B")).make_event({"A": 1, "B": 6})
    assert event.to_dict() == {"event": "tournament:die_off", "place": "buncos", "dice": {"A": 1, "B": 6}}


def test_a_drawing_without_a_prize() -> None:
    """Where the prize is not told the event has none."""
    assert Drawing(1, 2, ("A",)).make_event("A").to_dict() == {"event": "casino:drawing", "player": "A"}


def test_events_of_the_semi_final() -> None:
    """All keys stay, the name gets its prefix, and numbers count from the seating."""
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
