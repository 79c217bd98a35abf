"""The claims that the staff confirm, each with its evidence."""

from collections.abc import Callable

from pi_bunco.game.commands import (
    ConfirmClaims,
    CorrectThrow,
    CountTally,
    DoubtClaims,
    EnterDice,
    NewGame,
    RingBell,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.rules import Counted
from pi_bunco.views.results import make_results
from pi_bunco.views.words import join_scores
from tests.game.conftest import Hands


def test_a_claim_has_its_evidence(open_table: Callable[[], Keeper]) -> None:
    """A bunco has its table and dice, or says that it was counted on paper. A win has its score."""
    keeper = open_table()
    keeper.handle(NewGame("casino", tuple(f"P{number}" for number in range(1, 13))))
    keeper.handle(RingBell())
    keeper.handle(CountTally(Counted((15, 12), buncos={"P5": 1}), table=2))
    keeper.handle(EnterDice((1, 1, 4), table=3))
    keeper.handle(EnterDice((2, 2, 2)))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(EnterDice((2, 3, 4), table=3))
    claims = {(claim.player, claim.what): claim for claim in make_results(keeper.book).claims}
    bunco = claims["P1", "bunco, round 1"]
    assert (bunco.where, bunco.table, bunco.dice, bunco.seq) == ("table 1", 1, (1, 1, 1), 5)
    paper = claims["P5", "bunco, round 1"]
    assert (paper.where, paper.dice, paper.seq) == ("table 2, counted on paper", (), None)
    win = claims["P5", "win, round 1"]
    assert (win.where, win.table) == (f"table 2, {join_scores((15, 12))}", 2)


def test_a_claim_says_who_entered_it(open_table: Callable[[], Keeper], hands: Hands) -> None:
    """It was a device, a tap, the camera, or the camera and a device that corrected it."""
    keeper = open_table()
    keeper.handle(NewGame("casino", ("Ann", "Bob", "Cy", "Di")))
    keeper.handle(RingBell())
    keeper.handle(hands.throw(2, 2, 2))
    keeper.handle(EnterDice((3, 3, 3), code="KHRM"))
    keeper.handle(EnterDice((4, 4, 4)))
    keeper.handle(hands.throw(5, 5, 5))
    keeper.handle(CorrectThrow(5, (6, 6, 6), code="FGHJ"))
    keeper.handle(ConfirmClaims(("mini:3:Ann",)))
    keeper.handle(DoubtClaims(("mini:4:Ann",)))
    claims = make_results(keeper.book).claims
    assert [claim.entered for claim in claims] == [
        "read by the camera",
        "entered on device KHRM",
        "entered by a tap",
        "read by the camera, corrected on device FGHJ",
    ]
    assert [claim.image for claim in claims] == ["1-2.jpg", None, None, "1-5.jpg"]
    assert [len(claim.boxes) for claim in claims] == [3, 0, 0, 3]
    assert [claim.codes for claim in claims] == [(), ("KHRM",), (), ("FGHJ",)]
    assert [(claim.confirmed, claim.doubted, claim.verdict) for claim in claims] == [
        (False, False, None), (True, False, 7), (False, True, 8), (False, False, None),
    ]  # fmt: skip
    assert {claim.team for claim in claims} == {1}
