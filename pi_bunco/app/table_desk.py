"""The desk as one table has it: what a station tells and asks reaches the game under its table's number."""

from dataclasses import dataclass, replace

from pi_bunco.table import snapshot as s
from pi_bunco.table.commands import Command, Seen
from pi_bunco.table.desk import Desk
from pi_bunco.table.refused import Refused


@dataclass(frozen=True, slots=True)
class TableDesk:
    """The desk, as one table has it: what it tells and asks is of this ``table``."""

    desk: Desk
    table: int

    def snapshot(self) -> s.Snapshot:
        """Return what the page of the table shows; at a table that does not play now nobody throws."""
        try:
            return self.desk.snapshot(self.table)
        except Refused:
            return replace(self.desk.snapshot(), table=self.table, dice=0, phase="over", doubt=None)

    def tell(self, said: Seen | s.Camera) -> None:
        """Tell what the camera saw, or how it does, and go on."""
        self.desk.tell(replace(said, table=self.table) if isinstance(said, Seen) else said, self.table)

    def ask(self, command: Command) -> s.Snapshot:
        """Do a command; see :meth:`Desk.ask`."""
        return self.desk.ask(command)
