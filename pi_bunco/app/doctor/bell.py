"""The check of the bell: whether button, buzzer and lamp are there, and whether the button is stuck."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.board import BellBoard, load_board
from pi_bunco.devices.bell.parts import Wire
from pi_bunco.devices.ports import BellDevice
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.settings.config import MOCK, Settings

_WITHOUT_PINS = {
    "button": say("The button on the page is the bell."),
    "buzzer": say("The page makes the sound."),
    "lamp": say("There is none."),
}
"""What replaces each part if the table has no pins."""


def _say_results(part: str, place: Sentence) -> tuple[Sentence, Sentence]:
    """Return the two sentences about a part that a person tried: one if it works, one if it does not."""
    return {
        "button": (
            say("It was pressed, on {place}.", place=place),
            say("No press came from {place}.", place=place),
        ),
        "buzzer": (
            say("It was heard, on {place}.", place=place),
            say("Nobody heard it, on {place}.", place=place),
        ),
        "lamp": (
            say("It was seen, on {place}.", place=place),
            say("Nobody saw it, on {place}.", place=place),
        ),
    }[part]


@dataclass(frozen=True, slots=True)
class BellState:
    """The facts about the bell.

    Attributes
    ----------
    board
        The pins of its parts, ``None`` if the page or a plug-in is the bell.
    plugin
        The name of the plug-in that is the bell, or ``""``.
    trouble
        Why the bell cannot be used.
    down
        Whether the button is down, though nobody should press it.
    seconds_pressed
        Seconds since a running table's button was pressed, ``None`` if it was not pressed since the start.
    runs
        Whether a running table has the bell open.
    tried
        Whether each part that was tried works, by the part's name.
    """

    board: BellBoard | None = None
    trouble: Trouble | None = None
    plugin: str = ""
    down: bool = False
    seconds_pressed: float | None = None
    runs: bool = False
    tried: Mapping[str, bool] = field(default_factory=dict)


Trial = Callable[[BellDevice, BellBoard], dict[str, bool]]
"""Asks a person to press the button, listen and look, and returns whether each tried part works."""


def examine_bell(settings: Settings, trial: Trial | None = None) -> BellState:
    """Open the table's bell, try it and close it. No other program may have it open.

    Parameters
    ----------
    settings
        The table's settings.
    trial
        Lets a person try the bell, ``None`` if nobody does.
    """
    kind, _, name = settings.bell_used.partition(":")
    if kind == MOCK:
        return BellState()
    plugin = "" if kind == "gpio" else kind
    board = None
    try:
        board = None if plugin else load_board(name or "generic")
        with closing(open_bell(settings.bell_used)) as bell:
            down = bell.down
            tried = trial(bell, board) if trial and board and not down else {}
            return BellState(board, plugin=plugin, down=down, tried=tried)
    except Trouble as trouble:
        return BellState(board, trouble, plugin)


def judge_button(state: BellState) -> Finding:
    """Judge the button."""
    if state.down and state.plugin:
        return Finding.bad(
            "button",
            say("The button of the bell “{name}” is down, or stuck.", name=state.plugin),
            say("Let go of it. If nobody holds it, free it."),
        )
    if state.down and state.board:
        wire = state.board.button
        return Finding.bad(
            "button",
            say("It is down, or stuck, or its wires touch each other ({place}).", place=_say_place(wire)),
            say(
                "Let go of it. If nobody holds it, free it, and check its wires: {wiring}.",
                wiring=wire.wiring,
            ),
        )
    if state.board and state.runs and not state.trouble:
        place = _say_place(state.board.button)
        found = say("{place} is ready. To try it, press it: the table answers.", place=place)
        if state.seconds_pressed is not None:
            since = _say_ago(state.seconds_pressed)
            found = say("It was last pressed {since}, on {place}.", since=since, place=place)
        return Finding.good("button", found)
    return judge_part("button", state)


def judge_part(part: str, state: BellState) -> Finding:
    """Judge the button, the buzzer or the lamp."""
    if state.trouble:
        return Finding.bad(part, state.trouble.text, state.trouble.remedy)
    if state.plugin:
        return Finding.good(
            part, say("The plug-in “{name}” is the bell, and can be opened.", name=state.plugin)
        )
    if state.board is None:
        return Finding.good(part, _WITHOUT_PINS[part])
    wire = state.board.parts.get(part)
    if wire is None:
        return Finding.good(part, say("This board has none, and needs none."))
    place = _say_place(wire)
    if part in state.tried:
        works, fails = _say_results(part, place)
        check = say("Check its wires: {wiring}.", wiring=wire.wiring)
        return Finding.good(part, works) if state.tried[part] else Finding.bad(part, fails, check)
    found = say("{place} is ready. To try it, press the button.", place=place)
    if not state.runs:
        found = say("{place} is ready. To try it: pi-bunco doctor {part}", place=place, part=part)
    return Finding.good(part, found)


def _say_ago(seconds: float) -> Sentence:
    """Return how long ago something happened, in words.

    >>> _say_ago(8.4), _say_ago(200), _say_ago(9000)
    ('8 seconds ago', '3 minutes ago', '2 hours ago')
    """
    if seconds < 100:  # noqa: PLR2004 - then minutes are counted
        return say_count("{count} second ago", "{count} seconds ago", round(seconds))
    minutes = seconds / 60
    if minutes < 100:  # noqa: PLR2004 - then hours are counted
        return say_count("{count} minute ago", "{count} minutes ago", round(minutes))
    return say_count("{count} hour ago", "{count} hours ago", round(minutes / 60))


def _say_place(wire: Wire) -> Sentence:
    return say("GPIO {gpio} (pin {pin})", gpio=wire.bcm, pin=wire.pin)
