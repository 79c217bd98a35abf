"""The rings and the lamp that follow the news of a table."""

from dataclasses import replace

import pytest

from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Lamp, Ring
from pi_bunco.equipment.bell import BellFollower
from pi_bunco.views.devices import BellButton, CameraStatus
from pi_bunco.views.table import Alert, PossibleActions, TableView
from pi_bunco.views.throw_views import DoubtView, RerollView

PLAYING = TableView(
    revision=1, game="Game 1", title="Classic", rules="classic", sets=4, table=1, phase="playing", set=1,
    round=1, target=1, teams=True, sides=(), players=(), thrower=None, then=None, last=None, course=(),
    doubt=None, rounds=(), moves=(), one_die_each=(), winners=(), unused=(), told="", alerts=(),
    can=PossibleActions(ring=True, end_round=False, enter=False, call=False, undo=None, redo=None),
    camera=CameraStatus("live", "", mock=True), banners=(),
)  # fmt: skip
ASKED = replace(PLAYING, doubt=DoubtView(9, "Glare.", None, (2, 4), (), 3, (), 0, "Ann"))
RULED = replace(PLAYING, again=RerollView(10, "cocked", "One die leans.", None, (), (2, 4, 6), "Ann"))


@pytest.fixture
def bell() -> MockBell:
    return MockBell()


@pytest.fixture
def calls() -> list[str]:
    """Return a list with an entry for each call that starts the computing of odds."""
    return []


@pytest.fixture
def follower(bell: MockBell, calls: list[str]) -> BellFollower:
    return BellFollower(bell, lambda: calls.append("odds"))


@pytest.mark.parametrize(("view", "ring"), [(ASKED, Ring.DOUBT), (RULED, Ring.AGAIN)])
def test_bell_rings_once_for_a_question_or_a_ruling(
    follower: BellFollower, bell: MockBell, view: TableView, ring: Ring
) -> None:
    """Each question and each ruling sounds once in a game, even if the view changes several times."""
    for now in (PLAYING, view, replace(view, revision=2), PLAYING, view):
        follower.look(now)
    assert list(bell.sounded) == [ring]
    follower.look(replace(view, game="Game 2"))
    assert list(bell.sounded) == [ring, ring]


@pytest.mark.parametrize(
    ("view", "lamp"),
    [
        (replace(PLAYING, phase="ready"), Lamp.READY),
        (PLAYING, Lamp.PLAYING),
        (replace(PLAYING, phase="rolloff"), Lamp.PLAYING),
        (ASKED, Lamp.DOUBT),
        (replace(ASKED, button=BellButton("stuck")), Lamp.STUCK),
        (replace(PLAYING, phase="over"), Lamp.DARK),
    ],
)
def test_bell_lamp_shows_what_the_table_waits_for(
    follower: BellFollower, bell: MockBell, view: TableView, lamp: Lamp
) -> None:
    """The lamp shows whether a table is ready, playing, in doubt or over, or has a stuck button."""
    follower.look(view)
    assert bell.lit is lamp


def test_bell_rings_for_the_last_of_several_alerts(
    follower: BellFollower, bell: MockBell, calls: list[str]
) -> None:
    """After a bunco that ends the round only the end rings, and the computing of odds starts."""
    alerts = (Alert(1, "bunco", "Bunco!", "Ann"), Alert(2, "end", "Over", ""))
    follower.hear(alerts)
    follower.look(replace(PLAYING, phase="ready"))
    assert (list(bell.sounded), calls) == ([Ring.END], ["odds"])


def test_bell_rings_for_three_ones(follower: BellFollower, bell: MockBell) -> None:
    """Three 1s that took points have a sound of their own."""
    follower.hear((Alert(1, "wipe", "Three ones!", "Ann: 7 points of this round are lost"),))
    assert list(bell.sounded) == [Ring.WIPE]
