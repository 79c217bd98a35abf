"""What one tap can take back, and bring back again.

An undo is a ``void`` of the last step that stands; a redo is a ``void`` of that undo.
"""

from collections.abc import Sequence
from typing import Any

from pi_bunco.table.foreign import OTHER
from pi_bunco.table.pending import is_ruling

Body = dict[str, Any]

NO_STEP = ("camera:doubtful", "camera:waiting", "camera:uncounted")
"""What the camera saw is no step of anybody's, so it is never taken back; nor is a throw without a round."""


def steps(lines: Sequence[Body]) -> tuple[int | None, int | None]:
    """Find what an undo and what a redo would take back.

    Parameters
    ----------
    lines
        A game's lines, header first.

    Returns
    -------
    undo, redo
        The number of the step to void, and of the undo to void; ``None`` where there is none. A new
        step after an undo leaves nothing to redo.

    >>> throw, void = {"event": "throw"}, {"event": "void", "seq": 1}
    >>> steps([{}, throw]), steps([{}, throw, void]), steps([{}, throw, void, throw])
    ((1, None), (None, 2), (3, None))
    """
    done: list[int] = []
    undone: list[tuple[int, int]] = []  # the undo, and what it took back
    for number, body in enumerate(lines[1:], start=1):
        if (
            body["event"] in NO_STEP
            or body["event"].startswith(OTHER)
            or (body.get("by") == "rules" and not is_ruling(body))
        ):
            continue
        target = body["seq"] if body["event"] == "void" else None
        if target is not None and undone and undone[-1][0] == target:
            done.append(undone.pop()[1])
        elif target is not None and done and done[-1] == target:
            undone.append((number, done.pop()))
        else:
            done.append(number)
            undone.clear()
    return (done[-1] if done else None), (undone[-1][0] if undone else None)
