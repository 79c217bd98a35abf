"""Presses and their stages from the edges of a contact, also compared with a plain model."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.bell.press_tracker import PRESS_SECONDS, RELEASE_SECONDS, STAGES, PressTracker
from pi_bunco.devices.ports import Press, Stage

MS = 0.001
LATER = 100.0


def play(stays: list[float], *, closed: bool = False) -> list[tuple[float, Press]]:
    """Toggle a contact after each stay, step the tracker when it is due, and return presses with times."""
    tracker, timed = PressTracker(closed=closed, at=0.0), []
    for edge in [*accumulate(stays), None]:
        end = LATER + sum(stays) if edge is None else edge
        while (due := tracker.due) is not None and due <= end:
            timed += [(due, press) for press in tracker.step(due)]
        if edge is not None:
            closed = not closed
            timed += [(edge, press) for press in tracker.note_edge(closed=closed, at=edge)]
    return timed


def presses(stays: list[float], *, closed: bool = False) -> list[Press]:
    return [press for _, press in play(stays, closed=closed)]


@pytest.mark.parametrize(
    ("seconds", "stage"),
    [
        (0.03, Stage.SHORT), (0.25, Stage.SHORT), (0.99, Stage.SHORT), (1.0, Stage.WARN_END),
        (2.99, Stage.WARN_END), (3.0, Stage.END), (5.99, Stage.END), (6.0, Stage.WARN_OFF),
        (8.99, Stage.WARN_OFF), (9.0, Stage.OFF), (19.9, Stage.OFF), (20.0, Stage.STUCK), (90.0, Stage.STUCK),
    ],
)  # fmt: skip
def test_press_length_decides_its_stage(seconds: float, stage: Stage) -> None:
    """A press of this length reports all stages up to this one, and is released at this stage."""
    stages = list(STAGES)
    reached = [Press(each) for each in stages[: stages.index(stage) + 1]]
    assert presses([0.5, seconds]) == [*reached, Press(stage, let_go=True)]


def test_press_each_stage_is_reported_at_its_time() -> None:
    """A press counts 20 ms after its contact rests, a stage at its second, a release after 50 ms."""
    assert [(round(at - 1.0, 3), press.stage.value, press.let_go) for at, press in play([1.0, 3.5])] == [
        (0.02, "short", False),
        (1.0, "warn_end", False),
        (3.0, "end", False),
        (3.55, "end", True),
    ]


def test_press_chatter_while_held_does_not_release() -> None:
    """A loose contact that opens for 20 ms now and then gives one long press."""
    assert presses([0.5, *[0.4, 0.02] * 5, 1.4]) == [
        Press(Stage.SHORT),
        Press(Stage.WARN_END),
        Press(Stage.END),
        Press(Stage.END, let_go=True),
    ]


def test_press_release_just_before_a_stage_does_not_reach_it() -> None:
    """A release 10 ms before a stage does not report that stage while the contact comes to rest."""
    assert presses([0.5, 2.99]) == [
        Press(Stage.SHORT),
        Press(Stage.WARN_END),
        Press(Stage.WARN_END, let_go=True),
    ]


def since_start(stage: Stage, *, let_go: bool = False) -> Press:
    return Press(stage, let_go=let_go, since_start=True)


@pytest.mark.parametrize("seconds", [0.1, 1.5, 5.0, 8.9])
def test_press_held_at_the_start_is_not_reported_if_short(seconds: float) -> None:
    """A press that began before the start and ends within 9 seconds is not reported; the next one is."""
    assert presses([seconds], closed=True) == []
    assert presses([seconds, 1.0, 0.2], closed=True) == [Press(Stage.SHORT), Press(Stage.SHORT, let_go=True)]


@pytest.mark.parametrize("seconds", [9.1, 10.0, 19.9])
def test_press_held_through_the_start_is_marked(seconds: float) -> None:
    """A press that began before the start and lasts 9 to 20 seconds is reported with ``since_start``."""
    assert presses([seconds], closed=True) == [since_start(Stage.OFF), since_start(Stage.OFF, let_go=True)]


def test_press_stuck_from_the_start_is_reported() -> None:
    """A button held since the start is reported as stuck after 20 seconds; after its release it works."""
    reached = [since_start(Stage.OFF), since_start(Stage.STUCK)]
    assert presses([25.0], closed=True) == [*reached, since_start(Stage.STUCK, let_go=True)]
    assert presses([25.0, 1.0, 0.2], closed=True)[3:] == [Press(Stage.SHORT), Press(Stage.SHORT, let_go=True)]


def test_press_stuck_is_reported_once() -> None:
    """A button that stays down is reported as stuck once; then no step is due."""
    tracker = PressTracker(closed=False, at=0.0)
    tracker.note_edge(closed=True, at=1.0)
    reported = []
    while (due := tracker.due) is not None:
        reported += tracker.step(due)
    assert reported[-1] == Press(Stage.STUCK)
    assert len(reported) == len(STAGES)
    assert tracker.step(1e6) == []
    assert tracker.down


def test_press_late_step_reports_all_missed_stages() -> None:
    """A step that comes 5 seconds late reports the press, its warning and its end, in order."""
    tracker = PressTracker(closed=False, at=0.0)
    tracker.note_edge(closed=True, at=1.0)
    assert tracker.step(6.0) == [Press(Stage.SHORT), Press(Stage.WARN_END), Press(Stage.END)]


STAYS = st.lists(st.sampled_from([1, 5, 19, 21, 49, 51, 200, 999, 1001, 2500, 7000, 15000, 21000]).map(
    lambda ms: ms / 1024
))  # fmt: skip


@given(STAYS)
def test_press_agrees_with_a_plain_model(stays: list[float]) -> None:
    """For any contact, the tracker reports as many presses as the model, with their stages in order."""
    expected, held = 0, False
    for number, stay in enumerate([*stays[1:], LATER] if stays else []):
        if number % 2 == 0 and not held and stay >= PRESS_SECONDS:
            held = True
        elif number % 2 == 1 and held and stay >= RELEASE_SECONDS:
            held, expected = False, expected + 1
    reported = presses(stays)
    begun = [press for press in reported if press == Press(Stage.SHORT)]
    ended = [press for press in reported if press.let_go]
    assert (len(begun), len(ended)) == (expected + held, expected)
    stages = list(STAGES)
    order = [-1 if press.let_go else stages.index(press.stage) for press in reported]
    for earlier, now in pairwise(order):
        assert now in {earlier + 1, -1}
    for before, press in pairwise(reported):
        assert not press.let_go or before.stage is press.stage
