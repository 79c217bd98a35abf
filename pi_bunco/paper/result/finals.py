"""The finals of a tournament: semi-finalists, semi-final, final table, grand prize."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.paper.result.look import GAP, heading
from pi_bunco.paper.result.rounds import rounds
from pi_bunco.paper.result.standings import standings
from pi_bunco.paper.text import printable
from pi_bunco.paper.words import name_count, names
from pi_bunco.rules.night import Finals, TakenPlace


def finals(finals: Finals, width: int) -> Iterator[RenderableType]:
    """Yield how far the finals have come."""
    if finals.semi_finalists:
        yield from (heading("Semi-finalists"), _places(finals.semi_finalists), GAP)
    if finals.semi_final:
        yield heading("Semi-final")
        yield from rounds(finals.semi_final, width)
        yield from (heading("Standings of the semi-final"), standings(finals.semi_final), GAP)
    if finals.finalists:
        yield from (heading("Final table"), _places(finals.finalists))
        if finals.order:
            yield Text(f"They throw in the order {', '.join(map(printable, finals.order))}.")
        throws = name_count(len(finals.throws), "throw")
        if finals.grand_prize:
            yield Text(f"{printable(finals.grand_prize)} wins the grand prize after {throws}.", style="bold")
        elif finals.throws:
            yield Text(f"{throws} for the grand prize so far.")
        yield GAP


def _places(places: tuple[TakenPlace, ...]) -> Table:
    table = Table.grid(padding=(0, 2))
    for place in places:
        table.add_row(Text(names([place.player]), style="bold"), Text(printable(place.reason)))
    return table
