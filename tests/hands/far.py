"""A room of two Pis by hands: the far Pi joins by its code, and people let its tablets in for table 2."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from pi_bunco.link.broker import find_free_port
from pi_bunco.rules import Game
from tests.e2e.test_follow import NAMES, Pi, start_head, wait_for
from tests.hands.checks import read_lines, replay_lines
from tests.hands.device import PATIENCE, Device, NotThere
from tests.hands.dice import Asked, DiceBox, Mood
from tests.hands.evening import Plan, begin_game
from tests.hands.people import Crew
from tests.hands.road import Roads

GUESTS = tuple(NAMES.split(","))
THROWS = 4
"""How many throws the far table makes before a round may end."""
ROUND_SECONDS = 120.0
"""Seconds within which a round must end, also on a busy machine."""


class AsTheyFall(DiceBox):
    """Dice as they fall: no round waits for its host to end it, and none ends before it must."""

    def _choose_mood(self) -> Mood:
        return "real"

    def _throw_in_round(self, table: int, asked: Asked) -> tuple[int, ...]:
        dice = super()._throw_in_round(table, asked)
        is_alike = len(set(dice)) == 1 and not self._in_hurry
        return (*dice[:2], dice[0] % 6 + 1) if is_alike else dice


@dataclass
class FarRoom:
    """Two Pis, and the devices before them.

    Attributes
    ----------
    head, far
        The Pis.
    host, far_host
        The host's device at each.
    first, watcher
        At the head: the tablet of table 1, and one that shows table 2.
    tablets
        At the far Pi: the two tablets of table 2.
    """

    head: Pi
    far: Pi
    host: Device
    far_host: Device
    first: Device
    watcher: Device
    tablets: Sequence[Device]
    _stopped: list[int] = field(default_factory=list)

    @property
    def devices(self) -> list[Device]:
        """All devices."""
        return [self.host, self.far_host, self.first, self.watcher, *self.tablets]

    def begin(self, rules: str) -> None:
        """Begin a new game on the host's device, and wait until the far tablets show it."""
        begin_game(self.host, Plan(rules=rules, players=len(GUESTS)), GUESTS)
        self.host.open("/host")
        for device in (self.first, self.watcher, *self.tablets):
            device.wait_for(lambda sight: sight.reads("waits for the first bell"), "the new game")
        self.wait_for_tables()

    def wait_for_tables(self) -> None:
        """Wait until the far tablets may tap."""
        for tablet in self.tablets:
            tablet.wait_for(lambda sight: not sight.reads("Tap there|only watches"), "its table")

    def ring(self, round_: int = 1) -> None:
        """Ring the bell on the host's device, and wait until all pages of tables have begun the round."""
        self.host.wait_for(lambda sight: sight.find("Ring the bell", "button"), "the bell")
        self.host.tap("Ring the bell", "button")
        self.host.wait_for_answers()
        if self.host.look().find(f"Start round {round_}", "button"):  # a throw had just ended the last one
            self.host.tap(f"Start round {round_}", "button")
        for device in (self.first, *self.tablets):
            wait_for_keys(device)

    def play_round(self, seed: str) -> None:
        """Ring, let the far table throw some times, and go on at both until the round is over."""
        dice = AsTheyFall(Random(seed))
        far = Crew(2, self.tablets, dice, dice.chance, undo=0)
        first = Crew(1, [self.first], dice, dice.chance, undo=0)
        end = time.monotonic() + ROUND_SECONDS
        self.ring()
        while sum(len(device.sent) for device in self.tablets) < THROWS:
            far.act()
            assert time.monotonic() < end, self.describe()
        with dice.hurry():
            while self.read_game().status == "playing":
                far.act()
                first.act()
                assert time.monotonic() < end, self.describe()

    def read_game(self) -> Game:
        """Return the game of the head's record."""
        return replay_lines(self.read_record())

    def read_record(self) -> list[str]:
        """Return the lines of the head's record so far."""
        return read_lines(self.head.folder)

    def cut_off(self) -> None:
        """Let the two Pis not hear each other any more: nothing passes through the broker."""
        broker = int(subprocess.check_output(["pgrep", "-P", str(self.head.process.pid), "mosquitto"]))
        self._stopped.append(broker)
        os.kill(broker, signal.SIGSTOP)
        for tablet in self.tablets:
            tablet.wait_for(lambda sight: sight.reads("everything is kept here"), "that it is cut off")

    def hear_again(self) -> None:
        """Let the two Pis hear each other again."""
        while self._stopped:
            os.kill(self._stopped.pop(), signal.SIGCONT)

    def describe(self) -> str:
        """Return what every screen shows."""
        return "\n".join(f"{device.name}\n{device.look().describe()}" for device in self.devices)


def wait_for_keys(device: Device) -> None:
    """Wait until a tablet has empty keys that a finger reaches; a notice over them goes by a tap."""

    def has_keys() -> bool:
        sight = device.look()
        key = sight.find("1", "button")
        if key is not None and key.covered:
            device.tap_middle()
        names = {thing.name for thing in sight.things}
        return key is not None and not key.covered and "Die 1: not tapped yet" in names

    wait_until(device, has_keys)


def wait_until(device: Device, what: Callable[[], bool]) -> None:
    """Wait until something is true, while the browser of a device lives on."""
    device.wait_for(lambda _: what(), "it")


@contextmanager
def open_far_room(browser: Any, folder: Path) -> Iterator[FarRoom]:
    """Start a head and a far Pi that has table 2, and let people set both up by hands."""
    with ExitStack() as opened:
        head = start_head(folder / "head")
        opened.callback(head.stop)
        wait_for(lambda: head.read("/host"))
        far = Pi(
            folder / "far", "follow", f"127.0.0.1:{head.port}", "--camera", "none", port=find_free_port()
        )
        opened.callback(far.stop)
        wait_for(lambda: far.read("/"))
        at_head, at_far = Roads(head.port), Roads(far.port)
        opened.callback(at_head.close)
        opened.callback(at_far.close)

        def switch_on(roads: Roads, name: str, size: str = "tablet", *, own: bool = False) -> Device:
            road = roads.build_at_machine() if own else roads.build()
            device = Device.switch_on(browser, road, name, size)
            opened.callback(device.context.close)
            return device

        room = FarRoom(
            head,
            far,
            switch_on(at_head, "host"),
            switch_on(at_far, "the far Pi’s own screen", own=True),
            switch_on(at_head, "table 1"),
            switch_on(at_head, "table 2 at the head", "standing"),
            [switch_on(at_far, "far tablet 1"), switch_on(at_far, "far tablet 2", "telephone")],
        )
        opened.callback(room.hear_again)
        _join(room)
        yield room


def _join(room: FarRoom) -> None:
    """Compare both codes, let the far Pi in, give it table 2, and let its tablets in."""
    room.far_host.open("/")
    shown = room.far_host.wait_for(lambda sight: sight.reads(r"\d{3} \d{3}"), "the code of the far Pi")
    found = shown.reads(r"\d{3} \d{3}")
    assert found
    code = found[0]
    room.host.open("/host")
    room.host.wait_for(lambda sight: sight.find("Let in", "button", beside=code), "the same code")
    room.host.tap("Let in", "button", beside=code)
    room.host.wait_for(lambda sight: sight.find("Only shows…", "button"), "the Pi that follows")
    room.host.tap("Only shows…", "button")
    room.host.wait_for(lambda sight: sight.find("2", "tick"), "the numbers of the tables")
    room.host.tap("2", "tick")
    room.host.tap("Save", "button")
    room.host.wait_for(lambda sight: sight.find("Table 2…", "button"), "its table")
    wait_for(lambda: "Guests and seats" in room.far.read("/host"))
    wait_for(lambda: "2" in room.far.read("/t/2") and room.far.ask("/api/table/2"))
    room.far_host.open("/host")
    room.first.open("/t/1")
    room.watcher.open("/t/2")
    for tablet in room.tablets:
        tablet.open("/t/2")
        _let_in(room.far_host, tablet)


def _let_in(host: Device, tablet: Device) -> None:
    """Ask on a tablet, and let it in by its code. A Pi that gets a table starts again: people tap again."""

    def is_in() -> bool:
        sight = tablet.look()
        code = sight.reads(r"by its code: (\S+)")
        with suppress(NotThere):
            if sight.find("Ask to tap for table 2…", "button"):
                tablet.tap("Ask to tap for table 2…", "button")
            elif code and host.look().find("Let in", "button", beside=code[1]):
                host.tap("Let in", "button", beside=code[1])
                host.wait_for_answers()
        return not sight.reads("asks to tap here|only watches|Tap there") and "Table 2" in sight.lines

    try:
        tablet.wait_for(lambda _: is_in(), "its table without a notice", 3 * PATIENCE)
    except NotThere as error:
        raise NotThere(f"{error}\nthe host's page:\n{host.look().describe()}") from error
