"""What a night gives at its breaks and its end: set winners, drawings, awards, and what is not confirmed."""

from collections import Counter
from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from pi_bunco.paper.result.look import GAP, heading, rule_table
from pi_bunco.paper.text import printable
from pi_bunco.paper.words import name_count, names, won_by
from pi_bunco.rules import Sheet
from pi_bunco.rules.night import AwardResult, Night
from pi_bunco.rules.words import AWARDS


def set_winners(night: Night) -> Iterator[RenderableType]:
    """Yield who has won each set, and how, down to the roll-off."""
    for result in night.sets:
        if result.winners:
            won = f"Set {result.set}: {names(result.winners)}"
            yield Text.assemble((won, "bold"), f", {won_by(result)}")
        else:
            yield Text(f"Set {result.set}: a roll-off between {names(result.tied)} decides")
    if night.sets:
        yield GAP


def awards(night: Night, sheet: Sheet) -> Iterator[RenderableType]:
    """Yield the awards with their prizes, who has earned them, and what stands in the way."""
    if not night.awards:
        return
    word = "team" if "team" in sheet.card else "group"
    prizes = any(result.award.prize for result in night.awards)
    table = rule_table(("Award", "Prize", "To") if prizes else ("Award", "To"))
    for result in night.awards:
        prize = [Text(printable(result.award.prize))] if prizes else []
        table.add_row(_award(result, word), *prize, _to(result, word))
    title = heading("Awards" if night.final else "Awards, as it stands")
    yield from (title, table, *_unconfirmed(night, word), GAP)


def _award(result: AwardResult, word: str) -> str:
    if result.group:
        return f"{AWARDS[result.award.what]}, {word} {result.group}"
    by_groups = result.award.among == "groups"
    return AWARDS[result.award.what] + (f" of a {word}" if by_groups else "")


def _to(result: AwardResult, word: str) -> Text:
    """Say who gets it, all equals by their names."""
    who = [printable(name) for name in result.winners]
    who += [f"{word} {number}" for number in result.winning_groups]
    if not who:
        return Text("not judged yet" if result.award.what == "costume" else "nobody", style="dim")
    told = Text(names(who), style="bold")
    count = "" if result.count is None else str(result.count)
    notes = [f"tied at {count}" if count else "tied"] if result.tied else [count] if count else []
    if result.tied and result.award.prize:
        notes.append(printable(result.share))
    if result.unconfirmed:
        notes.append(f"{len(result.unconfirmed)} not confirmed")
    return told.append(f" ({'; '.join(notes)})" if notes else "", style="not bold")


def _unconfirmed(night: Night, word: str) -> Iterator[RenderableType]:
    """Say for each group what its staff have not confirmed."""
    group_of = {name: number for number, group in enumerate(night.groups, 1) for name in group}
    kinds: dict[int, Counter[str]] = {}
    for claim in night.unconfirmed:
        kinds.setdefault(group_of[claim.player], Counter())[claim.kind] += claim.times
    for number in sorted(kinds):
        told = ", ".join(name_count(count, kind) for kind, count in sorted(kinds[number].items()))
        yield Text(f"Not confirmed for {word} {number}: {told}.")


def drawings(night: Night) -> Iterator[RenderableType]:
    """Yield who was drawn at the breaks, and what they got."""
    for drawn in night.drawings.drawn:
        prize = f": {printable(drawn.prize)}" if drawn.prize else ""
        where = f"round {drawn.at.round} of set {drawn.at.set}"
        yield Text(f"Drawn at the break after {where}: {printable(drawn.player)}{prize}")
    if night.drawings.drawn:
        yield GAP
