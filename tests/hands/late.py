"""Taps that arrive too late: they count where they were meant, are asked about, or refused in words."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pi_bunco.rules import Game
from tests.hands.checks import read_lines, read_throw, replay_lines
from tests.hands.device import Device
from tests.hands.dice import read_asked
from tests.hands.evening import Evening
from tests.hands.eyes import Sight
from tests.hands.people import Crew

MAX_DELAY = 9.0
"""Seconds until the tap is delivered at the latest. A page sends it again after 15."""


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


def tap_late(evening: Evening, crew: Crew) -> str:
    """Tap a throw in a round, deliver it after the round has ended, and judge what became of it.

    Returns
    -------
    str
        What became of it; ``""`` if no round was being played at this table.

    Raises
    ------
    AssertionError
        If it was silently counted for another round, roll-off or player, or nobody was told that it was not.
    """
    device = crew.devices[-1]
    asked = read_asked(device.look())
    lines = read_lines(evening.folder)
    game = replay_lines(lines)
    if asked is None or asked.occasion != "round" or game.status != "playing":
        return ""
    meant = Meant.read(game, crew.table)
    device.hold_taps()
    try:
        crew.tap_dice(device, evening.dice.choose(crew.table, asked))
        _let_the_round_end(evening, crew, device, asked.where)
    finally:
        seen = device.look()
        before = read_lines(evening.folder)
        late = device.deliver_taps()
    added = read_lines(evening.folder)[len(before) :]
    counted = [event for event in map(json.loads, added) if read_throw(event)]
    for event in counted:
        found = _find_place(before, event, crew.table)
        assert found == meant, f"a throw tapped for {meant} was counted for {found}: {event}"
    if counted:
        return f"late tap of table {crew.table}: counted in round {meant.round}"
    _check_told(device, seen)
    return f"late tap of table {crew.table}: {', '.join(str(sent.status) for sent in late)}, and told"


def _let_the_round_end(evening: Evening, crew: Crew, device: Device, where: str) -> None:
    """Let all others go on until this device's screen shows something else than the round."""
    end = time.monotonic() + MAX_DELAY
    past_bell = evening.chance.random() < 0.5
    others = [at for at in evening.crews if at is not crew]
    rest = [tablet for tablet in crew.devices if tablet is not device]
    with evening.dice.hurry():
        while time.monotonic() < end:
            for other in others:
                other.act()
            if rest:
                crew.act(rest)
            if past_bell or not others:
                evening.host.act([where])
            asked = read_asked(device.look())
            if asked is None or asked.occasion != "round" or asked.where != where:
                if not past_bell:
                    return
                past_bell = False


def _find_place(before: Sequence[str], event: dict[str, Any], table: int) -> Meant:
    """Return where an event was counted, in a record that it follows."""
    if event["event"] == "missed":
        after: int = event["after"]
        return Meant.read(replay_lines(before[: after + 1]), table)
    return Meant.read(replay_lines(before), table)


def _check_told(device: Device, seen: Sight) -> None:
    """Check that the screen says something that it did not say before: a refusal, or a question."""
    device.wait_for(
        lambda sight: set(sight.lines) - set(seen.lines), "a sentence about a tap that came too late", 3
    )


def tap_late_somewhere(evening: Evening) -> str:
    """Tap late at one of the tables. Where there is one table, this needs a second tablet."""
    crews = [crew for crew in evening.crews if crew.table > 1 or len(crew.devices) > 1]
    return tap_late(evening, evening.chance.choice(crews)) if crews else ""
