"""The ranking of the players: who is first, and who shares a place."""

from collections.abc import Mapping

from pi_bunco.rules import Card, Sheet

LINES = ("wins", "losses", "buncos", "minis", "points")
"""The lines of a score card, in the order of the columns."""

_LINE_OF_AWARD = {f"most_{line}": line for line in LINES if line != "losses"}


def choose_order(sheet: Sheet) -> tuple[str, ...]:
    """Return the lines of the card that decide who is first, the most important one first.

    If lines decide who wins a set, it is these. Otherwise it is the lines that the sheet has awards for, in
    its order. If there are none, it is wins and then buncos.

    >>> from pi_bunco.rules import load_sheet
    >>> choose_order(load_sheet("boxed"))
    ('wins', 'buncos')
    """
    won = [by for by in sheet.winner if by in LINES]
    awarded = [_LINE_OF_AWARD[award.what] for award in sheet.awards if award.what in _LINE_OF_AWARD]
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
