"""Guests who leave while a round is played: the game takes their seat away as soon as the sheet allows it."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AnswerDoubt,
    ChangeSeats,
    CorrectThrow,
    DrawNames,
    EndRoundNow,
    EnterDice,
    GameCommand,
    InsertThrow,
    NewGame,
    RedoStep,
    RingBell,
    SeatGuests,
    UndoStep,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import RULES, GuestList
from pi_bunco.game.moment import find_moment
from pi_bunco.game.refused import Refused
from pi_bunco.game.seats import is_free
from pi_bunco.rules import SHEETS, is_ghost, replay
from pi_bunco.rules.events import Seating
from pi_bunco.rules.night import Draw, Drawing
from pi_bunco.rules.seating import unseat_guests

NOTHING = {1: (2, 3, 6), 2: (1, 3, 6), 3: (1, 2, 6), 4: (1, 2, 6), 5: (1, 2, 6), 6: (1, 2, 5)}

Begin = Callable[..., Keeper]


@pytest.fixture
def begin(open_table: Callable[[], Keeper]) -> Begin:
    """Return a function that begins a game of this number of players."""

    def make(players: int, rules: str = "classic", **keys: Any) -> Keeper:
        keeper = open_table()
        keeper.handle(NewGame(rules, tuple(f"P{n}" for n in range(1, players + 1)), **keys))
        return keeper

    return make


def score(keeper: Keeper) -> None:
    """Let the first thrower of each table score two points."""
    target = keeper.book.played.target
    for table in keeper.tables:
        keeper.handle(EnterDice((target, target, 7 - target), table=table))


def play_round(keeper: Keeper, leave: tuple[str, ...] = (), come: tuple[str, ...] = ()) -> None:
    """Play a round in which these guests leave and come."""
    keeper.handle(RingBell())
    score(keeper)
    if leave or come:
        keeper.handle(SeatGuests(come=come, leave=leave))
    keeper.handle(EndRoundNow())
    while keeper.book.game.status == "playing":
        finish(keeper)


def finish(keeper: Keeper) -> None:
    """Let each table that still throws throw nothing."""
    for table in keeper.tables:
        if keeper.book.get_table(table).takes:
            keeper.handle(EnterDice(NOTHING[keeper.book.game.target], table=table))


def list_players(keeper: Keeper) -> set[str]:
    return {name for seats in keeper.book.game.seats for name in seats if not is_ghost(name)}


def list_automatic(keeper: Keeper) -> list[int]:
    """Return the numbers of the seatings of the game itself that count."""
    book = keeper.book
    return [seq for seq, line in enumerate(book.lines, 1) if line.is_automatic and seq not in book.gone]


@pytest.mark.parametrize(
    ("players", "leave", "come", "stay"),
    [
        (8, ("P2",), (), 7),
        (8, ("P1", "P2", "P3"), (), 5),  # several of one table
        (7, ("P5", "P6", "P7"), (), 4),  # a whole table but its ghost
        (8, ("P2",), ("Eve",), 8),  # who waits gets the free seat
        (8, ("P2",), ("Eve", "Fay"), 8),
        (3, ("P1", "P2"), (), 1),
        (2, ("P1",), ("Eve",), 2),
    ],
)
def test_ghost_takes_seat_when_round_is_over(
    begin: Begin, players: int, leave: tuple[str, ...], come: tuple[str, ...], stay: int
) -> None:
    """The game itself seats a ghost, or a guest who waits, on the chair of each leaver, and logs that."""
    keeper = begin(players)
    play_round(keeper, leave, come)
    assert len(list_players(keeper)) == stay
    assert not list_players(keeper).intersection(leave)
    assert keeper.book.guests.away == ()
    line = keeper.book.lines[-1]
    assert (line.by, line.guests, isinstance(line.event, Seating)) == (RULES, None, True)
    lines = keeper.book.to_dicts(keeper.book.next_seq)
    assert replay(map(json.dumps, lines)).error is None


def test_boxed_seat_is_free_at_end_of_set(begin: Begin) -> None:
    """Without ghosts a leaver keeps their seat until the next bell begins a set."""
    keeper = begin(5, "boxed", sets=2)
    play_round(keeper, leave=("P2", "P4"))
    assert list_players(keeper) == {"P1", "P2", "P3", "P4", "P5"}
    assert keeper.book.guests == GuestList((), ("P2", "P4"))
    assert not list_automatic(keeper)
    while keeper.book.game.set == 1:
        play_round(keeper)
    assert list_players(keeper) == {"P1", "P3", "P5"}
    assert keeper.book.guests == GuestList()


def test_last_player_stays(begin: Begin) -> None:
    """If all leave, a round can still end, and the last one to leave keeps their seat."""
    for rules in SHEETS:
        keeper = begin(4, rules, sets=2)
        for number in range(6):
            play_round(keeper, leave=() if number else ("P1", "P2", "P3", "P4"))
        assert keeper.book.guests.away[-1] == "P4"
        assert list_players(keeper) == {*keeper.book.guests.away}


def test_game_to_goal_keeps_one_table(begin: Begin) -> None:
    """In a game to a goal of its own, only as many guests get a seat as fit at its one table."""
    keeper = begin(3, "boxed", sets=2, options={"goal": 11})
    while keeper.book.game.set == 1:
        play_round(keeper, come=("Eve", "Fay") if keeper.book.game.round == 5 else ())
    assert list_players(keeper) == {"P1", "P2", "P3", "Eve"}
    assert keeper.book.guests.waiting == ("Fay",)


def test_seating_is_no_step_to_undo(begin: Begin) -> None:
    """Undo takes back the end of the round and the seating with it; at the next end there is one again."""
    keeper = begin(8)
    keeper.handle(RingBell())
    score(keeper)
    keeper.handle(SeatGuests(leave=("P2",)))
    before = keeper.book.game.seats
    keeper.handle(EndRoundNow())
    end = keeper.book.next_seq - 2
    seated = keeper.book.game.seats
    assert keeper.book.get_table_lines(1).undo == end
    keeper.handle(UndoStep(end))
    assert (keeper.book.game.status, keeper.book.game.seats) == ("playing", before)
    assert keeper.book.guests.away == ("P2",)
    keeper.handle(RedoStep(keeper.book.get_table_lines(1).redo or 0))
    assert keeper.book.game.seats == seated
    assert len(list_automatic(keeper)) == 1, "the old seating counts again, and no other follows"
    keeper.handle(UndoStep(keeper.book.get_table_lines(1).undo or 0))
    keeper.handle(EnterDice((2, 3, 4)))
    keeper.handle(EndRoundNow())
    assert keeper.book.game.seats == seated
    assert len(list_automatic(keeper)) == 1, "the old one stays unused"


def test_undone_leave(begin: Begin) -> None:
    """If a leave is undone, the player sits again, although the seating without them counts again."""
    keeper = begin(8, "houseparty")
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(EnterDice((2, 3, 4)))
    keeper.handle(SeatGuests(leave=("P2",)))
    keeper.handle(EnterDice((2, 3, 4), table=2))
    assert keeper.book.game.status == "ready"
    assert "P2" not in list_players(keeper)
    undo(keeper, 2)
    undo(keeper, 1)
    assert keeper.book.guests == GuestList()
    keeper.handle(RedoStep(keeper.book.get_table_lines(2).redo or 0, table=2))
    assert keeper.book.game.status == "ready"
    assert "P2" in list_players(keeper)


def undo(keeper: Keeper, table: int) -> None:
    keeper.handle(UndoStep(keeper.book.get_table_lines(table).undo or 0, table=table))


def test_correction_moves_others(begin: Begin) -> None:
    """If a correction changes who moves where, the seats follow it, and the leaver still has none."""
    keeper = begin(8, "houseparty")
    keeper.handle(RingBell())
    score(keeper)
    keeper.handle(SeatGuests(leave=("P2",)))
    keeper.handle(EndRoundNow())
    while keeper.book.game.status == "playing":
        finish(keeper)
    before, moved_before = keeper.book.game.seats, keeper.book.game.moved
    keeper.handle(InsertThrow(_find_throw(keeper, 2), (5, 5, 5), table=2))
    keeper.handle(CorrectThrow(_find_throw(keeper, 2), (2, 3, 6), table=2, sure=True))
    moved = keeper.book.game.moved
    assert (keeper.book.game.status, moved != moved_before) == ("ready", True)
    expected = [[name if name != "P2" else "ghost 1" for name in seats] for seats in moved]
    assert [[*seats] for seats in keeper.book.game.seats] == expected != [[*seats] for seats in before]


def _find_throw(keeper: Keeper, table: int) -> int:
    return next(
        seq
        for seq, line in enumerate(keeper.book.lines, 1)
        if line.dice is not None and keeper.book.is_at(seq, table)
    )


def test_seating_waits_for_doubt(begin: Begin, hands: Any) -> None:
    """While a throw of the round is in doubt nobody is seated; after the answer the seats follow at once."""
    keeper = begin(8)
    keeper.handle(RingBell())
    keeper.handle(SeatGuests(leave=("P2",)))
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(hands.throw(1, 1, 2, reason="a die is hidden", table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    assert keeper.book.game.status == "ready"
    assert "P2" in list_players(keeper)
    keeper.handle(AnswerDoubt(keeper.book.get_table_lines(2).pending[0], (1, 1, 2), table=2))
    assert "P2" not in list_players(keeper)


def test_seats_of_older_version(begin: Begin, open_table: Callable[[], Keeper]) -> None:
    """A game that was kept between the end of a round and the seating gets it at the bell."""
    keeper = begin(8)
    play_round(keeper, leave=("P2",))
    lines = [dict(line) for line in keeper.book.to_dicts(keeper.book.next_seq - 1)]
    keeper._log.start(lines[0])
    keeper._log.append(lines[1:])
    again = open_table()
    assert "P2" in list_players(again)
    again.handle(RingBell())
    assert "P2" not in list_players(again)
    assert again.book.game.status == "playing"


def test_seats_that_host_chooses_stay(begin: Begin) -> None:
    """The game changes nothing in seats that the host has drawn after the round."""
    keeper = begin(8)
    play_round(keeper, leave=("P2",))
    draft = keeper.draw_seats()
    keeper.handle(ChangeSeats(draft.tables))
    assert keeper.book.game.seats == draft.tables
    assert not any(seq > keeper.book.next_seq - 2 for seq in list_automatic(keeper))
    undo(keeper, 1)
    assert "P2" not in list_players(keeper)
    assert keeper.book.game.seats != draft.tables


def test_guest_whom_host_takes_out_stays_out(begin: Begin) -> None:
    """A guest who has waited and sat is not seated again if the host's new seats are without them."""
    keeper = begin(8)
    play_round(keeper, leave=("P2",), come=("Eve",))
    seats = keeper.book.game.seats
    without = tuple(tuple(name if name != "Eve" else "ghost 1" for name in table) for table in seats)
    keeper.handle(ChangeSeats(without))
    assert keeper.book.game.seats == without
    assert keeper.book.guests == GuestList()


def test_leaver_is_not_drawn(begin: Begin) -> None:
    """Nobody who has left in the last round is drawn for the semi-final or as the wild card."""
    keeper = begin(9, "tournament", sets=1)
    luck = Random(5)
    while keeper.book.game.status != "over":
        play_on(keeper, luck)
        last_round = keeper.book.game.status == "playing" and keeper.book.game.round == 6
        if last_round and not keeper.book.guests.away:
            keeper.handle(SeatGuests(leave=("P1", "P2", "P3")))
    left = keeper.book.night.left
    assert left == {"P1", "P2", "P3"}
    drawn = 0
    while not keeper.book.over:
        ask = find_moment(keeper.book).ask
        if isinstance(ask, Draw):
            drawn += 1
            assert not left.intersection(ask.among)
        play_on(keeper, luck)
    assert drawn > 1


def test_leaver_is_not_drawn_at_break(begin: Begin) -> None:
    """After the last round too, the break's drawing is among those who are still here."""
    keeper = begin(4, "casino")
    while keeper.book.game.status != "over":
        play_round(keeper, ("P1", "P2") if keeper.book.game.round == 6 else ())
    drawing = find_moment(keeper.book).drawing
    assert isinstance(drawing, Drawing)
    assert drawing.among == ("P3", "P4")
    keeper.handle(DrawNames())
    assert keeper.book.night.drawings.drawn[-1].player in drawing.among


def play_on(keeper: Keeper, luck: Random) -> None:
    """Make one step of a game: the bell, a throw, a draw."""
    book = keeper.book
    moment = find_moment(book)
    if throwing := [table for table in moment.tables if table.dice]:
        here = luck.choice(throwing)
        target = 1 if book.played.status != "playing" else book.played.target
        dice = (target,) * 3 if luck.random() < 0.4 else tuple(luck.choices(range(1, 7), k=3))
        if here.dice != 3 or here.throwers:
            dice = tuple(luck.choices(range(1, 7), k=here.dice))
        keeper.handle(EnterDice(dice, table=here.table))
    elif moment.ask is not None:
        keeper.handle(DrawNames())
    else:
        keeper.handle(RingBell())


@pytest.mark.parametrize("rules", SHEETS)
@pytest.mark.parametrize(
    ("players", "seed"),
    [
        *(pytest.param(*each, marks=pytest.mark.nightly) for each in ((2, 1), (12, 3), (16, 5))),
        (5, 2),
        (13, 4),
    ],
)
def test_no_leaver_sits_at_bell(
    begin: Begin, open_table: Callable[[], Keeper], rules: str, players: int, seed: int
) -> None:
    """In random games nobody who has left sits at a table at a bell, if the sheet can take the seat away.

    Guests come and leave, people undo and correct, and the program starts again in between.
    """
    keeper, luck = begin(players, rules, sets=2), Random(seed)
    names = (f"Q{n}" for n in range(100))
    seatings = 0
    for _ in range(250):
        if keeper.book.game.status == "over":
            break
        if keeper.book.game.status == "ready":
            check_seats(keeper.book)
        try:
            if luck.random() < 0.25:
                keeper.handle(choose_command(keeper, luck, names))
            else:
                play_on(keeper, luck)
        except Refused:
            continue
        seatings += len(list_automatic(keeper))
        if luck.random() < 0.02:
            keeper = open_table()
    assert seatings or players < 5
    record = keeper.book.to_dicts(keeper.book.next_seq)
    assert replay(map(json.dumps, record)).error is None


def choose_command(keeper: Keeper, luck: Random, names: Iterator[str]) -> GameCommand:
    """Return a random command that changes who is here or what has happened."""
    book, table = keeper.book, luck.choice(keeper.tables)
    lines = book.get_table_lines(table)
    throws = [seq for seq, line in enumerate(book.lines, 1) if line.dice and book.is_at(seq, table)]
    match luck.choice(("leave", "come", "return", "undo", "redo", "correct")):
        case "leave":
            return SeatGuests(leave=(luck.choice(sorted(list_players(keeper))),))
        case "return" if book.night.left:
            return SeatGuests(come=(luck.choice(sorted(book.night.left)),))
        case "undo" if lines.undo:
            return UndoStep(lines.undo, table=table)
        case "redo" if lines.redo:
            return RedoStep(lines.redo, table=table)
        case "correct" if throws:
            dice = (1, 2, luck.randint(1, 6))
            return CorrectThrow(luck.choice(throws[-4:]), dice, table=table, sure=True)
        case _:
            return SeatGuests(come=(next(names),))


def check_seats(book: Book) -> None:
    """Check that every seat of a leaver is one that the sheet cannot take away now."""
    assert not book.night.left.intersection(name for seats in book.game.seats for name in seats) - {
        *book.guests.away
    }
    if not book.in_doubt:
        for name in book.guests.away:
            change = unseat_guests(book.game.sheet, book.game.seats, [name], free=is_free(book))
            assert change.left_over == (name,)
