"""Real games that go through every moment of a night, with all screens open."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.game.commands import AssignTables, Command, DrawNames, EnterDice, NewGame, RingBell
from pi_bunco.views.table import TableView
from pi_bunco.web import create_app, serve
from tests.web.driving import SIZES
from tests.web.real_service import RealService, open_service

PLAYERS = tuple(f"P{number}" for number in range(1, 13))
HIT_PROBABILITY = 0.3
"""The probability that all dice of a throw show the target, so that rounds end soon."""


@dataclass(frozen=True, slots=True)
class Night:
    """A game that is played by chance.

    Attributes
    ----------
    rules, players, sets
        The sheet, how many players there are, and how many sets.
    seed
        Decides the dice.
    far
        The tables of another Pi, which settles each round.
    """

    rules: str
    players: int
    sets: int = 1
    seed: int = 1
    far: tuple[int, ...] = ()


NIGHTS = (
    Night("classic", 8, far=(2,)),
    Night("casino", 8),
    Night("houseparty", 12),
    Night("tournament", 12, seed=3),
    Night("boxed", 3, sets=2),
)
"""One game by each sheet. Together they go through every part of a night."""


def play_on(service: RealService, luck: Random) -> bool:
    """Do the next thing that the game waits for. Return whether there was one."""
    tables = [service.view(at.table) for at in service.view_room().tables]
    if throwing := [view for view in tables if view.can.enter]:
        service.ask(choose_throw(luck.choice(throwing), luck))
        return True
    head = tables[0]
    if head.can.draw:
        service.ask(DrawNames())
    elif head.can.ring:
        service.ask(RingBell())
    else:
        return service.settle()
    return True


def choose_throw(view: TableView, luck: Random) -> Command:
    """Return dice for a table that throws now."""
    dice = tuple(luck.choices(range(1, 7), k=view.dice))
    if view.dice == 3 and luck.random() < HIT_PROBABILITY:
        dice = (view.target,) * 3
    return EnterDice(dice, table=view.table)


def play_night(service: RealService, night: Night) -> Iterator[str]:
    """Play a game to its end, and yield the name of each moment that it reaches for the first time."""
    luck, seen = Random(night.seed), set[str]()
    going = True
    while going:
        view = service.view()
        name = f"{view.moment.part}-{view.phase}"
        if name not in seen:
            seen.add(name)
            yield name
        going = play_on(service, luck)


@contextmanager
def open_night(
    folder: Path, night: Night, names: Sequence[str] = PLAYERS
) -> Iterator[tuple[RealService, str]]:
    """Serve a game; yield its service and its address. Every device is the host's."""
    first = NewGame(night.rules, tuple(names[: night.players]), sets=night.sets)
    with open_service(folder, first, AssignTables("hall", night.far)) as service:
        door = Door(DoorConfig(roles="off"))
        with serve(create_app(service, door=door), "127.0.0.1", 0, per_address=100) as server:
            yield service, f"http://127.0.0.1:{server.port}"


SCREENS: dict[str, tuple[str, str]] = {
    "television": ("/room", "television"),
    "host": ("/host", "tablet"),
    "table": ("/t/1", "tablet"),
    "table-standing": ("/t/1", "standing"),
    "table-phone": ("/t/1", "telephone"),
    "phone": ("/me?guest={guest}", "telephone"),
    "results": ("/results", "tablet"),
}
"""The address and the size of each screen, by its name."""


def open_screens(
    browser: Any,
    address: str,
    names: Callable[[str], bool] = lambda _: True,
    guest: str = PLAYERS[1],
    language: str = "en",
) -> dict[str, Any]:
    """Open these screens, each as a device of its own that prefers this language; the phone is a guest's."""
    pages = {}
    for name, (path, size) in SCREENS.items():
        if names(name):
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce", locale=language
            )
            pages[name] = context.new_page()
            pages[name].goto(address + path.format(guest=guest))
    return pages
