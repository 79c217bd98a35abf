"""What the bell makes of the table's news: what it sounds, and what its lamp shows."""

from collections.abc import Callable

from pi_bunco.devices.ports import BellDevice, Lamp, Ring
from pi_bunco.views.live import HeadNews
from pi_bunco.views.table import TableView


def hearing(bell: BellDevice, wake: Callable[[], None]) -> Callable[[HeadNews], None]:
    """Sound what happened: the last alert of a command, or that a throw is in doubt or thrown again.

    Parameters
    ----------
    bell
        What sounds, and has the lamp.
    wake
        Called when another round may be next.
    """
    told: list[tuple[str, int]] = []

    def hear(news: HeadNews) -> None:
        now = news.view
        bell.light(lamp(now))
        if now.phase == "ready":
            wake()
        if news.alerts:
            bell.sound(Ring(news.alerts[-1].kind))
        for asks, ring in ((now.again, Ring.AGAIN), (now.doubt, Ring.DOUBT)):
            if asks and (now.game, asks.seq) not in told:
                told.append((now.game, asks.seq))
                bell.sound(ring)

    return hear


def lamp(now: TableView) -> Lamp:
    """Return what the lamp shows of the table."""
    if now.button.stage == "stuck":
        return Lamp.STUCK
    if now.doubt:
        return Lamp.DOUBT
    return {"ready": Lamp.READY, "over": Lamp.DARK}.get(now.phase, Lamp.PLAYING)
