"""What a night needs next. Each of these values makes the event for its outcome.

Random outcomes come from outside. The caller (a host's page, a simulation, a test) takes one of
:attr:`Night.asks <pi_bunco.rules.night.night.Night.asks>`, finds an outcome, logs the event that
``make_event`` returns for it, and reads the night again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from pi_bunco.rules import (
    Correct,
    CorrectTally,
    Dice,
    Event,
    Game,
    Missed,
    Other,
    Sheet,
    Void,
    seat_first_tables,
)
from pi_bunco.rules.header import Seats
from pi_bunco.rules.night.claims import Claim
from pi_bunco.rules.night.extension import SEMI_FINAL_PREFIX

WonBy = Literal["wins", "buncos"]
"""How a place is won: with most wins, or with most buncos."""

DrawPurpose = Literal["four", "semi_finalist", "wild_card"]
"""The purpose of a draw: to fill up to ``four`` semi-finalists, or a place at the final table for one of the
other semi-finalists, or for one of all other players."""


class _Ask:
    """The base of all asks; ``needed``: whether the night cannot end without the outcome."""

    __slots__ = ()
    needed: ClassVar[bool] = True


def _make_event(name: str, **keys: Any) -> Other:
    return Other(name, raw={"event": name, **keys})


@dataclass(frozen=True, slots=True)
class OrderThrow(_Ask):
    """``player`` throws three dice for their place in the roll-off of ``set``: the highest total goes first.

    >>> OrderThrow(1, "Ann").make_event((3, 4, 6)).to_dict()
    {'event': 'boxed:order', 'set': 1, 'player': 'Ann', 'dice': [3, 4, 6]}
    """

    set: int
    player: str

    def make_event(self, dice: Dice) -> Other:
        """Return the event for these dice."""
        return _make_event("boxed:order", set=self.set, player=self.player, dice=list(dice))


@dataclass(frozen=True, slots=True)
class RolloffThrow(_Ask):
    """``player`` throws three dice in the roll-off for ``set``.

    >>> RolloffThrow(1, "Ann").make_event((6, 6, 1)).to_dict()
    {'event': 'boxed:throw', 'set': 1, 'dice': [6, 6, 1]}
    """

    set: int
    player: str

    def make_event(self, dice: Dice) -> Other:
        """Return the event for these dice."""
        return _make_event("boxed:throw", set=self.set, dice=list(dice))


@dataclass(frozen=True, slots=True)
class PlaceDie(_Ask):
    """Players with equal counts throw one die each for a place at the same time; those with a 6 stay in.

    ``group`` is the number of the group for whose place in the semi-final they throw; ``None``: for a place
    at the final table.

    >>> PlaceDie(2, "wins", ("Ann", "Bob")).make_event({"Ann": 6, "Bob": 2}).to_dict()
    {'event': 'tournament:die_off', 'group': 2, 'place': 'wins', 'dice': {'Ann': 6, 'Bob': 2}}
    """

    group: int | None
    place: WonBy
    names: tuple[str, ...]

    def make_event(self, dice: Mapping[str, int]) -> Other:
        """Return the event for one die each."""
        group = {} if self.group is None else {"group": self.group}
        return _make_event("tournament:die_off", **group, place=self.place, dice=dict(dice))


@dataclass(frozen=True, slots=True)
class Draw(_Ask):
    """``how_many`` players are drawn at random from ``among``, each with an event of their own.

    ``purpose`` is ``four`` (to fill up to four semi-finalists), ``semi_finalist`` or ``wild_card`` (both for
    the final table).

    >>> Draw("wild_card", ("Ann", "Bob"), 1).make_event("Bob").to_dict()
    {'event': 'tournament:drawn', 'for': 'wild_card', 'player': 'Bob'}
    """

    purpose: DrawPurpose
    among: tuple[str, ...]
    how_many: int

    def make_event(self, player: str) -> Other:
        """Return the event for the drawn player."""
        return _make_event("tournament:drawn", **{"for": self.purpose, "player": player})


@dataclass(frozen=True, slots=True)
class SeatSemiFinal(_Ask):
    """The semi-finalists are seated at random by the sheet of the night.

    >>> from pi_bunco.rules import load_sheet
    >>> ask = SeatSemiFinal(("Ann", "Bob", "Cy", "Di", "Eve"), load_sheet("tournament"))
    >>> ask.make_event(["Eve", "Di", "Cy", "Bob", "Ann"]).to_dict()["tables"]
    [['Eve', 'Di', 'Cy', 'ghost 1'], ['Bob', 'Ann', 'ghost 2', 'ghost 3']]
    """

    players: tuple[str, ...]
    sheet: Sheet

    def make_event(self, order: Sequence[str]) -> Other:
        """Return the event for a random order: table 1 is filled first, and ghosts take empty seats."""
        return self.seat(seat_first_tables(self.sheet, order))

    def seat(self, tables: Sequence[Seats]) -> Other:
        """Return the event for these tables."""
        return _make_event("tournament:semi_final", tables=[list(table) for table in tables])


@dataclass(frozen=True, slots=True)
class SemiFinal(_Ask):
    """The semi-final is played: a ``game`` of its own, until its status is ``over``.

    Its event numbers count from event ``seated`` of the whole record, which is its header, number 0.
    """

    game: Game
    seated: int

    def make_event(self, inner: Event) -> Event:
        """Return the event of the whole record for an event of the semi-final's game.

        >>> from pi_bunco.rules import Header, Throw
        >>> header = {"record": "bunco/1", "rules": "tournament", "tables": [["Ann", "Bob", "Cy", "Di"]]}
        >>> ask = SemiFinal(Game(Header.parse(header)), seated=100)
        >>> ask.make_event(Throw(1, (1, 1, 4))).to_dict()
        {'event': 'semi_final:throw', 'table': 1, 'dice': [1, 1, 4]}
        >>> ask.make_event(Correct(2, (1, 2, 4))).to_dict()
        {'event': 'semi_final:correct', 'seq': 102, 'dice': [1, 2, 4]}
        >>> ask.make_event(Void(2))
        Void(seq=102)
        """
        match inner:
            case Void():
                return replace(inner, seq=inner.seq + self.seated)
            case Correct() | CorrectTally():
                body = inner.to_dict() | {"seq": inner.seq + self.seated}
            case Missed():
                body = inner.to_dict() | {"after": inner.after + self.seated}
            case _:
                body = inner.to_dict()
        name = SEMI_FINAL_PREFIX + body["event"]
        return Other(name, raw=body | {"event": name})


@dataclass(frozen=True, slots=True)
class FinalOrder(_Ask):
    """These players throw one die each for the order of the final: lowest first; equal ones throw again.

    >>> FinalOrder(("Ann", "Bob")).make_event({"Ann": 2, "Bob": 5}).to_dict()
    {'event': 'final:order', 'dice': {'Ann': 2, 'Bob': 5}}
    """

    names: tuple[str, ...]

    def make_event(self, dice: Mapping[str, int]) -> Other:
        """Return the event for one die each."""
        return _make_event("final:order", dice=dict(dice))


@dataclass(frozen=True, slots=True)
class FinalThrow(_Ask):
    """``player`` throws three dice at the final table; three 1s win the grand prize.

    >>> FinalThrow("Ann").make_event((1, 1, 1)).to_dict()
    {'event': 'final:throw', 'dice': [1, 1, 1]}
    """

    player: str

    def make_event(self, dice: Dice) -> Other:
        """Return the event for these dice."""
        return _make_event("final:throw", dice=list(dice))


@dataclass(frozen=True, slots=True)
class Drawing(_Ask):
    """A random drawing is due at the break after ``round`` of ``set``, among those not drawn yet.

    >>> Drawing(1, 2, ("Ann", "Bob")).make_event("Bob", prize="a mug").to_dict()
    {'event': 'casino:drawing', 'player': 'Bob', 'prize': 'a mug'}
    """

    needed: ClassVar[bool] = False
    set: int
    round: int
    among: tuple[str, ...]

    def make_event(self, player: str, prize: str = "", instead: str = "") -> Other:
        """Return the event for the drawn player and their prize.

        ``instead``: the player who was drawn for it before and is not here; ``""``: there is none.
        """
        more = {"prize": prize, "instead": instead}
        return _make_event(
            "casino:drawing", player=player, **{key: text for key, text in more.items() if text}
        )


@dataclass(frozen=True, slots=True)
class Lottery(_Ask):
    """A loser lottery is drawn among players who have earned nothing else.

    ``group`` is the group whose lottery it is, ``None`` for the whole room. ``drawn`` is who was drawn and is
    here, ``""``: nobody was, so it is due. ``prize`` is what they get.

    >>> Lottery(None, ("Ann", "Bob")).make_event("Bob", instead="Ann").to_dict()
    {'event': 'award:drawn', 'player': 'Bob', 'instead': 'Ann'}
    """

    needed: ClassVar[bool] = False
    group: int | None
    among: tuple[str, ...]
    prize: str = ""
    drawn: str = ""

    def make_event(self, player: str, instead: str = "") -> Other:
        """Return the event for the drawn player, perhaps instead of one who was drawn and is not here."""
        return _make_event("award:drawn", player=player, **({"instead": instead} if instead else {}))


@dataclass(frozen=True, slots=True)
class Verify(_Ask):
    """The staff of ``group`` have not confirmed these ``claims`` yet.

    >>> Verify(1, (Claim("bunco", "Ann", 1, 2, 17),)).make_event().to_dict()
    {'event': 'casino:verified', 'claims': ['bunco:17:Ann']}
    """

    needed: ClassVar[bool] = False
    group: int
    claims: tuple[Claim, ...]

    def make_event(self, claims: Sequence[Claim] | None = None) -> Other:
        """Return the event that confirms these claims; all if left out."""
        return _make_event(
            "casino:verified", claims=[c.key for c in (self.claims if claims is None else claims)]
        )


@dataclass(frozen=True, slots=True)
class CostumeQuestion(_Ask):
    """A judge names the best costume among ``players``, or the best group among ``groups``.

    One of the two is empty. ``group`` is the group whose prize it is, ``None`` for the whole room.

    >>> CostumeQuestion(1, players=("Ann", "Bob")).make_event("Bob").to_dict()
    {'event': 'costume:judged', 'player': 'Bob', 'among': 'group'}
    >>> CostumeQuestion(None, groups=(1, 2)).make_event(2).to_dict()
    {'event': 'costume:judged', 'group': 2}
    """

    needed: ClassVar[bool] = False
    group: int | None
    players: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    def make_event(self, best: str | int) -> Other:
        """Return the event for the player, or the group, that the judge names."""
        return make_costume_event(best, "group" if self.group else "room")


def make_costume_event(best: str | int, among: str = "") -> Other:
    """Return the event of the best costume: of a group by its number, or of a player.

    ``among``: whether the player is the best of their ``group`` or of the ``room``; ``""``: of both.
    """
    if isinstance(best, int):
        return _make_event("costume:judged", group=best)
    return _make_event("costume:judged", player=best, **({"among": among} if among else {}))


Ask = (
    OrderThrow
    | RolloffThrow
    | PlaceDie
    | Draw
    | SeatSemiFinal
    | SemiFinal
    | FinalOrder
    | FinalThrow
    | Drawing
    | Lottery
    | Verify
    | CostumeQuestion
)
