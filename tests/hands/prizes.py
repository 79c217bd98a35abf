"""What the host does before prizes are handed out: confirm for the staff of each team, and judge costumes."""

import re

from tests.hands.device import Device
from tests.hands.evening import Evening
from tests.hands.eyes import Sight, Thing
from tests.hands.people import wait_for_change

CONFIRM = r"Confirm: .*"
MOST_TAPS = 400
"""The most taps until everything is confirmed and judged."""


def hand_out(evening: Evening) -> None:
    """Confirm everything in each team, and judge costumes, until the results ask for nothing more.

    Raises
    ------
    AssertionError
        If a page goes on asking.
    """
    device = evening.host.device
    device.open("/results")
    device.wait_for(lambda sight: sight.rows, "the score cards")
    teams = [thing.name for thing in device.look().find_all(r"Team \d.*", "link")]
    for name in teams:
        device.tap_thing(next(iter(device.look().find_all(re.escape(name), "link"))))
        device.wait_for(lambda sight: sight.reads("confirmed|to confirm"), "the staff's page")
        _confirm_all(device)
        device.open("/results")
        device.wait_for(lambda sight: sight.rows, "the score cards")
    judged: set[str] = set()
    for _ in range(MOST_TAPS):
        sight = device.look()
        costumes = [
            thing
            for thing in sight.find_all(".*", "button")
            if thing.beside.startswith("Best costume") and thing.group not in judged
        ]
        if not (costumes and sight.reads("not judged yet")):
            return
        best = evening.chance.choice(costumes)
        judged.add(best.group)
        device.tap_thing(best)
        wait_for_change(device, sight)
        device.wait_for_answers()
    raise AssertionError(f"the results still ask for something\n{device.look().describe()}")


def _confirm_all(device: Device) -> None:
    """Confirm everything on the page of a team's staff."""
    for _ in range(MOST_TAPS):
        sight = device.look()
        claim = next((thing for thing in sight.find_all(CONFIRM, "button") if thing.enabled), None)
        if claim is None:
            return
        _confirm(device, claim, sight)
        device.wait_for_answers()
    raise AssertionError(f"the staff's page still has something\n{device.look().describe()}")


def _confirm(device: Device, claim: Thing, before: Sight) -> None:
    """Tap a claim, and wait until the list lacks it: the answer may be seen before the list changes."""
    name = re.escape(claim.name)
    same = len(before.find_all(name, "button"))  # as two buncos of a player in one round
    device.tap_thing(claim)
    device.wait_for(lambda now: len(now.find_all(name, "button")) < same, f"the end of “{claim.name}”")
