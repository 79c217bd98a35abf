"""The countdown before the next bell: from the end of a round, once, and never when nobody expects it."""

from dataclasses import replace

import pytest

from pi_bunco.app.timekeeper import Countdown, round_left
from pi_bunco.views.table import RoundLine, TableView

LINE = RoundLine(1, 1, (), (), rolloff=False)


@pytest.fixture
def between(ready: TableView) -> TableView:
    return replace(ready, round=2, rounds=(LINE,))


def test_it_runs_from_the_end_of_the_round(between: TableView) -> None:
    """Sixty seconds when the round is over, none after sixty and never less."""
    countdown = Countdown()
    assert [countdown.find_left(between, 60, now) for now in (500, 520, 560, 570)] == [60, 40, 0, 0]


def test_each_round_has_its_own(between: TableView) -> None:
    """While a round is played there is none; after it the time is whole again."""
    countdown = Countdown()
    countdown.find_left(between, 60, 500)
    assert countdown.find_left(replace(between, phase="playing"), 60, 510) is None
    assert countdown.find_left(replace(between, round=3), 60, 800) == 60


def test_who_takes_the_bell_back_rings_it_themselves(between: TableView) -> None:
    """The countdown of a round runs once."""
    countdown = Countdown()
    countdown.find_left(between, 60, 500)
    countdown.find_left(replace(between, phase="playing"), 60, 561)
    assert countdown.find_left(between, 60, 570) is None


@pytest.mark.parametrize(
    ("change", "seconds"), [({"rounds": ()}, 60), ({"rest": "A break"}, 60), ({"phase": "over"}, 60), ({}, 0)]
)
def test_nothing_rings_unasked(between: TableView, change: dict[str, object], seconds: int) -> None:
    """Not before the first bell, in a break or after the game, nor where nobody has chosen it."""
    assert Countdown().find_left(replace(between, **change), seconds, 500) is None  # type: ignore[arg-type]


def test_a_page_is_drawn_anew_in_steps() -> None:
    """Five seconds at first, each second at the end."""
    assert [round_left(left) for left in (60, 59.5, 55, 54.9, 10.2, 10, 9.5, 0.2, 0)] == [
        60, 60, 55, 55, 15, 10, 10, 1, 0]  # fmt: skip
