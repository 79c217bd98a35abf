"""The bell of a table, and how it follows the table's news: its sounds, and what its lamp shows."""

from collections.abc import Callable

from pi_bunco.devices.bell import open_bell
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellDevice, BellTrouble, Lamp, Ring
from pi_bunco.sentences import say
from pi_bunco.views.devices import BellButton
from pi_bunco.views.live import HeadNews
from pi_bunco.views.table import TableView

UP = BellButton("up")
"""A button that is not held."""


def bell_for(spec: str) -> tuple[BellDevice, BellButton]:
    """Open the table's bell; if its pins cannot be used the game goes on, and the page rings.

    Parameters
    ----------
    spec
        As :func:`pi_bunco.devices.bell.open_bell` takes it.

    Returns
    -------
    tuple
        The bell, and what the page says about its button.

    Raises
    ------
    pi_bunco.devices.bell.UnknownBell
        If there is no such kind of bell.
    pi_bunco.devices.bell.board.BoardTrouble
        If there is no such board, or its file is wrong.

    >>> bell_for("mock")[1].stage
    'up'
    """
    try:
        return open_bell(spec), UP
    except BellTrouble as trouble:
        remedy = say(
            "{remedy} Then start the table again; until then ring on the page.", remedy=trouble.remedy
        )
        return MockBell(), BellButton("missing", trouble.text, remedy)


def make_listener(bell: BellDevice, wake: Callable[[], None]) -> Callable[[HeadNews], None]:
    """Return a listener that sounds the last alert of a command, or that a throw is in doubt or thrown again.

    Parameters
    ----------
    bell
        What sounds, and has the lamp.
    wake
        Called when another round may be next.
    """
    sounded: list[tuple[str, int]] = []

    def hear(news: HeadNews) -> None:
        now = news.view
        bell.light(lamp(now))
        if now.phase == "ready":
            wake()
        if news.alerts:
            bell.sound(Ring(news.alerts[-1].kind))
        for asks, ring in ((now.again, Ring.AGAIN), (now.doubt, Ring.DOUBT)):
            if asks and (now.game, asks.seq) not in sounded:
                sounded.append((now.game, asks.seq))
                bell.sound(ring)

    return hear


def lamp(now: TableView) -> Lamp:
    """Return what the lamp shows of the table."""
    if now.button.stage == "stuck":
        return Lamp.STUCK
    if now.doubt:
        return Lamp.DOUBT
    return {"ready": Lamp.READY, "over": Lamp.DARK}.get(now.phase, Lamp.PLAYING)
