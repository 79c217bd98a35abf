"""How often staff tap in a night."""

import pytest

from pi_bunco.chance.party import Party, Plan
from pi_bunco.game.book import Book
from pi_bunco.rules import load_sheet
from pi_bunco.views.claims import ClaimLine, list_claim_lines
from pi_bunco.web.pages.staff.view import StaffTeam, make_waiting

MOST = 90
"""The most taps in a night for the staff of a team."""


def play_night(players: int, seed: str) -> tuple[ClaimLine, ...]:
    """Return all claims of a casino's night."""
    party = Party(Plan(load_sheet("casino"), players), seed)
    for _ in party.play_rounds():
        party.play_night()
    return list_claim_lines(Book([line.to_dict() for line in (party.game.header, *party.game.events)]))


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_night_of_48_guests_is_90_taps_for_each_of_four_staff(seed: str) -> None:
    """Without photos each bunco and mini is a tap, and each table one a round. With photos it is far less."""
    claims = play_night(48, seed)
    rounds = len({(claim.set, claim.round) for claim in claims})
    assert {claim.team for claim in claims} == {1, 2, 3, 4}
    for team in (1, 2, 3, 4):
        own = tuple(claim for claim in claims if claim.team == team)
        waiting = make_waiting(StaffTeam(team, "", own, ""))
        assert len(waiting.wins) + len(waiting.claims) <= MOST
        assert len(waiting.wins) == 3 * rounds
