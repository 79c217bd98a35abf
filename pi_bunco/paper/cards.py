"""All that lies on the tables of a game, as text to print: score cards, tallies, the master score sheet."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pi_bunco.paper.entries import Entry, entries
from pi_bunco.paper.initials import initials
from pi_bunco.paper.master import master_sheet
from pi_bunco.paper.rounds_side import rounds_side
from pi_bunco.paper.score_cards import WIDTH, Bearer, card
from pi_bunco.paper.tally import tally
from pi_bunco.paper.text import PAGE, beside, center
from pi_bunco.rules import Game
from pi_bunco.rules.night import Night, SetResult

_ACROSS = 2
"""Cards side by side."""
_CUT = "╌" * WIDTH + "╌┼╌" + "╌" * WIDTH
"""Where to cut between two rows of cards."""

Verified = Counter[tuple[str, str, int, int]]
"""How many claims staff have confirmed, by kind, player, set and round."""


def cards(game: Game, night: Night) -> list[str]:
    """Give a game's score cards and tallies in the layout of the printed sheets.

    Which layout it is, the facts of the sheet say: a house's sheet has its parent's. A ghost has no card. A
    semi-final follows with cards and tallies of its own.

    Returns
    -------
    Lines of at most :data:`~pi_bunco.paper.text.PAGE` cells.
    """
    open_claims = {claim.key for claim in night.unconfirmed}
    verified: Verified = Counter(
        (claim.kind, claim.player, claim.set, claim.round)
        for claim in night.claims
        if claim.key not in open_claims
    )
    team = {name: number for number, group in enumerate(night.groups, 1) for name in group}
    lines = [center(game.sheet.title, PAGE).rstrip(), "", *_paper(game, team, verified, night.sets)]
    if night.finals and night.finals.semi_final:
        semi_final = night.finals.semi_final
        lines += ["", "", center("Semi-final", PAGE).rstrip(), "", *_paper(semi_final, team, Counter(), ())]
    return lines


def _paper(
    game: Game, team: Mapping[str, int], verified: Verified, sets: Sequence[SetResult]
) -> Iterator[str]:
    players = entries(game.rounds, game.header.players)
    if game.sheet.master_sheet:
        results = {result.set: result for result in sets}
        for number in _sets(game):
            yield from (*(() if number == 1 else [""]), *master_sheet(number, players, results.get(number)))
    else:
        yield from beside(list(_cards(game, players, team, verified)), " ┊ ", _ACROSS, rule=_CUT)
        yield from ("", "✓ Staff have confirmed it.") if verified else ()
    yield from _tables(game)


def _cards(
    game: Game, players: Mapping[str, tuple[Entry, ...]], team: Mapping[str, int], verified: Verified
) -> Iterator[list[str]]:
    for name, mine in players.items():
        sure = {(kind, set_, at): n for (kind, who, set_, at), n in verified.items() if who == name}
        yield card(game.sheet, Bearer(name, team[name], game.header.sets, mine, sure))


def _tables(game: Game) -> Iterator[str]:
    """Give what each table's scorekeeper has written, set by set."""
    short = initials(game.header.players)
    for number in _sets(game):
        for table, laid in enumerate(game.header.layout, 1):
            yield ""
            if game.sheet.master_sheet or not laid.teams:
                yield from rounds_side(number, table, game.rounds, laid.seats, short)
            else:
                yield from tally(number, table, game.rounds)


def _sets(game: Game) -> range:
    """Give the sets that have begun, the first one in any case."""
    return range(1, max((result.set for result in game.rounds), default=1) + 1)
