"""Taps that arrive too late: they count where they were meant, are asked about, or refused in words."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pi_bunco.rules import Game
from tests.hands.checks import LATE_THROW, read_lines, read_throw, replay_lines
from tests.hands.device import Device, NotThere
from tests.hands.dice import read_asked
from tests.hands.evening import Evening
from tests.hands.people import Crew

MAX_DELAY = 9.0
"""Seconds until a tap is delivered at the latest. A page sends it again after 15."""
ROUNDS = 6
"""How many rounds a set has."""
QUIET = 0.3
"""Seconds in which each screen has heard of the last tap."""
TOLD_WITHIN = 3.0
"""Seconds until a screen says what became of a late tap."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a tap was meant for: the round (from the beginning of the game), the table and the thrower.

    ``rolloff``: whether it was a throw of the roll-off.
    """

    round: int
    table: int
    thrower: str
    rolloff: bool

    @classmethod
    def read(cls, game: Game, table: int) -> "Meant":
        """Return what a throw at a table would be now."""
        at = game.tables[table - 1]
        return cls(len(game.rounds), table, str(at.holder), at.rolloff is not None)


def tap_late_somewhere(evening: Evening) -> str:
    """Delay a throw at one of the tables, or the bell. Return what became of it, ``""``: nothing was tapped.

    Where there is one table, a late throw needs a second tablet.
    """
    if evening.host.device.look().find("Ring the bell", "button"):
        return ring_late(evening)
    crews = [crew for crew in evening.crews if crew.table > 1 or len(crew.devices) > 1]
    return throw_late(evening, evening.chance.choice(crews)) if crews else ""


def throw_late(evening: Evening, crew: Crew) -> str:
    """Tap a throw, deliver it after the round or its roll-off has ended, and judge what became of it.

    Returns
    -------
    str
        What became of it; ``""`` if no throw was awaited in a round at this table.

    Raises
    ------
    AssertionError
        If it was silently counted for another round, roll-off or player, or no page said that it was not.
    """
    device = crew.devices[-1]
    device.pause(QUIET)
    asked = read_asked(device.look())
    game = replay_lines(read_lines(evening.folder))
    alone = len(crew.devices) == 1  # then nobody else can end a roll-off
    if asked is None or game.status != "playing" or (alone and asked.occasion != "round"):
        return ""
    meant = Meant.read(game, crew.table)

    def is_past() -> bool:
        now = read_asked(device.look())
        return now is None or (now.occasion, now.where) != (asked.occasion, asked.where)

    dice = evening.dice.choose(crew.table, asked)
    before, added = _delay(evening, device, lambda: crew.tap_dice(device, dice), is_past)
    asked_about = [event for event in added if event["event"] == LATE_THROW]
    counted = [event for event in added if event not in asked_about and read_throw(event)]
    for event in counted:
        found = _find_place(before, event, crew.table)
        assert found == meant, f"a throw tapped for {meant} was counted for {found}: {event}"
    for event in asked_about:
        # Its thrower is the one whose turn it was at the stop: another tablet may have tapped meanwhile.
        place = (ROUNDS * (event["set"] - 1) + event["round"], event["table"])
        assert place == (meant.round, meant.table), (
            f"a throw tapped for {meant} is asked about as another: {event}"
        )
    became = "counted" if counted else "asked about" if asked_about else "not counted"
    return f"a late throw of table {crew.table}, {became}"


def ring_late(evening: Evening) -> str:
    """Ring on the host's device, deliver it after another bell, and check that it does not ring again.

    Raises
    ------
    AssertionError
        If it started another round, or no page said that it did not.
    """
    host = evening.host.device
    rounds = len(replay_lines(read_lines(evening.folder)).rounds)

    def is_past() -> bool:
        game = replay_lines(read_lines(evening.folder))
        return game.status == "ready" and len(game.rounds) > rounds

    before, added = _delay(evening, host, lambda: host.tap("Ring the bell", "button"), is_past)
    rang = any(event["event"].endswith("bell") for event in added)
    assert not rang or len(replay_lines(before).rounds) == rounds, (
        "a late tap on the bell began another round"
    )
    return f"a late bell, {'rung' if rang else 'not rung'}"


def _delay(
    evening: Evening, device: Device, tap: Callable[[], object], is_past: Callable[[], bool]
) -> tuple[list[str], list[dict[str, Any]]]:
    """Tap, let everybody else go on until the moment is past, and deliver the tap.

    Returns
    -------
    tuple
        The lines of the record before the tap was delivered, and the events that it has added.
    """
    device.hold_taps()
    try:
        tap()
        _let_others_go_on(evening, device, is_past)
    except NotThere:
        device.deliver_taps()
        return read_lines(evening.folder), []
    device.pause(QUIET)
    seen, before = device.look(), read_lines(evening.folder)
    late = device.deliver_taps()
    added: list[dict[str, Any]] = list(map(json.loads, read_lines(evening.folder)[len(before) :]))
    if late and not added:
        device.wait_for(
            lambda sight: set(sight.lines) - set(seen.lines),
            "a sentence about a tap that came late",
            TOLD_WITHIN,
        )
    return before, added


def _let_others_go_on(evening: Evening, device: Device, is_past: Callable[[], bool]) -> None:
    """Let everybody act on their other devices until a moment is past, and sometimes a little longer."""
    end = time.monotonic() + MAX_DELAY
    longer = evening.chance.random() < 0.5
    with evening.dice.hurry():
        while time.monotonic() < end:
            for crew in evening.crews:
                if free := [tablet for tablet in crew.devices if tablet is not device]:
                    crew.act(free)
            if device is not evening.host.device:
                evening.host.act([])
            if is_past():
                if not longer:
                    return
                longer = False


def _find_place(before: Sequence[str], event: dict[str, Any], table: int) -> Meant:
    """Return where an event was counted, in a record that it follows."""
    if event["event"] == "missed":
        after: int = event["after"]
        return Meant.read(replay_lines(before[: after + 1]), table)
    return Meant.read(replay_lines(before), table)
