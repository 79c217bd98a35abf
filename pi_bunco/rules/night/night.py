"""The night of a game: everything besides the rounds, from the extension events."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pi_bunco.rules import Event, Game, Other
from pi_bunco.rules.game import Group
from pi_bunco.rules.night.asks import Ask, Drawing, Verify
from pi_bunco.rules.night.awards import (
    AwardResult,
    list_costume_questions,
    read_awards,
    read_best_costumes,
    read_offered_awards,
)
from pi_bunco.rules.night.claims import Claim, find_confirmed, list_claims
from pi_bunco.rules.night.drawings import Break, Drawings, find_present_break, read_drawings
from pi_bunco.rules.night.extension import EXTENSION_EVENTS, list_extension_events
from pi_bunco.rules.night.finals import Finals, read_finals
from pi_bunco.rules.night.leavers import find_leavers
from pi_bunco.rules.night.set_winner import SetResult, read_sets


@dataclass(frozen=True, slots=True)
class Night:
    """Everything besides the rounds.

    Attributes
    ----------
    groups
        The players of each group; the first group has number 1.
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
    awards
        Who has earned each award so far.
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
    break_now: Break | None
    drawings: Drawings
    sets: tuple[SetResult, ...]
    claims: tuple[Claim, ...]
    unconfirmed: tuple[Claim, ...]
    awards: tuple[AwardResult, ...]
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
    confirmed = find_confirmed(claims, extension_events, ignored)
    unconfirmed = tuple(claim for claim in claims if claim.key not in confirmed) if confirmed else claims
    offered = read_offered_awards(game, extension_events, ignored)
    costumes = read_best_costumes(game, offered, extension_events, ignored)
    left = find_leavers(game, events)
    awards = read_awards(game, offered, costumes, unconfirmed, left)
    sets = read_sets(game, extension_events, ignored)
    drawings = read_drawings(game, extension_events, events, ignored)
    finals = read_finals(game, extension_events, events, ignored)
    semi_final_began = finals is not None and finals.semi_final is not None and bool(finals.semi_final.rounds)
    break_now = None if semi_final_began else find_present_break(game)
    needed = (*(result.ask for result in sets if result.ask), *(finals.asks if finals else ()))
    asks: list[Ask] = [*needed]
    # One drawing at each break is due; the host may make more.
    if break_now and drawings.pool and all(drawn.at != break_now for drawn in drawings.drawn):
        asks.append(Drawing(break_now.set, break_now.round, drawings.pool))
    asks += (*_ask_to_verify(groups, unconfirmed), *list_costume_questions(offered, costumes, groups))
    over = game.status == "over" and not needed
    return Night(
        groups=groups,
        break_now=break_now,
        drawings=drawings,
        sets=sets,
        claims=claims,
        unconfirmed=unconfirmed,
        awards=awards,
        left=left,
        finals=finals,
        asks=tuple(asks),
        ignored={seq: ignored[seq] for seq in sorted(ignored) if seq not in game.voided},
        over=over,
        final=over and not unconfirmed and all(award.final for award in awards),
    )


def _ask_to_verify(groups: Sequence[Group], unconfirmed: Sequence[Claim]) -> Iterable[Verify]:
    group_of = {name: number for number, group in enumerate(groups, 1) for name in group}
    claims: dict[int, list[Claim]] = {}
    for claim in unconfirmed:
        claims.setdefault(group_of[claim.player], []).append(claim)
    for number in sorted(claims):
        yield Verify(number, tuple(claims[number]))
