"""The scenes of the television between two bells. Each fills the screen."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar

from pi_bunco.rules import is_ghost
from pi_bunco.rules.night import say_team
from pi_bunco.rules.words import say_card_count
from pi_bunco.sentences import Sentence, say, say_count, say_list
from pi_bunco.views.awards import AwardView, WonSet
from pi_bunco.views.results import GuestCard
from pi_bunco.views.room import RoomTableView, RoomView
from pi_bunco.views.television import GuestStanding, list_standings
from pi_bunco.views.words import join_scores
from pi_bunco.web.pages.room.chairs import make_chairs

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class TvScene:
    """One scene.

    Attributes
    ----------
    kind
        Its template, in ``scenes/``.
    title
        Its heading; ``""``: it has none.
    seconds
        How long it stays.
    it
        What it shows.
    page, pages
        Its number among scenes of one kind, from 1, and how many these are.
    rows, columns
        The layout of what it shows.
    beside
        What stands at its side: ``join`` for the code of phones, ``sponsors`` for pictures, or nothing.
    draws
        The number of the drawing that it shows; 0: it shows none.
    """

    kind: str
    title: str
    seconds: int
    it: Any = None
    page: int = 1
    pages: int = 1
    rows: int = 1
    columns: int = 1
    beside: str = ""
    draws: int = 0


@dataclass(frozen=True, slots=True)
class TableResultView:
    """How the last round ended at a table.

    Attributes
    ----------
    table
        Its number.
    winners
        Who won; nobody if the result is not final.
    losers
        The others, in words.
    score
        The scores, those of the winners first.
    note
        What was special; ``""``: nothing.
    """

    table: int
    winners: tuple[str, ...]
    losers: str
    score: str
    note: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standings: the place, the guest, and their wins and buncos in words."""

    place: int
    name: str
    wins: str
    buncos: str


@dataclass(frozen=True, slots=True)
class BreakClock:
    """The clock of a break: how many minutes are left, what they are in words, and how much of the break."""

    left: int | None
    words: str
    percent: int


@dataclass(frozen=True, slots=True)
class WinnerView:
    """The end: its sentence, and who won each set."""

    headline: str
    sets: tuple[WonSet, ...]


@dataclass(frozen=True, slots=True)
class AwardScene:
    """One award, and what winners must know: what is not final yet, and that they must be here."""

    award: AwardView
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AwardsScene:
    """Some awards, and what winners must know, as for one award."""

    awards: tuple[AwardView, ...]
    notes: tuple[str, ...]


MOST_RESULTS, MOST_CHAIRS, MOST_STANDINGS, MOST_BUNCOS, MOST_AWARDS = 6, 6, 10, 3, 6
"""The most tables, guests, buncos and awards of one scene, so that they can be read from 8 metres."""
SHOWN_STANDINGS = 20
"""The standings show the best of this many guests: everybody's own card is on their phone."""


def split_evenly(items: Sequence[Item], most: int) -> list[tuple[Item, ...]]:
    """Return items in as few parts as possible, of at most ``most``, and about equally many each.

    >>> [len(part) for part in split_evenly(range(25), 8)]
    [6, 6, 6, 7]
    >>> split_evenly((), 8)
    []
    """
    parts = -(-len(items) // most)
    ends = [len(items) * number // max(parts, 1) for number in range(parts + 1)]
    return [tuple(items[begin:end]) for begin, end in pairwise(ends)]


def make_pages(
    scene: TvScene, items: Sequence[Any], most: int, columns: tuple[int, ...]
) -> Iterator[TvScene]:
    """Yield a scene for each part of many items.

    ``columns``: how many columns there are for 1, 2, ... items; the last number is for all larger pages.
    """
    pages = split_evenly(items, most)
    largest = max(map(len, pages), default=0)
    across = columns[min(largest, len(columns)) - 1]
    rows = -(-largest // across)
    for number, page in enumerate(pages, 1):
        yield replace(scene, it=page, page=number, pages=len(pages), rows=rows, columns=across)


def list_results(view: RoomView) -> Iterator[TvScene]:
    """Yield how the last round ended at each table, and its buncos."""
    tables = [result for table in view.tables if (result := _make_result(table))]
    number = next((table.last.round for table in view.tables if table.last), 0)
    title = say("Round {round}: who won", round=number)
    yield from make_pages(TvScene("result", title, 8), tables, MOST_RESULTS, (1, 1, 1, 2))
    title = say_count("Bunco!", "{count} buncos!", len(view.buncos))
    yield from make_pages(TvScene("buncos", title, 8), view.buncos, MOST_BUNCOS, (1, 2, 3))


def list_chairs(view: RoomView, title: Sentence) -> Iterator[TvScene]:
    """Yield who sits where in the next round."""
    chairs = [make_chairs(view, table) for table in view.tables]
    yield from make_pages(TvScene("chairs", title, 10), chairs, MOST_CHAIRS, (1, 2, 3, 2))


def list_standing_scenes(view: RoomView) -> Iterator[TvScene]:
    """Yield the standings of the teams, if there are several, and the best of the guests."""
    of, names = view.live_cards.teams, view.live_cards.team_names
    teams = [
        GuestCard(
            name=say_team(team, names),
            bag=False,
            marks=(),
            wins=sum(card.wins for card in view.cards if of.get(card.name) == team),
            buncos=sum(card.buncos for card in view.cards if of.get(card.name) == team),
        )
        for team in sorted({*of.values()})
    ]
    if len(teams) > 1:
        lines = list(map(_make_line, list_standings(teams)))
        scene = TvScene("standings", say("Standings of the teams"), 8, beside="sponsors")
        yield from make_pages(scene, lines, MOST_STANDINGS, (1, 1, 1, 1, 2))
    best = list_standings(view.cards)[:SHOWN_STANDINGS]
    lines = [_make_line(standing) for standing in best if not is_ghost(standing.name)]
    scene = TvScene("standings", say("Standings"), 8, beside="sponsors")
    yield from make_pages(scene, lines, MOST_STANDINGS, (1, 1, 1, 1, 2))


def make_clock(view: RoomView) -> TvScene:
    """Return the clock of a break."""
    left, minutes = view.break_left, view.break_minutes
    if left is None:
        words = say("The bell ends it.")
    else:
        words = say_count("minute is left", "minutes are left", left) if left else say("The break is over.")
    percent = min(round(100 * left / (minutes or left)), 100) if left else 0
    return TvScene("clock", view.rest, 15, BreakClock(left, words, percent), beside="sponsors")


def _make_result(at: RoomTableView) -> TableResultView | None:
    line = at.last
    if line is None:
        return None
    if not line.winners:
        names = tuple(name for side, _ in line.sides for name in side)
        scores = join_scores(score for _, score in line.sides)
        return TableResultView(at.table, (), say_list(names), scores, say("not final"))
    sides = sorted(line.sides, key=lambda side: side[0][0] not in line.winners)
    losers = [name for names, _ in line.sides for name in names if name not in line.winners]
    return TableResultView(
        at.table,
        line.winners,
        say("against {names}", names=say_list(losers)) if losers else "",
        join_scores(score for _, score in sides),
        say("after a roll-off") if line.rolloff else "",
    )


def _make_line(standing: GuestStanding) -> StandingLine:
    return StandingLine(
        standing.place,
        standing.name,
        say_card_count("wins", standing.wins),
        say_card_count("buncos", standing.buncos) if standing.buncos else "",
    )
