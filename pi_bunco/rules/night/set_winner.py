"""The winner of a set: most wins, then most buncos of that set, then a roll-off (boxed, "Winning").

The winner of a set is one player, even in team play. The roll-off may be played any time after the set's last
round. First all tied players throw three dice for the order: the highest total goes first, and equal totals
throw again. Then they take turns with the number of the last round, 6. In the roll-off a mini scores nothing
and ends the turn, and the dice cup has no bonus. The first player with the sheet's
:attr:`~pi_bunco.rules.Sheet.rolloff_goal` wins, even in the middle of a turn.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from pi_bunco.rules import Card, Dice, Game, Misfit, Sheet
from pi_bunco.rules.events import read_three_dice, read_whole
from pi_bunco.rules.night.asks import OrderThrow, RolloffThrow
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, take_each
from pi_bunco.rules.night.places import Ordering
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.rules.rolloff import Tie, ToFive
from pi_bunco.rules.sheets.sheet import LAST_TARGET
from pi_bunco.sentences import say

DecidedBy = Literal["wins", "buncos", "rolloff"]
"""How a set is decided."""


class OrderThrown(NamedTuple):
    """Three dice for the order: the event's number, the thrower, the dice."""

    seq: int
    player: str
    dice: Dice


class RolloffThrown(NamedTuple):
    """A throw in the roll-off: the event's number, the thrower, the dice, and the score there."""

    seq: int
    player: str
    dice: Dice
    points: int


@dataclass(frozen=True, slots=True)
class SetResult:
    """The result of a finished set.

    Attributes
    ----------
    set
        Its number, from 1.
    cards
        Everybody's card for this set alone.
    by
        What decided the set, or will decide it.
    winners
        The winner, or several equal winners if the sheet allows that; empty during a roll-off.
    tied
        The players in the roll-off; empty if there is none.
    order_throws
        Their throws for the order.
    order
        The order of the turns, ``None`` until it is known.
    throws
        Their throws in the roll-off.
    points
        The points of each of them in the roll-off.
    ask
        The throw that is needed next, ``None`` if the set is decided.
    """

    set: int
    cards: Mapping[str, Card]
    by: DecidedBy
    winners: tuple[str, ...]
    tied: tuple[str, ...]
    order_throws: tuple[OrderThrown, ...]
    order: tuple[str, ...] | None
    throws: tuple[RolloffThrown, ...]
    points: Mapping[str, int]
    ask: OrderThrow | RolloffThrow | None


def make_set_cards(game: Game, number: int) -> Mapping[str, Card] | None:
    """Return everybody's card for one set alone; ``None`` until the set is over."""
    in_set = len(game.sheet.targets)
    rounds = game.finished[(number - 1) * in_set : number * in_set]
    if len(rounds) < in_set:
        return None
    lines = {name: dict.fromkeys(("wins", "losses", "buncos", "minis", "points"), 0) for name in game.players}
    for played in rounds:
        for table in played.tables:
            for feat in table.feats:
                lines[feat.player][f"{feat.kind}s"] += feat.times
            for name, score in table.scores.items():
                if name in lines:
                    lines[name]["wins" if name in table.winners else "losses"] += 1
                    lines[name]["points"] += score
    return {name: Card(**card_lines) for name, card_lines in lines.items()}


def read_sets(
    game: Game, extension_events: Sequence[ExtensionEvent], ignored: dict[int, str]
) -> tuple[SetResult, ...]:
    """Return the result of each finished set; empty if sets have no winners on this sheet."""
    contests: dict[int, _Contest] = {}
    if game.sheet.winner:
        for number in range(1, game.header.sets + 1):
            cards = make_set_cards(game, number)
            if cards is None:
                break
            contests[number] = _Contest(game.sheet, number, cards)

    def take(event: ExtensionEvent) -> None:
        number = read_whole(event.raw, "set")
        if number not in contests:
            raise Misfit(
                say("set {number} is not over", number=quote_value(number))
                if game.sheet.winner
                else say("a set has no winner here")
            )
        contests[number].take(event)

    take_each(
        (event for event in extension_events if event.name in ("boxed:order", "boxed:throw")), take, ignored
    )
    return tuple(contest.make_result() for contest in contests.values())


class _Contest:
    """The contest for one set."""

    def __init__(self, sheet: Sheet, number: int, cards: Mapping[str, Card]) -> None:
        self._sheet = sheet
        self._number = number
        self._cards = cards
        self._by: DecidedBy = sheet.winner[0]
        self._leaders = tuple(cards)
        self._ordering: Ordering | None = None
        self._order_throws: list[OrderThrown] = []
        self._rolloff: ToFive | None = None
        self._throws: list[RolloffThrown] = []
        for by in sheet.winner:
            if len(self._leaders) > 1:
                self._narrow(by)

    def _narrow(self, by: DecidedBy) -> None:
        self._by = by
        if by == "rolloff":
            self._ordering = Ordering(self._leaders, highest_first=True)
            return
        counts = {name: getattr(self._cards[name], by) for name in self._leaders}
        best = max(counts.values())
        self._leaders = tuple(name for name, count in counts.items() if count == best)

    @property
    def _order(self) -> tuple[str, ...] | None:
        return self._ordering.found if self._ordering else None

    def take(self, event: ExtensionEvent) -> None:
        """Play a throw for the order, or a throw of the roll-off."""
        if self._ordering is None:
            raise Misfit(say("set {set} needs no roll-off", set=self._number))
        dice = read_three_dice(event.raw)
        if event.name == "boxed:order":
            player = read_text(event.raw, "player")
            self._ordering.record(player, sum(dice))
            self._order_throws.append(OrderThrown(event.seq, player, dice))
            if order := self._order:
                seats = tuple(range(len(order)))
                self._rolloff = ToFive(self._sheet, Tie(order, seats, seats, LAST_TARGET))
        elif self._rolloff is None:
            raise Misfit(
                say(
                    "the order is not found; it is {name}'s throw for it",
                    name=clip_text(self._ordering.due or ""),
                )
            )
        elif self._rolloff.winner is not None:
            raise Misfit(say("set {set} has its winner", set=self._number))
        else:
            seat, score, _ = self._rolloff.throw(dice)
            self._throws.append(RolloffThrown(event.seq, (self._order or ())[seat], dice, score.points))

    def make_result(self) -> SetResult:
        """Return the present result."""
        tied = self._leaders if self._ordering else ()
        order = self._order
        points = self._rolloff.points if self._rolloff else [0] * len(tied)
        return SetResult(
            set=self._number,
            cards=self._cards,
            by=self._by,
            winners=self._find_winners(),
            tied=tied,
            order_throws=tuple(self._order_throws),
            order=order,
            throws=tuple(self._throws),
            points=dict(zip(order or tied, points, strict=True)),
            ask=self._find_ask(),
        )

    def _find_winners(self) -> tuple[str, ...]:
        if self._ordering is None:
            return self._leaders
        winner = self._rolloff.winner if self._rolloff else None
        return () if winner is None else ((self._order or ())[winner],)

    def _find_ask(self) -> OrderThrow | RolloffThrow | None:
        if self._ordering is None:
            return None
        if self._ordering.due:
            return OrderThrow(self._number, self._ordering.due)
        holder = self._rolloff.holder if self._rolloff else None
        return None if holder is None else RolloffThrow(self._number, (self._order or ())[holder])
