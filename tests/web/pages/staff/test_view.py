"""What the staff's page shows."""

from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.game.refused import Refused
from pi_bunco.views.claims import ClaimLine
from pi_bunco.web.pages.staff import view
from tests.web.conftest import FakePageService
from tests.web.night_states import casino_over


def make_claim(kind: str, round_: int, player: str, table: int = 1, **more: object) -> ClaimLine:
    """Return a claim."""
    line = ClaimLine(f"{kind}:{round_}:{player}", player, f"{kind}, round {round_}", confirmed=False)
    fields = {"kind": kind, "round": round_, "table": table, "where": f"table {table}, 21 : 8"}
    return replace(line, **{**fields, **more})  # type: ignore[arg-type]  # a test's values


CLAIMS = (
    make_claim("mini", 1, "Ann", seq=7),
    make_claim("win", 1, "Ann"),
    make_claim("win", 1, "Cy"),
    make_claim("win", 1, "Eve", 2, team=2),
    make_claim("bunco", 2, "Di", seq=31),
    make_claim("win", 2, "Bob", 3),
    make_claim("win", 2, "Di", 2, set=2),
    make_claim("mini", 2, "Bob", seq=33, confirmed=True, verdict=40),
    make_claim("mini", 2, "Cy", seq=34, confirmed=True, verdict=41),
    make_claim("bunco", 2, "Cy", seq=35, confirmed=True, verdict=41),
    make_claim("mini", 3, "Di", seq=50, doubted=True, verdict=52),
)


@pytest.fixture
def team(tmp_path: Path) -> view.StaffTeam:
    """Return team 1 of two."""
    service, base = FakePageService(tmp_path), casino_over()
    results = replace(
        base.results,
        claims=CLAIMS,
        teams=("Team 1: The Rollers", "Team 2"),
        members=(("Ann", "Bob", "Cy", "Di"), ("Eve",)),
    )
    service.show(replace(base, results=results))
    with pytest.raises(Refused, match="There is no team 3 now"):
        view.get_team(service, 3)
    assert view.get_team(service, 2)[1].claims == (CLAIMS[3],)
    return view.get_team(service, 1)[1]


def test_buncos_and_minis_come_newest_first(team: view.StaffTeam) -> None:
    """Only those that wait."""
    assert [claim.key for claim in view.make_waiting(team).claims] == ["bunco:2:Di", "mini:1:Ann"]


def test_the_newest_is_first_at_whichever_table(team: view.StaffTeam) -> None:
    """Claims come table by table, and people look for the one that was thrown just now."""
    claims = tuple(
        ClaimLine(f"bunco:{number}:{name}", name, "a bunco", confirmed=False, kind="bunco", table=table)
        for table, number, name in ((1, 8, "Ann"), (1, 31, "Bob"), (2, 9, "Cy"), (3, 30, "Di"))
    )
    shown = view.make_waiting(replace(team, claims=claims)).claims
    assert [claim.player for claim in shown] == ["Bob", "Di", "Cy", "Ann"]


def test_staff_judge_the_costumes_of_their_own_team(tmp_path: Path) -> None:
    """Everybody of the team is a choice, and the one whom a judge has named is marked."""
    service, base = FakePageService(tmp_path), casino_over()
    prize = next(line for line in base.results.awards if line.what == "costume" and line.among == "group")
    results = replace(base.results, teams=("Team 1",), members=(("Ann", "Bob"),))
    named = replace(results, awards=(replace(prize, winners=("Bob",)),))
    for shown, costumes in ((named, (("Ann", False), ("Bob", True))), (replace(named, awards=()), ())):
        service.show(replace(base, results=shown))
        assert view.get_team(service, 1)[1].costumes == costumes


def test_wins_are_joined_by_table_and_round(team: view.StaffTeam) -> None:
    """One tap confirms both partners; the newest round comes first."""
    wins = [(won.title, won.names, won.keys) for won in view.make_waiting(team).wins]
    assert wins == [
        ("Set 2, round 2", "Di", ("win:2:Di",)),
        ("Round 2", "Bob", ("win:2:Bob",)),
        ("Round 1", "Ann and Cy", ("win:1:Ann", "win:1:Cy")),
    ]


def test_decided_claims_fold_away_tap_by_tap(team: view.StaffTeam) -> None:
    """What one tap has confirmed is taken back by one tap. What somebody doubts is apart."""
    assert view.list_done(team) == (
        view.DecidedView(41, ("Cy: mini, round 2", "Cy: bunco, round 2")),
        view.DecidedView(40, ("Bob: mini, round 2",)),
    )
    assert view.list_doubted(team) == (view.DecidedView(52, ("Di: mini, round 3",)),)


def test_the_head_says_how_far_the_staff_are(team: view.StaffTeam) -> None:
    """It counts what is confirmed, and what the host decides."""
    assert view.make_head(team) == view.StaffHead(
        "Team 1: The Rollers", "3 of 10 confirmed, the host decides about 1", 0.3
    )
    assert view.say_progress(CLAIMS[7:9]) == "all confirmed"
    assert view.say_progress(()) == "nothing to confirm yet"
    assert view.make_waiting(replace(team, claims=())).nothing.startswith("Nothing waits.")
