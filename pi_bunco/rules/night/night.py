"""The night of a game: everything besides the rounds, from the extension events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.rules import Event, Game, Other
from pi_bunco.rules.game import Group
from pi_bunco.rules.night.asks import Ask, Drawing, Lottery, Verify
from pi_bunco.rules.night.awards import (
    AwardResult,
    list_costume_questions,
    read_awards,
    read_best_costumes,
    read_offered_awards,
)
from pi_bunco.rules.night.claims import Claim, find_verdicts, list_claims
from pi_bunco.rules.night.drawings import Break, Drawings, find_present_break, read_drawings
from pi_bunco.rules.night.extension import EXTENSION_EVENTS, list_extension_events
from pi_bunco.rules.night.finals import Finals, read_finals
from pi_bunco.rules.night.leavers import find_leavers
from pi_bunco.rules.night.lottery import read_lotteries
from pi_bunco.rules.night.retabulation import RetabulatedCard, find_retabulation
from pi_bunco.rules.night.set_winner import SetResult, read_sets
from pi_bunco.rules.night.teams import has_teams, read_team_names, say_team


@dataclass(frozen=True, slots=True)
class Night:
    """Everything besides the rounds.

    Attributes
    ----------
    groups
        The players of each group; the first group has number 1.
    team_names
        The name of each group that has one, by its number.
    break_now
        The present break, ``None`` if there is none.
    drawings
        Who was drawn at the breaks, and who may be drawn next.
    sets
        The result of each finished set, if sets have winners on this sheet.
    claims
        The claims that staff confirm, by round; empty if staff confirm nothing on this sheet.
    unconfirmed
        The claims that they have not confirmed yet.
    confirmed, doubted
        The keys of the claims that are confirmed, and of those that somebody doubts, so that the host
        decides. Each comes with the number of its event.
    cards
        Each player's card with the totals on paper; empty if staff confirm nothing on this sheet.
    awards
        Who has earned each award so far.
    lotteries
        The loser lotteries that may be drawn, or drawn again.
    left
        The players who have left.
    finals
        Semi-final, final and grand prize, ``None`` if the sheet has none.
    asks
        What the night needs now; those with ``needed`` first.
    ignored
        The extension events that do not fit, by number, with the reason.
    over
        Whether nothing is left to play: the game is over, every set has its winner, and the grand prize is
        won if there are finals.
    final
        Whether it is over and all awards can be handed over: everything is confirmed and judged.
    """

    groups: tuple[Group, ...]
    team_names: Mapping[int, str]
    break_now: Break | None
    drawings: Drawings
    sets: tuple[SetResult, ...]
    claims: tuple[Claim, ...]
    unconfirmed: tuple[Claim, ...]
    confirmed: Mapping[str, int]
    doubted: Mapping[str, int]
    cards: tuple[RetabulatedCard, ...]
    awards: tuple[AwardResult, ...]
    lotteries: tuple[Lottery, ...]
    left: frozenset[str]
    finals: Finals | None
    asks: tuple[Ask, ...]
    ignored: Mapping[int, str]
    over: bool
    final: bool


def read_night(game: Game) -> Night:
    """Return the present state of a game's night.

    >>> from pi_bunco.rules import Bell, Header, Throw
    >>> header = {"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
    >>> game = Game(Header.parse(header))
    >>> for target in range(1, 7):
    ...     _ = game.push(Bell()), game.push(Throw(1, (target,) * 3))
    >>> night = read_night(game)              # each has three wins and three buncos: a roll-off
    >>> night.sets[0].by, night.asks
    ('rolloff', (OrderThrow(set=1, player='Ann'),))
    >>> for name, dice in (("Ann", (1, 2, 3)), ("Bob", (6, 6, 6))):
    ...     _ = game.push(night.asks[0].make_event(dice))
    ...     night = read_night(game)
    >>> night.asks
    (RolloffThrow(set=1, player='Bob'),)
    >>> _ = game.push(night.asks[0].make_event((6, 6, 6)))
    >>> read_night(game).sets[0].winners, read_night(game).over
    (('Bob',), True)
    """
    return _read_night(game, game.events)


def find_misfit(game: Game, event: Event) -> str | None:
    """Return why an event does not fit the game and its night now, ``None`` if it does.

    >>> from pi_bunco.rules import Header
    >>> header = {"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]}
    >>> game = Game(Header.parse(header))
    >>> find_misfit(game, Other("boxed:throw", raw={"set": 1, "dice": [1, 2, 3]}))
    'set 1 is not over'
    """
    if not isinstance(event, Other):
        return game.find_misfit(event)
    if event.name not in EXTENSION_EVENTS:
        return None
    events = (*game.events, event)
    return _read_night(game, events).ignored.get(len(events))


def _read_night(game: Game, events: Sequence[Event]) -> Night:
    """Return the night with these events; the game may not have the last one yet."""
    ignored: dict[int, str] = {}
    extension_events = list_extension_events(events, game.voided, ignored)
    groups = game.list_groups()
    claims = list_claims(game)
    confirmed, doubted = find_verdicts(claims, extension_events, ignored)
    unconfirmed = tuple(claim for claim in claims if claim.key not in confirmed) if confirmed else claims
    offered = read_offered_awards(game, extension_events, ignored)
    costumes = read_best_costumes(game, offered, extension_events, ignored)
    left = find_leavers(game, events)
    drawings = read_drawings(game, extension_events, events, ignored)
    awards, lotteries = read_lotteries(
        game,
        read_awards(game, offered, costumes, unconfirmed, left),
        drawings,
        extension_events,
        ignored,
        leavers=left,
    )
    sets = read_sets(game, extension_events, ignored)
    finals = read_finals(game, extension_events, events, ignored)
    semi_final_began = finals is not None and finals.semi_final is not None and bool(finals.semi_final.rounds)
    break_now = None if semi_final_began else find_present_break(game)
    needed = (*(result.ask for result in sets if result.ask), *(finals.asks if finals else ()))
    asks: list[Ask] = [*needed]
    # One drawing at each break is due; the host may make more.
    if break_now and drawings.pool and all(drawn.at != break_now for drawn in drawings.drawn):
        asks.append(Drawing(break_now.set, break_now.round, drawings.pool))
    asks += (lottery for lottery in lotteries if lottery.among and not lottery.drawn)
    asks += (*_ask_to_verify(groups, unconfirmed), *list_costume_questions(offered, costumes, groups))
    over = game.status == "over" and not needed
    return Night(
        groups=groups,
        team_names=read_team_names(extension_events, len(groups), ignored),
        break_now=break_now,
        drawings=drawings,
        sets=sets,
        claims=claims,
        unconfirmed=unconfirmed,
        confirmed=confirmed,
        doubted=doubted,
        cards=find_retabulation(game, claims, extension_events, ignored),
        awards=awards,
        lotteries=lotteries,
        left=left,
        finals=finals,
        asks=tuple(asks),
        ignored={seq: ignored[seq] for seq in sorted(ignored) if seq not in game.voided},
        over=over,
        final=over and not unconfirmed and all(award.final for award in awards),
    )


def list_teams(game: Game, night: Night | None = None) -> Mapping[str, str]:
    """Return how the team of each player is called; empty if there are no teams.

    ``night``: that of the game, if it is known already.

    >>> from pi_bunco.rules import Header
    >>> header = {"record": "bunco/1", "rules": "casino", "tables": [["Ann", "Bob", "Cy", "Di"]]}
    >>> list_teams(Game(Header.parse(header)))["Ann"]
    'Team 1'
    """
    names = (night or read_night(game)).team_names
    groups = game.groups if names or has_teams(game) else {}
    return {name: say_team(team, names) for name, team in groups.items()}


def _ask_to_verify(groups: Sequence[Group], unconfirmed: Sequence[Claim]) -> Iterable[Verify]:
    group_of = {name: number for number, group in enumerate(groups, 1) for name in group}
    claims: dict[int, list[Claim]] = {}
    for claim in unconfirmed:
        claims.setdefault(group_of[claim.player], []).append(claim)
    for number in sorted(claims):
        yield Verify(number, tuple(claims[number]))
