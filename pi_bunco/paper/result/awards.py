"""Set winners, drawings and awards of an evening, unconfirmed claims, and the finals of a tournament."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pi_bunco.money.amounts import Currency
from pi_bunco.money.ledger import read_ledger
from pi_bunco.money.shares import find_currency, say_share
from pi_bunco.paper.result.look import GAP, make_heading, make_table
from pi_bunco.paper.result.rounds import format_rounds, make_standings
from pi_bunco.paper.text import make_printable
from pi_bunco.paper.words import describe_win, format_names
from pi_bunco.rules import Game
from pi_bunco.rules.night import AwardResult, Finals, Night, TakenPlace
from pi_bunco.rules.words import AWARDS, format_count, mark_leavers, name_missing


def format_set_winners(night: Night) -> Iterator[RenderableType]:
    """Yield who won each set, and how."""
    for result in night.sets:
        if result.winners:
            won = f"Set {result.set}: {format_names(result.winners)}"
            yield Text.assemble((won, "bold"), f", {describe_win(result)}")
        else:
            yield Text(f"Set {result.set}: a roll-off between {format_names(result.tied)} decides")
    if night.sets:
        yield GAP


def format_awards(game: Game, night: Night) -> Iterator[RenderableType]:
    """Yield the awards with their prizes, their winners, and what is still missing."""
    if not night.awards:
        return
    word = "team" if "team" in game.sheet.card else "group"
    prizes = any(result.award.prize for result in night.awards)
    table = make_table("Award", *["Prize"] * prizes, "To")
    called = partial(_call_group, word=word, names=night.team_names)
    currency = find_currency(read_ledger(game, night), night)
    for result in night.awards:
        prize = [Text(make_printable(result.award.prize))] if prizes else []
        table.add_row(_name_award(result, word, called), *prize, _name_winners(result, called, currency))
    title = make_heading("Awards" if night.final else "Awards, as it stands")
    yield from (title, table, *_list_unconfirmed(night, called), GAP)


def _call_group(number: int, *, word: str, names: Mapping[int, str]) -> str:
    """Return what a group is called: its number, and its name if it has one."""
    return f"{word} {number}: {make_printable(names[number])}" if number in names else f"{word} {number}"


def _name_award(result: AwardResult, word: str, called: Callable[[int], str]) -> str:
    name = AWARDS[result.award.what]
    if result.group:
        return f"{name}, {called(result.group)}"
    return f"{name} of a {word}" if result.award.among == "groups" else name


def _name_winners(result: AwardResult, called: Callable[[int], str], currency: Currency) -> Text:
    """Return who gets an award, with the names of all who are equal."""
    winners = [
        *map(make_printable, mark_leavers(result.winners, result.left)),
        *map(called, result.winning_groups),
    ]
    if not winners:
        missing = "" if result.final else name_missing(result.award.what)
        return Text(missing or "nobody", style="dim")
    count = "" if result.count is None else str(result.count)
    notes = [
        (f"tied at {count}" if count else "tied") if result.tied else count,
        make_printable(say_share(result, currency)) if result.tied and result.award.prize else "",
        f"{len(result.unconfirmed)} not confirmed" if result.unconfirmed else "",
    ]
    noted = "; ".join(filter(None, notes))
    return Text(format_names(winners), style="bold").append(f" ({noted})" if noted else "", style="not bold")


def _list_unconfirmed(night: Night, called: Callable[[int], str]) -> Iterator[RenderableType]:
    """Yield for each group what its staff have not confirmed."""
    group_of = {name: number for number, group in enumerate(night.groups, 1) for name in group}
    kinds: dict[int, Counter[str]] = {}
    for claim in night.unconfirmed:
        kinds.setdefault(group_of[claim.player], Counter())[claim.kind] += claim.times
    for number in sorted(kinds):
        counts = ", ".join(format_count(count, kind) for kind, count in sorted(kinds[number].items()))
        yield Text(f"Not confirmed for {called(number)}: {counts}.")


def format_drawings(night: Night) -> Iterator[RenderableType]:
    """Yield who was drawn at the breaks, and what they got."""
    for drawn in night.drawings.drawn:
        prize = f": {make_printable(drawn.prize)}" if drawn.prize else ""
        where = f"round {drawn.at.round} of set {drawn.at.set}"
        yield Text(f"Drawn at the break after {where}: {make_printable(drawn.player)}{prize}")
    if night.drawings.drawn:
        yield GAP


def format_finals(finals: Finals, width: int) -> Iterator[RenderableType]:
    """Yield the finals so far."""
    if finals.semi_finalists:
        yield from (make_heading("Semi-finalists"), _make_places(finals.semi_finalists), GAP)
    if finals.semi_final:
        yield make_heading("Semi-final")
        yield from format_rounds(finals.semi_final, width)
        yield from (make_heading("Standings of the semi-final"), make_standings(finals.semi_final), GAP)
    if finals.finalists:
        yield from (make_heading("Final table"), _make_places(finals.finalists))
        if finals.order:
            yield Text(f"They throw in the order {', '.join(map(make_printable, finals.order))}.")
        throws = format_count(len(finals.throws), "throw")
        if finals.grand_prize:
            yield Text(
                f"{make_printable(finals.grand_prize)} wins the grand prize after {throws}.", style="bold"
            )
        elif finals.throws:
            yield Text(f"{throws} for the grand prize so far.")
        yield GAP


def _make_places(places: tuple[TakenPlace, ...]) -> Table:
    table = Table.grid(padding=(0, 2))
    for place in places:
        table.add_row(Text(format_names([place.player]), style="bold"), Text(make_printable(place.reason)))
    return table
