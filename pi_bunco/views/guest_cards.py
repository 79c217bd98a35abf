"""The score cards of guests, with a mark for each round that they have won or lost."""

from collections import defaultdict
from collections.abc import Iterable

from pi_bunco.rules import Game
from pi_bunco.views.table import GuestCard


def make_guest_cards(game: Game, names: Iterable[str]) -> tuple[GuestCard, ...]:
    """Return the score cards of these guests in this order. Ghosts have no card.

    Parameters
    ----------
    game
        The game.
    names
        The guests.
    """
    won: dict[str, set[tuple[int, int]]] = defaultdict(set)
    sets: dict[int, list[int]] = {}
    for done in game.rounds:
        if not any(at.winners for at in done.tables):
            continue  # it has just begun
        sets.setdefault(done.set, []).append(done.round)
        for at in done.tables:
            for name in at.winners:
                won[name].add((done.set, done.round))
    return tuple(
        GuestCard(
            name,
            card.wins,
            card.losses,
            card.buncos,
            card.minis,
            card.points,
            name == game.bag,
            tuple(tuple((at_set, at) in won[name] for at in rounds) for at_set, rounds in sets.items()),
        )
        for name in names
        if (card := game.players.get(name))
    )
