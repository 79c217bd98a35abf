"""An evening by hands: the first device begins it, the host lets tablets in, people play to its end."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from pi_bunco.store import read_record
from tests.hands.device import Device
from tests.hands.dice import DiceBox
from tests.hands.eyes import Sight
from tests.hands.people import Crew, HostPerson
from tests.hands.program import run_program
from tests.hands.road import Roads

NAMES = (
    *("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jo", "Kim", "Lee", "Max", "Nora", "Olaf"),
    *("Pia", "Quinn", "Rosa", "Sam", "Tess", "Uwe", "Vera", "Will", "Xenia", "Yves", "Zoe", "Anton", "Berta"),
    *("Carl", "Dora", "Emil", "Frieda", "Georg", "Helga", "Ingo", "Jutta", "Karl", "Lotte", "Moritz", "Nele"),
    *("Otto", "Paula", "Rolf", "Selma", "Theo", "Ute", "Viktor", "Wanda"),
)
TITLES = {
    "classic": "Classic",
    "casino": "Casino",
    "houseparty": "House party",
    "tournament": "Tournament",
    "boxed": "Boxed",
}
PIN = "2580"
END = r"^The end: |^The game is over\.$"
"""What a screen says when the evening is over."""
STUCK_AFTER = 45.0
"""Seconds in which nothing is written down, although the evening is not over."""
SETTLED_AFTER = 5.0
"""Seconds after which all screens have to say the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What kind of evening it is.

    Attributes
    ----------
    rules, players, sets
        The sheet, how many people play, and how many sets; ``None``: as the sheet says.
    options
        What else to tick or type on the page that begins the game: its label, and the text (``""``: tick).
    phones
        How many guests look at a phone.
    second_tablets
        How many tables, from the head table, have two tablets.
    second_host
        Whether somebody else helps the host with a phone, which needs the PIN.
    pin
        Whether the host sets a PIN.
    fair
        Whether everybody wins as often as the others, so that a set is tied.
    ends_rounds
        Whether the host ends rounds early, because nobody chooses the dice of a mock camera.
    program
        Further options of the program. With ``--players`` they begin the game, as for a mock camera.
    """

    rules: str
    players: int
    sets: int | None = 1
    options: tuple[tuple[str, str], ...] = ()
    phones: int = 2
    second_tablets: int = 3
    second_host: bool = False
    pin: bool = False
    fair: bool = False
    ends_rounds: bool = False
    program: tuple[str, ...] = ("--camera", "none")

    @property
    def tables(self) -> int:
        """How many tables there will be."""
        if self.rules == "boxed" and self.players <= 12:
            return 1 if self.players <= 4 else -(-self.players // 4)
        return -(-self.players // 4)


@dataclass
class Evening:
    """All screens of an evening, and the people before them.

    Attributes
    ----------
    plan, folder, seed
        The plan, the folder of the log, and the seed of its chance.
    shop
        Where further devices come from.
    hosts, crews, screen, phones
        The host and who helps them, the tables' people, the television, and the guests' phones by name.
    done
        What people have done, newest last.
    """

    plan: Plan
    folder: Path
    seed: str
    chance: Random
    dice: DiceBox
    shop: "Shop"
    hosts: list[HostPerson]
    crews: list[Crew]
    screen: Device
    phones: dict[str, Device]
    done: list[str] = field(default_factory=list)
    compared: int = 0

    @property
    def host(self) -> HostPerson:
        """The host, without who helps them."""
        return self.hosts[0]

    @property
    def devices(self) -> list[Device]:
        """All devices."""
        tablets = [device for crew in self.crews for device in crew.devices]
        hosts = [person.device for person in self.hosts]
        return list(dict.fromkeys([*hosts, *tablets, self.screen, *self.phones.values()]))

    def play(
        self,
        now_and_then: Callable[["Evening"], str] = lambda _: "",
        others: Sequence[Callable[[], str]] = (),
    ) -> None:
        """Play until every screen says that the evening is over.

        Parameters
        ----------
        now_and_then
            Something else to do from time to time, such as to tap late. It returns what it did.
        others
            What other people do each time that everybody has looked once.

        Raises
        ------
        AssertionError
            If the evening is stuck, or the screens contradict each other.
        """
        since, progress = time.monotonic(), self._count_lines()
        passes = 0
        while True:
            acted = self._pass_around()
            passes += 1
            self.done += filter(None, (act() for act in others))
            self._disturb()
            if self.chance.random() < 0.05 and (what := now_and_then(self)):
                self.done.append(what)
            if passes % 8 == 0:
                self.compare_marked()
            if (now := self._count_lines()) != progress:
                since, progress = time.monotonic(), now
            elif not acted and self.is_over():
                break
            if time.monotonic() - since > STUCK_AFTER:
                raise AssertionError(f"nothing moves the evening on\n{self.describe()}")
        self.compare_marked()
        errors = [error for device in self.devices for error in device.errors]
        assert not errors, errors

    def is_over(self) -> bool:
        """Return whether every screen says that the evening is over."""
        self.wake_all()
        return all(device.look().reads(END) for device in self.devices)

    def compare_marked(self) -> None:
        """Check that all screens say the same about what happens now and what comes next.

        While a page does not mark these sentences, there is nothing to compare.
        """
        end = time.monotonic() + SETTLED_AFTER
        while True:
            seen = {device.name: device.look() for device in self.devices if device.awake}
            says = {name: (sight.now, sight.next) for name, sight in seen.items()}
            if not any(now for now, _ in says.values()):
                return
            if len(set(says.values())) == 1:
                self.compared += 1
                return
            if time.monotonic() > end:
                listed = "\n".join(f"  {name}: {text}" for name, text in says.items())
                raise AssertionError(f"the screens contradict each other:\n{listed}\n{self.describe()}")
            self.host.device.pause(0.1)

    def wake_all(self) -> None:
        """Wake every device that sleeps."""
        for device in self.devices:
            if not device.awake:
                device.wake()

    def describe(self) -> str:
        """Return what every screen shows, and what was done last."""
        parts = [f"seed {self.seed}, {self.plan}", "done last: " + ", ".join(self.done[-12:])]
        for device in self.devices:
            last = [f"{sent.path} {sent.status}" for sent in device.sent[-3:]]
            parts += [
                f"{device.name}{'' if device.awake else ' (asleep)'}, sent {last}",
                device.look().describe(),
            ]
        return "\n".join(parts)

    def keep_pictures(self, folder: Path) -> None:
        """Keep a picture of each screen."""
        for device in self.devices:
            device.keep_picture(folder)

    def _pass_around(self) -> bool:
        """Let everybody do what their screen asks for, once. Return whether anybody did something."""
        crews = self.chance.sample(self.crews, len(self.crews))
        acted = False
        for crew in crews:
            if what := crew.act():
                self.done.append(f"table {crew.table}: {what}")
                acted = True
        if what := self.chance.choice(self.hosts).act([crew.where for crew in self.crews]):
            self.done.append(what)
            acted = True
        return acted

    def _disturb(self) -> None:
        """Reload a page, or let a phone sleep or wake, now and then."""
        if self.chance.random() < 0.06:
            device = self.chance.choice([device for device in self.devices if device.awake])
            device.reload()
            self.done.append(f"reload of {device.name}")
        if self.phones and self.chance.random() < 0.08:
            phone = self.chance.choice(list(self.phones.values()))
            phone.sleep() if phone.awake else phone.wake()

    def _count_lines(self) -> int:
        """Return how many events there are: what the television shows changes by itself, as in the end."""
        return sum(1 for _ in read_record(self.folder))


@contextmanager
def open_evening(browser: Any, folder: Path, plan: Plan, seed: str) -> Iterator[Evening]:
    """Start the program, and set up an evening by hands. Pictures of all screens stay if it fails."""
    # A game of two goes on until the first device begins the evening on the page of a new game.
    named = () if "--players" in plan.program else ("--players", "Ann,Bob")
    with run_program(folder / "state", *plan.program, *named) as program:
        roads = Roads(program.port)
        evening: Evening | None = None
        contexts: list[Any] = []
        try:
            evening = _set_up(Shop(browser, roads, contexts), folder / "state", plan, seed)
            print(f"seed {seed}: {plan}")  # noqa: T201 - pytest shows it if the evening fails
            yield evening
        except BaseException:
            for at, context in enumerate(contexts):
                for page in context.pages:
                    page.screenshot(path=folder / f"screen-{at:02}.png")
            raise
        finally:
            for context in contexts:
                context.close()
            roads.close()


@dataclass
class Shop:
    """Where devices come from."""

    browser: Any
    roads: Roads
    contexts: list[Any]

    def buy(self, name: str, size: str = "tablet") -> Device:
        """Return a new device with an address of its own."""
        device = Device.switch_on(self.browser, self.roads.build(), name, size)
        self.contexts.append(device.context)
        return device


def _set_up(shop: Shop, folder: Path, plan: Plan, seed: str) -> Evening:
    chance = Random(f"{seed} {plan.rules} {plan.players}")
    dice = DiceBox(chance, plan.fair)
    names = NAMES[: plan.players]
    host = shop.buy("host")
    if "--players" not in plan.program:
        begin_game(host, plan, names)
    if plan.pin:
        _become_host(host, shop)
    host.open("/host")
    host.wait_for(lambda sight: sight.reads("Guests and seats"), "the host's page")
    crews = []
    for table in range(1, plan.tables + 1):
        count = 2 if table <= plan.second_tablets else 1
        tablets = [
            shop.buy(f"table {table} tablet {at}", "tablet" if at == 1 else "standing")
            for at in range(1, count + 1)
        ]
        for tablet in tablets:
            tablet.open(f"/t/{table}")
        crews.append(Crew(table, tablets, dice, chance))
    if plan.tables > 1 or plan.pin:
        _let_in(host, [tablet for crew in crews for tablet in crew.devices])
    screen = shop.buy("television", "television")
    screen.open("/room")
    phones = {}
    for name in chance.sample(names, min(plan.phones, len(names))):
        phones[name] = shop.buy(f"phone of {name}", "telephone")
        _choose_name(phones[name], name)
    hosts = [HostPerson(host, dice, chance, plan.ends_rounds)]
    if plan.second_host:
        phone = shop.buy("the second host's phone", "telephone")
        _enter_pin(phone)
        hosts.append(HostPerson(phone, dice, chance, plan.ends_rounds))
    return Evening(
        plan,
        folder,
        seed,
        chance,
        dice,
        shop,
        hosts,
        crews,
        screen,
        phones,
    )


def begin_game(device: Device, plan: Plan, names: Sequence[str]) -> None:
    """Type the names, choose the sheet and its options, and begin."""
    device.open("/new")
    device.tap(rf"{TITLES[plan.rules]}\b.*", "radio")
    if len(names) <= 4:
        device.tap("One table", "radio")
        for seat in range(1, 5):
            device.type(f"Seat {seat}", names[seat - 1] if seat <= len(names) else "")
    else:
        device.tap("Several tables", "radio")
        device.type("One name a line", "\n".join(names))
    if plan.sets is not None:
        device.type(r"How many sets.*", str(plan.sets))
    for label, text in plan.options:
        if text:
            device.type(label, text)
        else:
            device.tap(label, "tick")
    device.tap("Begin the game|End it and begin", "button")
    if len(names) > 4:
        device.wait_for(lambda sight: sight.reads(rf"{len(names)} guests"), "the guests that were understood")
        device.tap("Begin the game|End it and begin", "button")
    device.wait_for(lambda sight: not sight.address.startswith("/new"), "the new game")


def _become_host(device: Device, shop: Shop) -> None:
    """Set the first PIN. Unless the device began the game, the page asks for the machine's code."""
    device.open("/pin")
    if device.look().find("The machine.s code.*"):
        device.type("The machine.s code.*", _read_code(shop))
    device.type("New PIN", PIN)
    device.tap("Set it", "button")
    device.wait_for(lambda sight: not sight.address.startswith("/pin"), "the page after the PIN")


def _read_code(shop: Shop) -> str:
    """Read the machine's code on its own screen."""
    screen = Device.switch_on(shop.browser, shop.roads.build_at_machine(), "the machine's own screen")
    shop.contexts.append(screen.context)
    screen.open("/pin")
    pattern = r"type the code (\w+)"
    found = screen.wait_for(lambda sight: sight.reads(pattern), "the machine's code").reads(pattern)
    assert found
    return found[1]


def _enter_pin(device: Device) -> None:
    """Open the host's page with the PIN."""
    device.open("/host")
    device.tap("The host’s PIN", "link")
    device.wait_for(lambda sight: sight.find("Go on", "button"), "the page of the PIN")
    device.type("PIN", PIN)
    device.tap("Go on", "button")
    device.wait_for(lambda sight: not sight.address.startswith("/pin"), "the page after the PIN")
    device.open("/host")
    device.wait_for(lambda sight: sight.reads("Guests and seats"), "the host's page")


def _let_in(host: Device, tablets: Sequence[Device]) -> None:
    """Each tablet asks and shows its code; the host finds this code in the list and lets it in."""
    for tablet in tablets:
        if tablet.look().find("Ask to tap for table .*", "button"):
            tablet.tap("Ask to tap for table .*", "button")
            asks = tablet.wait_for(lambda sight: sight.reads(r"lets it in by its code:"), "its code")
            code = asks.reads(r"by its code: (\S+)")
            assert code, asks.describe()
            host.wait_for(partial(_offers_to_let_in, code=code[1]), f"code {code[1]}")
            host.tap("Let in", "button", beside=code[1])
            host.wait_for_answers()
    for tablet in tablets:
        tablet.wait_for(
            lambda sight: not sight.reads("asks to tap here|only watches"), "its table without a notice"
        )


def _offers_to_let_in(sight: Sight, code: str) -> bool:
    return sight.find("Let in", "button", beside=code) is not None


def _choose_name(phone: Device, name: str) -> None:
    """Open the first page, and choose *my phone* and a name."""
    phone.open("/")
    if phone.look().find("My phone.*", "link"):
        phone.tap("My phone.*", "link")
    else:  # a room of one table shows the table
        phone.open("/me")
    phone.wait_for(lambda sight: sight.find(name, "link"), "the list of names")
    phone.tap(name, "link")
    own = phone.wait_for(lambda sight: sight.find("I am somebody else", "link"), "their own page")
    assert own.reads(f"^{name}$"), (
        f"{name} tapped their name, and somebody else's page opened\n{own.describe()}"
    )
