"""The room as one table has it: what a station tells and asks reaches the game under its table's number."""

from dataclasses import dataclass, replace

from pi_bunco.game.commands import Command, DiceSettled
from pi_bunco.game.refused import Refused
from pi_bunco.views import table as s
from pi_bunco.views.devices import CameraStatus, DiceMoving
from pi_bunco.views.live import LiveRoom


@dataclass(frozen=True, slots=True)
class TableClient:
    """The room, as one table has it: what it tells and asks is of this ``table``."""

    room: LiveRoom
    table: int

    def view(self) -> s.TableView:
        """Return what the page of the table shows; at a table that does not play now nobody throws."""
        try:
            return self.room.view(self.table)
        except Refused:
            return replace(self.room.view(), table=self.table, dice=0, phase="over", doubt=None)

    def tell(self, said: DiceSettled | CameraStatus | DiceMoving) -> None:
        """Tell what the camera saw, or how it does, and go on."""
        self.room.tell(replace(said, table=self.table) if isinstance(said, DiceSettled) else said, self.table)

    def ask(self, command: Command) -> s.TableView:
        """Do a command; see :meth:`GameWriter.ask`."""
        return self.room.ask(command)
