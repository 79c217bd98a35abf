"""The debouncer with chatter of every kind, compared with a plain model of a press."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.devices.bell.press_tracker import PRESS_SECONDS, RELEASE_SECONDS, Debouncer

MS = 0.001


def play(gaps: list[float], *, timer: list[float] | None = None) -> list[float]:
    """Toggle an open contact after each gap, let it rest, and return the times at which presses counted.

    ``timer`` are further times at which :meth:`Debouncer.settle` is called.
    """
    button, presses, closed = Debouncer(), [], False
    events = [(at, True) for at in accumulate(gaps)] + [(at, False) for at in timer or []]
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


def count_presses(gaps: list[float]) -> int:
    """Count presses by the plain model: from how long the contact stays in each state, open first."""
    stays, held, presses = [*gaps[1:], 10.0], False, 0
    for number, stay in enumerate(stays if gaps else []):
        if number % 2 == 0 and not held and stay >= PRESS_SECONDS:
            held, presses = True, presses + 1
        elif number % 2 == 1 and held and stay >= RELEASE_SECONDS:
            held = False
    return presses


# 1024ths of a second have exact sums, so that rounding does not move one over a limit.
gaps = st.lists(st.integers(1, 120).map(lambda ms: ms / 1024))


@given(gaps, st.lists(st.floats(0, 10)))
def test_debounce_counts_as_the_model_does(gaps: list[float], timer: list[float]) -> None:
    """The debouncer and the model count the same presses, with or without calls by a timer."""
    assert len(play(gaps)) == count_presses(gaps)
    assert len(play(gaps, timer=timer)) == count_presses(gaps)


@given(st.lists(st.floats(0.01 * MS, 0.9 * PRESS_SECONDS), min_size=1))
def test_debounce_chatter_gives_one_press(chatter: list[float]) -> None:
    """A contact that chatters, then rests closed, gives one press."""
    odd = chatter if len(chatter) % 2 else chatter[1:] or [MS]
    assert len(play(odd)) == len(odd) % 2


@given(st.lists(st.floats(0.01 * MS, 0.9 * PRESS_SECONDS)))
def test_debounce_release_gives_no_press(chatter: list[float]) -> None:
    """A contact that chatters while the button is released adds no press."""
    even = chatter[: len(chatter) // 2 * 2]
    assert len(play([1.0, 0.2, *even])) == 1


@given(st.lists(st.floats(0.01 * MS, 0.9 * PRESS_SECONDS)))
def test_debounce_spikes_are_no_presses(spikes: list[float]) -> None:
    """Short spikes far apart, as a long wire catches them, are no presses."""
    assert play([part for spike in spikes for part in (1.0, spike)]) == []


def test_debounce_counts_a_press_while_the_finger_is_still_down() -> None:
    """A press counts 20 ms after the contact comes to rest, while the finger is still on the button."""
    button = Debouncer()
    button.note_edge(closed=True, at=5.0)
    button.note_edge(closed=False, at=5.001)
    button.note_edge(closed=True, at=5.002)
    assert button.due == 5.002 + PRESS_SECONDS
    assert not button.settle(5.002 + 0.9 * PRESS_SECONDS)
    assert button.settle(button.due)


def test_debounce_counts_a_press_without_its_timer() -> None:
    """Without a call by the timer, a press counts when the contact opens again."""
    button = Debouncer()
    button.note_edge(closed=True, at=0.0)
    assert button.note_edge(closed=False, at=0.06)
    assert button.held
    assert button.since == 0.06


def test_debounce_each_press_counts() -> None:
    """Five presses a second all count."""
    assert len(play([0.1] * 20)) == 10


def test_debounce_closed_at_the_start_is_no_press() -> None:
    """A button that is closed when the power comes gives no press; after its release it works."""
    button = Debouncer(closed=True)
    assert button.due is None
    assert not button.settle(100.0)
    button.note_edge(closed=False, at=101.0)
    button.note_edge(closed=True, at=102.0)
    assert not button.held
    assert button.settle(102.0 + PRESS_SECONDS)


def test_debounce_repeated_edge_does_not_delay_the_press() -> None:
    """If a library reports an edge twice, the press counts at the same time."""
    button = Debouncer()
    button.note_edge(closed=True, at=0.0)
    button.note_edge(closed=True, at=0.9 * PRESS_SECONDS)
    assert button.settle(PRESS_SECONDS)
