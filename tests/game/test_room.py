"""A room of several tables: each plays for itself, and one bell is for all."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    ChangeSeats,
    Command,
    CorrectThrow,
    CountTally,
    DismissDoubt,
    EndRoundNow,
    EnterDice,
    NewGame,
    RedoStep,
    RingBell,
    UndoStep,
)
from pi_bunco.game.keeper import CommandEffect, Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.rules import SHEETS, Counted, seat_first_tables
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.room import make_room_view
from tests.at_night import leave_to_night
from tests.game.conftest import get_scores, list_kinds, show

NOTHING = {1: (2, 3, 6), 2: (1, 3, 6), 3: (1, 2, 6), 4: (1, 2, 6), 5: (1, 2, 6), 6: (1, 2, 5)}


@pytest.fixture
def begin(open_table: Callable[[], Keeper]) -> Callable[..., Keeper]:
    """Return a function that begins a room of this number of players, in its first round."""

    def make(rules: str = "classic", players: int = 12, **keys: Any) -> Keeper:
        keeper = open_table()
        keeper.handle(NewGame(rules, tuple(f"P{n}" for n in range(1, players + 1)), **keys))
        keeper.handle(RingBell())
        return keeper

    return make


def test_tap_changes_only_its_table(begin: Callable[..., Keeper]) -> None:
    """A tap scores at its table, and the pages of other tables are not drawn again."""
    keeper = begin()
    effect = keeper.handle(EnterDice((1, 1, 4), table=3))
    assert effect == CommandEffect(frozenset({3}))
    assert [get_scores(keeper, table) for table in (1, 2, 3)] == [[0, 0], [0, 0], [2, 0]]
    assert (show(keeper, 3).thrower, show(keeper, 1).thrower) == ("P9", "P1")


def test_bell_is_for_all_tables(begin: Callable[..., Keeper]) -> None:
    """Each table's page shows the end of the round, and the reason of the stop."""
    keeper = begin()
    effect = keeper.handle(EnterDice((1, 1, 1)))
    assert effect.tables == {1, 2, 3}
    assert list_kinds(effect) == ["bunco", "end"]
    for table in (2, 3):
        (alert,) = map(make_alert, effect.news[table])
        assert (alert.title, alert.text) == ("STOP", "Round 1 is over. Equal scores: a roll-off decides")
    assert make_room_view(keeper).moment.now == ("Set 1, round 1 has ended: roll-offs decide tables 2 and 3.")


def test_started_turn_is_finished(begin: Callable[..., Keeper]) -> None:
    """In casino a started turn goes on, and its page names the player who finishes it; others stop."""
    keeper = begin("casino")
    keeper.handle(EnterDice((1, 1, 4), table=2))
    news = keeper.handle(EnterDice((1, 1, 1))).news
    assert [(alert.title, alert.text) for alert in map(make_alert, news[2])] == [
        ("Round 1 is over", "P5 finishes their turn")
    ]
    assert [make_alert(each).title for each in news[3]] == ["STOP"]


def test_each_table_has_its_undo(begin: Callable[..., Keeper]) -> None:
    """Each table undoes and redoes only its own steps."""
    keeper = begin()
    keeper.handle(EnterDice((1, 1, 4), table=3))
    keeper.handle(EnterDice((1, 2, 2), table=2))
    undo = show(keeper, 3).can.undo
    assert undo is not None
    assert undo.what == "Undo +2"
    with pytest.raises(Refused, match="moved on"):
        keeper.handle(UndoStep(undo.seq, table=2))
    keeper.handle(UndoStep(undo.seq, table=3))
    assert [get_scores(keeper, table) for table in (2, 3)] == [[1, 0], [0, 0]]
    assert show(keeper, 3).can.undo is None
    redo = show(keeper, 3).can.redo
    assert redo is not None
    keeper.handle(RedoStep(redo.seq, table=3))
    assert get_scores(keeper, 3) == [2, 0]


def test_undo_of_bell(begin: Callable[..., Keeper]) -> None:
    """Only the head table can undo the bell, and only while no other table has gone on."""
    keeper = begin()
    bell = show(keeper, 1).can.undo
    assert bell is not None
    assert bell.what == "Undo the bell"
    assert show(keeper, 2).can.undo is None
    keeper.handle(EnterDice((1, 1, 4), table=2))
    with pytest.raises(Refused, match=r"Table 2 has gone on since\. First undo what was done"):
        keeper.handle(UndoStep(bell.seq))
    taken = show(keeper, 2).can.undo
    assert taken is not None
    keeper.handle(UndoStep(taken.seq, table=2))
    keeper.handle(UndoStep(bell.seq))
    assert show(keeper, 2).phase == "ready"


def test_doubt_stops_only_its_table(begin: Callable[..., Keeper], hands: Any) -> None:
    """Other tables score on, and only the doubt's table can answer it."""
    keeper = begin()
    keeper.handle(hands.throw(1, 1, 4, reason="Glare.", table=3))
    doubt = show(keeper, 3).doubt
    assert doubt is not None
    assert [show(keeper, table).can.enter for table in (1, 2, 3)] == [True, True, False]
    assert show(keeper, 1).doubt is None
    keeper.handle(EnterDice((1, 2, 2), table=2))
    for wrong in (AnswerDoubt(doubt.seq, (1, 1, 1), table=2), DismissDoubt(doubt.seq)):
        with pytest.raises(Refused, match="Nothing doubtful"):
            keeper.handle(wrong)
    keeper.handle(hands.throw(1, 5, 6, table=3))
    keeper.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=3))
    assert [get_scores(keeper, table) for table in (2, 3)] == [[1, 0], [3, 0]]


def test_doubtful_throw_before_bell_counts(begin: Callable[..., Keeper], hands: Any) -> None:
    """A throw that was in doubt at the bell counts in its round when it is answered later."""
    keeper = begin()
    keeper.handle(hands.throw(1, 1, 4, reason="Glare.", table=3))
    keeper.handle(hands.throw(1, 5, 6, table=3))
    keeper.handle(EnterDice((1, 1, 1)))
    room = make_room_view(keeper)
    assert room.ended
    assert room.moment.now == "Set 1, round 1 has ended, but a throw at table 3 is in doubt."
    doubt = show(keeper, 3).doubt
    assert doubt is not None
    keeper.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=3))
    assert get_scores(keeper, 3) == [3, 0]
    assert show(keeper, 3).sides[0].winner
    assert show(keeper, 3).unused == ()


def test_next_bell_waits_for_doubt(begin: Callable[..., Keeper], hands: Any) -> None:
    """Until a doubt is answered, no bell and no new seats are possible, as the winner may change."""
    keeper = begin()
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 1, 4), table=3))
    keeper.handle(EnterDice((2, 3, 6), table=3))
    keeper.handle(hands.throw(1, 1, 4, reason="Glare.", table=3))
    keeper.handle(EnterDice((1, 1, 1)))
    room = make_room_view(keeper)
    assert (room.status, room.moment.waiting) == ("ready", (3,))
    assert room.moment.now == "Set 1, round 1 has ended, but a throw at table 3 is in doubt."
    assert not show(keeper, 1).can.ring
    for command in (RingBell(), ChangeSeats(keeper.book.game.seats)):
        with pytest.raises(Refused, match=r"A throw at table 3 is still in doubt\. Answer it"):
            keeper.handle(command)
    doubt = show(keeper, 3).doubt
    assert doubt is not None
    keeper.handle(AnswerDoubt(doubt.seq, (1, 1, 4), table=3))
    assert make_room_view(keeper).moment.now == ("Set 1, round 1 has ended: a roll-off decides table 3.")
    assert get_scores(keeper, 3) == [2, 2]


def test_dice_after_bell_do_not_count(begin: Callable[..., Keeper], hands: Any) -> None:
    """At a table that had to stop, dice after the bell are logged as uncounted."""
    keeper = begin()
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(hands.throw(1, 1, 1, table=2))
    assert get_scores(keeper, 2) == [2, 0]
    assert keeper.book.lines[-1].name == "camera:uncounted"


def test_corrections_stay_at_their_table(begin: Callable[..., Keeper]) -> None:
    """A throw of table 3 can be corrected only at table 3."""
    keeper = begin()
    keeper.handle(EnterDice((1, 1, 4), table=3))
    seq = show(keeper, 3).course[0].seq
    with pytest.raises(Refused, match="There is no throw"):
        keeper.handle(CorrectThrow(seq, (1, 4, 4), table=2))
    keeper.handle(CorrectThrow(seq, (1, 4, 4), table=3))
    assert get_scores(keeper, 3) == [1, 0]


@pytest.mark.parametrize(
    "command",
    [EnterDice((1, 1, 4), table=2, token="a"), CountTally(Counted((9, 3)), table=2, token="a")],
)
def test_repeated_tap_changes_nothing(begin: Callable[..., Keeper], command: Command) -> None:
    """A tap that is sent twice counts once, and the second is no error."""
    keeper = begin()
    assert keeper.handle(command).tables == {2}
    before = get_scores(keeper, 2)
    assert keeper.handle(command) == CommandEffect()
    assert get_scores(keeper, 2) == before


def test_call_counts_at_its_table(begin: Callable[..., Keeper]) -> None:
    """A call at table 2 counts the last throw of table 2."""
    keeper = begin(options={"calls": True})
    keeper.handle(EnterDice((1, 1, 1), table=2))
    with pytest.raises(Refused, match="nothing to call"):
        keeper.handle(CallThrow(table=3))
    keeper.handle(CallThrow(table=2))
    assert get_scores(keeper, 2) == [21, 0]


def test_table_on_paper(begin: Callable[..., Keeper]) -> None:
    """A tally decides its table, and an undo makes the round wait for the table again."""
    keeper = begin("houseparty")
    keeper.handle(EnterDice((1, 1, 4), table=2))
    keeper.handle(EnterDice((2, 3, 6), table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(EnterDice((2, 3, 6)))
    assert make_room_view(keeper).moment.now == "Round 1 has ended: a roll-off decides table 3."
    keeper.handle(CountTally(Counted((15, 12), buncos={"P9": 1}), table=3))
    assert show(keeper, 1).phase == "ready"
    undo = show(keeper, 3).can.undo
    assert undo is not None
    assert undo.what == "Undo the tally"
    keeper.handle(UndoStep(undo.seq, table=3))
    assert make_room_view(keeper).moment.waiting == (3,)


def test_seats_change_between_rounds(begin: Callable[..., Keeper]) -> None:
    """A late guest gets a seat, and the head table can undo the new seats."""
    keeper = begin("casino", 11)
    keeper.handle(EndRoundNow())
    for table in (1, 2, 3):
        keeper.handle(EnterDice((1, 2, 3), table=table))
    seats = [[*table] for table in keeper.book.game.seats]
    assert "ghost 1" in {name for table in seats for name in table}
    seated = tuple(tuple("Zoe" if name == "ghost 1" else name for name in table) for table in seats)
    with pytest.raises(Refused, match="Two players are called 'P1' and 'p1'"):
        keeper.handle(ChangeSeats((("P1", "p1", "P2", "P3"),)))
    keeper.handle(ChangeSeats(seated))
    assert "Zoe" in {player.name for table in (1, 2, 3) for player in show(keeper, table).players}
    undo = show(keeper, 1).can.undo
    assert undo is not None
    assert undo.what == "Undo the new seats"
    keeper.handle(UndoStep(undo.seq))
    assert "Zoe" not in keeper.book.game.players


@pytest.mark.parametrize(("players", "more", "fewer"), [(8, 13, 4), (5, 6, 3), (4, 5, 2)])
def test_new_set_has_other_tables(begin: Callable[..., Keeper], players: int, more: int, fewer: int) -> None:
    """All pages can be shown before and after the bell; the page of a removed table says so."""
    keeper = begin("boxed", players, sets=3)
    luck = Random(1)
    for number in (more, fewer):
        while keeper.book.game.round < 6 or keeper.book.game.status == "playing":
            play_round(keeper, luck, ring=keeper.book.game.status == "ready")
        play_round(keeper, luck)
        names = tuple(f"P{n}" for n in range(1, number + 1))
        keeper.handle(ChangeSeats(seat_first_tables(keeper.book.game.sheet, names)))
        tables = len(seat_first_tables(keeper.book.game.sheet, names))
        for _ in range(2):
            pages = [show(keeper, table) for table in range(1, tables + 1)]
            seated = {player.name for page in pages for player in page.players if not player.ghost}
            assert seated == {*names}
            with pytest.raises(Refused, match=f"There is no table {tables + 1} now"):
                show(keeper, tables + 1)
            if keeper.book.game.status == "ready":
                keeper.handle(RingBell())


def test_unknown_table(begin: Callable[..., Keeper]) -> None:
    """The error about an unknown table names it and the last table."""
    keeper = begin()
    for ask in (lambda: show(keeper, 4), lambda: keeper.handle(EnterDice((1, 1, 4), table=4))):
        with pytest.raises(Refused, match=r"There is no table 4 now\. The last is table 3"):
            ask()


def play_round(keeper: Keeper, luck: Random, *, ring: bool = True) -> None:
    """Play on at all tables in any order until the round is over, with dice that score often."""
    if ring:
        keeper.handle(RingBell())
    while keeper.book.played.status == "playing":
        game = keeper.book.played
        at = luck.choice([table for table in game.tables if table.takes])
        if at.takes == "die_off":
            dice: tuple[int, ...] = (luck.randint(5, 6), luck.randint(5, 6))
        else:
            dice = luck.choice([(game.target,) * 3, (game.target, 1, 6), NOTHING[game.target]])
        keeper.handle(EnterDice(dice, table=at.number))


@pytest.mark.parametrize("rules", SHEETS)
@pytest.mark.parametrize("players", leave_to_night((2, 5, 12, 16, 48, 100), (2, 5, 12, 48)))
def test_every_sheet_plays_a_set_in_a_room(
    begin: Callable[..., Keeper], open_table: Callable[[], Keeper], rules: str, players: int
) -> None:
    """A set is played at all tables; all pages can be shown at each bell, also after a restart."""
    keeper = begin(rules, players, sets=1)
    undo = show(keeper, 1).can.undo
    assert undo is not None
    keeper.handle(UndoStep(undo.seq))
    luck = Random(players)
    for _ in range(6):
        assert make_room_view(keeper).status == "ready"
        play_round(keeper, luck)
        assert {show(keeper, table).table for table in keeper.tables} == {*keeper.tables}
    assert keeper.book.game.status == "over"
    played = {name: card.wins + card.losses for name, card in keeper.book.game.players.items()}
    assert played == dict.fromkeys((f"P{n}" for n in range(1, players + 1)), 6)
    pages = [show(keeper, table) for table in keeper.tables]
    room = make_room_view(keeper)
    keeper = open_table()
    assert make_room_view(keeper) == room
    for table, before in enumerate(pages, 1):
        assert show(keeper, table).rounds == before.rounds
