"""The award for the last bunco of the night: to the player or group whose bunco comes last in the record.

A throw that was put in later stands where it was thrown. If the last bunco is on a paper tally, all who have
one on it share the award.
"""

from collections.abc import Iterable, Mapping

from pi_bunco.rules import Game
from pi_bunco.rules.game import Group


def find_last_bunco(game: Game, players: Iterable[str]) -> tuple[str, ...]:
    """Return who of these players has thrown the last of their buncos; empty if none of them has any.

    >>> from pi_bunco.rules import Bell, Header, Missed, Throw
    >>> header = {"record": "bunco/1", "rules": "casino", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> game = Game(Header.parse(header))
    >>> for event in Bell(), Throw(1, (1, 1, 1)), Throw(1, (2, 3, 4)), Missed(1, 1, (2, 3, 4)):
    ...     _ = game.push(event)
    >>> find_last_bunco(game, ["Ann", "Bob"]), find_last_bunco(game, ["Ann"])
    (('Bob',), ())
    """
    among, places = {*players}, {seq: place for place, seq in enumerate(game.order)}
    feats = [
        feat
        for played in game.rounds
        for table in played.tables
        for feat in table.feats
        if feat.kind == "bunco" and feat.player in among
    ]
    last = max((places[feat.seq] for feat in feats), default=None)
    return tuple(dict.fromkeys(feat.player for feat in feats if places[feat.seq] == last))


def find_groups_of_last_bunco(game: Game, groups: Mapping[int, Group]) -> tuple[int, ...]:
    """Return the numbers of the groups whose players have thrown the last bunco."""
    last = find_last_bunco(game, game.players)
    return tuple(number for number, group in groups.items() if set(group).intersection(last))
