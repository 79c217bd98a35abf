"""The league over evenings: who has how many points, and who is next to host.

Names are people: names that look alike are the same guest. Names that stand for deleted guests are nobody's.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pi_bunco.game.renaming import find_key
from pi_bunco.views.evenings import EveningSummary, PastGuest

PointsRule = Literal["wins", "points", "attendance"]
"""What brings points: each round won, each point on the card, or each evening."""


@dataclass(frozen=True, slots=True)
class League:
    """What the host has chosen.

    Attributes
    ----------
    rule
        What brings points.
    since
        The first day of the season, ``2026-01-05``; ``""``: all evenings count.
    left_out
        The identities of the evenings that do not count.
    hosts
        Who hosted which evening: the name, by the identity of the evening.
    """

    rule: PointsRule = "wins"
    since: str = ""
    left_out: frozenset[str] = frozenset()
    hosts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A guest's line.

    Attributes
    ----------
    place
        Their place, from 1. Equal points are an equal place.
    name
        Their name, as it was written last.
    score
        Their points by the rule.
    evenings, evenings_won
        How many evenings they came, and how many of them they won.
    wins, buncos, points
        The sums of their cards: rounds won, buncos, points.
    """

    place: int
    name: str
    score: int
    evenings: int
    evenings_won: int
    wins: int
    buncos: int
    points: int


@dataclass(frozen=True, slots=True)
class HostingGuest:
    """A guest who may host, and the day when they last did; ``""``: never."""

    name: str
    last: str


def counts(evening: EveningSummary, league: League) -> bool:
    """Return whether an evening counts: people played it, it is of the season, and it is not left out."""
    is_played = bool(evening.rounds) and not evening.is_demo and not evening.fault
    return is_played and evening.identity not in league.left_out and evening.date >= league.since


def make_league_table(evenings: Iterable[EveningSummary], league: League) -> tuple[LeagueLine, ...]:
    """Return the league, the best first.

    Parameters
    ----------
    evenings
        All evenings, newest first.
    league
        What the host has chosen.
    """
    lines = [_add_up(each, league) for each in _gather(evenings, league).values()]
    lines.sort(key=lambda line: (-line.score, -line.evenings_won, -line.buncos, line.name.casefold()))
    return tuple(_place(lines))


def list_next_hosts(evenings: Iterable[EveningSummary], league: League) -> tuple[HostingGuest, ...]:
    """Return who is next to host: first those who never did, then those who did longest ago.

    Parameters
    ----------
    evenings
        All evenings, newest first.
    league
        What the host has chosen, and who hosted. Evenings that do not count are also somebody's turn.
    """
    evenings = tuple(evenings)
    last: dict[str, str] = {}
    for evening in evenings:
        if host := league.hosts.get(evening.identity):
            last.setdefault(find_key(host), evening.date or "0")
    gathered = _gather(evenings, league)
    first = {key: each[-1][0].time for key, each in gathered.items()}
    keys = sorted(gathered, key=lambda key: (last.get(key, ""), first[key], key))
    return tuple(HostingGuest(gathered[key][0][1].name, last.get(key, "")) for key in keys)


_Played = list[tuple[EveningSummary, PastGuest]]


def _gather(evenings: Iterable[EveningSummary], league: League) -> dict[str, _Played]:
    """Return for each guest the evenings that count, newest first, with their card."""
    gathered: dict[str, _Played] = {}
    for evening in evenings:
        for guest in evening.guests if counts(evening, league) else ():
            if not guest.is_forgotten:
                gathered.setdefault(find_key(guest.name), []).append((evening, guest))
    return gathered


def _add_up(played: _Played, league: League) -> LeagueLine:
    cards = [guest for _, guest in played]
    wins, points = sum(card.wins for card in cards), sum(card.points for card in cards)
    return LeagueLine(
        place=0,
        name=cards[0].name,
        score={"wins": wins, "points": points, "attendance": len(played)}[league.rule],
        evenings=len(played),
        evenings_won=sum(guest.name in evening.winners for evening, guest in played),
        wins=wins,
        buncos=sum(card.buncos for card in cards),
        points=points,
    )


def _place(lines: Iterable[LeagueLine]) -> Iterator[LeagueLine]:
    place, score = 0, None
    for at, line in enumerate(lines, 1):
        if line.score != score:
            place, score = at, line.score
        yield replace(line, place=place)
