"""Every moment at which dice are tapped in, for 2 to 4 players: in a round, outside the rounds, in doubt."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pi_bunco.views.devices import Banner
from pi_bunco.views.table import TableView
from tests.web.night import LONGEST, final, one_each, order, set_rolloff
from tests.web.states import asking, boxed, by_hand, dieoff, long, playing, rolloff

SHORT = ("Ann", "Bob", "Cy", "Di")
BOTH = {"": SHORT, "-long": LONGEST}


def tapped(base: TableView) -> TableView:
    """Show a moment without a camera: its dice are tapped in."""
    return replace(base, camera=by_hand().camera, can=replace(base.can, enter=True))


def _rolling(names: tuple[str, ...]) -> TableView:
    base = set_rolloff()
    assert base.need is not None
    text = f"Rolling for sixes: {', '.join(names)} are equal; the first with 5 points wins the set."
    return replace(base, need=replace(base.need, among=names, text=text), thrower=names[-1])


def _each(names: tuple[str, ...]) -> TableView:
    return one_each(
        names, f"{', '.join(names)} have equal wins. One die each at the same time: a six stays in."
    )


_MOMENTS: dict[str, Callable[[tuple[str, ...]], TableView]] = {
    "one-each": _each,
    "order": order,
    "set-rolloff": _rolling,
    "final": final,
}


def _moments() -> dict[str, Callable[[], TableView]]:
    made: dict[str, Callable[[], TableView]] = {}
    for count in (2, 3, 4):
        made[f"boxed-{count}"] = _by_hand(partial(boxed, count))
        for kind, moment in _MOMENTS.items():
            for ending, names in BOTH.items():
                made[f"{kind}-{count}{ending}"] = _by_hand(partial(moment, names[:count]))
    for name, state in {"teams": playing, "long": long, "rolloff": rolloff, "die-off": dieoff}.items():
        made[name] = _by_hand(state)
    return made


def _by_hand(state: Callable[[], TableView]) -> Callable[[], TableView]:
    return lambda: tapped(state())


def _in_doubt(state: Callable[[], TableView]) -> Callable[[], TableView]:
    """Show a doubt without likely dice: its keys are there at once."""
    reason = "The second die from the left leans on another: throw again."

    def doubted() -> TableView:
        base = state()
        return asking(base, wanted=base.dice, likely=(), dice=(), boxes=(), image=None, reason=reason)

    return doubted


def _with_a_banner(state: Callable[[], TableView]) -> Callable[[], TableView]:
    """Show above it that the disk is full: two sentences of the usual length."""
    full = Banner(
        "The disk is full: /var/lib/pi-bunco/log.sqlite3 takes nothing more. 1 throw waits to be logged.",
        "Make room on the card; every throw so far is kept.",
    )
    return lambda: replace(state(), banners=(full,))


MOMENTS = _moments()
DOUBTS = {name: _in_doubt(state) for name, state in MOMENTS.items()}
BANNERED = {name: _with_a_banner(state) for name, state in MOMENTS.items()}
