"""Undo and redo walk back and forth over what people did, and over nothing else."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.table.steps import steps

Body = dict[str, Any]

THROW: Body = {"event": "throw"}
SEEN: Body = {"event": "camera:doubtful"}


def void(seq: int) -> Body:
    return {"event": "void", "seq": seq}


def test_undo_takes_the_last_step() -> None:
    """The first undo takes the last throw, the next one the throw before."""
    assert steps([{}, THROW, THROW]) == (2, None)
    assert steps([{}, THROW, THROW, void(2)]) == (1, 3)
    assert steps([{}, THROW, THROW, void(2), void(1)]) == (None, 4)


def test_redo_brings_back_in_turn() -> None:
    """A redo brings back what the last undo took, then what the undo before it took."""
    lines = [{}, THROW, THROW, void(2), void(1), void(4)]
    assert steps(lines) == (1, 3)
    assert steps([*lines, void(3)]) == (2, None)


def test_redo_ends_with_a_new_step() -> None:
    """After an undo and a new throw there is nothing to bring back."""
    assert steps([{}, THROW, void(1), THROW]) == (3, None)


def test_undo_passes_over_what_nobody_did() -> None:
    """What the camera saw, and what the rules did by themselves, is no step."""
    assert steps([{}, THROW, SEEN, {"event": "table:no_throw", "by": "rules"}]) == (1, None)
    assert steps([{}, THROW, SEEN, {"event": "table:no_throw", "by": "tap"}]) == (3, None)


def test_undo_of_a_void_made_elsewhere_is_a_step() -> None:
    """A void of an older event, as a record may hold, is a step of its own."""
    assert steps([{}, THROW, THROW, void(1)]) == (3, None)


@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=30))
def test_undo_and_redo_agree_with_two_stacks(taps: list[str]) -> None:
    """Any order of taps does what two stacks of steps would do."""
    lines: list[Body] = [{}]
    done: list[int] = []
    undone: list[int] = []
    for tap in taps:
        undo, redo = steps(lines)
        assert (undo is None, redo is None) == (not done, not undone)
        if tap == "do":
            lines.append(THROW)
            done.append(len(lines) - 1)
            undone.clear()
        elif tap == "undo" and undo is not None:
            assert undo == done[-1]
            lines.append(void(undo))
            undone.append(done.pop())
        elif tap == "redo" and redo is not None:
            assert lines[redo]["seq"] == undone[-1]
            lines.append(void(redo))
            done.append(undone.pop())
