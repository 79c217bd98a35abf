"""The awards at the end: which ones the host offers, which costumes are best, and who has earned each award.

The sheets leave some cases open. Here winners with equal counts share an award. Nobody gets an award for most
of something if nobody has any. *Even* goes to all players with equal numbers of wins and losses, at least
one of each. *Fewest points* is among the players who have finished a round. A group counts the sums of its
players. Ghosts get nothing and add nothing to their groups.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, get_args

from pi_bunco.rules import Award, Card, Game, Misfit
from pi_bunco.rules.events import read_whole
from pi_bunco.rules.game import Group
from pi_bunco.rules.night.asks import CostumeQuestion
from pi_bunco.rules.night.claims import Claim
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, take_each
from pi_bunco.rules.night.last_bunco import find_groups_of_last_bunco, find_last_bunco
from pi_bunco.rules.quoting import quote_value
from pi_bunco.rules.sheets.parts import Among, AwardFor
from pi_bunco.sentences import say


@dataclass(frozen=True, slots=True)
class Costumes:
    """The best costumes: a player of each group (by its number), a player of the room, and a group."""

    best_in_group: Mapping[int, str]
    best_in_room: str | None
    best_group: int | None


def read_offered_awards(
    game: Game, extension_events: Sequence[ExtensionEvent], ignored: dict[int, str]
) -> tuple[Award, ...]:
    """Return the awards: those of the last ``award:offer``, or else those of the sheet.

    The sheet's award for traveling needs a bag that travels.
    """
    travels = game.header.options.traveling is not None
    awards = tuple(award for award in game.sheet.awards if travels or award.what != "traveling")

    def take(event: ExtensionEvent) -> None:
        nonlocal awards
        raw = event.raw.get("awards")
        if not isinstance(raw, list):
            raise Misfit(say("'awards' must be a list, not {given}", given=quote_value(raw)))
        awards = tuple(map(_read_award, raw))

    take_each((event for event in extension_events if event.name == "award:offer"), take, ignored)
    return awards


def read_best_costumes(
    game: Game, awards: Sequence[Award], extension_events: Sequence[ExtensionEvent], ignored: dict[int, str]
) -> Costumes:
    """Return the best costumes. If several events judge costumes for the same prize, the last one counts.

    A player who is named without ``among`` is the best of their group and of the room.
    """
    groups = game.list_groups()
    among = {award.among for award in awards if award.what == "costume"}
    group_of = {name: number for number, group in enumerate(groups, 1) for name in group}
    best_in_group: dict[int, str] = {}
    best_in_room: str | None = None
    best_group: int | None = None

    def take(event: ExtensionEvent) -> None:
        nonlocal best_in_room, best_group
        if not among:
            raise Misfit(say("no award for a costume is offered"))
        if "group" in event.raw:
            best_group = _read_best_group(event, among, len(groups))
            return
        if among == {"groups"}:
            raise Misfit(say("the award for the best costume is for a group; name a 'group'"))
        player = read_text(event.raw, "player")
        if player not in group_of:
            raise Misfit(say("there is no player {name}", name=quote_value(player)))
        where = event.raw.get("among")
        if where is not None and (where not in ("group", "room") or where not in among):
            raise Misfit(say("no award for a costume is offered among {given}", given=quote_value(where)))
        if where != "room":
            best_in_group[group_of[player]] = player
        if where != "group":
            best_in_room = player

    take_each((event for event in extension_events if event.name == "costume:judged"), take, ignored)
    return Costumes(best_in_group, best_in_room, best_group)


def _read_best_group(event: ExtensionEvent, among: set[Among], groups: int) -> int:
    """Return the number of the group whose costume the judge names, of this number of groups."""
    number = read_whole(event.raw, "group")
    if "groups" not in among:
        raise Misfit(say("no award for the best costume of a group is offered"))
    if not 1 <= number <= groups:
        raise Misfit(
            say("there is no group {group}; the last is group {last}", group=quote_value(number), last=groups)
        )
    return number


def list_costume_questions(
    awards: Sequence[Award], costumes: Costumes, groups: Sequence[Group]
) -> tuple[CostumeQuestion, ...]:
    """Return a question for each best costume that a judge has not named yet."""
    among = {award.among for award in awards if award.what == "costume"}
    asks: list[CostumeQuestion] = []
    if "group" in among:
        asks += (
            CostumeQuestion(number, players=group)
            for number, group in enumerate(groups, 1)
            if group and number not in costumes.best_in_group
        )
    if "room" in among and costumes.best_in_room is None:
        asks.append(CostumeQuestion(None, players=tuple(name for group in groups for name in group)))
    if "groups" in among and costumes.best_group is None:
        asks.append(CostumeQuestion(None, groups=tuple(range(1, len(groups) + 1))))
    return tuple(asks)


def _read_award(raw: Any) -> Award:
    """Read one award of an offer: ``what``, and perhaps ``among`` and ``prize``.

    >>> _read_award({"what": "most_losses", "prize": 10})
    Award(what='most_losses', among='room', prize='10')
    """
    if not isinstance(raw, dict):
        raise Misfit(say("an award must be an object, not {given}", given=quote_value(raw)))
    what: Any
    what, among, prize = raw.get("what"), raw.get("among", "room"), raw.get("prize", "")
    if what not in get_args(AwardFor):
        raise Misfit(
            say(
                "there is no award for {given}; there are {names}",
                given=quote_value(what),
                names=", ".join(get_args(AwardFor)),
            )
        )
    if what == "loser_lottery" and among == "groups":
        raise Misfit(say("a loser lottery is for a player, not for a team"))
    if among not in get_args(Among):
        raise Misfit(
            say(
                "'among' must be one of {names}, not {given}",
                names=", ".join(get_args(Among)),
                given=quote_value(among),
            )
        )
    if type(prize) not in (str, int):
        raise Misfit(say("'prize' must be a text or a whole amount, not {given}", given=quote_value(prize)))
    return Award(what, among, str(prize))


@dataclass(frozen=True, slots=True)
class AwardResult:
    """Who has earned an award so far.

    Attributes
    ----------
    award
        Its kind, among whom it is given, and its prize.
    group
        The number of the group, if one of its players gets the award. ``None`` if it is given only once.
    winners
        The players who have earned it, several if they are equal; empty if nobody qualifies.
    left
        Those of the winners who have left. The award stays theirs.
    winning_groups
        The numbers of the groups that have earned it, if groups get it.
    count
        The number of buncos, wins, losses, minis or points; ``None`` if nothing is counted.
    unconfirmed
        The claims that it depends on and that staff have not confirmed.
    final
        Whether it can be handed over: the game is over, staff have confirmed all claims that it depends on,
        and a judge has named the best costume if it is for one.
    """

    award: Award
    group: int | None
    winners: tuple[str, ...]
    winning_groups: tuple[int, ...]
    count: int | None
    unconfirmed: tuple[Claim, ...] = ()
    final: bool = False
    left: tuple[str, ...] = ()

    @property
    def tied(self) -> bool:
        """Whether several winners share it."""
        return len(self.winners) + len(self.winning_groups) > 1


def read_awards(
    game: Game,
    awards: Sequence[Award],
    costumes: Costumes,
    unconfirmed: Sequence[Claim],
    leavers: frozenset[str],
) -> tuple[AwardResult, ...]:
    """Return who has earned each award; an award for each group is listed once per group."""
    groups = {number: group for number, group in enumerate(game.list_groups(), 1) if group}
    results = []
    for award in awards:
        if award.among == "groups":
            results.append(_find_best_groups(game, award, groups, costumes.best_group))
        elif award.among == "room":
            results.append(_find_best_players(game, award, None, tuple(game.players), costumes.best_in_room))
        else:
            results += (
                _find_best_players(game, award, number, group, costumes.best_in_group.get(number))
                for number, group in groups.items()
            )
    group_of = {name: number for number, group in groups.items() for name in group}
    claims: dict[tuple[str, int | None], list[Claim]] = {}  # by kind and group; None: the whole room
    for claim in unconfirmed:
        for number in (group_of[claim.player], None):
            claims.setdefault((claim.kind, number), []).append(claim)
    return tuple(
        _add_claims(
            replace(result, left=tuple(name for name in result.winners if name in leavers)),
            claims,
            over=game.status == "over",
        )
        for result in results
    )


def find_next_winners(game: Game, result: AwardResult, without: Container[str]) -> tuple[str, ...]:
    """Return the players who earn an award if those in ``without`` do not get it.

    The next ones move up if something is counted. Otherwise only the others of the winners remain.
    """
    remaining = tuple(name for name in result.winners if name not in without)
    if remaining or result.award.what not in _CARD_LINES:
        return remaining
    players = game.list_groups()[result.group - 1] if result.group else game.players
    cards = {name: game.players[name] for name in players if name not in without}
    return _find_best(result.award.what, cards, None, None)[0]


def _find_best_players(
    game: Game, award: Award, number: int | None, players: Sequence[str], costume: str | None
) -> AwardResult:
    if award.what == "last_bunco":
        return AwardResult(award, number, find_last_bunco(game, players), (), None)
    cards = {name: game.players[name] for name in players}
    winners, count = _find_best(award.what, cards, game.bag, costume)
    return AwardResult(award, number, winners, (), count)


def _find_best_groups(
    game: Game, award: Award, groups: Mapping[int, Group], costume: int | None
) -> AwardResult:
    if award.what == "last_bunco":
        return AwardResult(award, None, (), find_groups_of_last_bunco(game, groups), None)
    cards = {number: _add_cards([game.players[name] for name in group]) for number, group in groups.items()}
    bag = next((number for number, group in groups.items() if game.bag in group), None)
    winning, count = _find_best(award.what, cards, bag, costume)
    return AwardResult(award, None, (), winning, count)


def _add_claims(
    result: AwardResult, claims: Mapping[tuple[str, int | None], Sequence[Claim]], *, over: bool
) -> AwardResult:
    """Add the unconfirmed claims that the award depends on, and whether it is final."""
    unconfirmed = tuple(claims.get((_CLAIM_KINDS.get(result.award.what, ""), result.group), ()))
    judged = result.award.what not in ("costume", "loser_lottery") or bool(
        result.winners or result.winning_groups
    )
    return replace(result, unconfirmed=unconfirmed, final=over and judged and not unconfirmed)


_T = TypeVar("_T", str, int)


def _find_best(
    what: AwardFor, cards: Mapping[_T, Card], bag: _T | None, costume: _T | None
) -> tuple[tuple[_T, ...], int | None]:
    """Return the winners, several if they are equal, and their count."""
    if what == "loser_lottery":
        return (), None  # it is drawn when all others are final
    if what in ("traveling", "costume"):
        winner = bag if what == "traveling" else costume
        return (winner,) if winner is not None and winner in cards else (), None
    if what == "even":
        return tuple(who for who, card in cards.items() if card.wins == card.losses > 0), None
    line = _CARD_LINES[what]
    counts = {
        who: getattr(card, line) for who, card in cards.items() if card.wins + card.losses or line != "points"
    }
    if what == "fewest_points":
        best = min(counts.values(), default=None)
    else:
        best = max(counts.values(), default=0) or None
    return tuple(who for who, count in counts.items() if count == best), best


def _add_cards(cards: Sequence[Card]) -> Card:
    return Card(
        wins=sum(card.wins for card in cards),
        losses=sum(card.losses for card in cards),
        buncos=sum(card.buncos for card in cards),
        minis=sum(card.minis for card in cards),
        points=sum(card.points for card in cards),
    )


_CARD_LINES = {
    "most_buncos": "buncos",
    "most_wins": "wins",
    "most_losses": "losses",
    "most_minis": "minis",
    "most_points": "points",
    "fewest_points": "points",
}
"""The line of the card that each award counts."""

_CLAIM_KINDS = {
    "most_buncos": "bunco",
    "last_bunco": "bunco",
    "most_minis": "mini",
    "most_wins": "win",
    "most_losses": "win",
    "even": "win",
}
"""The kind of claims that each award depends on. Awards without an entry depend on none."""
