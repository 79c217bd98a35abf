"""The night around the rounds at one table: a set's roll-off, breaks, awards, staff, semi-final and final."""

import json
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
from pi_bunco.rules import load_sheet, replay
from pi_bunco.rules.sheets import Award
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.results import SetLine
from pi_bunco.views.room import make_room_view
from pi_bunco.views.table import AskView
from tests.game.conftest import show

Open = Callable[[], Keeper]


def play(table: Keeper, *throws: tuple[int, ...]) -> None:
    for dice in throws:
        table.handle(EnterDice(dice))


def play_sets(table: Keeper, sets: int) -> None:
    """Play whole sets in which each player who throws first throws a bunco."""
    for number in range(6 * sets):
        table.handle(RingBell())
        face = number % 6 + 1
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


def test_rolloff_of_tied_set(tied: Keeper, hands: Any) -> None:
    """Each throws three dice for the order, the highest first; then 6s count until a player has five."""
    now = show(tied)
    assert (now.phase, now.thrower, now.dice) == ("order", "Ann", 3)
    assert now.need == AskView(
        "Roll-off for set 1",
        "Set 1 is tied: Ann and Bob throw three dice each, and the highest total goes first.",
        (),
        ("Ann", "Bob"),
    )
    tied.handle(hands.throw(1, 2, 4))
    assert show(tied).last.says == "Total 7, Bob throws now"  # type: ignore[union-attr]
    tied.handle(hands.throw(5, 5, 6))
    now = show(tied)
    assert (now.phase, now.thrower, now.target, now.course) == ("set_rolloff", "Bob", 6, ())
    tied.handle(hands.throw(6, 6, 1))
    tied.handle(hands.throw(5, 5, 5))  # a mini scores nothing and ends the turn
    now = show(tied)
    assert (now.thrower, [side.rolloff for side in now.sides]) == ("Ann", [0, 2])
    assert [thrown.says for thrown in now.course] == ["+2", "No points, Ann throws now"]
    news = tied.handle(hands.throw(6, 6, 6))
    assert [(make_alert(each).kind, make_alert(each).text) for each in news.news[1]] == [("over", "Ann wins")]
    now = show(tied)
    assert (now.phase, now.winners, now.results.sets) == (
        "over",
        ("Ann",),
        (SetLine(1, ("Ann",), "by a roll-off"),),
    )
    assert tied.finished


def test_rolloff_goes_on_after_restart(tied: Keeper, open_table: Open) -> None:
    """After a restart the roll-off is complete, and the game is not over before it is decided."""
    play(tied, (1, 2, 4), (5, 5, 6), (6, 1, 1))
    reopened = open_table()
    assert not reopened.finished
    assert show(reopened).to_json() | {"alerts": ()} == show(tied).to_json() | {"alerts": ()}


def test_throw_of_rolloff_is_corrected(tied: Keeper) -> None:
    """A corrected throw of a roll-off may give later throws to other players."""
    play(tied, (1, 2, 4), (5, 5, 6), (1, 1, 1), (6, 1, 2), (1, 1, 2))  # Bob nothing, Ann 1
    now = show(tied)
    assert (now.thrower, [side.rolloff for side in now.sides]) == ("Bob", [1, 0])
    tied.handle(CorrectThrow(now.course[0].seq, (6, 6, 1)))  # Bob has two, and throws again
    now = show(tied)
    assert (now.thrower, [side.rolloff for side in now.sides]) == ("Ann", [0, 3])
    assert [thrown.corrected for thrown in now.course] == [True, False, False]
    assert now.can.undo is not None
    assert now.can.undo.what == "Undo the correction to 6-6-1"
    revision = now.revision
    tied.handle(CorrectThrow(now.course[0].seq, (6, 6, 1)))  # a second tap changes nothing
    assert show(tied).revision == revision


def test_undo_and_redo_in_rolloff(tied: Keeper) -> None:
    """One tap undoes a throw of the roll-off, and one tap redoes it."""
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


def test_next_set_may_begin_before_rolloff(open_table: Open) -> None:
    """During a roll-off of a set the bell for the next set is offered, as players may be away."""
    table = open_table()
    table.handle(NewGame("boxed", ("Ann", "Bob"), sets=2))
    play_sets(table, 1)
    assert show(table).phase == "order"
    assert show(table).can.ring
    table.handle(RingBell())
    now = show(table)
    assert (now.phase, now.set, now.round) == ("playing", 2, 1)


@pytest.mark.parametrize(
    ("players", "seed"),
    [(("Ann", "Bob"), 1), pytest.param(("Ann", "Bob", "Cy", "Di"), 2, marks=pytest.mark.nightly)],
)
def test_tournament_at_one_table(open_table: Open, players: tuple[str, ...], seed: int) -> None:
    """A set, places, semi-final and final are played by taps alone; a restart shows the same."""
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


def test_correction_and_undo_in_semi_final(open_table: Open) -> None:
    """The page uses the numbers of the log for throws of the semi-final."""
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


def test_drawings_at_breaks(open_table: Open) -> None:
    """In casino a player is drawn after rounds 2, 4 and 6, each time another one."""
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
        assert now.can.draw == ("Draw a name" if round_ in (2, 4, 6) else None)
        assert bool(now.rest) == (round_ in (2, 4))  # after the last round nothing follows
        if now.can.draw:
            table.handle(DrawNames())
            assert show(table).can.draw is None
    assert len(set(show(table).results.drawn)) == 3


def test_a_break_may_have_several_drawings_with_prizes(open_table: Open) -> None:
    """Nobody is drawn twice before everybody was. The prizes are in the log, and change nothing else."""
    table = open_table()
    table.handle(NewGame("casino", ("Ann", "Bob", "Cy", "Di")))
    for round_ in (1, 2):
        table.handle(RingBell())
        table.handle(EndRoundNow())
        while show(table).phase == "rolloff":
            play(table, (round_, 1, 2))
    assert show(table).can.draw_more is None  # the first one is asked for
    table.handle(DrawNames(prize=" a\u200b  bottle of wine ", drawn=0))
    assert show(table).can.draw_more == "Draw another name"
    with pytest.raises(Refused, match="just drawn"):
        table.handle(DrawNames(drawn=0))
    for number in range(1, 5):
        table.handle(DrawNames(drawn=number))
    first, *others = show(table).results.drawn
    assert first.endswith(": a bottle of wine")
    assert len({first.partition(":")[0], *others[:3]}) == 4
    assert replay(map(json.dumps, table.book.to_dicts(table.book.next_seq))).error is None
    table.handle(RingBell())
    assert show(table).can.draw_more is None


def test_a_draw_for_the_final_has_no_prize(open_table: Open) -> None:
    """A prize that was typed for it is refused, not lost."""
    table = open_table()
    table.handle(NewGame("tournament", ("Ann", "Bob", "Cy", "Di"), sets=1))
    for _ in range(6):
        table.handle(RingBell())
        table.handle(EndRoundNow())
        while show(table).dice == 2:
            table.handle(EnterDice((6, 1)))
    while show(table).can.draw is None:
        names = show(table).need
        assert names is not None
        table.handle(EnterDice((6, *(1 for _ in names.each[1:]))))
    with pytest.raises(Refused, match="no prize for this drawing"):
        table.handle(DrawNames(prize="a mug"))


def test_confirmed_awards_are_final(open_table: Open) -> None:
    """An award counts its open claims, and is final when all are confirmed and the costume is judged."""
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


def test_round_with_time_limit(open_table: Open) -> None:
    """The page shows the limit; after the host has undone its end, it ends the round no more."""
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


def test_correction_with_too_few_dice(tied: Keeper) -> None:
    """A correction with two dice instead of three is refused, and nothing changes."""
    play(tied, (1, 2, 4))
    last = show(tied).last
    assert last is not None
    with pytest.raises(Refused, match="This takes 3 dice, not 2"):
        tied.handle(CorrectThrow(last.seq, (1, 2)))
    assert show(tied).last == last


def test_traveling_is_offered_only_with_a_bag(open_table: Open) -> None:
    """Without its option the award is refused, and the sentence names the remedy."""
    table = open_table()
    offer = OfferAwards((Award("most_buncos"), Award("traveling")))
    table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
    with pytest.raises(Refused) as refused:
        table.handle(offer)
    assert refused.value.text == "No bag travels in this game."
    assert refused.value.remedy == "Leave out Traveling, or begin a game with its option."
    table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di"), options={"traveling": {"number": 4}}))
    table.handle(offer)
    assert [result.award.what for result in table.book.night.awards] == ["most_buncos", "traveling"]


def test_bag_changes_hands(open_table: Open) -> None:
    """The table's page says who takes the traveling bag, from whom, until something else happens."""
    table = open_table()
    table.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di"), options={"traveling": {"number": 4}}))
    table.handle(RingBell())
    told = []
    for dice in ((4, 4, 4), (2, 3, 6), (4, 4, 4), (2, 3, 6), (2, 3, 6), (2, 3, 6), (4, 4, 4), (4, 4, 4)):
        play(table, dice)
        told.append(show(table).told)
    assert told == ["Ann takes the bag.", "", "Bob takes the bag from Ann.", "", "", "",
                    "Ann takes the bag from Bob.", ""]  # fmt: skip
    assert [player.name for player in show(table).players if player.bag] == ["Ann"]
