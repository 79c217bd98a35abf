"""The score cards at any moment: counts, teams, the bag, and who was drawn."""

from pathlib import Path

from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from tests.web.real_service import open_service

ROOM = tuple(f"P{number}" for number in range(24))


def test_a_bunco_counts_at_once(tmp_path: Path) -> None:
    """A card grows while the round is played. Programs do not get the cards then."""
    with open_service(tmp_path, NewGame("casino", ROOM), RingBell()) as room:
        before = room.view_room().live_cards
        room.ask(EnterDice((1, 1, 1), table=2))
        view = room.view_room()
    assert (before.counts["P4"].buncos, view.live_cards.counts["P4"].buncos) == (0, 1)
    assert (view.live_cards.teams["P4"], view.live_cards.teams["P23"]) == (1, 2)
    assert "live_cards" not in view.to_json()
    assert view.to_json()["tables"][1]["ways"] == (2, 3)


def test_a_sheet_without_teams_names_none(tmp_path: Path) -> None:
    """In a room of many tables only some sheets put players into teams of tables."""
    with open_service(tmp_path, NewGame("classic", ROOM)) as room:
        live = room.view_room().live_cards
    assert (live.teams, live.drawn, live.bag) == ({}, (), None)
