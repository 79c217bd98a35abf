"""What staff confirm: each bunco, mini and win of their group (casino: "must be highlighted")."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.game import Game
from pi_bunco.rules.header import is_ghost
from pi_bunco.rules.night.extension import ExtensionEvent, take_each
from pi_bunco.rules.night.history import feats
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.rules.result import RoundResult
from pi_bunco.sentences import say


@dataclass(frozen=True, slots=True)
class Claim:
    """Something on a player's card that staff confirm.

    Attributes
    ----------
    kind
        What it is.
    player
        Whose card it is on.
    set, round
        When it was, both from 1.
    seq
        The number of the throw's event, or of the tally's; ``None`` for a win.
    times
        How many there are: more than 1 from a tally alone.
    """

    kind: Literal["bunco", "mini", "win"]
    player: str
    set: int
    round: int
    seq: int | None = None
    times: int = 1

    @property
    def key(self) -> str:
        """Its name in ``casino:verified``.

        What a correction gives to another player, or counts otherwise, has another name.

        >>> Claim("mini", "Ann", 1, 2, 17).key, Claim("win", "Ann", 1, 2).key
        ('mini:17:Ann', 'win:1.2:Ann')
        >>> Claim("bunco", "Ann", 1, 2, 17, times=2).key
        'bunco*2:17:Ann'
        """
        where = f"{self.set}.{self.round}" if self.seq is None else str(self.seq)
        kind = self.kind if self.times == 1 else f"{self.kind}*{self.times}"
        return f"{kind}:{where}:{self.player}"


def claims_of(game: Game) -> tuple[Claim, ...]:
    """Return all that the sheet has confirmed, by round; nothing where it has nothing confirmed."""
    kinds = game.sheet.verified
    if not kinds:
        return ()
    rounds = game.rounds
    finished = rounds[:-1] if game.status == "playing" else rounds
    per_round = [_of_finished(_Same(played)) for played in finished]
    per_round += map(_of_round, rounds[len(finished) :])
    return tuple(claim for claims in per_round for claim in claims if claim.kind in kinds)


def _of_round(played: RoundResult) -> tuple[Claim, ...]:
    thrown = (
        Claim(feat.kind, feat.player, played.set, played.round, feat.seq, feat.times)
        for feat in feats(played)
    )
    won = (
        Claim("win", name, played.set, played.round)
        for table in played.tables
        for name in table.winners
        if not is_ghost(name)
    )
    return (*thrown, *won)


class _Same:
    """A finished round as a key: it stays one object, and comparing it would compare all its throws."""

    def __init__(self, played: RoundResult) -> None:
        self.played = played

    def __hash__(self) -> int:
        return id(self.played)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.played is self.played


@lru_cache(maxsize=256)
def _of_finished(same: _Same) -> tuple[Claim, ...]:
    """Look through a finished round once: the night is read anew after each event."""
    return _of_round(same.played)


def find_confirmed(
    claims: Sequence[Claim], own: Iterable[ExtensionEvent], ignored: dict[int, str]
) -> frozenset[str]:
    """Return the keys of the claims that ``casino:verified`` confirms.

    An event with several keys confirms those that stand; one that confirms nothing is ignored.
    """
    own = [event for event in own if event.name == "casino:verified"]
    keys = {claim.key for claim in claims} if own else set()
    done: set[str] = set()

    def take(event: ExtensionEvent) -> None:
        given = event.raw.get("claims", [event.raw.get("claim")])
        if not isinstance(given, list) or not given or not all(isinstance(key, str) for key in given):
            raise Misfit(
                "'claims' must be a list of what is confirmed, such as 'bunco:17:Ann', "
                f"not {quote_value(given)}"
            )
        if not keys.intersection(given):
            raise Misfit(say("there is nothing to confirm under {keys}", keys=_keys(given)))
        if done.issuperset(keys.intersection(given)):
            raise Misfit(say("{keys} stands confirmed", keys=_keys(given)))
        done.update(keys.intersection(given))

    take_each(own, take, ignored)
    return frozenset(done)


def _keys(given: Sequence[str]) -> str:
    return ", ".join([*map(clip_text, given[:_TOLD]), *(["…"] if len(given) > _TOLD else [])])


_TOLD = 6
"""Keys that a reason names."""
