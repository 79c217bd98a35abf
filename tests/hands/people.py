"""What people do with their devices. They do what a screen asks for, and know nothing else."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from tests.hands.device import Device, NotThere
from tests.hands.dice import Asked, DiceBox, read_asked
from tests.hands.eyes import Sight, Thing

CALL = "Call it!"
GO_ON = rf"Ring the bell|Draw a name|Draw the seats|{CALL}"
"""Buttons that move the evening on."""
IDLE = (
    r"|\d+|.*not tapped yet|.*Tap to take it back\.|Table \d+|Round \d+.*|Set \d+, round \d+|More"
    r"|Turn the sound o.*|Tap once for sound|.*[Tt]ap to correct\.?|The last throw: .*|The photo .*"
    r"|Undo .*|Redo .*|.* % to win.*|Enter dice|See them|Ask to tap .*|QR code|Full screen|Close"
    r"|Let in|Remove|No|End the round…|Tally…|Draw seats|Show everybody|Draw again|Add|Set|Print"
    r"|Choose awards and prizes|Follow…|Stop following|Only shows…|Sound on|Quiet now|Allow sounds again"
    r"|Only the lesson|Seats and lesson|Next award|All awards|Say thank you|Back|Show all|Leave it as it was"
    r"|Draw another name|The last round|Standings|Devices.*|Other Pis|Other pages|Swap two .*"
    r"|Pictures of sponsors.*|(?:Not here|.* is not here): draw again|Name it|Doubt: .*|Take back: .*"
    r"|All guests"
)
"""Buttons that a screen has at any time, and that ask nothing."""
BACK = "The host’s page"
"""The link of every other page that leads the host back."""
ANSWERS = "They do not count|The same throw"
"""Links that answer a question: they only close it."""
CALL_PROBABILITY = 0.8
"""The probability that people call a bunco before they throw on."""
END_PROBABILITY = 0.3
"""The probability that the host ends a round now, if they want it to end."""
SEEN_AFTER = 3.0
"""Seconds until the screen shows what its own tap has changed."""


def list_questions(sight: Sight) -> list[Thing]:
    """Return the buttons that a screen has only because it asks something."""
    idle = {id(thing) for thing in sight.find_all(IDLE)}
    asks = sight.find_all(".*", "button") + sight.find_all(ANSWERS, "link")
    return [thing for thing in asks if id(thing) not in idle and not thing.covered]


def find_go_on(sight: Sight) -> list[Thing]:
    """Return the buttons that move the evening on, if no dialog lies over them."""
    return [thing for thing in sight.find_all(GO_ON, "button") if not thing.covered]


def is_covered(sight: Sight) -> bool:
    """Return whether a notice lies over all buttons."""
    here = [thing for thing in sight.things if thing.enabled and not thing.away]
    return bool(here) and all(thing.covered for thing in here)


@dataclass
class Crew:
    """The people around a table, with one or two tablets.

    Attributes
    ----------
    table
        The table's number.
    devices
        Its tablets. Whoever throws takes any of them.
    dice
        Which dice they throw.
    chance
        Decides which tablet they take, and their mistakes.
    """

    table: int
    devices: Sequence[Device]
    dice: DiceBox
    chance: Random
    undo: float = 0.02
    where: str = field(default="", init=False)

    def act(self, devices: Sequence[Device] = ()) -> str:
        """Do what one of the tablets asks for. Return what was done, ``""`` if nothing was asked.

        Parameters
        ----------
        devices
            The tablets from which to take one; none: all.
        """
        device = self.chance.choice(devices or self.devices)
        sight = device.look()
        asked = read_asked(sight)
        if asked is not None and self.where != asked.where:
            self.where = asked.where
        done = ""
        with suppress(NotThere):  # the screen has changed under the finger: people look again
            if sight.find(CALL, "button") and self.chance.random() < CALL_PROBABILITY:
                device.tap(CALL, "button")
                done = "a call"
            elif asked is not None:
                done = self.throw(device, asked, sight)
            elif buttons := find_go_on(sight):
                device.tap_thing(buttons[0])
                done = "a button"
            elif questions := list_questions(sight):
                device.tap_thing(self.chance.choice(questions))
                done = "a question"
            elif is_covered(sight):
                device.tap_middle()
                return ""
        if done:
            device.wait_for_answers()
            wait_for_change(device, sight)
        return done

    def throw(self, device: Device, asked: Asked, before: Sight) -> str:
        """Tap the dice of one throw, or take back the last step instead."""
        if self.chance.random() < self.undo and before.find("Undo .*", "button"):
            device.tap("Undo .*", "button")
            return "an undo"
        self.tap_dice(device, self.dice.choose(self.table, asked))
        return f"dice for {asked.occasion}"

    @staticmethod
    def tap_dice(device: Device, dice: Sequence[int]) -> None:
        """Tap faces on the keys."""
        for face in dice:
            try:
                device.tap(str(face), "button")
            except NotThere:
                if not is_covered(device.look()):
                    raise
                device.tap_middle()  # a notice came up over the keys
                device.tap(str(face), "button")


@dataclass
class HostPerson:
    """The host, with a device of their own.

    ``ends_rounds``: whether they end each round early, and not only those in which equal scores shall stand.
    """

    device: Device
    dice: DiceBox
    chance: Random
    ends_rounds: bool = False

    def act(self, where: Sequence[str]) -> str:
        """Do what the host's page asks for. Return what was done, ``""`` if nothing was.

        Parameters
        ----------
        where
            The rounds that the tables' screens show now.
        """
        sight = self.device.look()
        done = ""
        with suppress(NotThere):
            if back := sight.find(BACK, "link"):  # they hit another link, as the page moved
                self.device.tap_thing(back)
                done = "the host's way back"
            elif buttons := find_go_on(sight):
                self.device.tap_thing(self.chance.choice(buttons))
                done = "a button of the host's"
            elif self._wants_end(where) and sight.find("End the round…", "button"):
                if self.chance.random() < END_PROBABILITY:
                    done = self.end_round()
            elif questions := list_questions(sight):
                question = self.chance.choice(questions)
                self.device.tap_thing(question)
                done = f"the host: {question.name}"
        if done:
            self.device.wait_for_answers()
            wait_for_change(self.device, sight)
        return done

    def _wants_end(self, where: Sequence[str]) -> bool:
        return self.ends_rounds or any(map(self.dice.wants_end, where))

    def end_round(self) -> str:
        """End the round early."""
        self.device.tap("End the round…", "button")
        self.device.wait_for(lambda sight: sight.find("End the round", "button"), "the question")
        self.device.tap("End the round", "button")
        return "the end of a round"


def wait_for_change(device: Device, before: Sight) -> None:
    """Wait until a screen shows something else than before, but not for long."""
    with suppress(NotThere):
        device.wait_for(lambda sight: sight.lines != before.lines, "a change", SEEN_AFTER)
