"""The ranking of the players: who is first, and who shares a place."""

from collections.abc import Mapping

from pi_bunco.rules import Card, Sheet

LINES = ("wins", "losses", "buncos", "minis", "points")
"""The lines of a score card, in the order of the columns."""

_MOST = {f"most_{line}": line for line in LINES}


def choose_order(sheet: Sheet) -> tuple[str, ...]:
    """Return the lines of the card that decide who is first, the most important one first.

    These are the lines that win a set, or else those of the awards, in the order of the sheet. If a sheet has
    neither, they are wins and then buncos.

    >>> from pi_bunco.rules import load_sheet
    >>> choose_order(load_sheet("boxed"))
    ('wins', 'buncos')
    """
    won = [by for by in sheet.winner if by in LINES]
    awarded = [
        _MOST[award.what] for award in sheet.awards if award.what in _MOST and award.what != "most_losses"
    ]
    return tuple(dict.fromkeys(won or awarded or ["wins", "buncos"]))


def rank_players(cards: Mapping[str, Card], by: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return each player's place, from 1, and name, first place first.

    Equal players keep the order of the header.

    >>> rank_players({"Ann": Card(wins=1), "Bob": Card(wins=2), "Cy": Card(wins=1)}, ("wins",))
    [(1, 'Bob'), (2, 'Ann'), (2, 'Cy')]
    """
    counts = {name: tuple(getattr(card, line) for line in by) for name, card in cards.items()}
    places: dict[tuple[int, ...], int] = {}
    for place, count in enumerate(sorted(counts.values(), reverse=True), 1):
        places.setdefault(count, place)
    return sorted(((places[count], name) for name, count in counts.items()), key=lambda placed: placed[0])
