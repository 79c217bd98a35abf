"""One table: the only one that writes its game. Commands come in, events are logged, snapshots go out."""

from pi_bunco.table.refused import Refused
from pi_bunco.table.snapshot import Snapshot
from pi_bunco.table.table import Table

__all__ = ["Refused", "Snapshot", "Table"]
