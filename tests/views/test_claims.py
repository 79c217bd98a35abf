"""The claims that the staff confirm, each with its evidence."""

from collections.abc import Callable

from pi_bunco.game.commands import CountTally, EnterDice, NewGame, RingBell
from pi_bunco.game.keeper import Keeper
from pi_bunco.rules import Counted
from pi_bunco.views.results import make_results
from pi_bunco.views.words import join_scores


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
