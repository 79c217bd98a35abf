"""The countdown from the end of a round to the next bell."""

from dataclasses import replace

import pytest

from pi_bunco.app.timekeeper import Countdown, round_up_seconds
from pi_bunco.views.table import RoundLine, TableView

LINE = RoundLine(1, 1, (), (), rolloff=False)


@pytest.fixture
def between(ready: TableView) -> TableView:
    return replace(ready, round=2, rounds=(LINE,))


def test_countdown_runs_from_the_end_of_the_round(between: TableView) -> None:
    """60 seconds are left when the round ends, 0 after 60 seconds, and never less than 0."""
    countdown = Countdown()
    assert [countdown.find_left(between, 60, now) for now in (500, 520, 560, 570)] == [60, 40, 0, 0]


def test_countdown_starts_again_after_each_round(between: TableView) -> None:
    """There is no countdown during a round; after it, the full time is left."""
    countdown = Countdown()
    countdown.find_left(between, 60, 500)
    assert countdown.find_left(replace(between, phase="playing"), 60, 510) is None
    assert countdown.find_left(replace(between, round=3), 60, 800) == 60


def test_countdown_does_not_start_again_after_a_bell_is_undone(between: TableView) -> None:
    """If the bell of a round is undone, no second countdown for that round starts."""
    countdown = Countdown()
    countdown.find_left(between, 60, 500)
    countdown.find_left(replace(between, phase="playing"), 60, 561)
    assert countdown.find_left(between, 60, 570) is None


@pytest.mark.parametrize(
    ("change", "seconds"), [({"rounds": ()}, 60), ({"rest": "A break"}, 60), ({"phase": "over"}, 60), ({}, 0)]
)
def test_countdown_does_not_run_unexpectedly(
    between: TableView, change: dict[str, object], seconds: int
) -> None:
    """There is no countdown before the first bell, in a break, after the game, or if it is set to 0."""
    assert Countdown().find_left(replace(between, **change), seconds, 500) is None  # type: ignore[arg-type]


def test_countdown_on_the_page_has_steps() -> None:
    """The page shows steps of five seconds, and of one second when few seconds are left."""
    assert [round_up_seconds(left) for left in (60, 59.5, 55, 54.9, 10.2, 10, 9.5, 0.2, 0)] == [
        60, 60, 55, 55, 15, 10, 10, 1, 0]  # fmt: skip
