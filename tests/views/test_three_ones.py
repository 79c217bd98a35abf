"""What pages show of three 1s that take the points of the round."""

from collections.abc import Callable
from pathlib import Path

from pi_bunco.game.commands import EnterDice, NewGame, RingBell, UndoStep
from pi_bunco.game.keeper import Keeper
from pi_bunco.rules import parse_sheet
from pi_bunco.views.answers import say_what_follows
from pi_bunco.views.lesson import make_lesson
from pi_bunco.views.table import Alert
from pi_bunco.views.throws import list_throws
from tests.web.real_service import open_service

FOUR = ("Ann", "Bob", "Cy", "Di")
ONES = (1, 1, 1)
SHEET = parse_sheet(
    'slug = "ours"\ntitle = "Ours"\nparent = "classic"\nthree_ones_wipe = true\nfirst_target = 2'
).sheet
GAME = NewGame("ours", FOUR, sheet=SHEET)


def test_the_table_says_what_was_lost(tmp_path: Path) -> None:
    """It says it once over the whole screen, and then with the throw; an undo brings the points back."""
    with open_service(tmp_path, GAME, RingBell()) as room:
        for dice in ((3, 3, 3), (2, 2, 4), ONES):
            room.ask(EnterDice(dice))
        now = room.view()
        text = "Ann and Cy: 7 points of this round are lost"
        assert now.alerts[-1] == Alert(now.alerts[-1].id, "wipe", "Three ones!", text)
        assert now.last is not None
        assert (now.last.kind, now.last.points, now.last.hits) == ("wipe", -7, (False,) * 3)
        lost = "All points are lost, Bob throws now"
        assert (now.last.headline, now.last.detail) == ("−7", f"Three ones! {lost}")
        assert [(side.score, side.tally) for side in now.sides] == [(0, (5, 7, 0)), (0, ())]
        assert room.view_room().tables[0].lost == 7
        assert now.can.undo is not None
        assert now.can.undo.what == "Undo Three ones! −7"
        alerts = now.alerts
        room.ask(UndoStep(now.can.undo.seq))
        now = room.view()
        assert (now.sides[0].score, now.thrower, now.alerts) == (7, "Ann", alerts)
        assert room.view_room().tables[0].lost == 0


def test_nothing_is_called_out_if_nothing_was_lost(tmp_path: Path) -> None:
    """Without points three 1s only pass the dice on."""
    with open_service(tmp_path, GAME, RingBell()) as room:
        room.ask(EnterDice(ONES))
        now = room.view()
        assert [alert.kind for alert in now.alerts] == ["start"]
        assert now.last is not None
        assert now.last.says == "Three ones! There were no points to lose, Bob throws now"
        assert room.view_room().tables[0].lost == 0


def test_an_answer_says_beforehand_what_is_lost(open_table: Callable[[], Keeper]) -> None:
    """The text before the throw is the text after it."""
    keeper = open_table()
    for command in (GAME, RingBell(), EnterDice((2, 2, 4))):
        keeper.handle(command)
    before = say_what_follows(keeper.book, 1, ONES)
    keeper.handle(EnterDice(ONES))
    assert before == list_throws(keeper.book, 1)[-1].says
    assert before == "Three ones! −2. All points are lost, Bob throws now"


def test_the_lesson_has_a_throw_of_it() -> None:
    """A guest sees the rule and a practice throw, on such a sheet only."""
    step = make_lesson(SHEET)[1]
    assert [(throw.dice, throw.result, throw.follows) for throw in step.throws[2:]] == [
        (ONES, "Three ones!", "all points of this round are lost, and the dice go on")
    ]
    assert any("Three 1s are an exception" in sentence for sentence in step.sentences)
