"""A Pi that follows a head or is one, for simulations of a takeover."""

from collections.abc import Sequence
from random import Random

from pi_bunco.link.messages import LinePlace
from pi_bunco.link.standing import PiStanding
from pi_bunco.link.state import HeadState
from tests.link.far_room import Desk, Rules
from tests.link.takeover_disk import PORT, Disk, Records, TakeoverRules
from tests.link.takeover_programs import FarSide, HeadSide

ROOM = "7c1f09aa"


class RoomPi:
    """A Pi of the room.

    Attributes
    ----------
    name, tables
        Its name in the room, and the tables at which it takes the throws.
    disk
        Its card.
    far, head
        Its program, if it runs; both ``None``: it is off, or another Pi has become the head after it.
    is_on
        Whether it has power.
    cut_until
        Until when nobody hears it.
    put
        The tokens of all items that were ever put into its outbox, in their order.
    lost
        Those that were on a card which was replaced.
    heard
        The newest term that this card has ever heard.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what the room knows of it
        self,
        name: str,
        tables: Sequence[int],
        disk: Disk,
        chance: Random,
        rules: TakeoverRules,
        desk: type[Desk],
        records: Records,
    ) -> None:
        self.name, self.tables, self.disk = name, tables, disk
        self._chance, self._rules, self._desk, self._records = chance, rules, desk, records
        self.far: FarSide | None = None
        self.head: HeadSide | None = None
        self.is_on, self.cut_until = False, 0.0
        self.put: list[str] = []
        self.lost: set[str] = set()
        self.heard = 0
        self._backup = Disk(), 0

    @property
    def is_fenced(self) -> bool:
        """Whether another Pi has become the head after it."""
        return self.disk.head is not None and self.disk.head.successor is not None

    def make_standing(self, state: HeadState) -> PiStanding:
        """Return what it says of itself as the head."""
        return PiStanding(ROOM, self.name, "head", state.term, PORT, self.disk.place, state.begun)

    def find_head_standing(self) -> PiStanding | None:
        """Return what it says of itself, ``None`` if it does not say that it is the head."""
        return self.make_standing(self.disk.head) if self.head and self.disk.head else None

    def start(self, now: float) -> None:
        """Switch it on: it has what is on its card."""
        self.stop()
        self.is_on = True
        if self.disk.head is None:
            self.far = FarSide(self.disk, self._rules, self._chance, now)
        elif not self.is_fenced:
            desk = self._desk(Rules())
            self.head = HeadSide(
                self.disk, self.disk.head, desk, self._rules, self._chance, self._records, now
            )

    def stop(self) -> None:
        """Switch it off."""
        self.far = self.head = None
        self.is_on = False

    def enter(self, now: float) -> None:
        """Let people at one of its tables throw. A far Pi shows no page before its copy has begun."""
        if self.far and self.disk.rows:
            token = f"{self.name}-{len(self.put)}"
            self.put.append(token)
            self.far.enter(token, self._chance.choice(self.tables), now)

    def count_waiting(self) -> int:
        """Return how many items of its outbox are not in the log."""
        if self.head:
            return self.head.waiting
        return len(self.far.outbox.waiting) if self.far else 0

    def back_up(self) -> None:
        """Copy its card."""
        self._backup = self.disk.copy(), len(self.put)

    def restore(self) -> None:
        """Put the copy of its card in; or of a head's card only the log."""
        disk, count = self._backup
        if not disk.rows:
            return
        self.stop()
        if self.disk.head:
            self.disk.rows = [*disk.rows]
        else:
            self.disk, self.heard = disk.copy(), 0
            self.lost |= {*self.put[count:]}

    def promote(self, place: LinePlace) -> None:
        """Let it be the head from its next start on."""
        assert self.disk.far
        assert self.disk.roster is not None
        term = max(self.disk.far.term, self.disk.roster) + 1 if self._rules.terms else 1
        self.disk.head = HeadState(PORT, term=term, name=self.name, begun=(place,))
