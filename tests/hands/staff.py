"""The staff of a casino night and the host's money, by hands: confirm, total the cards, pay the prizes."""

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random

from tests.hands.device import Device, NotThere
from tests.hands.evening import Evening
from tests.hands.eyes import Sight, Thing
from tests.hands.people import wait_for_change

BUY_IN = "20"
"""What each guest pays."""
CARELESS = 0.15
"""The probability that somebody careless doubts what is right, or takes back what they confirmed."""
MOST = 400
"""The most steps of one person in one go."""


@dataclass
class StaffPerson:
    """Somebody who confirms for a team, with a device of their own.

    Attributes
    ----------
    device, team
        The device, and the number of the team.
    careless
        Whether they doubt and take back without a reason, tap twice, and mistype totals.
    """

    device: Device
    team: int
    chance: Random
    careless: bool = False

    @property
    def taps(self) -> int:
        """How many taps of theirs the table has accepted."""
        return sum(sent.accepted for sent in self.device.sent)

    def ask(self, host: Device) -> None:
        """Ask to be let in for the team; the host finds the code and lets them in."""
        self.device.open("/staff")
        self.device.tap(rf"Team {self.team}", "tick")
        self.device.tap("Ask the host to let it in", "button")
        asks = self.device.wait_for(lambda sight: sight.reads(r"lets it in by its code:"), "its code")
        code = asks.reads(r"by its code:\s+(\S+)")
        assert code, asks.describe()
        host.wait_for(partial(_offers, code=code[1]), f"code {code[1]}")
        host.tap("Let in", "button", beside=code[1])
        host.wait_for_answers()
        self.device.wait_for(lambda sight: not sight.reads("asks to confirm here"), "their page")

    def act(self) -> str:
        """Decide about one thing on the page. Return what was done, ``""`` if nothing waits."""
        sight = self.device.look()
        done = ""
        with suppress(NotThere):  # the list has changed under the finger
            if claims := sight.find_all("Confirm: .*", "button"):
                others = sight.find_all("Doubt: .*|Take back: .*", "button")
                careless = self.careless and self.chance.random() < CARELESS
                decides = self.chance.choice(others) if careless and others else claims[0]
                self._tap(decides, sight)
                done = decides.name
        return f"staff of team {self.team}: {done}" if done else ""

    def total_cards(self) -> None:
        """Compare all cards of the team on paper. Somebody careless mistypes the first one.

        Raises
        ------
        AssertionError
            If the page goes on asking.
        """
        self.device.open("/retabulate")
        self.device.wait_for(lambda sight: sight.reads("cards agree"), "the cards")
        if self.careless:
            self._mistype()
        for _ in range(MOST):
            sight = self.device.look()
            if sight.reads(rf"All cards of team {self.team} agree\."):
                return
            card = sight.find("Agrees: .*|I have put the paper right: .*", "button")
            if card is not None:
                with suppress(NotThere):
                    self._tap(card, sight)
            self.device.pause()
        raise AssertionError(f"cards still wait\n{self.device.look().describe()}")

    def _mistype(self) -> None:
        """Type totals that are too large; the page names the difference."""
        self.device.tap("It differs: .*", "button", "link", "tick")
        for line in ("Wins", "Buncos", "Minis"):
            with suppress(NotThere):
                self.device.type(line, "77")
        before = self.device.look()
        self.device.tap("Compare", "button")
        self.device.wait_for_answers()
        self.device.wait_for(lambda sight: sight.reads("77 on paper"), "the difference")
        wait_for_change(self.device, before)

    def _tap(self, thing: Thing, before: Sight) -> None:
        same = len(before.find_all(re.escape(thing.name), "button"))
        self.device.tap(re.escape(thing.name), "button")
        if self.careless and self.chance.random() < CARELESS:
            with suppress(NotThere):
                self.device.tap(re.escape(thing.name), "button")
        self.device.wait_for_answers()
        with suppress(NotThere):
            self.device.wait_for(
                lambda now: len(now.find_all(re.escape(thing.name), "button")) < same, "a change", 3
            )


def plan_money(host: Device) -> None:
    """Save a plan with a buy-in, take in the money of everybody, and offer what it allows as prizes."""
    host.open("/money")
    host.wait_for(lambda sight: sight.find("Save the plan", "button"), "the plan")
    host.type("Buy-in of each guest", BUY_IN)
    host.tap("Save the plan", "button")
    host.wait_for(lambda sight: sight.find("Everybody, .*", "button"), "who has paid")
    host.tap("Everybody, .*", "button")
    host.wait_for(lambda sight: sight.find("Give these prizes", "button"), "the proposal")
    host.tap("Give these prizes", "button")
    host.wait_for_answers()
    host.open("/host")


def pay_prizes(host: Device, teams: Sequence[int]) -> None:
    """Pay everything that can be paid, until each team and the room says that all is paid.

    Raises
    ------
    AssertionError
        If something cannot be paid by tapping what the page offers.
    """
    host.open("/money")
    host.wait_for(lambda sight: sight.reads("Prizes still to pay"), "the sums")
    offers = (
        "Everybody in this team is here, and I have seen their IDs",
        "Pay all: .*",
        "Here, ID seen",
        "Pay .*|Hand over",
    )
    for _ in range(MOST):
        sight = host.look()
        found = next((thing for offer in offers if (thing := sight.find(offer, "button"))), None)
        if found is None:
            assert not sight.reads("check the IDs|to pay now"), f"{teams}\n{sight.describe()}"
            return
        with suppress(NotThere):
            host.tap_thing(found)
            host.wait_for_answers()
            wait_for_change(host, sight)
    raise AssertionError(f"prizes are still to pay\n{host.look().describe()}")


def count_host_taps(evening: Evening) -> Counter[str]:
    """Return how many taps of the host went to money, doubts, claims and drawings, by what they do."""
    about = ("/money/", "/offer", "/stand", "/doubt", "/draw", "/absent", "/judge", "/confirm")
    return Counter(
        sent.path.rpartition("/")[2]
        for sent in evening.host.device.sent
        if sent.accepted and any(part in sent.path for part in about)
    )


def _offers(sight: Sight, code: str) -> bool:
    return sight.find("Let in", "button", beside=code) is not None
