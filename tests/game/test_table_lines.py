"""What the lines of one table come to: readings wait for their answers, undo and redo walk back and forth."""

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.game.lessons import voided
from pi_bunco.game.table_lines import TableLines

Body = dict[str, Any]

DOUBT: Body = {"event": "camera:doubtful"}
WAIT: Body = {"event": "camera:waiting"}
THROW: Body = {"event": "throw"}


def answer(seq: int, event: str = "throw", by: str = "tap") -> Body:
    return {"event": event, "answers": seq, "by": by}


def void(seq: int) -> Body:
    return {"event": "void", "seq": seq}


def lines_of(*lines: Body) -> TableLines:
    """Return what a table comes to that has taken in these lines, numbered from 1."""
    table = TableLines()
    for number, body in enumerate(lines, 1):
        table.take(number, body)
        if body["event"] == "void":
            table.reconsider(voided([{}, *lines[:number]]), number)
    return table


def pending(*lines: Body) -> Sequence[int]:
    return lines_of(*lines).pending


def steps(*lines: Body) -> tuple[int | None, int | None]:
    table = lines_of(*lines)
    return table.undo, table.redo


def test_readings_keep_the_order_of_landing() -> None:
    """What landed first is asked first."""
    assert pending(DOUBT, WAIT, DOUBT) == [1, 2, 3]


def test_a_reading_waits_until_it_is_answered() -> None:
    """A throw, a die-off or "no throw" answers; each only what it names."""
    assert pending(DOUBT, DOUBT, answer(1), answer(2, "table:no_throw")) == []
    assert pending(DOUBT, DOUBT, answer(2)) == [1]


def test_a_reading_waits_again_when_its_answer_is_taken_back() -> None:
    """An undo of an answer asks again, a redo answers again."""
    lines = [DOUBT, answer(1, "table:no_throw"), void(2)]
    assert pending(*lines) == [1]
    assert pending(*lines, void(3)) == []


def test_a_sure_reading_waits_not_again_once_scored() -> None:
    """A sure throw that was scored in its turn and then undone is undone, not asked."""
    assert pending(DOUBT, WAIT, answer(1), answer(2), void(4)) == []


def test_a_throw_without_a_round_waits_again_after_an_undo() -> None:
    """A throw that the rules had no round for is looked at again when the round may be open again."""
    lines = [DOUBT, WAIT, answer(1), answer(2, "table:no_throw", "rules")]
    assert pending(*lines) == []
    assert pending(*lines, void(3)) == [1, 2]


def test_a_ruling_is_made_once() -> None:
    """A reading on which the sheet has ruled is known, also when that was taken back."""
    ruled = {"event": "table:no_throw", "answers": 1, "by": "rules", "kind": "cocked"}
    table = lines_of(DOUBT, ruled, void(2))
    assert (table.pending, table.ruled) == ([1], {1})


def test_the_mat_is_as_it_was_logged_last() -> None:
    """The last line with boxes, although others came after it."""
    lies = DOUBT | {"boxes": [[0, 0, 9, 9]]}
    table = lines_of(THROW, lies, THROW)
    assert (table.mat, table.last) == (lies, 3)
    assert TableLines().mat is None


def test_undo_takes_the_last_step() -> None:
    """The first undo takes the last throw, the next one the throw before."""
    assert steps(THROW, THROW) == (2, None)
    assert steps(THROW, THROW, void(2)) == (1, 3)
    assert steps(THROW, THROW, void(2), void(1)) == (None, 4)


def test_redo_brings_back_in_turn() -> None:
    """A redo brings back what the last undo took, then what the undo before it took."""
    lines = [THROW, THROW, void(2), void(1), void(4)]
    assert steps(*lines) == (1, 3)
    assert steps(*lines, void(3)) == (2, None)


def test_redo_ends_with_a_new_step() -> None:
    """After an undo and a new throw there is nothing to bring back."""
    assert steps(THROW, void(1), THROW) == (3, None)


def test_undo_passes_over_what_nobody_did() -> None:
    """What the camera saw, and what the rules did by themselves, is no step."""
    rules = answer(2, "table:no_throw", "rules")
    assert steps(THROW, DOUBT, rules) == (1, None)
    assert steps(THROW, DOUBT, answer(2, "table:no_throw")) == (3, None)


def test_a_void_made_elsewhere_is_a_step() -> None:
    """A void of an older event, as a record may hold, is a step of its own."""
    assert steps(THROW, THROW, void(1)) == (3, None)


@given(st.lists(st.sampled_from(["do", "undo", "redo"]), max_size=30))
def test_undo_and_redo_agree_with_two_stacks(taps: list[str]) -> None:
    """Any order of taps does what two stacks of steps would do."""
    table = TableLines()
    number = 0
    done: list[int] = []
    undone: list[tuple[int, int]] = []
    for tap in taps:
        assert (table.undo, table.redo) == (done[-1] if done else None, undone[-1][0] if undone else None)
        if tap == "do":
            number += 1
            table.take(number, THROW)
            done.append(number)
            undone.clear()
        elif tap == "undo" and table.undo is not None:
            number += 1
            table.take(number, void(table.undo))
            undone.append((number, done.pop()))
        elif tap == "redo" and table.redo is not None:
            number += 1
            table.take(number, void(table.redo))
            done.append(undone.pop()[1])
