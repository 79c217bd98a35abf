"""What the bell says of the news of the table."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Lamp, Ring
from pi_bunco.stations.bell import make_listener
from pi_bunco.views.devices import BellButton, CameraStatus
from pi_bunco.views.live import HeadNews
from pi_bunco.views.table import Alert, PossibleActions, TableView
from pi_bunco.views.throw_views import DoubtView, RerollView

PLAYING = TableView(
    revision=1, game="Game 1", title="Classic", rules="classic", sets=4, table=1, phase="playing", set=1,
    round=1, target=1, teams=True, sides=(), players=(), thrower=None, then=None, last=None, course=(),
    doubt=None, rounds=(), moves=(), left=None, right=None, winners=(), unused=(), told="", alerts=(),
    can=PossibleActions(ring=True, end_round=False, enter=False, call=False, undo=None, redo=None),
    camera=CameraStatus("live", "", mock=True), banners=(),
)  # fmt: skip
ASKED = replace(PLAYING, doubt=DoubtView(9, "Glare.", None, (2, 4), (), 3, (), 0, "Ann"))
RULED = replace(PLAYING, again=RerollView(10, "cocked", "One die leans.", None, (), (2, 4, 6), "Ann"))


@pytest.fixture
def bell() -> MockBell:
    return MockBell()


@pytest.fixture
def woken() -> list[str]:
    return []


@pytest.fixture
def hear(bell: MockBell, woken: list[str]) -> Callable[[HeadNews], None]:
    return make_listener(bell, lambda: woken.append("odds"))


@pytest.mark.parametrize(("shown", "ring"), [(ASKED, Ring.DOUBT), (RULED, Ring.AGAIN)])
def test_bell_says_once_that_somebody_must_look_or_throw_again(
    hear: Callable[[HeadNews], None], bell: MockBell, shown: TableView, ring: Ring
) -> None:
    """Each question and each ruling sounds once, however often the page changes, and anew in another game."""
    for now in (PLAYING, shown, replace(shown, revision=2), PLAYING, shown):
        hear(HeadNews((), now))
    assert list(bell.sounded) == [ring]
    hear(HeadNews((), replace(shown, game="Game 2")))
    assert list(bell.sounded) == [ring, ring]


@pytest.mark.parametrize(
    ("now", "shows"),
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
    hear: Callable[[HeadNews], None], bell: MockBell, now: TableView, shows: Lamp
) -> None:
    """Ready, playing, doubtful, stuck or over: the lamp follows the table."""
    hear(HeadNews((), now))
    assert bell.lit is shows


def test_bell_says_what_happened_last(
    hear: Callable[[HeadNews], None], bell: MockBell, woken: list[str]
) -> None:
    """A bunco that ends the round sounds as the end; the odds of the next round are worked out then."""
    alerts = (Alert(1, "bunco", "Bunco!", "Ann"), Alert(2, "end", "Over", ""))
    hear(HeadNews(alerts, replace(PLAYING, phase="ready")))
    assert (list(bell.sounded), woken) == ([Ring.END], ["odds"])
