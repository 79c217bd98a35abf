"""What the host does on the results page before prizes are handed out: staff confirm, and a judge decides."""

import re

from tests.hands.device import Device
from tests.hands.evening import Evening
from tests.hands.eyes import Sight, Thing
from tests.hands.people import wait_for_change

CONFIRM = r"Confirm(?: all of .*|: .*)"
MOST_TAPS = 400
"""The most taps until everything is confirmed and judged."""


def hand_out(evening: Evening) -> None:
    """Confirm everything, and judge costumes, until the results ask for nothing more.

    Raises
    ------
    AssertionError
        If the page goes on asking.
    """
    device = evening.host.device
    device.open("/results")
    device.wait_for(lambda sight: sight.rows, "the score cards")
    for _ in range(MOST_TAPS):
        sight = device.look()
        costumes = [
            thing for thing in sight.find_all(".*", "button") if thing.beside.startswith("Best costume")
        ]
        if claim := next(iter(sight.find_all(CONFIRM, "button")), None):
            _confirm(device, claim, sight)
        elif costumes and sight.reads("not judged yet"):
            device.tap_thing(evening.chance.choice(costumes))
            wait_for_change(device, sight)
        else:
            return
        device.wait_for_answers()
    raise AssertionError(f"the results still ask for something\n{device.look().describe()}")


def _confirm(device: Device, claim: Thing, before: Sight) -> None:
    """Tap a claim, and wait until the list lacks it: the answer may be seen before the list changes."""
    name = re.escape(claim.name)
    same = len(before.find_all(name, "button"))  # as two buncos of a player in one round
    device.tap_thing(claim)
    device.wait_for(lambda now: len(now.find_all(name, "button")) < same, f"the end of “{claim.name}”")
