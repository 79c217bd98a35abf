"""The papers of a game as text: score cards, tallies, the master score sheet."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pi_bunco.limits import SETS
from pi_bunco.paper.entries import list_entries
from pi_bunco.paper.score_cards import WIDTH, CardContent, format_card, format_master_sheet
from pi_bunco.paper.tally import format_rounds_side, format_tally, make_initials
from pi_bunco.paper.text import PAGE, center, place_beside
from pi_bunco.rules import Game, RoundResult, TableResult
from pi_bunco.rules.night import Night, SetResult

_ACROSS = 2
"""Cards side by side."""
_CUT = "╌" * WIDTH + "╌┼╌" + "╌" * WIDTH
"""The line to cut along between two rows of cards."""

Verified = Mapping[str, Mapping[tuple[str, int, int], int]]
"""How many claims of each player staff have confirmed, by kind, set and round."""


def format_cards(game: Game, night: Night) -> list[str]:
    """Return a game's score cards and tallies in the layout of the printed sheets.

    The rule sheet decides the layout. A house's sheet has the layout of its parent. Ghosts have no card. The
    cards and tallies of a semi-final follow those of the game. Cards have lines for all sets of the game. If
    the game has more than :data:`~pi_bunco.limits.SETS`, they have lines only for sets that have begun.

    Returns
    -------
    Lines of at most :data:`~pi_bunco.paper.text.PAGE` cells.
    """
    open_claims = {claim.key for claim in night.unconfirmed}
    verified: dict[str, Counter[tuple[str, int, int]]] = defaultdict(Counter)
    for claim in night.claims:
        if claim.key not in open_claims:
            verified[claim.player][claim.kind, claim.set, claim.round] += claim.times
    team = {name: number for number, group in enumerate(night.groups, 1) for name in group}
    lines = [center(game.sheet.title, PAGE).rstrip(), "", *_format_paper(game, team, verified, night.sets)]
    if night.finals and (semi_final := night.finals.semi_final):
        lines += ["", "", center("Semi-final", PAGE).rstrip(), ""]
        lines += _format_paper(semi_final, team, {}, ())
    return lines


def _format_paper(
    game: Game, team: Mapping[str, int], verified: Verified, results: Sequence[SetResult]
) -> Iterator[str]:
    """Yield the players' cards or the master score sheets, and then the tallies of all tables."""
    begun = _split_sets(game)
    if game.sheet.master_sheet:
        result_of = {result.set: result for result in results}
        for number, rounds in begun.items():
            if number > 1:
                yield ""
            entries = list_entries(rounds, tuple(game.players))
            yield from format_master_sheet(number, entries, result_of.get(number))
    else:
        sets = game.header.sets if game.header.sets <= SETS else len(begun)
        yield from place_beside(
            list(_format_each_card(game, team, verified, sets)), " ┊ ", _ACROSS, rule=_CUT
        )
        if sets < game.header.sets:
            yield from ("", f"The cards have the sets that have begun, of more than {SETS}.")
        if verified:
            yield from ("", "✓ Staff have confirmed it.")
    yield from _format_tables(game, begun)


def _format_each_card(
    game: Game, team: Mapping[str, int], verified: Verified, sets: int
) -> Iterator[list[str]]:
    """Yield each player's card, with lines for this number of sets."""
    for name, entries in list_entries(game.rounds, tuple(game.players)).items():
        content = CardContent(name, team[name], sets, entries, verified.get(name, {}))
        yield format_card(game.sheet, content)


def _format_tables(game: Game, begun: Mapping[int, Sequence[RoundResult]]) -> Iterator[str]:
    """Yield the tally of each table, as its scorekeeper has written it, set by set."""
    initials = make_initials(tuple(game.players))
    for number, rounds in begun.items():
        # A set has the same number of tables throughout, but the players move.
        newest = rounds[-1].tables if rounds else tuple(map(TableResult.of, game.tables))
        for table, now in enumerate(newest, 1):
            played = [result.tables[table - 1] for result in rounds]
            teams = all(len(result.sides[0].players) > 1 for result in (*played, now))
            yield ""
            if game.sheet.master_sheet or not teams:
                yield from format_rounds_side(number, table, rounds, len(now.seats), initials)
            else:
                yield from format_tally(number, table, rounds)


def _split_sets(game: Game) -> Mapping[int, Sequence[RoundResult]]:
    """Return the rounds of each set that has begun. The first set is always there."""
    begun: dict[int, list[RoundResult]] = {1: []}
    for result in game.rounds:
        begun.setdefault(result.set, []).append(result)
    return begun
