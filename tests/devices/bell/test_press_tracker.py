"""What a finger meant, by the edges of its contact; and against a plain model of it."""

from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.bell.press_tracker import PRESS, RELEASE, STAGES, PressTracker
from pi_bunco.devices.ports import Press, Stage

MS = 0.001
LATER = 100.0


def play(stays: list[float], *, closed: bool = False) -> list[tuple[float, Press]]:
    """Let a contact stay so long in each state, by turns, then rest; step whenever it is due."""
    finger, at, told = PressTracker(closed=closed, at=0.0), 0.0, []
    for edge in [*accumulate(stays), None]:
        end = LATER + sum(stays) if edge is None else edge
        while (due := finger.due) is not None and due <= end:
            at = due
            told += [(at, press) for press in finger.step(at)]
        if edge is not None:
            closed = not closed
            told += [(edge, press) for press in finger.note_edge(closed=closed, at=edge)]
    return told


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
def test_press_a_press_means_what_its_length_says(seconds: float, stage: Stage) -> None:
    """Held for so long, a press comes through every stage before, and is let go of at this one."""
    stages = list(STAGES)
    come = [Press(each) for each in stages[: stages.index(stage) + 1]]
    assert presses([0.5, seconds]) == [*come, Press(stage, let_go=True)]


def test_press_each_stage_is_told_as_it_comes() -> None:
    """A press counts 20 ms after its contact rests, each stage at its second, letting go after 50 ms."""
    told = play([1.0, 3.5])
    assert [(round(at - 1.0, 3), press.stage.value, press.let_go) for at, press in told] == [
        (0.02, "short", False),
        (1.0, "warn_end", False),
        (3.0, "end", False),
        (3.55, "end", True),
    ]


def test_press_a_contact_that_chatters_while_it_is_held_is_held() -> None:
    """A loose contact that opens for some milliseconds now and then neither lets go nor begins anew."""
    held = [0.5, *[0.4, 0.02] * 5, 1.4]
    assert presses(held) == [
        Press(Stage.SHORT),
        Press(Stage.WARN_END),
        Press(Stage.END),
        Press(Stage.END, let_go=True),
    ]


def test_press_chatter_on_the_limit_does_not_warn_of_what_is_over() -> None:
    """A finger that lets go just before a stage is not told of it while the contact comes to rest."""
    assert presses([0.5, 2.99]) == [
        Press(Stage.SHORT),
        Press(Stage.WARN_END),
        Press(Stage.WARN_END, let_go=True),
    ]


def since_start(stage: Stage, *, let_go: bool = False) -> Press:
    return Press(stage, let_go=let_go, since_start=True)


@pytest.mark.parametrize("seconds", [0.1, 1.5, 5.0, 8.9])
def test_press_down_as_the_power_comes_is_no_press(seconds: float) -> None:
    """Let go of within nine seconds nobody is told anything; the next press is one."""
    assert presses([seconds], closed=True) == []
    assert presses([seconds, 1.0, 0.2], closed=True) == [Press(Stage.SHORT), Press(Stage.SHORT, let_go=True)]


@pytest.mark.parametrize("seconds", [9.1, 10.0, 19.9])
def test_press_held_through_the_start_is_told_as_that(seconds: float) -> None:
    """From nine to twenty seconds on, and when it is let go; both say that nobody saw it begin."""
    assert presses([seconds], closed=True) == [since_start(Stage.OFF), since_start(Stage.OFF, let_go=True)]


def test_press_stuck_from_the_start_is_told_of_and_was_never_pressed() -> None:
    """After twenty seconds it is called stuck, and what follows when it comes up is a press as any."""
    come = [since_start(Stage.OFF), since_start(Stage.STUCK)]
    assert presses([25.0], closed=True) == [*come, since_start(Stage.STUCK, let_go=True)]
    assert presses([25.0, 1.0, 0.2], closed=True)[3:] == [Press(Stage.SHORT), Press(Stage.SHORT, let_go=True)]


def test_press_stuck_is_told_once() -> None:
    """However long it stays down, it is called stuck once, and nobody is woken for it any more."""
    finger = PressTracker(closed=False, at=0.0)
    finger.note_edge(closed=True, at=1.0)
    told = []
    while (due := finger.due) is not None:
        told += finger.step(due)
    assert told[-1] == Press(Stage.STUCK)
    assert len(told) == len(STAGES)
    assert finger.step(1e6) == []
    assert finger.down


def test_press_a_step_that_comes_too_late_tells_all_that_was_missed() -> None:
    """A machine that slept for five seconds tells the press, its warning and its end, in their order."""
    finger = PressTracker(closed=False, at=0.0)
    finger.note_edge(closed=True, at=1.0)
    assert finger.step(6.0) == [Press(Stage.SHORT), Press(Stage.WARN_END), Press(Stage.END)]


STAYS = st.lists(st.sampled_from([1, 5, 19, 21, 49, 51, 200, 999, 1001, 2500, 7000, 15000, 21000]).map(
    lambda ms: ms / 1024
))  # fmt: skip


@given(STAYS)
def test_press_tells_what_a_plain_model_tells(stays: list[float]) -> None:
    """Whatever the contact does, presses begin and end by turns, none is lost, and stages come in order."""
    expected, held = 0, False
    for number, stay in enumerate([*stays[1:], LATER] if stays else []):
        if number % 2 == 0 and not held and stay >= PRESS:
            held = True
        elif number % 2 == 1 and held and stay >= RELEASE:
            held, expected = False, expected + 1
    told = presses(stays)
    begun = [press for press in told if press == Press(Stage.SHORT)]
    ended = [press for press in told if press.let_go]
    assert (len(begun), len(ended)) == (expected + held, expected)
    stages = list(STAGES)
    order = [-1 if press.let_go else stages.index(press.stage) for press in told]
    for earlier, now in pairwise(order):
        assert now in {earlier + 1, -1}
    for before, press in pairwise(told):
        assert not press.let_go or before.stage is press.stage
