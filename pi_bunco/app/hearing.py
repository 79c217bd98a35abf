"""What the bell makes of the table's news."""

from collections.abc import Callable

from pi_bunco.devices.ports import Bell, Ring
from pi_bunco.table.desk import News


def hearing(bell: Bell, wake: Callable[[], None]) -> Callable[[News], None]:
    """Sound what happened: the last alert of a command, or that a throw is in doubt or thrown again.

    Parameters
    ----------
    bell
        What sounds.
    wake
        Called when another round may be next.
    """
    told: list[tuple[str, int]] = []

    def hear(news: News) -> None:
        now = news.snapshot
        if now.phase == "ready":
            wake()
        if news.alerts:
            bell.sound(Ring(news.alerts[-1].kind))
        for asks, ring in ((now.again, Ring.AGAIN), (now.doubt, Ring.DOUBT)):
            if asks and (now.game, asks.seq) not in told:
                told.append((now.game, asks.seq))
                bell.sound(ring)

    return hear
