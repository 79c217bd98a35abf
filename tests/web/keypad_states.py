"""States of a table's page in which dice are tapped, for 2 to 4 players: in a round, outside it, in doubt."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pi_bunco.views.devices import Banner
from pi_bunco.views.table import TableView
from tests.web.night_states import LONGEST, final, one_each, order, set_rolloff
from tests.web.states import asking, boxed, by_hand, dieoff, long, playing, rolloff

SHORT = ("Ann", "Bob", "Cy", "Di")
NAMES = {"": SHORT, "-long": LONGEST}
"""The names of the players, by the ending of a state's name."""


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


def _make_moments() -> dict[str, Callable[[], TableView]]:
    moments: dict[str, Callable[[], TableView]] = {}
    for count in (2, 3, 4):
        moments[f"boxed-{count}"] = _without_camera(partial(boxed, count))
        for kind, moment in _MOMENTS.items():
            for ending, names in NAMES.items():
                moments[f"{kind}-{count}{ending}"] = _without_camera(partial(moment, names[:count]))
    for name, state in {"teams": playing, "long": long, "rolloff": rolloff, "die-off": dieoff}.items():
        moments[name] = _without_camera(state)
    return moments


def _without_camera(state: Callable[[], TableView]) -> Callable[[], TableView]:
    """Return a function that makes the same state at a table without a camera, where dice are tapped."""

    def tapped() -> TableView:
        base = state()
        return replace(base, camera=by_hand().camera, can=replace(base.can, enter=True))

    return tapped


def _in_doubt(state: Callable[[], TableView]) -> Callable[[], TableView]:
    """Return a function that adds a question without likely dice, which shows its keys at once."""
    reason = "The second die from the left leans on another: throw again."

    def doubtful() -> TableView:
        base = state()
        return asking(base, wanted=base.dice, likely=(), dice=(), boxes=(), image=None, reason=reason)

    return doubtful


def _with_banner(state: Callable[[], TableView]) -> Callable[[], TableView]:
    """Return a function that adds a banner above the state: the disk is full."""
    full = Banner(
        "The disk is full: /var/lib/pi-bunco/log.sqlite3 takes nothing more. 1 throw waits to be logged.",
        "Make room on the card; every throw so far is kept.",
    )
    return lambda: replace(state(), banners=(full,))


MOMENTS = _make_moments()
MOMENTS_IN_DOUBT = {name: _in_doubt(state) for name, state in MOMENTS.items()}
MOMENTS_WITH_BANNER = {name: _with_banner(state) for name, state in MOMENTS.items()}
