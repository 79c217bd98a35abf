"""What the log says of other Pis: their tables, what came from them, and which rounds they have settled."""

from pi_bunco.game.item_key import ItemKey, Newest
from pi_bunco.game.lines import FarSettled, FarTables, Line


class FarPis:
    """The other Pis in one game.

    Attributes
    ----------
    items
        The number of the newest item of each outbox that is in the log.
    tables
        The tables of each Pi.

    >>> far = FarPis()
    >>> far.add(1, Line(FarTables("hall-2", (7, 8))))
    >>> far.list_unsettled(since=4)
    ((7, 8), ('hall-2',))
    >>> far.add(5, Line(FarSettled("hall-2")))
    >>> far.list_unsettled(since=4)
    ((), ())
    """

    def __init__(self) -> None:
        self.items: Newest = {}
        self.tables: dict[str, tuple[int, ...]] = {}
        self._settled: dict[str, int] = {}
        self._tables_of_items: set[tuple[str, int, int | None]] = set()

    def add(self, number: int, line: Line) -> None:
        """Add a line of the log."""
        if line.item:
            key = line.item.pi, line.item.outbox
            self.items[key] = max(self.items.get(key, 0), line.item.number)
            self._tables_of_items.add((line.item.outbox, line.item.number, line.table))
        match line.event:
            case FarTables(pi, tables):
                self.tables[pi] = tables
            case FarSettled(pi):
                self._settled[pi] = number

    def has_item(self, item: ItemKey, table: int) -> bool:
        """Return whether any Pi has sent an item of this outbox with this number about a table.

        The name of the Pi does not matter: two Pis that began with copies of one card have the same outbox.
        """
        return (item.outbox, item.number, table) in self._tables_of_items

    def find_pi(self, table: int) -> str | None:
        """Return the Pi of a table, ``None`` if it has none of its own."""
        return next((pi for pi, tables in self.tables.items() if table in tables), None)

    def has_settled(self, pi: str, since: int) -> bool:
        """Return whether a Pi has settled after the event with the number ``since``."""
        return self._settled.get(pi, 0) > since

    def list_unsettled(self, since: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Return the tables and the names of the Pis that have not settled after event ``since``."""
        pis = [pi for pi, tables in self.tables.items() if tables and not self.has_settled(pi, since)]
        return tuple(sorted(table for pi in pis for table in self.tables[pi])), tuple(pis)
