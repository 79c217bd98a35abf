"""Guests arrive and leave, and seats are drawn in private before they are logged."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    ChangeSeats,
    EndRoundNow,
    EnterDice,
    NewGame,
    RingBell,
    SeatGuests,
    Stamp,
    UndoStep,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import GuestList, Line
from pi_bunco.game.refused import Refused
from pi_bunco.game.seats import change_guests, find_stand_in
from pi_bunco.room.live_room import LiveRoom
from pi_bunco.rules import is_ghost, replay
from pi_bunco.rules.events import Seating
from pi_bunco.views.room import make_room_view
from tests.game.conftest import show

Begin = Callable[..., Keeper]


@pytest.fixture
def begin(open_table: Callable[[], Keeper]) -> Begin:
    """Return a function that begins a game of this number of players and plays rounds."""

    def make(players: int, rules: str = "classic", rounds: int = 0, **keys: Any) -> Keeper:
        keeper = open_table()
        keeper.handle(NewGame(rules, tuple(f"P{n}" for n in range(1, players + 1)), **keys))
        for _ in range(rounds):
            play_round(keeper)
        return keeper

    return make


def play_round(keeper: Keeper) -> None:
    """Ring, let the first thrower of each table score, and end the round."""
    keeper.handle(RingBell())
    for table in keeper.tables:
        target = keeper.book.played.target
        keeper.handle(EnterDice((target, target, 7 - target), table=table))
    keeper.handle(EndRoundNow())
    assert keeper.book.game.status == "ready"


def list_seats(keeper: Keeper) -> list[list[str]]:
    return [[*table] for table in keeper.book.game.seats]


def test_late_guest_takes_ghosts_chair(begin: Begin) -> None:
    """A late guest takes the chair of a ghost, and one undo removes them again."""
    keeper = begin(7)
    keeper.handle(SeatGuests(come=("Eve",)))
    assert list_seats(keeper) == [["P1", "P2", "P3", "P4"], ["P5", "P6", "P7", "Eve"]]
    assert keeper.book.guests == GuestList()
    keeper.handle(UndoStep(keeper.book.next_seq - 1))
    assert list_seats(keeper)[1] == ["P5", "P6", "P7", "ghost 1"]


def test_seats_are_drawn_by_chance(open_table: Callable[[], Keeper]) -> None:
    """All players have a seat in the header, in a random order."""
    names = tuple(f"P{number}" for number in range(1, 41))
    keeper = open_table()
    keeper.handle(NewGame("classic", names, draw=True))
    seated = [name for table in keeper.book.game.seats for name in table]
    assert sorted(seated) == sorted(names)
    assert seated != list(names), "the chance of the same order is 1 in 10 to the 47th"


def test_guest_without_seat_waits(begin: Begin) -> None:
    """In a full room the page names the guests who wait, and they are seated with the next set."""
    keeper = begin(8, rounds=1, sets=2)
    keeper.handle(SeatGuests(come=("Eve", "Fay")))
    assert keeper.book.guests.waiting == ("Eve", "Fay")
    assert make_room_view(keeper).guests.says == ("Eve and Fay wait for a seat",)
    for _ in range(5):
        play_round(keeper)
    assert (keeper.book.game.set, keeper.book.game.round) == (2, 1)
    keeper.handle(SeatGuests())
    assert list_seats(keeper)[2][:2] == ["Eve", "Fay"]
    assert keeper.book.guests == GuestList()


def test_guest_waits_for_end_of_round(begin: Begin) -> None:
    """Guests who come or leave in a round are listed, and the seats change after it."""
    keeper = begin(7)
    keeper.handle(RingBell())
    keeper.handle(SeatGuests(come=("Eve",), leave=("P2",)))
    assert keeper.book.guests == GuestList(("Eve",), ("P2",))
    keeper.handle(EnterDice((1, 1, 6)))
    keeper.handle(EnterDice((1, 1, 6), table=2))
    keeper.handle(EndRoundNow())
    keeper.handle(SeatGuests())
    names = [name for table in list_seats(keeper) for name in table if not is_ghost(name)]
    assert sorted(names) == ["Eve", "P1", "P3", "P4", "P5", "P6", "P7"]
    assert keeper.book.guests == GuestList()


def test_leaver_without_ghost_keeps_seat(begin: Begin) -> None:
    """If no ghost can take the seat, the page names the player who throws for the leaver, who may return."""
    keeper = begin(3, "boxed", rounds=1, sets=2)
    keeper.handle(SeatGuests(leave=("P2",)))
    assert keeper.book.guests == GuestList((), ("P2",))
    table = list_seats(keeper)[0]
    left = table[(table.index("P2") + 1) % 3]
    assert find_stand_in(keeper.book, 1, "P2") == left
    assert make_room_view(keeper).guests.says == (
        f"Table 1: {left} throws for P2, who has left; the seat is free when the set is over",
    )
    keeper.handle(RingBell())
    for _ in range(3):
        now = show(keeper)
        assert now.stand_in == (left if now.thrower == "P2" else None)
        keeper.handle(EnterDice((1, 3, 4)))  # no points in round 2, so the dice pass on
    keeper.handle(SeatGuests(come=("P2",)))
    assert keeper.book.guests == GuestList()


def test_partner_throws_for_ghost(begin: Begin) -> None:
    """The partner throws for a ghost; if both are ghosts, the player to the left throws."""
    book = begin(7).book
    assert (find_stand_in(book, 2, "ghost 1"), find_stand_in(book, 2, "P5")) == ("P6", None)
    assert find_stand_in(begin(2).book, 1, "ghost 2") == "P2"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (SeatGuests(come=("P1",)), "'P1' is here already."),
        (SeatGuests(leave=("Nobody",)), "There is no 'Nobody' in the room."),
        (SeatGuests(come=("p1",)), "Two players are called 'P1' and 'p1'."),
        (SeatGuests(come=("ghost 9",)), "A player cannot be called 'ghost 9': ghosts are."),
        (SeatGuests(come=tuple(f"Q{n}" for n in range(94))), "A room takes 2 to 100 players, not 101."),
    ],
)
def test_wrong_names_are_refused(begin: Begin, command: SeatGuests, reason: str) -> None:
    """One sentence names what is wrong, and nothing is logged."""
    keeper = begin(7)
    before = keeper.book.next_seq
    with pytest.raises(Refused) as refused:
        keeper.handle(command)
    assert (refused.value.text, keeper.book.next_seq) == (reason, before)


@pytest.mark.parametrize("twin", ["Jose\u0301", "JOSÉ", "Jo\u200bsé", "José\u200f", "\u00a0José  "])
def test_names_that_look_alike_are_one_person(begin: Begin, twin: str) -> None:
    """A guest cannot come twice, at once or later. A guest who left comes back as the same person."""
    keeper = begin(6)
    with pytest.raises(Refused, match="Two players are called"):
        keeper.handle(SeatGuests(come=("José", twin)))
    keeper.handle(SeatGuests(come=("José",)))
    with pytest.raises(Refused, match=r"'José' is here already|Two players are called 'José' and 'JOSÉ'"):
        keeper.handle(SeatGuests(come=(twin,)))
    with pytest.raises(Refused, match="Two players are called"):
        keeper.handle(ChangeSeats((("P1", "P2", "P3", "José"), ("P4", "P5", "P6", twin))))
    keeper.handle(SeatGuests(leave=(twin,)))
    assert "José" not in {name for table in list_seats(keeper) for name in table}
    keeper.handle(SeatGuests(come=(twin,)))
    assert "José" in {name for table in list_seats(keeper) for name in table}


def test_new_names_are_cleaned(begin: Begin, open_table: Callable[[], Keeper]) -> None:
    """A new name is logged composed and without invisible signs; a sign inside an emoji stays."""
    keeper = begin(6)
    keeper.handle(SeatGuests(come=("Zoe\u0308\u200b  K.", "👩\u200d👧")))
    assert {"Zoë K.", "👩\u200d👧"} < {name for table in list_seats(keeper) for name in table}
    keeper.handle(ChangeSeats((("P1", "P2", "P3", "P4"), ("P5", "p6", "Gu\u00ads", "ghost 1"))))
    assert list_seats(keeper)[1] == ["P5", "P6", "Gus", "ghost 1"]
    keeper = open_table()
    keeper.handle(NewGame("classic", ("A\u200bnn", "Jose\u0301")))
    assert list_seats(keeper)[0][:2] == ["Ann", "José"]
    for twins in (("José", "Jose\u0301"), ("Ann", "ann\u200e")):
        with pytest.raises(Refused, match="Two players are called"):
            keeper.handle(NewGame("classic", twins))
    with pytest.raises(Refused, match="ghosts are"):
        keeper.handle(NewGame("classic", ("Ann", "G\u200bhost")))


def test_an_older_game_keeps_its_names() -> None:
    """Names that older versions logged are replayed letter by letter, and guests may still come and leave."""
    seats = ["José", "Jose\u0301", "Zo\u200bë", "ann" * 20]
    book = Book([{"record": "bunco/1", "rules": "classic", "tables": [seats], "options": {}}])
    assert [*book.game.seats[0]] == seats
    change_guests(book, SeatGuests(come=("Eve",), leave=("Jose\u0301",)), Stamp("tap", "", ""))
    assert {name for table in book.game.seats for name in table} >= {"José", "Zo\u200bë", "ann" * 20, "Eve"}
    assert "Jose\u0301" not in {name for table in book.game.seats for name in table}


def test_players_sit_at_chosen_tables(open_table: Callable[[], Keeper]) -> None:
    """The tables of a new game may be chosen. Ghosts fill them, nothing is drawn, nobody sits alone."""
    keeper = open_table()
    five = ("Ann", "Bob", "Cy", "Di", "Eve")
    keeper.handle(NewGame("classic", five, tables=(2, 1, 2, 1, 2), draw=True))
    assert list_seats(keeper) == [["Bob", "Di", "ghost 1", "ghost 2"], ["Ann", "Cy", "Eve", "ghost 3"]]
    for tables, reason in (
        ((1, 1, 1, 1, 2), "1 player would sit at table 2"),
        ((1,) * 5, "5 players would sit"),
    ):
        with pytest.raises(Refused, match=reason):
            keeper.handle(NewGame("classic", five, tables=tables))
    with pytest.raises(Refused, match="5 players of boxed sit at tables of"):
        keeper.handle(NewGame("boxed", five, tables=(1, 1, 2, 2, 2)))


def test_guests_in_record(begin: Begin) -> None:
    """Other programs can read the seats of a record; ours also reads the waiting guests."""
    keeper = begin(8, rounds=1)
    keeper.handle(SeatGuests(come=("Eve",), leave=("P2",)))
    keeper.handle(SeatGuests(come=("Fay",)))
    lines = keeper.book.to_dicts(keeper.book.next_seq)
    assert lines[-2]["event"] == "seating"
    assert {**lines[-1], "time": "", "by": ""} == {
        "event": "room:guests", "waiting": ["Fay"], "away": [], "time": "", "by": ""}  # fmt: skip
    reread = Book(lines)
    assert reread.guests == keeper.book.guests
    assert replay(map(json.dumps, lines)).error is None


@pytest.fixture
def room(begin: Begin) -> Iterator[LiveRoom]:
    room = LiveRoom(begin(8, rounds=1, sets=2), {})
    yield room
    room.close()


def test_seats_are_drawn_in_private(room: LiveRoom) -> None:
    """Each draw is another; no page changes before a draw is published, and then all pages change."""
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


def test_draw_is_void_after_leaver(room: LiveRoom) -> None:
    """A draw cannot be published if a player has left since."""
    draft = room.draw_seats().draft
    assert draft is not None
    room.ask(SeatGuests(leave=("P3",)))
    assert room.view_seats().draft.fits is False  # type: ignore[union-attr]
    with pytest.raises(Refused, match="have come or left"):
        room.publish_seats(draft.number)


def test_no_draw_in_round(room: LiveRoom) -> None:
    """Seats cannot be drawn while a round is played."""
    room.ask(RingBell())
    with pytest.raises(Refused, match="between rounds"):
        room.draw_seats()


def test_draw_before_set_seats_waiting_guests(begin: Begin) -> None:
    """Before a set the draw includes waiting guests, with as many tables as needed."""
    keeper = begin(7)
    keeper.handle(SeatGuests(come=("Eve", "Fay", "Gus")))
    draft = keeper.draw_seats()
    names = [name for table in draft.tables for name in table]
    assert (len(draft.tables), len(names)) == (3, 12)
    assert {"Eve", "Fay", "Gus"} < draft.people
    keeper.book.add(Line(Seating(draft.tables)))
    assert len(keeper.tables) == 3


def test_two_guests_swap_seats(room: LiveRoom) -> None:
    """Only the host sees it before it is published; then it is logged, and one undo takes it back."""
    before = room.view_seats().tables
    first, second = before[0][0], before[1][2]
    draft = room.swap_seats((first, second)).draft
    assert draft is not None
    assert (draft.tables[0][0], draft.tables[1][2]) == (second, first)
    assert room.view_seats().tables == before
    assert room.publish_seats(draft.number).tables == draft.tables
    assert replay(map(json.dumps, room._keeper.book.to_dicts(room._keeper.book.next_seq))).error is None
    undo = room.view().can.undo
    assert undo is not None
    assert (undo.what, undo.host) == ("Undo the new seats", True)
    room.ask(UndoStep(undo.seq))
    assert room.view_seats().tables == before


def test_swaps_add_up_until_they_are_dropped(room: LiveRoom) -> None:
    """Each swap is made in the seats that were drawn or swapped last."""
    before = room.view_seats().tables
    names = before[0]
    room.swap_seats((names[0], names[1]))
    draft = room.swap_seats((names[1], names[2])).draft
    assert draft is not None
    assert draft.tables[0][:3] == (names[2], names[0], names[1])
    assert room.drop_seats().draft is None
    with pytest.raises(Refused, match="not the seats that were drawn last"):
        room.publish_seats(draft.number)
    assert room.view_seats().tables == before


def test_a_guest_is_seated_by_hand(begin: Begin) -> None:
    """A guest takes an empty chair, and a guest who waits takes nobody's seat by a slip of a finger."""
    room = LiveRoom(begin(7, rounds=1), {})
    ghost = next(name for seats in room.view_seats().tables for name in seats if is_ghost(name))
    draft = room.swap_seats((ghost, "P2")).draft
    assert draft is not None
    assert {*draft.tables[0], *draft.tables[1]} == {*(f"P{n}" for n in range(1, 8)), ghost}
    room.drop_seats()
    room.ask(SeatGuests(come=("Eve", "Fay")))
    assert room.view_seats().waiting == ("Fay",)
    with pytest.raises(Refused, match="P2 would lose their seat"):
        room.swap_seats(("P2", "Fay"))
    room.close()


def test_nobody_swaps_in_a_round_or_with_strangers(room: LiveRoom) -> None:
    """The refusal says what to do instead."""
    with pytest.raises(Refused, match="no 'Zoe' in the room"):
        room.swap_seats(("Zoe", "P1"))
    room.ask(RingBell())
    with pytest.raises(Refused, match="between rounds"):
        room.swap_seats(("P1", "P2"))


def test_who_plays_for_a_guest_takes_their_chair(begin: Begin) -> None:
    """One leaves and another comes in one step between rounds; the card of each stays their own."""
    room = LiveRoom(begin(8, rounds=1), {})
    at = next(
        (table, seats.index("P3")) for table, seats in enumerate(room.view_seats().tables) if "P3" in seats
    )
    room.ask(SeatGuests(come=("Eve",), leave=("P3",)))
    assert room.view_seats().tables[at[0]][at[1]] == "Eve"
    room.close()
