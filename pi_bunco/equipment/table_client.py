"""The room as one table's equipment sees it."""

import time
from dataclasses import dataclass, replace

from pi_bunco.game.commands import DiceSettled
from pi_bunco.game.refused import Refused
from pi_bunco.game.seen import SeenMoment
from pi_bunco.messages.down import Wanted
from pi_bunco.messages.up import Ages, Seen
from pi_bunco.readings import Snapshot, Tumble
from pi_bunco.room.shown_room import ShownRoom
from pi_bunco.views.devices import CameraStatus, DiceMotion
from pi_bunco.views.table import TableView


@dataclass(frozen=True, slots=True)
class TableClient:
    """The room as one ``table`` sees it."""

    room: ShownRoom
    table: int

    def view(self) -> TableView:
        """Return what the table's page shows; nobody throws at a table that does not play now."""
        try:
            return self.room.view(self.table)
        except Refused:
            return replace(self.room.view(), table=self.table, dice=0, phase="over", doubt=None)

    def find_wanted(self) -> Wanted:
        """Return what the table waits for."""
        return self.room.find_wanted(self.table)

    def wait_for_change(self, known: int, seconds: float) -> int:
        """Wait for a change in the room after change number ``known``, and return the newest number."""
        return self.room.wait_for_change(known, seconds) or known

    def send(self, news: Seen | CameraStatus | DiceMotion) -> None:
        """Send what the camera saw, or its state, without waiting."""
        self.room.send(self._make_command(news) if isinstance(news, Seen) else news, self.table)

    def _make_command(self, seen: Seen) -> DiceSettled:
        now = time.monotonic()
        return DiceSettled(
            seen.reading,
            Snapshot(seen.file, seen.size, seen.index, now - seen.age / 1000),
            at_start=seen.at_start,
            tumble=_place_in_time(seen.tumble, now) if seen.tumble else None,
            seen=SeenMoment.parse(seen.moment),
            table=self.table,
        )


def _place_in_time(ages: Ages, now: float) -> Tumble:
    """Return the times of a throw on the clock of :func:`time.monotonic`."""
    fell = None if ages.fell is None else now - ages.fell / 1000
    return Tumble(now - ages.began / 1000, fell, now - ages.rested / 1000)
