"""What surrounds the rounds at one table: a set's roll-off, breaks, awards, staff, semi-final and final."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pi_bunco.game.commands import (
    CLOCK,
    ConfirmClaims,
    CorrectThrow,
    DrawNames,
    EndRoundNow,
    EnterDice,
    JudgeCostume,
    NewGame,
    OfferAwards,
    RedoStep,
    RingBell,
    UndoStep,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.refused import Refused
from pi_bunco.rules import load_sheet
from pi_bunco.rules.sheets import Award
from pi_bunco.views import table as s
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.results import SetLine
from pi_bunco.views.room import make_room_view
from pi_bunco.views.show import DeviceStatus, make_table_view

LIVE = CameraStatus("live", "mock camera live", mock=True)
Open = Callable[[], Keeper]


def show(table: Keeper) -> s.TableView:
    return make_table_view(table, 1, DeviceStatus(LIVE))


def play(table: Keeper, *throws: tuple[int, ...]) -> None:
    for dice in throws:
        table.handle(EnterDice(dice))


def play_sets(table: Keeper, sets: int) -> None:
    """Play whole sets in which whoever throws first throws a bunco."""
    for target in range(1, 7 * sets - sets + 1):
        table.handle(RingBell())
        face = (target - 1) % 6 + 1
        while show(table).phase == "playing":
            play(table, (face, face, face))
        while show(table).phase == "rolloff":
            play(table, (face, face, face))


@pytest.fixture
def tied(open_table: Open) -> Keeper:
    """Return a boxed table of two after its set: three wins and three buncos each."""
    table = open_table()
    table.handle(NewGame("boxed", ("Ann", "Bob")))
    play_sets(table, 1)
    return table


def test_a_tied_set_is_decided_by_a_roll_off_at_the_table(tied: Keeper, hands: Any) -> None:
    """Three dice each for the order, highest total first; then sixes until somebody has five points."""
    now = show(tied)
    assert (now.phase, now.thrower, now.dice) == ("order", "Ann", 3)
    assert now.need == s.AskView(
        "Roll-off for set 1",
        "Ann and Bob are equal. Three dice each for the order: the highest total goes first.",
        (),
        ("Ann", "Bob"),
    )
    tied.handle(hands.seen(1, 2, 4))
    assert show(tied).last.says == "Total 7, Bob throws now"  # type: ignore[union-attr]
    tied.handle(hands.seen(5, 5, 6))
    now = show(tied)
    assert (now.phase, now.thrower, now.target, now.course) == ("set_rolloff", "Bob", 6, ())
    tied.handle(hands.seen(6, 6, 1))
    tied.handle(hands.seen(5, 5, 5))  # a mini scores nothing and ends the turn
    now = show(tied)
    assert (now.thrower, [side.rolloff for side in now.sides]) == ("Ann", [0, 2])
    assert [thrown.says for thrown in now.course] == ["+2", "No points, Ann throws now"]
    news = tied.handle(hands.seen(6, 6, 6))
    assert [(make_alert(each).kind, make_alert(each).text) for each in news.news[1]] == [("over", "Ann wins")]
    now = show(tied)
    assert (now.phase, now.winners, now.results.sets) == (
        "over",
        ("Ann",),
        (SetLine(1, ("Ann",), "the roll-off"),),
    )
    assert tied.finished


def test_the_roll_off_of_a_set_goes_on_after_a_restart(tied: Keeper, open_table: Open) -> None:
    """Nothing of it is lost, and the game is not over before it is decided."""
    play(tied, (1, 2, 4), (5, 5, 6), (6, 1, 1))
    again = open_table()
    assert not again.finished
    assert show(again).to_json() | {"alerts": ()} == show(tied).to_json() | {"alerts": ()}


def test_a_throw_of_a_roll_off_is_put_right_by_a_tap_on_its_face(tied: Keeper) -> None:
    """Each of them takes other dice, and all that came after falls to whoever it then belongs to."""
    play(tied, (1, 2, 4), (5, 5, 6), (1, 1, 1), (6, 1, 2), (1, 1, 2))  # Bob nothing, Ann 1
    now = show(tied)
    assert (now.thrower, [side.rolloff for side in now.sides]) == ("Bob", [1, 0])
    tied.handle(CorrectThrow(now.course[0].seq, (6, 6, 1)))  # Bob had two, and threw on
    now = show(tied)
    assert (now.thrower, [side.rolloff for side in now.sides]) == ("Ann", [0, 3])
    assert [thrown.corrected for thrown in now.course] == [True, False, False]
    assert now.can.undo is not None
    assert now.can.undo.what == "Undo the correction to 6-6-1"
    revision = now.revision
    tied.handle(CorrectThrow(now.course[0].seq, (6, 6, 1)))  # a second tap changes nothing
    assert show(tied).revision == revision


def test_undo_takes_a_throw_of_the_roll_off_back_and_redo_brings_it_back(tied: Keeper) -> None:
    """As everywhere, one tap each."""
    play(tied, (1, 2, 4), (5, 5, 6), (6, 1, 1))
    before = show(tied)
    assert before.can.undo is not None
    assert before.can.undo.what == "Undo 6-1-1"
    tied.handle(UndoStep(before.can.undo.seq))
    after = show(tied)
    assert (after.course, after.thrower) == ((), "Bob")
    assert after.can.redo is not None
    tied.handle(RedoStep(after.can.redo.seq))
    assert show(tied).course == before.course


def test_the_next_set_may_begin_before_the_roll_off_of_the_last(open_table: Open) -> None:
    """Somebody may have gone to fetch cake: the bell is offered beside the roll-off."""
    table = open_table()
    table.handle(NewGame("boxed", ("Ann", "Bob"), sets=2))
    play_sets(table, 1)
    assert show(table).phase == "order"
    assert show(table).can.ring
    table.handle(RingBell())
    now = show(table)
    assert (now.phase, now.set, now.round) == ("playing", 2, 1)


@pytest.mark.parametrize(("players", "seed"), [(("Ann", "Bob"), 1), (("Ann", "Bob", "Cy", "Di"), 2)])
def test_a_tournament_at_one_table_is_played_to_its_grand_prize(
    open_table: Open, players: tuple[str, ...], seed: int
) -> None:
    """A set, places, semi-final and final by taps alone; the log gives the same after a restart."""
    chance = Random(seed)
    table = open_table()
    table.handle(NewGame("tournament", players, sets=1))
    phases = set()
    while (now := show(table)).phase != "over":
        phases.add((now.stage, now.phase))
        if now.can.draw:
            table.handle(DrawNames())
        elif now.phase == "ready":
            table.handle(RingBell())
        elif now.phase == "final":
            play(table, chance.choice([(1, 1, 1), (1, 1, 2)]))
        else:
            play(table, tuple(chance.choices(range(1, 7), k=now.dice)))
    assert ("semi_final", "playing") in phases
    assert ("semi_final", "final") in phases
    assert now.winners == (now.results.grand_prize,)
    assert now.winners[0] in players
    assert now.results.final
    assert show(open_table()).to_json() | {"alerts": []} == now.to_json() | {"alerts": []}


def test_a_throw_of_the_semi_final_is_corrected_and_undone_by_its_number_in_the_log(open_table: Open) -> None:
    """The page names the log's numbers, whatever the semi-final's own count is."""
    table = open_table()
    table.handle(NewGame("tournament", ("Ann", "Bob", "Cy", "Di"), sets=1))
    play_sets(table, 1)
    chance = Random(3)
    while (now := show(table)).stage == "game":
        if now.can.draw:
            table.handle(DrawNames())
        else:
            play(table, tuple(chance.choices(range(1, 7), k=now.dice)))
    assert {card.wins + card.losses for card in make_room_view(table).cards} == {6}, "the game's cards stay"
    table.handle(RingBell())
    play(table, (1, 2, 3), (4, 4, 5))
    first, second = show(table).course
    assert (first.points, second.points) == (1, 0)
    table.handle(CorrectThrow(first.seq, (1, 1, 3)))
    now = show(table)
    assert ([thrown.points for thrown in now.course], now.course[0].corrected) == ([2, 0], True)
    assert now.can.undo is not None
    table.handle(UndoStep(now.can.undo.seq))
    assert [thrown.points for thrown in show(table).course] == [1, 0]
    table.handle(EndRoundNow())
    assert show(table).rounds[-1].sides[0][1] == 1


def test_at_a_break_a_name_is_drawn_that_was_not_drawn_before(open_table: Open) -> None:
    """After rounds 2, 4 and 6 of the casino sheet; nobody twice until all were drawn."""
    table = open_table()
    table.handle(NewGame("casino", ("Ann", "Bob", "Cy", "Di")))
    assert show(table).can.draw is None
    with pytest.raises(Refused, match="Nothing is drawn now"):
        table.handle(DrawNames())
    for round_ in range(1, 7):
        table.handle(RingBell())
        table.handle(EndRoundNow())
        while show(table).phase == "rolloff":
            play(table, (round_, 1, 2))
        now = show(table)
        assert (now.can.draw, now.rest != "") == (
            ("Draw a name", True) if round_ % 2 == 0 else (None, False)
        ) or (round_ == 6)
        if now.can.draw:
            table.handle(DrawNames())
            assert show(table).can.draw is None
    assert len(set(show(table).results.drawn)) == 3


def test_staff_confirm_what_the_awards_hang_on(open_table: Open) -> None:
    """An award says what is open, and is final once all is confirmed and the judge has spoken."""
    table = open_table()
    table.handle(NewGame("casino", ("Ann", "Bob", "Cy", "Di")))
    table.handle(OfferAwards((Award("most_buncos", prize="$100"), Award("costume", prize="$25"))))
    for round_ in range(1, 7):
        table.handle(RingBell())
        play(table, (round_,) * 3)
        while show(table).phase == "playing":
            play(table, (round_ % 6 + 1, round_ % 6 + 1, (round_ + 1) % 6 + 1))
    buncos, _ = show(table).results.awards
    assert (buncos.title, buncos.prize, buncos.final) == ("Most buncos", "$100", False)
    assert buncos.unconfirmed > 0
    table.handle(JudgeCostume("Cy"))
    keys = tuple(claim.key for claim in show(table).results.claims)
    table.handle(ConfirmClaims(keys[:1]))
    assert [claim.confirmed for claim in show(table).results.claims].count(True) == 1
    table.handle(ConfirmClaims(keys))
    table.handle(ConfirmClaims(keys))  # a second tap changes nothing
    now = show(table)
    assert [award.final for award in now.results.awards] == [True, True]
    assert now.results.awards[1].winners == ("Cy",)
    assert now.results.final
    with pytest.raises(Refused, match="nothing of that name"):
        table.handle(ConfirmClaims(("bunco:999:Ann",)))
    with pytest.raises(Refused, match="does not fit"):
        table.handle(JudgeCostume("Zoe"))


def test_a_round_with_a_time_limit_says_since_when_and_is_ended_once_by_the_clock(open_table: Open) -> None:
    """The limit of a house's sheet is shown; after the host undid its end it rings no more in this round."""
    table = open_table()
    sheet = replace(load_sheet("classic"), slug="timed", title="Timed", round_minutes=10)
    table.handle(NewGame("timed", ("Ann", "Bob", "Cy", "Di"), sheet=sheet))
    assert show(table).limit is None
    table.handle(RingBell())
    play(table, (1, 1, 2))
    limit = show(table).limit
    assert limit is not None
    assert (limit.bell, limit.minutes, limit.rung) == (1, 10, False)
    table.handle(EndRoundNow(by=CLOCK))
    now = show(table)
    assert (now.phase, now.told) == ("ready", "The time is up: the round is over.")
    assert now.can.undo is not None
    table.handle(UndoStep(now.can.undo.seq))
    limit = show(table).limit
    assert limit is not None
    assert limit.rung


def test_a_correction_with_too_few_dice_says_how_many_it_takes(tied: Keeper) -> None:
    """Three dice stay three; nothing is changed."""
    play(tied, (1, 2, 4))
    last = show(tied).last
    assert last is not None
    with pytest.raises(Refused, match="This takes 3 dice, not 2"):
        tied.handle(CorrectThrow(last.seq, (1, 2)))
    assert show(tied).last == last
