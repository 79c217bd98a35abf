"""Guests come and go, and seats are drawn in private before they are logged."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import EndRoundNow, EnterDice, NewGame, RingBell, SeatGuests, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import GuestList, Line
from pi_bunco.game.refused import Refused
from pi_bunco.game.seats import find_stand_in
from pi_bunco.rules import is_ghost, replay
from pi_bunco.rules.events import Seating
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.live import LiveRoom
from pi_bunco.views.room import make_room_view
from pi_bunco.views.show import DeviceStatus, make_table_view

AROUND = DeviceStatus(CameraStatus("none", "no camera", mock=False))
Begin = Callable[..., Keeper]


@pytest.fixture
def begin(open_table: Callable[[], Keeper]) -> Begin:
    """Begin a game of so many players; ``rounds`` of them are played."""

    def make(players: int, rules: str = "classic", rounds: int = 0, **keys: Any) -> Keeper:
        keeper = open_table()
        keeper.handle(NewGame(rules, tuple(f"P{n}" for n in range(1, players + 1)), **keys))
        for _ in range(rounds):
            play_round(keeper)
        return keeper

    return make


def play_round(keeper: Keeper) -> None:
    """Ring, let each table's first thrower score, and end the round."""
    keeper.handle(RingBell())
    for table in keeper.tables:
        target = keeper.book.played.target
        keeper.handle(EnterDice((target, target, 7 - target), table=table))
    keeper.handle(EndRoundNow())
    assert keeper.book.game.status == "ready"


def seats(keeper: Keeper) -> list[list[str]]:
    return [[*table] for table in keeper.book.game.seats]


def test_a_late_guest_takes_a_ghosts_chair(begin: Begin) -> None:
    """They play on from then, and one undo takes it all back."""
    keeper = begin(7)
    keeper.handle(SeatGuests(come=("Eve",)))
    assert seats(keeper) == [["P1", "P2", "P3", "P4"], ["P5", "P6", "P7", "Eve"]]
    assert keeper.book.guests == GuestList()
    keeper.handle(UndoStep(keeper.book.next_seq - 1))
    assert seats(keeper)[1] == ["P5", "P6", "P7", "ghost 1"]


def test_chance_decides_who_sits_where(open_table: Callable[[], Keeper]) -> None:
    """Everybody sits somewhere, in an order that was not given; it is in the record's header."""
    names = tuple(f"P{number}" for number in range(1, 41))
    keeper = open_table()
    keeper.handle(NewGame("classic", names, draw=True))
    seated = [name for table in keeper.book.game.seats for name in table]
    assert sorted(seated) == sorted(names)
    assert seated != list(names), "one order in 10 to the 47th"


def test_who_cannot_sit_waits_by_name_and_is_seated_with_the_next_set(begin: Begin) -> None:
    """In a full room the number of tables is fixed until the next set; the room says who waits."""
    keeper = begin(8, rounds=1, sets=2)
    keeper.handle(SeatGuests(come=("Eve", "Fay")))
    assert keeper.book.guests.waiting == ("Eve", "Fay")
    assert make_room_view(keeper).guests.says == ("Eve waits for a seat", "Fay waits for a seat")
    for _ in range(5):
        play_round(keeper)
    assert (keeper.book.game.set, keeper.book.game.round) == (2, 1)
    keeper.handle(SeatGuests())
    assert seats(keeper)[2][:2] == ["Eve", "Fay"]
    assert keeper.book.guests == GuestList()


def test_who_comes_in_a_round_waits_for_its_end(begin: Begin) -> None:
    """Their name is kept, and nobody's seat changes while dice roll."""
    keeper = begin(7)
    keeper.handle(RingBell())
    keeper.handle(SeatGuests(come=("Eve",), leave=("P2",)))
    assert keeper.book.guests == GuestList(("Eve",), ("P2",))
    keeper.handle(EnterDice((1, 1, 6)))
    keeper.handle(EnterDice((1, 1, 6), table=2))
    keeper.handle(EndRoundNow())
    keeper.handle(SeatGuests())
    names = [name for table in seats(keeper) for name in table if not is_ghost(name)]
    assert sorted(names) == ["Eve", "P1", "P3", "P4", "P5", "P6", "P7"]
    assert keeper.book.guests == GuestList()


def test_who_leaves_a_table_without_ghosts_keeps_the_seat(begin: Begin) -> None:
    """The page says who throws for them; they may come back, and between sets the seat goes."""
    keeper = begin(3, "boxed", rounds=1, sets=2)
    keeper.handle(SeatGuests(leave=("P2",)))
    assert keeper.book.guests == GuestList((), ("P2",))
    at = seats(keeper)[0]
    left = at[(at.index("P2") + 1) % 3]
    assert find_stand_in(keeper.book, 1, "P2") == left
    assert make_room_view(keeper).guests.says == (f"Table 1: {left} throws for P2, who has left",)
    keeper.handle(RingBell())
    for _ in range(3):
        now = make_table_view(keeper, 1, AROUND)
        assert now.stand_in == (left if now.thrower == "P2" else None)
        keeper.handle(EnterDice((1, 3, 4)))  # nobody rolls for any of them in round 2
    keeper.handle(SeatGuests(come=("P2",)))
    assert keeper.book.guests == GuestList()


def test_a_partner_throws_for_a_ghost(begin: Begin) -> None:
    """Where the partner is a ghost too, the player to the left does."""
    book = begin(7).book
    assert (find_stand_in(book, 2, "ghost 1"), find_stand_in(book, 2, "P5")) == ("P6", None)
    assert find_stand_in(begin(2).book, 1, "ghost 2") == "P2"


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (SeatGuests(come=("P1",)), "'P1' is here already."),
        (SeatGuests(leave=("Nobody",)), "There is no 'Nobody' in the room."),
        (SeatGuests(come=("p1",)), "Two players are called 'P1' and 'p1'."),
        (SeatGuests(come=("ghost 9",)), "A player cannot be called 'ghost 9': ghosts are."),
        (SeatGuests(come=tuple(f"Q{n}" for n in range(94))), "A room takes 2 to 100 players, not 101."),
    ],
)
def test_names_that_cannot_be_are_refused(begin: Begin, asked: SeatGuests, says: str) -> None:
    """One sentence names what is wrong, and nothing is logged."""
    keeper = begin(7)
    before = keeper.book.next_seq
    with pytest.raises(Refused) as refused:
        keeper.handle(asked)
    assert (refused.value.text, keeper.book.next_seq) == (says, before)


def test_the_guests_are_in_the_record(begin: Begin) -> None:
    """Another program reads the seats alone; ours reads who waits too."""
    keeper = begin(8, rounds=1)
    keeper.handle(SeatGuests(come=("Eve",), leave=("P2",)))
    keeper.handle(SeatGuests(come=("Fay",)))
    lines = keeper.book.to_dicts(keeper.book.next_seq)
    assert lines[-2]["event"] == "seating"
    assert {**lines[-1], "time": "", "by": ""} == {
        "event": "room:guests", "waiting": ["Fay"], "away": [], "time": "", "by": ""}  # fmt: skip
    again = Book(lines)
    assert again.guests == keeper.book.guests
    assert replay(map(json.dumps, lines)).error is None


@pytest.fixture
def room(begin: Begin) -> Iterator[LiveRoom]:
    room = LiveRoom(begin(8, rounds=1, sets=2), {})
    yield room
    room.close()


def test_seats_are_drawn_in_private(room: LiveRoom) -> None:
    """Each draw is another; nobody's page changes before one is published, and then all do."""
    before = room.view_seats()
    assert before.draft is None
    first, second = room.draw_seats().draft, room.draw_seats().draft
    assert first is not None
    assert second is not None
    assert first.tables != second.tables
    assert room.view_seats().tables == before.tables
    with pytest.raises(Refused, match="not the seats that were drawn last"):
        room.publish_seats(first.number)
    after = room.publish_seats(second.number)
    assert (after.tables, after.draft) == (second.tables, None)
    assert [player.name for player in room.view(2).players] == [*second.tables[1]]


def test_a_draw_is_void_when_somebody_leaves(room: LiveRoom) -> None:
    """Those who are drawn must be those who are here."""
    draft = room.draw_seats().draft
    assert draft is not None
    room.ask(SeatGuests(leave=("P3",)))
    assert room.view_seats().draft.fits is False  # type: ignore[union-attr]
    with pytest.raises(Refused, match="have come or left"):
        room.publish_seats(draft.number)


def test_nothing_is_drawn_in_a_round(room: LiveRoom) -> None:
    """Seats change between rounds."""
    room.ask(RingBell())
    with pytest.raises(Refused, match="between rounds"):
        room.draw_seats()


def test_a_draw_before_a_set_seats_those_who_wait(begin: Begin) -> None:
    """Between sets all who are here are drawn, at as many tables as they need."""
    keeper = begin(7)
    keeper.handle(SeatGuests(come=("Eve", "Fay", "Gus")))
    draft = keeper.draw_seats()
    names = [name for table in draft.tables for name in table]
    assert (len(draft.tables), len(names)) == (3, 12)
    assert {"Eve", "Fay", "Gus"} < draft.people
    keeper.book.add(Line(Seating(draft.tables)))
    assert len(keeper.tables) == 3
