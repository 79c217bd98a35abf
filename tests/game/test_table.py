"""One table from the bell to the log: what is scored, asked, put right, and found again."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    Command,
    CorrectThrow,
    DismissDoubt,
    EndRoundNow,
    EnterDice,
    NewGame,
    RedoStep,
    RingBell,
    UndoStep,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.rules import load_sheet, replay
from pi_bunco.store import Log, LogTrouble, Photos, read_record
from pi_bunco.views import table as s
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.show import DeviceStatus, make_table_view
from tests.game.conftest import kinds

HOUSE = replace(load_sheet("classic"), slug="ours")
LIVE = CameraStatus("live", "mock camera live", mock=True)
FOUR = ("Ann", "Bob", "Cy", "Di")


def show(table: Keeper) -> s.TableView:
    return make_table_view(table, 1, DeviceStatus(LIVE))


def scores(table: Keeper) -> list[int]:
    return [side.score for side in show(table).sides]


def test_table_plays_the_sheets_first_example(table: Keeper) -> None:
    """The catalogue sheet's worked example comes out as it is printed, bunco, bell and all."""
    for dice in ((1, 1, 4), (1, 5, 6), (2, 3, 4), (1, 2, 2), (1, 3, 6), (2, 2, 5), (5, 5, 5), (2, 3, 6)):
        table.handle(EnterDice(dice))
    assert scores(table) == [8, 2]
    assert [side.tally for side in show(table).sides] == [(2, 3, 8), (1, 2)]
    news = table.handle(EnterDice((1, 1, 1)))
    assert kinds(news) == ["bunco", "end"]
    now = show(table)
    assert (now.phase, now.round, scores(table)) == ("ready", 2, [8, 23])
    assert now.thrower == "Ann"  # the scorekeeper, seat 1
    assert [line.winners for line in now.rounds] == [("Bob", "Di")]
    assert {player.name: (player.wins, player.buncos) for player in now.players} == {
        "Ann": (0, 0), "Bob": (1, 0), "Cy": (0, 0), "Di": (1, 1)}  # fmt: skip
    assert sorted((move.name, move.seat, move.to) for move in now.moves) == [
        ("Bob", 2, 3), ("Cy", 3, 4), ("Di", 4, 2)]  # fmt: skip


def test_table_scores_what_the_camera_saw(table: Keeper, hands: Any) -> None:
    """A sure reading is a throw, with its photo, its places and who throws next in words."""
    table.handle(hands.seen(1, 3, 1))
    last = show(table).last
    assert last is not None
    assert (last.dice, last.points, last.hits, last.thrower) == ((1, 3, 1), 2, (True, False, True), "Ann")
    assert last.says == "+2, Ann throws again"
    assert last.image is not None
    assert last.boxes[0] == pytest.approx((47 / 320, 0.25, 97 / 320, 110 / 240))
    assert last.taken == 1_700_000_000.0


def test_table_counts_nothing_before_the_bell(open_table: Any, hands: Any) -> None:
    """A throw before the bell is logged and told, and scores nothing."""
    table = open_table()
    table.handle(NewGame("classic", FOUR))
    table.handle(hands.seen(1, 1, 2))
    assert show(table).told == "That throw came before the bell and does not count."
    table.handle(RingBell())
    assert scores(table) == [0, 0]


def test_table_asks_about_a_doubtful_throw(table: Keeper, hands: Any) -> None:
    """A doubtful reading scores nothing until somebody says what lies there."""
    table.handle(hands.seen(1, 4, 4, reason="Glare on one die."))
    doubt = show(table).doubt
    assert doubt is not None
    assert (doubt.reason, doubt.wanted, doubt.likely[0], doubt.thrower) == (
        "Glare on one die.", 3, (1, 4, 4), "Ann")  # fmt: skip
    assert scores(table) == [0, 0]
    table.handle(AnswerDoubt(doubt.seq, (1, 1, 4), by="mock host"))
    now = show(table)
    assert (now.doubt, scores(table)) == (None, [2, 0])
    assert now.told == "The mock host looked at the dice: 1-1-4."
    assert now.last is not None
    assert now.last.image is not None


def test_table_answers_score_in_the_order_of_the_throws(table: Keeper, hands: Any) -> None:
    """Throws that land behind a doubtful one wait for it; each falls to whoever threw it."""
    table.handle(hands.seen(2, 4, 4, reason="Glare."))
    first = show(table).doubt
    table.handle(hands.seen(1, 1, 6))  # Bob's, if Ann's shows no one
    table.handle(hands.seen(3, 3, 1, reason="Blur."))
    table.handle(hands.seen(1, 5, 5))
    assert first is not None
    assert (scores(table), show(table).doubt.waiting) == ([0, 0], 3)  # type: ignore[union-attr]
    table.handle(AnswerDoubt(first.seq, (2, 4, 4)))
    second = show(table).doubt
    assert second is not None
    assert (scores(table), second.reason, second.thrower) == ([0, 2], "Blur.", "Bob")
    table.handle(AnswerDoubt(second.seq, (3, 3, 2)))
    assert scores(table) == [1, 2]
    assert [(thrown.thrower, thrown.dice) for thrown in show(table).course] == [
        ("Ann", (2, 4, 4)), ("Bob", (1, 1, 6)), ("Bob", (3, 3, 2)), ("Cy", (1, 5, 5))]  # fmt: skip


def test_table_answer_sent_twice_counts_once(table: Keeper, hands: Any) -> None:
    """Two tablets that answer the same question, or a tap sent again, change nothing more."""
    table.handle(hands.seen(1, 4, 4, reason="Glare."))
    seq = show(table).doubt.seq  # type: ignore[union-attr]
    table.handle(AnswerDoubt(seq, (1, 1, 4)))
    table.handle(AnswerDoubt(seq, (1, 1, 1)))
    table.handle(DismissDoubt(seq))
    assert scores(table) == [2, 0]


def test_table_lets_no_throw_be_thrown_again(table: Keeper, hands: Any) -> None:
    """'No throw' leaves the dice with the thrower, and can be taken back."""
    table.handle(hands.seen(1, 4, reason="I see two dice, not three."))
    doubt = show(table).doubt
    assert doubt is not None
    assert doubt.likely == ()
    table.handle(DismissDoubt(doubt.seq))
    now = show(table)
    assert (now.doubt, now.thrower, now.can.undo.what) == (None, "Ann", "Undo “no throw”")  # type: ignore[union-attr]
    table.handle(UndoStep(now.can.undo.seq))  # type: ignore[union-attr]
    assert show(table).doubt == doubt


def test_table_throw_after_the_rounds_end_is_told(table: Keeper, hands: Any) -> None:
    """A throw behind a doubt that turns out to end the round has no round to count in; undo asks again."""
    table.handle(hands.seen(1, 1, 4, reason="Glare."))
    seq = show(table).doubt.seq  # type: ignore[union-attr]
    table.handle(hands.seen(1, 5, 6))
    table.handle(AnswerDoubt(seq, (1, 1, 1)))
    now = show(table)
    assert (now.phase, now.doubt, scores(table)) == ("ready", None, [21, 0])
    assert now.told == "A throw after the round was over does not count."
    table.handle(UndoStep(now.can.undo.seq))  # type: ignore[union-attr]
    assert show(table).doubt.waiting == 1  # type: ignore[union-attr]
    table.handle(AnswerDoubt(seq, (1, 1, 4)))
    assert (show(table).phase, scores(table)) == ("playing", [3, 0])


def test_table_correction_moves_later_throws(table: Keeper) -> None:
    """A die put right rescoring everything after it: turns fall to whoever they then belong to."""
    table.handle(EnterDice((1, 2, 3)))
    table.handle(EnterDice((1, 4, 4)))
    assert scores(table) == [2, 0]
    first = show(table).course[0]
    table.handle(CorrectThrow(first.seq, (6, 2, 3)))
    now = show(table)
    assert (scores(table), [thrown.thrower for thrown in now.course]) == ([0, 1], ["Ann", "Bob"])
    assert now.course[0].corrected
    assert now.can.undo.what == "Undo the correction to 6-2-3"  # type: ignore[union-attr]
    before = now.revision
    table.handle(CorrectThrow(first.seq, (6, 2, 3)))
    assert show(table).revision == before


def test_table_undo_names_what_it_undoes(table: Keeper) -> None:
    """The button says the points, and a tap on an older page is refused, not done twice."""
    table.handle(EnterDice((1, 1, 3)))
    step = show(table).can.undo
    assert step is not None
    assert step.what == "Undo +2"
    table.handle(UndoStep(step.seq))
    with pytest.raises(Refused, match="moved on"):
        table.handle(UndoStep(step.seq))
    now = show(table)
    assert (scores(table), now.can.undo.what, now.can.redo.what) == (  # type: ignore[union-attr]
        [0, 0], "Undo the bell", "Redo 1-1-3")  # fmt: skip
    table.handle(RedoStep(now.can.redo.seq))  # type: ignore[union-attr]
    assert scores(table) == [2, 0]


def test_table_same_tap_twice_is_one_throw(table: Keeper) -> None:
    """A tap that was sent again because the Wi-Fi blinked counts once."""
    table.handle(EnterDice((1, 1, 3), token="a1"))
    table.handle(EnterDice((1, 1, 3), token="a1"))
    table.handle(EnterDice((1, 1, 3), token="a2"))
    assert scores(table) == [4, 0]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (RingBell(), "The round is being played"),
        (EnterDice((1, 2)), "takes 3 dice, not 2"),
        (EnterDice((1, 2, 7)), "does not fit"),
        (AnswerDoubt(1, (1, 2, 3)), "Nothing doubtful has the number 1"),
        (DismissDoubt(40), "Nothing doubtful has the number 40"),
        (CorrectThrow(1, (1, 2, 3)), "no throw 1"),
        (UndoStep(7), "moved on"),
        (RedoStep(1), "moved on"),
    ],
)
def test_table_refuses_what_does_not_fit(table: Keeper, command: Command, says: str) -> None:
    """A tap that does not fit says why, and nothing is changed or logged."""
    before = show(table)
    with pytest.raises((Refused, ValueError), match=says):
        table.handle(command)
    assert show(table) == before


def test_table_ends_a_round_early_but_no_open_question(table: Keeper, hands: Any) -> None:
    """The host may end the round; while a throw waits for its answer that is asked first."""
    table.handle(EnterDice((1, 2, 3)))
    table.handle(hands.seen(1, 1, 4, reason="Glare."))
    with pytest.raises(Refused, match="still waits"):
        table.handle(EndRoundNow())
    table.handle(DismissDoubt(show(table).doubt.seq))  # type: ignore[union-attr]
    assert kinds(table.handle(EndRoundNow())) == ["end"]
    assert show(table).phase == "ready"


def test_table_reads_a_die_off_by_halves(open_table: Any, hands: Any) -> None:
    """In a tournament roll-off the left half of the mat is seat 1's die, the right half seat 2's."""
    table = open_table()
    table.handle(NewGame("tournament", FOUR))
    table.handle(RingBell())
    table.handle(EndRoundNow())
    now = show(table)
    assert (now.phase, now.left, now.right, now.thrower) == ("dieoff", "Ann", "Bob", None)
    table.handle(hands.seen(6, 2, xs=(20, 90)))
    doubt = show(table).doubt
    assert doubt is not None
    assert (doubt.reason, doubt.wanted) == ("I need one die on each half of the mat.", 2)
    table.handle(AnswerDoubt(doubt.seq, (3, 3)))
    assert show(table).phase == "dieoff"
    table.handle(hands.seen(2, 6, xs=(60, 230)))
    assert (show(table).phase, show(table).rounds[0].winners) == ("ready", ("Bob", "Di"))


def test_table_fills_seats_with_ghosts(open_table: Any) -> None:
    """Two players on a team sheet each get a ghost across the table."""
    table = open_table()
    table.handle(NewGame("classic", ("Ann", "Bob")))
    assert [(player.name, player.ghost) for player in show(table).players] == [
        ("Ann", False), ("Bob", False), ("ghost 1", True), ("ghost 2", True)]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (NewGame("classic", ("Ann",)), "2 to 100 players, not 1"),
        (NewGame("classic", ("Ann", "Ann")), "Two players are called 'Ann'"),
        (NewGame("classic", ("Ann", "ann")), "Two players are called 'Ann' and 'ann'"),
        (NewGame("classic", tuple(f"P{n}" for n in range(101))), "2 to 100 players, not 101"),
        (NewGame("classic", ("Ann", " ")), "A name is empty"),
        (NewGame("boxed", ("Ann", "ghost of Bob")), "ghosts are"),
        (NewGame("classic", ("Ann", "B" * 21)), "too long"),
        (NewGame("classic", ("Ann", "B\x00")), "has a sign that cannot be shown"),
        (NewGame("classic", ("Ann", "B\udcff")), "has a sign that cannot be shown"),
        (NewGame("classic", FOUR, sets=100), "has at most 99 sets, not 100"),
        (NewGame("classic", FOUR, sets=10**24), "has at most 99 sets, not 1000000000000000000000000"),
        (NewGame("boxed", FOUR, options={"goal": 100}), "is played to at most 99 points, not 100"),
        (NewGame("ours", FOUR, sheet=replace(HOUSE, sets=100)), "has at most 99 sets, not 100"),
        (NewGame("ours", FOUR, sheet=replace(HOUSE, semi_final_sets=100)), "A semi-final that begins here"),
        (NewGame("classic", FOUR, options={"cup": [1]}), "no option 'cup'"),
        (NewGame("whist", FOUR), "whist"),
    ],
)
def test_table_refuses_a_game_that_cannot_be(table: Keeper, game: NewGame, says: str) -> None:
    """A wrong new game says what is allowed, and the game in hand goes on."""
    table.handle(EnterDice((1, 2, 3)))
    with pytest.raises(Refused, match=says):
        table.handle(game)
    assert scores(table) == [1, 0]


def test_table_goes_on_after_a_kill(table: Keeper, hands: Any, open_table: Any) -> None:
    """Opened again, the table shows what it showed, question and all."""
    table.handle(hands.seen(1, 1, 4))
    table.handle(hands.seen(2, 2, 1, reason="Glare."))
    table.handle(hands.seen(5, 5, 1))
    before = show(table).to_json() | {"alerts": ()}
    assert show(open_table()).to_json() == before


def test_table_knows_the_dice_that_lay_there(table: Keeper, hands: Any, open_table: Any) -> None:
    """After a kill with dice on the mat the same dice are not counted again; other dice are asked about."""
    table.handle(hands.seen(1, 1, 4))
    again = open_table()
    again.handle(hands.seen(1, 1, 4, at_start=True))
    assert (scores(again), show(again).doubt) == ([2, 0], None)
    again.handle(hands.seen(1, 2, 4, at_start=True))
    assert show(again).doubt.reason.startswith("These dice lay here when the table came back")  # type: ignore[union-attr]
    assert scores(again) == [2, 0]


def test_table_never_counts_dice_that_lay_there_before_the_bell(open_table: Any, hands: Any) -> None:
    """Dice on the mat when the table is switched on, before any bell, are nobody's throw."""
    table = open_table()
    table.handle(NewGame("classic", FOUR))
    table.handle(hands.seen(1, 1, 1, at_start=True))
    table.handle(RingBell())
    assert (scores(table), show(table).doubt, show(table).revision) == ([0, 0], None, 2)


def test_table_record_replays_to_what_is_shown(table: Keeper, hands: Any, tmp_path: Path) -> None:
    """The log is a game record: replayed by the rules alone it comes to the same."""
    table.handle(hands.seen(1, 1, 4))
    table.handle(hands.seen(6, 6, 1, reason="Glare."))
    table.handle(DismissDoubt(show(table).doubt.seq))  # type: ignore[union-attr]
    table.handle(EnterDice((2, 2, 2)))
    table.handle(CorrectThrow(show(table).course[0].seq, (1, 5, 4)))
    result = replay(read_record(tmp_path)).game.make_result()  # type: ignore[union-attr]
    assert result["rounds"][0]["tables"][0]["scores"]["Ann"] == scores(table)[0] == 6


def test_table_that_cannot_log_changes_nothing(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk takes nothing, nothing is shown that was not logged."""
    before = show(table)

    def full(*_: object) -> None:
        raise LogTrouble("The disk is full.", "Make room.")

    with monkeypatch.context() as patch:
        patch.setattr(Log, "append", full)
        with pytest.raises(LogTrouble):
            table.handle(EnterDice((1, 1, 1)))
    assert show(table) == before
    table.handle(EnterDice((1, 1, 2)))
    assert scores(table) == [2, 0]


DICE = st.tuples(*[st.integers(1, 6)] * 3)


@given(taps=st.lists(st.one_of(DICE, st.sampled_from(["undo", "redo", "ring", "end"])), max_size=25))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_table_undo_is_as_if_it_never_happened(
    taps: list[object], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever was tapped before: after a throw and its undo the table shows what it showed."""
    folder = tmp_path_factory.mktemp("table")
    with Log(folder) as log:
        table = Keeper(log, Photos(folder))
        table.handle(NewGame("houseparty", FOUR))
        for tap in taps:
            can = show(table).can
            commands: dict[object, Command | None] = {
                "undo": UndoStep(can.undo.seq) if can.undo else None,
                "redo": RedoStep(can.redo.seq) if can.redo else None,
                "ring": RingBell() if can.ring else None,
                "end": EndRoundNow() if can.end_round else None,
            }
            command = commands[tap] if isinstance(tap, str) else (EnterDice(tap) if can.enter else None)  # type: ignore[arg-type]
            if command is not None:
                table.handle(command)
        before = show(table)
        if before.can.enter:
            table.handle(EnterDice((3, 3, 1)))
            table.handle(UndoStep(show(table).can.undo.seq))  # type: ignore[union-attr]
            after = show(table)
            assert (after.sides, after.players, after.course, after.phase) == (
                before.sides, before.players, before.course, before.phase)  # fmt: skip
            reopened = Keeper(log, Photos(folder))
            assert show(reopened).to_json() | {"alerts": ()} == after.to_json() | {"alerts": ()}


def test_table_waits_for_a_call_where_calls_are_on(open_table: Any) -> None:
    """With calls a bunco counts at the call, and only then is it celebrated."""
    table = open_table()
    table.handle(NewGame("classic", FOUR, options={"calls": True}))
    table.handle(RingBell())
    assert table.handle(EnterDice((1, 1, 1))).news == {}
    now = show(table)
    assert (now.can.call, now.last.says, scores(table)) == (True, "Three alike: call it!", [0, 0])  # type: ignore[union-attr]
    assert kinds(table.handle(CallThrow())) == ["bunco", "end"]
    assert scores(table) == [21, 0]


def test_table_says_who_throws_first(open_table: Any) -> None:
    """In boxed the player to the left of the last round's winner throws first, and the page says so."""
    table = open_table()
    table.handle(NewGame("boxed", ("Ann", "Bob", "Cy")))
    assert show(table).thrower == "Ann"
    table.handle(RingBell())
    table.handle(EnterDice((2, 3, 4)))
    table.handle(EnterDice((1, 1, 1)))
    assert (show(table).rounds[0].winners, show(table).thrower) == (("Bob",), "Cy")


def test_table_tells_dice_that_were_touched_from_a_throw(table: Keeper, hands: Any) -> None:
    """A doubt in which a die still lies where it was logged is marked as touched; another throw is not."""
    table.handle(hands.seen(1, 1, 4, xs=(40, 130, 220)))
    table.handle(hands.seen(1, 1, 6, reason="Only one die moved.", xs=(40, 130, 260)))
    assert table.book.lines[-1].sighting.touched  # type: ignore[union-attr]
    table.handle(DismissDoubt(show(table).doubt.seq))  # type: ignore[union-attr]
    table.handle(hands.seen(2, 3, 6, reason="Glare.", xs=(80, 175, 215)))
    assert not table.book.lines[-1].sighting.touched  # type: ignore[union-attr]


def test_table_says_how_likely_each_side_is_to_win_while_a_round_is_played(table: Keeper) -> None:
    """A bunco ahead is nearly a win; before the bell and once it is won there are no odds."""
    assert [side.chance for side in show(table).sides] == pytest.approx([0.5, 0.5], abs=0.05)
    table.handle(EnterDice((5, 5, 5)))
    ahead, behind = (side.chance for side in show(table).sides)
    assert ahead is not None
    assert behind is not None
    assert ahead > 0.6
    assert ahead + behind == pytest.approx(1)
    table.handle(EnterDice((1, 1, 1)))
    assert [side.chance for side in show(table).sides] == [None, None]


def test_what_another_device_has_just_entered_is_asked_about(table: Keeper) -> None:
    """Two people tap the same throw in: the second is told; one who taps it again means another throw."""
    table.handle(EnterDice((1, 2, 3), token="a.1", after=0))
    table.handle(EnterDice((1, 4, 5), token="a.2", after=0))  # the same page, faster than it shows
    with pytest.raises(Refused, match="1-4-5 was counted here while you were tapping"):
        table.handle(EnterDice((1, 4, 5), token="b.1", after=0))
    with pytest.raises(Refused, match="1-4-5 was counted here"):
        table.handle(EnterDice((1, 4, 5), token="b.2", after=show(table).course[0].seq))
    table.handle(EnterDice((1, 4, 5), token="b.3", after=show(table).course[-1].seq))
    assert [thrown.dice for thrown in show(table).course] == [(1, 2, 3), (1, 4, 5), (1, 4, 5)]


def test_a_throw_that_was_taken_back_is_in_nobodys_way(table: Keeper) -> None:
    """Only what counts now may be the same throw."""
    table.handle(EnterDice((1, 2, 3), token="a.1"))
    undo = show(table).can.undo
    assert undo is not None
    table.handle(UndoStep(undo.seq))
    table.handle(EnterDice((1, 2, 3), token="b.1", after=0))
    assert len(show(table).course) == 1
