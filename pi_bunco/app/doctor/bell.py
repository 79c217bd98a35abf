"""The bell: whether its button, its buzzer and its lamp are there, and whether the button is stuck."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from pi_bunco.config import Settings
from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import Board, load_board
from pi_bunco.devices.bell.parts import Wire
from pi_bunco.devices.ports import Bell
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding

PAGE = {
    "button": "The key on the page is the bell.",
    "buzzer": "The page sounds.",
    "lamp": "There is none.",
}
"""What does it where the table has no pins."""
_TRY = {
    "button": ("It was pressed, on {}.", "No press came from {}."),
    "buzzer": ("It was heard, on {}.", "Nobody heard it, on {}."),
    "lamp": ("It was seen, on {}.", "Nobody saw it, on {}."),
}
"""What is told of a part that somebody has tried: that it works, or not."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What is known of the bell.

    Attributes
    ----------
    board
        Where its parts are; ``None``: the page is the bell.
    trouble
        Why it cannot be used.
    down
        Whether the button is down, though nobody is to press it.
    ago
        How many seconds ago the button was pressed, where a table runs; ``None``: not since it began.
    runs
        Whether a table runs, and has the bell.
    came
        Of each part that somebody has tried, by its name: whether it did what it should.
    """

    board: Board | None = None
    trouble: Trouble | None = None
    down: bool = False
    ago: float | None = None
    runs: bool = False
    came: tuple[tuple[str, bool], ...] = ()


Trial = Callable[[Bell, Board], dict[str, bool]]
"""Lets somebody press the button, listen, and look; gives of each part that was tried whether it works."""


def by_opening(settings: Settings, trial: Trial | None = None) -> Heard:
    """Open the table's bell, try it, and give it back. Nobody else may have it.

    Parameters
    ----------
    settings
        The table's.
    trial
        How somebody tries it; ``None``: nobody is there.
    """
    kind, _, name = settings.bell_used.partition(":")
    if kind == "mock":
        return Heard()
    board = None
    try:
        board = load_board(name or "generic")
        with closing(open_bell(settings.bell_used)) as bell:
            down = bell.down
            came = trial(bell, board) if trial and not down else {}
            return Heard(board, down=down, came=tuple(came.items()))
    except Trouble as trouble:
        return Heard(board, trouble)


def judge_button(heard: Heard) -> Finding:
    """Judge the button."""
    if heard.down and heard.board:
        wire = heard.board.button
        return Finding.bad(
            "button",
            f"It is down, or stuck, or its wires touch each other ({_place(wire)}).",
            f"Let go of it. If nobody holds it, free it, and check its wires: {wire.wiring}.",
        )
    if heard.board and heard.runs and not heard.trouble:
        place = _place(heard.board.button)
        if heard.ago is None:
            return Finding.good("button", f"{place} is ready. To try it, press it: the table answers.")
        return Finding.good("button", f"It was last pressed {_since(heard.ago)}, on {place}.")
    return judge_part("button", heard)


def judge_part(part: str, heard: Heard) -> Finding:
    """Judge the button, the buzzer or the lamp."""
    if heard.trouble:
        return Finding.bad(part, heard.trouble.text, heard.trouble.remedy)
    if heard.board is None:
        return Finding.good(part, PAGE[part])
    wire = heard.board.parts.get(part)
    if wire is None:
        return Finding.good(part, "This board has none, and needs none.")
    came = dict(heard.came).get(part)
    if came is None:
        how = ", press the button." if heard.runs else f": pi-bunco doctor {part}"
        return Finding.good(part, f"{_place(wire)} is ready. To try it{how}")
    works, fails = _TRY[part]
    if came:
        return Finding.good(part, works.format(_place(wire)))
    return Finding.bad(part, fails.format(_place(wire)), f"Check its wires: {wire.wiring}.")


def _since(seconds: float) -> str:
    """Say how long ago something was.

    >>> _since(8.4), _since(200), _since(9000)
    ('8 seconds ago', '3 minutes ago', '2 hours ago')
    """
    if seconds < 100:  # noqa: PLR2004 - then minutes are counted
        return f"{seconds:.0f} seconds ago"
    minutes = seconds / 60
    return f"{minutes:.0f} minutes ago" if minutes < 100 else f"{minutes / 60:.0f} hours ago"  # noqa: PLR2004


def _place(wire: Wire) -> str:
    return f"GPIO {wire.bcm} (pin {wire.pin})"
