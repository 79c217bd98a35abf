"""The results as PDF: standings, awards and every round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pi_bunco.money.ledger import read_ledger
from pi_bunco.money.shares import find_currency, say_share
from pi_bunco.paper.entries import LINE_HEADS, LINES, choose_order, rank_players
from pi_bunco.paper.pdf.leaves import BRASS, INK, MARGIN, SOFT, Align, Leaves, Lettering
from pi_bunco.paper.words import describe_win
from pi_bunco.rules import Game, TableResult
from pi_bunco.rules.night import Night, list_teams, read_night, say_team
from pi_bunco.rules.words import mark_leavers, name_award, name_missing
from pi_bunco.sentences import say, say_series

_ROW = 6.2
_Row = Sequence[tuple[str, bool]]
"""The words of each column, and whether they are bold."""


@dataclass(frozen=True, slots=True)
class PaperPart:
    """A table: its title, columns (share of the width, head, alignment), rows, and their height in mm."""

    title: str
    columns: Sequence[tuple[float, str, Align]]
    rows: Sequence[_Row]
    height: float = _ROW


def draw_results(leaves: Leaves, game: Game) -> None:
    """Draw the standings, the awards, and the result of each round, on as many pages as needed."""
    night = read_night(game)
    title = say("Results: {sheet}", sheet=game.sheet.title)
    draw_parts(leaves, title, (_make_standings(game), _make_prizes(game, night), *_make_rounds(game, night)))


def draw_parts(leaves: Leaves, title: str, parts: Iterable[PaperPart]) -> None:
    """Draw the tables that have rows, on as many pages as needed."""
    y = leaves.begin_page(title)
    for part in (part for part in parts if part.rows):
        if y + 4 * part.height > leaves.bottom:
            y = leaves.begin_page(title)
        y = _draw_head(leaves, part, y)
        for row in part.rows:
            if y + part.height > leaves.bottom:
                y = _draw_head(leaves, part, leaves.begin_page(title))
            cells = [
                (share * leaves.width, words, Lettering(10, bold=bold, colour=INK, align=align))
                for (share, _, align), (words, bold) in zip(part.columns, row, strict=True)
            ]
            leaves.write_row(y, part.height, cells)
            y += part.height
        y += 5


def _draw_head(leaves: Leaves, part: PaperPart, y: float) -> float:
    leaves.write(MARGIN, y, leaves.width, part.title, Lettering(12, bold=True, colour=BRASS))
    cells = [
        (share * leaves.width, head, Lettering(8, colour=SOFT, align=align))
        for share, head, align in part.columns
    ]
    leaves.write_row(y + 6, 5, cells)
    return y + 11


def _make_standings(game: Game) -> PaperPart:
    by = choose_order(game.sheet)
    teams = list_teams(game)
    name = 0.93 - 0.11 * len(LINES)
    columns: list[tuple[float, str, Align]] = [
        (0.07, "", "C"),
        (name * (0.5 if teams else 1), say("Player"), "L"),
    ]
    columns += [(name * 0.5, say("Team"), "L")] if teams else []
    columns += [(0.11, LINE_HEADS[line], "R") for line in LINES]
    rows = [
        [(f"{place}", place == 1), (name, place == 1)]
        + ([(teams[name], False)] if teams else [])
        + [(str(getattr(game.players[name], line)), line == by[0]) for line in LINES]
        for place, name in rank_players(game.players, by)
    ]
    return PaperPart(say("Standings"), columns, rows)


def _make_prizes(game: Game, night: Night) -> PaperPart:
    """Return the set winners, the awards, the drawn names and the grand prize."""
    rows: list[tuple[str, str, str]] = [
        (say("Winner of set {set}", set=won.set), ", ".join(won.winners), describe_win(won))
        for won in night.sets
        if won.winners
    ]
    currency = find_currency(read_ledger(game, night), night)
    for result in night.awards:
        title: str = name_award(result.award)
        if result.group and len(night.groups) > 1:
            title = say("{award}, {team}", award=title, team=say_team(result.group, night.team_names))
        teams = [say_team(number, night.team_names) for number in result.winning_groups]
        winners = [*mark_leavers(result.winners, result.left)] or teams
        prize = say_share(result, currency) if result.tied else result.award.prize
        count = "" if result.count is None else f"{result.count}"
        facts = [*filter(None, (count, prize, "" if result.final else say("not final yet")))]
        nobody = ("" if result.final else name_missing(result.award.what)) or say("nobody")
        who = say_series(winners) if winners else nobody
        rows.append((title, who, say_series(facts) if facts else ""))
    rows += [(say("Drawn"), drawn.player, drawn.prize) for drawn in night.drawings.drawn]
    if night.finals:
        for stage, places in (
            (say("Semi-final"), night.finals.semi_finalists),
            (say("Final"), night.finals.finalists),
        ):
            rows += [(stage, ", ".join(place.player for place in places), "")] if places else []
        rows += [(say("Grand prize"), night.finals.grand_prize, "")] if night.finals.grand_prize else []
    columns: Sequence[tuple[float, str, Align]] = ((0.27, "", "L"), (0.45, "", "L"), (0.28, "", "R"))
    return PaperPart(say("Awards"), columns, [[(a, False), (b, True), (c, False)] for a, b, c in rows])


def _make_rounds(game: Game, night: Night) -> Iterable[PaperPart]:
    semi_final = night.finals.semi_final if night.finals else None
    final_rounds = semi_final.rounds if semi_final else ()
    for is_final, rounds in ((False, game.rounds), (True, final_rounds)):
        for result in rounds:
            sides = max(len(table.sides) for table in result.tables)
            gap, score = 0.03, 0.07
            side: list[tuple[float, str, Align]] = [
                (gap, "", "L"), (0.92 / sides - gap - score, "", "L"), (score, "", "R")
            ]  # fmt: skip
            yield PaperPart(
                say("Semi-final, set {set}, round {round}", set=result.set, round=result.round)
                if is_final
                else say("Set {set}, round {round}", set=result.set, round=result.round),
                [(0.08, say("Table"), "C"), *side * sides],
                [_make_row(table, sides) for table in result.tables],
            )


def _make_row(table: TableResult, sides: int) -> _Row:
    row = [(f"{table.table}", False)]
    for side in table.sides:
        won = side.players[0] in table.winners
        row += [("", False), (" & ".join(side.players), won), (str(table.scores[side.players[0]]), won)]
    return row + [("", False)] * (1 + 3 * sides - len(row))
