"""Doubtful throws wait for their answer, those behind them wait for their turn."""

from typing import Any

from pi_bunco.table.pending import pending, voided

Body = dict[str, Any]

DOUBT: Body = {"event": "camera:doubtful"}
WAIT: Body = {"event": "camera:waiting"}


def answer(seq: int, event: str = "throw", by: str = "tap") -> Body:
    return {"event": event, "answers": seq, "by": by}


def void(seq: int) -> Body:
    return {"event": "void", "seq": seq}


def test_pending_keeps_the_order_of_landing() -> None:
    """What landed first is asked first."""
    assert pending([{}, DOUBT, WAIT, DOUBT]) == [1, 2, 3]


def test_pending_ends_with_an_answer() -> None:
    """A throw, a die-off or "no throw" answers; each only what it names."""
    assert pending([{}, DOUBT, DOUBT, answer(1), answer(2, "table:no_throw")]) == []
    assert pending([{}, DOUBT, DOUBT, answer(2)]) == [1]


def test_pending_returns_when_the_answer_is_taken_back() -> None:
    """An undo of an answer asks again, a redo answers again."""
    lines = [{}, DOUBT, answer(1, "table:no_throw"), void(2)]
    assert pending(lines) == [1]
    assert pending([*lines, void(3)]) == []


def test_pending_waits_not_again_once_scored() -> None:
    """A sure throw that was scored in its turn and then undone is undone, not asked."""
    assert pending([{}, DOUBT, WAIT, answer(1), answer(2), void(4)]) == []


def test_pending_throw_without_a_round_waits_again_after_an_undo() -> None:
    """A throw that the rules had no round for is looked at again when the round may be open again."""
    lines = [{}, DOUBT, WAIT, answer(1), answer(2, "table:no_throw", "rules")]
    assert pending(lines) == []
    assert pending([*lines, void(3)]) == [1, 2]


def test_voided_follows_voids_of_voids() -> None:
    """Voiding a void undoes it, and so on down."""
    assert voided([{}, DOUBT, void(1)]) == {1}
    assert voided([{}, DOUBT, void(1), void(2)]) == {2}
    assert voided([{}, DOUBT, void(1), void(2), void(3)]) == {1, 3}
