"""Claims: the buncos, minis and wins on score cards that staff confirm (casino: "must be highlighted")."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pi_bunco.rules import Game, Misfit, RoundResult, is_ghost
from pi_bunco.rules.night.extension import ExtensionEvent, take_each
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.sentences import say

VERIFIED, DOUBTED = "casino:verified", "casino:doubted"
CLAIM_EVENTS = (VERIFIED, DOUBTED)
"""The names of the events with which staff confirm claims, or doubt them, so that the host decides."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An entry on a player's card that staff confirm.

    Attributes
    ----------
    kind
        What the player claims.
    player
        The owner of the card.
    set, round
        The set and round, both from 1.
    seq
        The event number of the throw or the tally; ``None`` for a win.
    times
        How many the entry counts. Only an entry of a tally counts more than 1.
    """

    kind: Literal["bunco", "mini", "win"]
    player: str
    set: int
    round: int
    seq: int | None = None
    times: int = 1

    @property
    def key(self) -> str:
        """The name of the claim in the event ``casino:verified``.

        If a correction changes the player or how many there are, the name changes too.

        >>> Claim("mini", "Ann", 1, 2, 17).key, Claim("win", "Ann", 1, 2).key
        ('mini:17:Ann', 'win:1.2:Ann')
        >>> Claim("bunco", "Ann", 1, 2, 17, times=2).key
        'bunco*2:17:Ann'
        """
        where = f"{self.set}.{self.round}" if self.seq is None else str(self.seq)
        kind = self.kind if self.times == 1 else f"{self.kind}*{self.times}"
        return f"{kind}:{where}:{self.player}"


def list_claims(game: Game) -> tuple[Claim, ...]:
    """Return the claims by round, of the kinds that staff confirm on this sheet."""
    kinds = game.sheet.verified
    if not kinds:
        return ()
    per_round = [_list_finished_claims(_FinishedRound(played)) for played in game.finished]
    per_round += map(_list_round_claims, game.rounds[len(per_round) :])
    return tuple(claim for claims in per_round for claim in claims if claim.kind in kinds)


def _list_round_claims(played: RoundResult) -> tuple[Claim, ...]:
    feats = (
        Claim(feat.kind, feat.player, played.set, played.round, feat.seq, feat.times)
        for table in played.tables
        for feat in table.feats
    )
    won = (
        Claim("win", name, played.set, played.round)
        for table in played.tables
        for name in table.winners
        if not is_ghost(name)
    )
    return (*feats, *won)


class _FinishedRound:
    """A finished round as a cache key, compared by identity: comparing all its throws would be slow."""

    def __init__(self, played: RoundResult) -> None:
        self.played = played

    def __hash__(self) -> int:
        return id(self.played)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _FinishedRound) and other.played is self.played


@lru_cache(maxsize=256)
def _list_finished_claims(finished: _FinishedRound) -> tuple[Claim, ...]:
    """Return the claims of a finished round, cached because each event makes the night be read again."""
    return _list_round_claims(finished.played)


def find_verdicts(
    claims: Sequence[Claim], extension_events: Iterable[ExtensionEvent], ignored: dict[int, str]
) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the keys of the confirmed claims and of the doubted ones, each with the number of its event.

    The last event about a claim counts: a confirmed claim can be doubted, and a doubted one be confirmed.
    An event with several keys counts for those that exist; an event that changes nothing is ignored.
    """
    judging = [event for event in extension_events if event.name in CLAIM_EVENTS]
    keys = {claim.key for claim in claims} if judging else set()
    confirmed: dict[str, int] = {}
    doubted: dict[str, int] = {}

    def take(event: ExtensionEvent) -> None:
        named = event.raw.get("claims", [event.raw.get("claim")])
        if not isinstance(named, list) or not named or not all(isinstance(key, str) for key in named):
            raise Misfit(
                say(
                    "'claims' must be a list of what is confirmed, such as 'bunco:17:Ann', not {given}",
                    given=quote_value(named),
                )
            )
        known, is_doubt = keys.intersection(named), event.name == DOUBTED
        taken, other = (doubted, confirmed) if is_doubt else (confirmed, doubted)
        if not known:
            raise Misfit(say("there is nothing to confirm under {keys}", keys=_quote_keys(named)))
        if known <= taken.keys():
            if is_doubt:
                raise Misfit(say("{keys} is doubted already", keys=_quote_keys(named)))
            raise Misfit(say("{keys} is confirmed already", keys=_quote_keys(named)))
        for key in known - taken.keys():
            taken[key] = event.seq
            other.pop(key, None)

    take_each(judging, take, ignored)
    return confirmed, doubted


def _quote_keys(keys: Sequence[str], most: int = 6) -> str:
    return ", ".join([*map(clip_text, keys[:most]), *(["…"] if len(keys) > most else [])])
