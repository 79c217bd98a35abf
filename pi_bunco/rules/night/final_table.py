"""The final table: its players, their order, and the throws for the grand prize."""

from collections.abc import Sequence
from typing import NamedTuple

from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.game import Game
from pi_bunco.rules.night.asks import Draw, FinalOrder, FinalThrow, PlaceDie
from pi_bunco.rules.night.extension import ExtensionEvent, read_one_each, read_text, read_three_dice
from pi_bunco.rules.night.ordering import Ordering
from pi_bunco.rules.night.places import DrawnPlaces, Race, TakenPlace
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.rules.scoring import Dice
from pi_bunco.sentences import say

GRAND_PRIZE = (1, 1, 1)
"""The throw that wins it ("attempting to roll a BUNKO (three ones)")."""


class FinalThrown(NamedTuple):
    """A throw at the final table: the number of its event, who threw, and the dice."""

    seq: int
    player: str
    dice: Dice


class FinalTable:
    """The final, from the end of the semi-final on.

    ``players`` are all who had a seat at the end of the last set. The wild card is drawn from those who have
    no place at the final table yet, including semi-finalists ("drawn from all of the participants"). So even
    four players, all semi-finalists, fill the table. With fewer players it has fewer places.

    Attributes
    ----------
    order
        The order of the throws, ``None`` until it is known.
    throws
        The throws for the grand prize.
    """

    def __init__(self, semi_final: Game, players: Sequence[str]) -> None:
        self._semi_finalists = tuple(semi_final.players)
        self._players = players
        self._race = Race(semi_final.players)
        self._draws: list[DrawnPlaces] = []
        self._ordering: Ordering | None = None
        self.order: tuple[str, ...] | None = None
        self.throws: list[FinalThrown] = []
        self._open_next_stage()

    def take(self, event: ExtensionEvent) -> None:
        """Play a die-off for a place, a draw, a throw for the order, or a throw for the grand prize."""
        if event.name == "final:throw":
            self._throw(event)
            return
        match event.name:
            case "tournament:die_off":
                self._race.play_die_off(read_text(event.raw, "place"), read_one_each(event.raw))
            case "tournament:drawn":
                self._draw(read_text(event.raw, "for"), read_text(event.raw, "player"))
            case _:
                if self._ordering is None:
                    raise Misfit(say("the places at the final table are not settled"))
                self._ordering.record_all(read_one_each(event.raw))
        self._open_next_stage()

    def _draw(self, purpose: str, player: str) -> None:
        places = next((places for places in self._draws if places.purpose == purpose), None)
        if places is None:
            raise Misfit(say("nobody is drawn for {purpose} now", purpose=quote_value(purpose)))
        places.take(player)

    def _throw(self, event: ExtensionEvent) -> None:
        if self.grand_prize:
            raise Misfit(say("{name} has won the grand prize", name=clip_text(self.grand_prize)))
        if self.thrower is None:
            raise Misfit(say("the order at the final table is not found"))
        self.throws.append(FinalThrown(event.seq, self.thrower, read_three_dice(event.raw)))

    def _open_next_stage(self) -> None:
        """Open each stage when the one before is complete."""
        if self._race.due:
            return
        if not self._draws:
            self._draws.append(
                DrawnPlaces("semi_finalist", self._list_without_place(self._semi_finalists), 1)
            )
        if len(self._draws) == 1 and not self._draws[0].due:
            self._draws.append(DrawnPlaces("wild_card", self._list_without_place(self._players), 1))
        if self._ordering is None and not any(draw.due for draw in self._draws):
            self._ordering = Ordering([place.player for place in self.places], highest_first=False)
        self.order = self._ordering.found if self._ordering else None

    def _list_without_place(self, players: Sequence[str]) -> list[str]:
        seated = {place.player for place in self.places}
        return [name for name in players if name not in seated]

    @property
    def places(self) -> tuple[TakenPlace, ...]:
        """The places that are taken so far."""
        drawn = (TakenPlace(player, draw.purpose) for draw in self._draws for player in draw.players)
        return (*self._race.places, *drawn)

    @property
    def thrower(self) -> str | None:
        """Who throws next for the grand prize, ``None`` if nobody does."""
        if not self.order or self.grand_prize:
            return None
        return self.order[len(self.throws) % len(self.order)]

    @property
    def grand_prize(self) -> str | None:
        """Who has won, ``None`` until somebody has."""
        last = self.throws[-1] if self.throws else None
        return last.player if last and last.dice == GRAND_PRIZE else None

    @property
    def asks(self) -> tuple[PlaceDie | Draw | FinalOrder | FinalThrow, ...]:
        """What is needed next, until the grand prize is won."""
        if self._race.due:
            return (PlaceDie(None, *self._race.due),)
        if due := next((draw.due for draw in self._draws if draw.due), None):
            return (due,)
        if self._ordering and self._ordering.tied:
            return (FinalOrder(self._ordering.tied),)
        return (FinalThrow(self.thrower),) if self.thrower else ()
