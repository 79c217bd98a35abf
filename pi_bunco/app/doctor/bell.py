"""The bell: whether its button and its buzzer are there, and whether the button is stuck."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from pi_bunco.config import Settings
from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import Board, load_board
from pi_bunco.devices.ports import Bell
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding

PAGE = "The key on the page is the bell."


Trial = Callable[[Bell, Board], tuple[bool | None, bool | None]]
"""Lets somebody press the button and listen to the buzzer; gives whether either came, ``None`` for what was
not tried."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What is known of the bell.

    Attributes
    ----------
    board
        Where its parts are; ``None``: the page is the bell.
    trouble
        Why it cannot be used.
    pressed
        Whether the button was pressed when somebody was asked to; ``None``: nobody was.
    sounded
        Whether somebody has heard the buzzer; ``None``: nobody was asked.
    """

    board: Board | None = None
    trouble: Trouble | None = None
    pressed: bool | None = None
    sounded: bool | None = None


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
            pressed, sounded = trial(bell, board) if trial else (None, None)
            return Heard(board, None, pressed, sounded)
    except Trouble as trouble:
        return Heard(board, trouble)


def judge_button(heard: Heard) -> Finding:
    """Judge the button."""
    if heard.trouble:
        return Finding.bad("button", heard.trouble.text, heard.trouble.remedy)
    if heard.board is None:
        return Finding.good("button", PAGE)
    wire = heard.board.button
    place = f"GPIO {wire.bcm} (pin {wire.pin})"
    if heard.pressed is False:
        return Finding.bad("button", f"No press came from {place}.", f"Check its wires: {wire.wiring}.")
    if heard.pressed:
        return Finding.good("button", f"It was pressed, on {place}.")
    return Finding.good("button", f"{place} is ready. Try it by hand: pi-bunco doctor button")


def judge_buzzer(heard: Heard) -> Finding:
    """Judge the buzzer."""
    if heard.trouble:
        return Finding.bad("buzzer", heard.trouble.text, heard.trouble.remedy)
    if heard.board is None:
        return Finding.good("buzzer", "The page sounds.")
    wire = heard.board.buzzer
    place = f"GPIO {wire.bcm} (pin {wire.pin})"
    if heard.sounded is False:
        return Finding.bad("buzzer", f"Nobody heard it on {place}.", f"Check its wires: {wire.wiring}.")
    if heard.sounded:
        return Finding.good("buzzer", f"It was heard, on {place}.")
    return Finding.good("buzzer", f"{place} is ready. Try it by ear: pi-bunco doctor buzzer")
