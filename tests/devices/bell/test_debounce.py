"""The debouncer against chatter of every kind, and against a plain model of what a press is."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.bell.press_tracker import PRESS, RELEASE, Debouncer

MS = 0.001


def play(gaps: list[float], *, asked: list[float] | None = None) -> list[float]:
    """Toggle an open contact after each gap, let it rest, and return when presses counted.

    ``asked`` are further times at which :meth:`Debouncer.settle` is called, as a timer might.
    """
    button, presses, closed = Debouncer(), [], False
    events = [(at, True) for at in accumulate(gaps)] + [(at, False) for at in asked or []]
    events.append((sum(gaps) + 10.0, False))
    for at, is_edge in sorted(events):
        if is_edge:
            closed = not closed
            counted = button.note_edge(closed, at)
        else:
            counted = button.settle(at)
        if counted and button.held:
            presses.append(at)
    return presses


def model(gaps: list[float]) -> int:
    """Count presses from how long the contact stayed in each state, alternating from open."""
    stays, held, presses = [*gaps[1:], 10.0], False, 0
    for number, stay in enumerate(stays if gaps else []):
        if number % 2 == 0 and not held and stay >= PRESS:
            held, presses = True, presses + 1
        elif number % 2 == 1 and held and stay >= RELEASE:
            held = False
    return presses


# Whole milliseconds, as sums of them do not fall beside the limits by rounding.
gaps = st.lists(st.integers(1, 120).map(lambda ms: ms / 1024))


@given(gaps, st.lists(st.floats(0, 10)))
def test_debounce_counts_what_the_model_counts(gaps: list[float], asked: list[float]) -> None:
    """Whatever the contact does, and however often a timer asks, presses are those of the model."""
    assert len(play(gaps)) == model(gaps)
    assert len(play(gaps, asked=asked)) == model(gaps)


@given(st.lists(st.floats(0.01 * MS, 0.9 * PRESS), min_size=1))
def test_debounce_chatter_gives_one_press(chatter: list[float]) -> None:
    """A contact that chatters as fast or slow as contacts do, then rests closed, is one press."""
    odd = chatter if len(chatter) % 2 else chatter[1:] or [MS]
    assert len(play(odd)) == len(odd) % 2


@given(st.lists(st.floats(0.01 * MS, 0.9 * PRESS)))
def test_debounce_release_gives_no_press(chatter: list[float]) -> None:
    """A contact that chatters while it is let go adds nothing to the press before."""
    even = chatter[: len(chatter) // 2 * 2]
    assert len(play([1.0, 0.2, *even])) == 1


@given(st.lists(st.floats(0.01 * MS, 0.9 * PRESS)))
def test_debounce_spikes_are_no_presses(spikes: list[float]) -> None:
    """Spikes that a long wire catches, far apart, never ring the bell."""
    assert play([part for spike in spikes for part in (1.0, spike)]) == []


def test_debounce_is_quick() -> None:
    """A press counts 20 ms after the contact came to rest, while the finger is still on it."""
    button = Debouncer()
    button.note_edge(closed=True, at=5.0)
    button.note_edge(closed=False, at=5.001)
    button.note_edge(closed=True, at=5.002)
    assert button.due == 5.002 + PRESS
    assert not button.settle(5.002 + 0.9 * PRESS)
    assert button.settle(button.due)


def test_debounce_a_late_timer_loses_nothing() -> None:
    """A press whose timer never came is counted when the contact opens again."""
    button = Debouncer()
    button.note_edge(closed=True, at=0.0)
    assert button.note_edge(closed=False, at=0.06)
    assert button.held
    assert button.since == 0.06


def test_debounce_each_press_counts() -> None:
    """Somebody who presses five times a second is heard each time."""
    assert len(play([0.1] * 20)) == 10


def test_debounce_stuck_from_the_start_is_no_press() -> None:
    """A button that is closed when the power comes was not pressed, and works once let go."""
    button = Debouncer(closed=True)
    assert button.due is None
    assert not button.settle(100.0)
    button.note_edge(closed=False, at=101.0)
    button.note_edge(closed=True, at=102.0)
    assert not button.held
    assert button.settle(102.0 + PRESS)


def test_debounce_an_edge_told_twice_is_one() -> None:
    """A library that repeats an edge does not put the press off."""
    button = Debouncer()
    button.note_edge(closed=True, at=0.0)
    button.note_edge(closed=True, at=0.9 * PRESS)
    assert button.settle(PRESS)
