"""What the host sees: the room, the seats, and what can be done now."""

from dataclasses import dataclass

from pi_bunco.views.devices import BellButton
from pi_bunco.views.room import RoomView
from pi_bunco.views.seats import SeatsView
from pi_bunco.views.table import Can
from pi_bunco.views.throw_views import DoubtView


@dataclass(frozen=True, slots=True)
class HostView:
    """The room as its host sees it.

    Attributes
    ----------
    room, seats
        The room, and who sits where.
    can
        What can be done at the head table, and so for the whole room.
    doubt
        The question about a throw at the head table, for which the bell waits.
    button
        What the bell's button is about to do.
    unconfirmed
        How many claims staff have not confirmed.
    """

    room: RoomView
    seats: SeatsView
    can: Can
    doubt: DoubtView | None
    button: BellButton
    unconfirmed: int
