"""What the television needs of a real game: the buncos of the last round, the standings, and the lesson."""

from pathlib import Path

import pytest

from pi_bunco.game.commands import EndRoundNow, EnterDice, NewGame, RingBell
from pi_bunco.rules import SHEETS, load_sheet
from pi_bunco.views.lesson import make_lesson
from pi_bunco.views.results import GuestCard
from pi_bunco.views.television import GuestStanding, RoundBunco, TvShow, list_standings
from tests.web.real_service import open_service

EIGHT = tuple("ABCDEFGH")


def test_the_buncos_of_the_last_round(tmp_path: Path) -> None:
    """They are there between the rounds, with the table and the dice, and gone with the next bell."""
    with open_service(tmp_path, NewGame("classic", EIGHT), RingBell()) as room:
        room.ask(EnterDice((1, 1, 1), table=2))
        room.ask(EnterDice((1, 2, 3)))
        assert room.view_room().buncos == ()
        room.ask(EndRoundNow())
        assert room.view_room().buncos == (RoundBunco("E", 2, (1, 1, 1), None),)
        room.ask(RingBell(sure=True))
        assert room.view_room().buncos == ()


def test_what_the_host_shows_ends_with_the_next_bell(tmp_path: Path) -> None:
    """A lesson is shown before a bell. Awards are shown only at the end."""
    with open_service(tmp_path, NewGame("classic", EIGHT)) as room:
        assert len(room.view_room().lesson) == 5
        room.show_on_tv(TvShow("lesson"))
        assert room.view_room().tv == TvShow("lesson")
        room.show_on_tv(TvShow("award", 1))
        assert room.view_room().tv == TvShow()
        room.show_on_tv(TvShow("lesson"))
        room.ask(RingBell(sure=True))
        assert (room.view_room().tv, room.view_room().lesson) == (TvShow(), ())


def test_standings_share_places() -> None:
    """Equal wins and buncos share a place, in the order of the names, and the next place is left out."""
    cards = [
        GuestCard(name=name, bag=False, marks=(), wins=wins, buncos=buncos)
        for name, wins, buncos in (("Di", 1, 0), ("bob", 2, 1), ("Ann", 2, 1), ("Cy", 2, 0))
    ]
    assert list_standings(cards) == (
        GuestStanding(1, "Ann", 2, 1),
        GuestStanding(1, "bob", 2, 1),
        GuestStanding(3, "Cy", 2, 0),
        GuestStanding(4, "Di", 1, 0),
    )


@pytest.mark.parametrize("slug", SHEETS)
def test_the_lesson_is_that_of_the_sheet(slug: str) -> None:
    """Every printed sheet has its screens, with its own points for the practice throws."""
    sheet = load_sheet(slug)
    steps = make_lesson(sheet)
    assert 4 <= len(steps) <= 5
    throws = [throw for step in steps for throw in step.throws]
    assert [throw.follows for throw in throws if throw.result == "No points"] == ["the dice go on"]
    assert f"Bunco! +{sheet.bunco}" in [throw.result for throw in throws]
    assert all(len(step.sentences) <= 3 for step in steps)
