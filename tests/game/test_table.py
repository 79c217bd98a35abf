"""One table from the bell to the log: scores, questions, corrections, and restarts."""

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
from tests.game.conftest import get_scores, list_kinds, show

HOUSE = replace(load_sheet("classic"), slug="ours")
FOUR = ("Ann", "Bob", "Cy", "Di")


def test_first_example_of_classic(table: Keeper) -> None:
    """The worked example of classic has the printed results, with bunco and bell."""
    for dice in ((1, 1, 4), (1, 5, 6), (2, 3, 4), (1, 2, 2), (1, 3, 6), (2, 2, 5), (5, 5, 5), (2, 3, 6)):
        table.handle(EnterDice(dice))
    assert get_scores(table) == [8, 2]
    assert [side.tally for side in show(table).sides] == [(2, 3, 8), (1, 2)]
    news = table.handle(EnterDice((1, 1, 1)))
    assert list_kinds(news) == ["bunco", "end"]
    now = show(table)
    assert (now.phase, now.round, get_scores(table)) == ("ready", 2, [8, 23])
    assert now.thrower == "Ann"  # the scorekeeper, seat 1
    assert [line.winners for line in now.rounds] == [("Bob", "Di")]
    assert {player.name: (player.wins, player.buncos) for player in now.players} == {
        "Ann": (0, 0), "Bob": (1, 0), "Cy": (0, 0), "Di": (1, 1)}  # fmt: skip
    assert sorted((move.name, move.seat, move.to) for move in now.moves) == [
        ("Bob", 2, 3), ("Cy", 3, 4), ("Di", 4, 2)]  # fmt: skip


def test_sure_reading_is_a_throw(table: Keeper, hands: Any) -> None:
    """A sure reading is scored, with its photo and boxes, and the page says who throws next."""
    table.handle(hands.throw(1, 3, 1))
    last = show(table).last
    assert last is not None
    assert (last.dice, last.points, last.hits, last.thrower) == ((1, 3, 1), 2, (True, False, True), "Ann")
    assert last.says == "+2, Ann throws again"
    assert last.image is not None
    assert last.boxes[0] == pytest.approx((47 / 320, 0.25, 97 / 320, 110 / 240))
    assert last.taken == 1_700_000_000.0


def test_throw_before_bell_does_not_count(open_table: Any, hands: Any) -> None:
    """A throw before the bell scores nothing, and the page says so."""
    table = open_table()
    table.handle(NewGame("classic", FOUR))
    table.handle(hands.throw(1, 1, 2))
    assert show(table).told == "That throw came before the bell and does not count."
    table.handle(RingBell())
    assert get_scores(table) == [0, 0]


def test_doubtful_reading_is_a_question(table: Keeper, hands: Any) -> None:
    """A doubtful reading scores nothing until somebody answers."""
    table.handle(hands.throw(1, 4, 4, reason="Glare on one die."))
    doubt = show(table).doubt
    assert doubt is not None
    assert (doubt.reason, doubt.wanted, doubt.likely[0], doubt.thrower) == (
        "Glare on one die.", 3, (1, 4, 4), "Ann")  # fmt: skip
    assert get_scores(table) == [0, 0]
    table.handle(AnswerDoubt(doubt.seq, (1, 1, 4), by="mock host"))
    now = show(table)
    assert (now.doubt, get_scores(table)) == (None, [2, 0])
    assert now.told == "The mock host looked at the dice: 1-1-4."
    assert now.last is not None
    assert now.last.image is not None


def test_waiting_throws_score_in_order(table: Keeper, hands: Any) -> None:
    """Throws behind a doubtful throw wait for its answer; each counts for the player who threw it."""
    table.handle(hands.throw(2, 4, 4, reason="Glare."))
    first = show(table).doubt
    table.handle(hands.throw(1, 1, 6))  # Bob's, if Ann's shows no 1
    table.handle(hands.throw(3, 3, 1, reason="Blur."))
    table.handle(hands.throw(1, 5, 5))
    assert first is not None
    assert (get_scores(table), show(table).doubt.waiting) == ([0, 0], 3)  # type: ignore[union-attr]
    table.handle(AnswerDoubt(first.seq, (2, 4, 4)))
    second = show(table).doubt
    assert second is not None
    assert (get_scores(table), second.reason, second.thrower) == ([0, 2], "Blur.", "Bob")
    table.handle(AnswerDoubt(second.seq, (3, 3, 2)))
    assert get_scores(table) == [1, 2]
    assert [(thrown.thrower, thrown.dice) for thrown in show(table).course] == [
        ("Ann", (2, 4, 4)), ("Bob", (1, 1, 6)), ("Bob", (3, 3, 2)), ("Cy", (1, 5, 5))]  # fmt: skip


def test_second_answer_changes_nothing(table: Keeper, hands: Any) -> None:
    """The same answer again, from another tablet, changes nothing; another one is refused with the first."""
    table.handle(hands.throw(1, 4, 4, reason="Glare."))
    seq = show(table).doubt.seq  # type: ignore[union-attr]
    table.handle(AnswerDoubt(seq, (1, 1, 4)))
    table.handle(AnswerDoubt(seq, (4, 1, 1)))
    for other in (AnswerDoubt(seq, (1, 1, 1)), DismissDoubt(seq)):
        with pytest.raises(Refused, match=r"^It was answered with 1-1-4\. Tap the throw to put it right\.$"):
            table.handle(other)
    assert get_scores(table) == [2, 0]


def test_dice_for_a_reading_that_was_no_throw_are_refused(table: Keeper, hands: Any) -> None:
    """Somebody else has just said that it was no throw. To say so again changes nothing."""
    table.handle(hands.throw(1, 4, 4, reason="Glare."))
    seq = show(table).doubt.seq  # type: ignore[union-attr]
    table.handle(DismissDoubt(seq))
    table.handle(DismissDoubt(seq))
    with pytest.raises(Refused, match="It was answered that it was no throw"):
        table.handle(AnswerDoubt(seq, (1, 1, 4)))
    assert get_scores(table) == [0, 0]


def test_no_throw_is_thrown_again(table: Keeper, hands: Any) -> None:
    """After “no throw” the same player throws again, and an undo asks the question again."""
    table.handle(hands.throw(1, 4, reason="I see two dice, not three."))
    doubt = show(table).doubt
    assert doubt is not None
    assert doubt.likely == ()
    table.handle(DismissDoubt(doubt.seq))
    now = show(table)
    assert (now.doubt, now.thrower, now.can.undo.what) == (None, "Ann", "Undo “no throw”")  # type: ignore[union-attr]
    table.handle(UndoStep(now.can.undo.seq))  # type: ignore[union-attr]
    assert show(table).doubt == doubt


def test_throw_after_end_of_round(table: Keeper, hands: Any) -> None:
    """If an answer ends the round, the throw behind it does not count; an undo asks again."""
    table.handle(hands.throw(1, 1, 4, reason="Glare."))
    seq = show(table).doubt.seq  # type: ignore[union-attr]
    table.handle(hands.throw(1, 5, 6))
    table.handle(AnswerDoubt(seq, (1, 1, 1)))
    now = show(table)
    assert (now.phase, now.doubt, get_scores(table)) == ("ready", None, [21, 0])
    assert now.told == "A throw after the round was over does not count."
    table.handle(UndoStep(now.can.undo.seq))  # type: ignore[union-attr]
    assert show(table).doubt.waiting == 1  # type: ignore[union-attr]
    table.handle(AnswerDoubt(seq, (1, 1, 4)))
    assert (show(table).phase, get_scores(table)) == ("playing", [3, 0])


def test_correction_moves_later_throws(table: Keeper) -> None:
    """After a correction later throws may count for other players."""
    table.handle(EnterDice((1, 2, 3)))
    table.handle(EnterDice((1, 4, 4)))
    assert get_scores(table) == [2, 0]
    first = show(table).course[0]
    table.handle(CorrectThrow(first.seq, (6, 2, 3)))
    now = show(table)
    assert (get_scores(table), [thrown.thrower for thrown in now.course]) == ([0, 1], ["Ann", "Bob"])
    assert now.course[0].corrected
    assert now.can.undo.what == "Undo the correction to 6-2-3"  # type: ignore[union-attr]
    before = now.revision
    table.handle(CorrectThrow(first.seq, (6, 2, 3)))
    assert show(table).revision == before


def test_undo_names_its_step(table: Keeper) -> None:
    """The button names the step, and a tap on an older page is refused."""
    table.handle(EnterDice((1, 1, 3)))
    step = show(table).can.undo
    assert step is not None
    assert step.what == "Undo +2"
    table.handle(UndoStep(step.seq))
    with pytest.raises(Refused, match="moved on"):
        table.handle(UndoStep(step.seq))
    now = show(table)
    assert (get_scores(table), now.can.undo.what, now.can.redo.what) == (  # type: ignore[union-attr]
        [0, 0], "Undo the bell", "Redo 1-1-3")  # fmt: skip
    table.handle(RedoStep(now.can.redo.seq))  # type: ignore[union-attr]
    assert get_scores(table) == [2, 0]


def test_same_tap_twice_is_one_throw(table: Keeper) -> None:
    """A tap that is sent again because the Wi-Fi failed counts once."""
    table.handle(EnterDice((1, 1, 3), token="a1"))
    table.handle(EnterDice((1, 1, 3), token="a1"))
    table.handle(EnterDice((1, 1, 3), token="a2"))
    assert get_scores(table) == [4, 0]


@pytest.mark.parametrize(
    ("command", "reason"),
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
def test_unfit_commands_are_refused(table: Keeper, command: Command, reason: str) -> None:
    """A command that does not fit is refused with a reason, and nothing is changed or logged."""
    before = show(table)
    with pytest.raises((Refused, ValueError), match=reason):
        table.handle(command)
    assert show(table) == before


def test_open_question_before_end_of_round(table: Keeper, hands: Any) -> None:
    """The host cannot end the round while a question is open."""
    table.handle(EnterDice((1, 2, 3)))
    table.handle(hands.throw(1, 1, 4, reason="Glare."))
    with pytest.raises(Refused, match="still waits"):
        table.handle(EndRoundNow())
    table.handle(DismissDoubt(show(table).doubt.seq))  # type: ignore[union-attr]
    assert list_kinds(table.handle(EndRoundNow())) == ["end"]
    assert show(table).phase == "ready"


def test_die_off_by_halves_of_mat(open_table: Any, hands: Any) -> None:
    """In a die-off the left half of the mat is for seat 1, and the right half for seat 2."""
    table = open_table()
    table.handle(NewGame("tournament", FOUR))
    table.handle(RingBell())
    table.handle(EndRoundNow())
    now = show(table)
    assert (now.phase, now.one_die_each, now.thrower) == ("dieoff", ("Ann", "Bob"), None)
    table.handle(hands.throw(6, 2, xs=(20, 90)))
    doubt = show(table).doubt
    assert doubt is not None
    assert (doubt.reason, doubt.wanted) == ("I need one die on each half of the mat.", 2)
    table.handle(AnswerDoubt(doubt.seq, (3, 3)))
    assert show(table).phase == "dieoff"
    table.handle(hands.throw(2, 6, xs=(60, 230)))
    assert (show(table).phase, show(table).rounds[0].winners) == ("ready", ("Bob", "Di"))


def test_empty_seats_have_ghosts(open_table: Any) -> None:
    """Two players on a sheet with teams each get a ghost as partner."""
    table = open_table()
    table.handle(NewGame("classic", ("Ann", "Bob")))
    assert [(player.name, player.ghost) for player in show(table).players] == [
        ("Ann", False), ("Bob", False), ("ghost 1", True), ("ghost 2", True)]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (NewGame("classic", ("Ann",)), "2 to 100 players, not 1"),
        (NewGame("classic", ("Ann", "Ann")), "Two players are called 'Ann'"),
        (NewGame("classic", ("Ann", "ann")), "Two players are called 'Ann' and 'ann'"),
        (NewGame("classic", tuple(f"P{n}" for n in range(101))), "2 to 100 players, not 101"),
        (NewGame("classic", ("Ann", " ")), "A name is empty"),
        (NewGame("boxed", ("Ann", "ghost of Bob")), "ghosts are"),
        (NewGame("classic", ("Ann", "B" * 41)), "too long"),
        (NewGame("classic", ("Ann", "B\x00")), "has a character that cannot be shown"),
        (NewGame("classic", ("Ann", "B\udcff")), "has a character that cannot be shown"),
        (NewGame("classic", FOUR, sets=100), "has at most 99 sets, not 100"),
        (NewGame("classic", FOUR, sets=10**24), "has at most 99 sets, not 1000000000000000000000000"),
        (NewGame("boxed", FOUR, options={"goal": 100}), "is played to at most 99 points, not 100"),
        (NewGame("ours", FOUR, sheet=replace(HOUSE, sets=100)), "has at most 99 sets, not 100"),
        (NewGame("ours", FOUR, sheet=replace(HOUSE, semi_final_sets=100)), "A semi-final that begins here"),
        (NewGame("classic", FOUR, options={"cup": [1]}), "no option 'cup'"),
        (NewGame("whist", FOUR), "whist"),
    ],
)
def test_wrong_new_game_is_refused(table: Keeper, game: NewGame, reason: str) -> None:
    """The reason names what is wrong with a new game, and the present game goes on."""
    table.handle(EnterDice((1, 2, 3)))
    with pytest.raises(Refused, match=reason):
        table.handle(game)
    assert get_scores(table) == [1, 0]


def test_table_after_kill(table: Keeper, hands: Any, open_table: Any) -> None:
    """After a kill the page shows the same as before, with its question."""
    table.handle(hands.throw(1, 1, 4))
    table.handle(hands.throw(2, 2, 1, reason="Glare."))
    table.handle(hands.throw(5, 5, 1))
    before = show(table).to_json() | {"alerts": ()}
    assert show(open_table()).to_json() == before


def test_dice_on_mat_after_kill(table: Keeper, hands: Any, open_table: Any) -> None:
    """After a kill the logged dice on the mat are not counted again, but other dice are a question."""
    table.handle(hands.throw(1, 1, 4))
    reopened = open_table()
    reopened.handle(hands.throw(1, 1, 4, at_start=True))
    assert (get_scores(reopened), show(reopened).doubt) == ([2, 0], None)
    reopened.handle(hands.throw(1, 2, 4, at_start=True))
    assert show(reopened).doubt.reason.startswith("These dice lay here when the table came back")  # type: ignore[union-attr]
    assert get_scores(reopened) == [2, 0]


def test_dice_on_mat_at_start_do_not_count(open_table: Any, hands: Any) -> None:
    """Dice that lie on the mat before the first bell are not counted."""
    table = open_table()
    table.handle(NewGame("classic", FOUR))
    table.handle(hands.throw(1, 1, 1, at_start=True))
    table.handle(RingBell())
    assert (get_scores(table), show(table).doubt, show(table).revision) == ([0, 0], None, 2)


def test_record_replays_to_same_result(table: Keeper, hands: Any, tmp_path: Path) -> None:
    """A replay of the log by the rules alone gives the scores of the page."""
    table.handle(hands.throw(1, 1, 4))
    table.handle(hands.throw(6, 6, 1, reason="Glare."))
    table.handle(DismissDoubt(show(table).doubt.seq))  # type: ignore[union-attr]
    table.handle(EnterDice((2, 2, 2)))
    table.handle(CorrectThrow(show(table).course[0].seq, (1, 5, 4)))
    result = replay(read_record(tmp_path)).game.make_result()  # type: ignore[union-attr]
    assert result["rounds"][0]["tables"][0]["scores"]["Ann"] == get_scores(table)[0] == 6


def test_full_disk_changes_nothing(table: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the log cannot be written, the table stays as it was."""
    before = show(table)

    def refuse(*_: object) -> None:
        raise LogTrouble("The disk is full.", "Make room.")

    with monkeypatch.context() as patch:
        patch.setattr(Log, "append", refuse)
        with pytest.raises(LogTrouble):
            table.handle(EnterDice((1, 1, 1)))
    assert show(table) == before
    table.handle(EnterDice((1, 1, 2)))
    assert get_scores(table) == [2, 0]


DICE = st.tuples(*[st.integers(1, 6)] * 3)


@given(taps=st.lists(st.one_of(DICE, st.sampled_from(["undo", "redo", "ring", "end"])), max_size=25))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_undo_restores_any_state(taps: list[object], tmp_path_factory: pytest.TempPathFactory) -> None:
    """After any taps, a throw and its undo leave the page as it was, also after a restart."""
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


def test_bunco_waits_for_call(open_table: Any) -> None:
    """With calls a bunco counts, and its alert comes, only at the call."""
    table = open_table()
    table.handle(NewGame("classic", FOUR, options={"calls": True}))
    table.handle(RingBell())
    assert table.handle(EnterDice((1, 1, 1))).news == {}
    now = show(table)
    assert (now.can.call, now.last.says, get_scores(table)) == (True, "Three alike: call it!", [0, 0])  # type: ignore[union-attr]
    assert list_kinds(table.handle(CallThrow())) == ["bunco", "end"]
    assert get_scores(table) == [21, 0]


def test_player_left_of_winner_throws_first(open_table: Any) -> None:
    """In boxed the player to the left of the last winner throws first, and the page shows them."""
    table = open_table()
    table.handle(NewGame("boxed", ("Ann", "Bob", "Cy")))
    assert show(table).thrower == "Ann"
    table.handle(RingBell())
    table.handle(EnterDice((2, 3, 4)))
    table.handle(EnterDice((1, 1, 1)))
    assert (show(table).rounds[0].winners, show(table).thrower) == (("Bob",), "Cy")


def test_touched_dice(table: Keeper, hands: Any) -> None:
    """A doubt is marked as touched if a die still lies where it was logged; a new throw is not."""
    table.handle(hands.throw(1, 1, 4, xs=(40, 130, 220)))
    table.handle(hands.throw(1, 1, 6, reason="Only one die moved.", xs=(40, 130, 260)))
    assert table.book.lines[-1].sighting.touched  # type: ignore[union-attr]
    table.handle(DismissDoubt(show(table).doubt.seq))  # type: ignore[union-attr]
    table.handle(hands.throw(2, 3, 6, reason="Glare.", xs=(80, 175, 215)))
    assert not table.book.lines[-1].sighting.touched  # type: ignore[union-attr]


def test_chances_of_sides(table: Keeper) -> None:
    """During a round the page shows each side's chance to win; after it there are no chances."""
    assert [side.chance for side in show(table).sides] == pytest.approx([0.5, 0.5], abs=0.05)
    table.handle(EnterDice((5, 5, 5)))
    ahead, behind = (side.chance for side in show(table).sides)
    assert ahead is not None
    assert behind is not None
    assert ahead > 0.6
    assert ahead + behind == pytest.approx(1)
    table.handle(EnterDice((1, 1, 1)))
    assert [side.chance for side in show(table).sides] == [None, None]


def test_throw_entered_by_two_devices(table: Keeper) -> None:
    """A device is warned if another one has just entered the same dice; a repeated tap is a new throw."""
    table.handle(EnterDice((1, 2, 3), token="a.1", after=0))
    table.handle(EnterDice((1, 4, 5), token="a.2", after=0))  # the same page, faster than it shows
    with pytest.raises(Refused, match="1-4-5 was entered here while you were tapping"):
        table.handle(EnterDice((1, 4, 5), token="b.1", after=0))
    with pytest.raises(Refused, match="1-4-5 was entered here"):
        table.handle(EnterDice((1, 4, 5), token="b.2", after=show(table).course[0].seq))
    table.handle(EnterDice((1, 4, 5), token="b.3", after=show(table).course[-1].seq))
    assert [thrown.dice for thrown in show(table).course] == [(1, 2, 3), (1, 4, 5), (1, 4, 5)]


def test_undone_throw_is_no_duplicate(table: Keeper) -> None:
    """An undone throw does not count as the same throw of another device."""
    table.handle(EnterDice((1, 2, 3), token="a.1"))
    undo = show(table).can.undo
    assert undo is not None
    table.handle(UndoStep(undo.seq))
    table.handle(EnterDice((1, 2, 3), token="b.1", after=0))
    assert len(show(table).course) == 1
