"""The two stages of the finals: the places in the semi-final, and the final table."""

from collections.abc import Sequence
from typing import NamedTuple

from pi_bunco.rules import Dice, Game, Misfit
from pi_bunco.rules.events import read_one_each, read_three_dice, read_whole
from pi_bunco.rules.night.asks import Draw, FinalOrder, FinalThrow, PlaceDie
from pi_bunco.rules.night.extension import ExtensionEvent, read_text
from pi_bunco.rules.night.places import DrawnPlaces, Ordering, Race, TakenPlace
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.sentences import say

MIN_SEMI_FINALISTS = 4
"""The least number of semi-finalists."""


class Qualifying:
    """The places in the semi-final after the last set, for the players who have a seat then.

    A group with only ghosts has no places, and a group with one player has one place. If the sheet does not
    allow the number of semi-finalists, more are drawn.
    """

    def __init__(self, game: Game) -> None:
        self._sheet = game.sheet
        self._over = game.status == "over"
        self._players = game.seated
        self._races = {
            number: Race({name: game.players[name] for name in group if name in self._players}, number)
            for number, group in enumerate(game.list_groups(), 1)
            if self._over and not set(group).isdisjoint(self._players)
        }
        self._filling: DrawnPlaces | None = None
        self._open_filling()

    def take(self, event: ExtensionEvent) -> None:
        """Play a die-off for a place of a group, or a draw that fills up to four."""
        if not self._over:
            raise Misfit(say("the last set is not over"))
        if event.name == "tournament:die_off":
            number = read_whole(event.raw, "group")
            if number not in self._races:
                raise Misfit(
                    say(
                        "there is no group {group}; the last is group {last}",
                        group=quote_value(number),
                        last=max(self._races, default=0),
                    )
                )
            self._races[number].play_die_off(read_text(event.raw, "place"), read_one_each(event.raw))
            self._open_filling()
        elif self._filling is None:
            raise Misfit(say("the places of the groups are not settled"))
        else:
            self._filling.take(read_text(event.raw, "player"))

    def _open_filling(self) -> None:
        """Draw players for the places that are left when all places of the groups are taken."""
        if self._over and self._filling is None and not any(race.due for race in self._races.values()):
            winners = {place.player for race in self._races.values() for place in race.places}
            others = [name for name in self._players if name not in winners]
            missing = self._count_semi_finalists(len(winners)) - len(winners)
            self._filling = DrawnPlaces("four", others, missing)

    def _count_semi_finalists(self, winners: int) -> int:
        """Return how many semi-finalists there must be: four or more, and a number that the sheet allows.

        ``winners`` is how many players have won places of their groups.
        """
        for number in range(max(MIN_SEMI_FINALISTS, winners), len(self._players)):
            if self._sheet.find_layouts(number, -(-number // 4)):
                return number
        return max(len(self._players), winners)

    @property
    def places(self) -> tuple[TakenPlace, ...]:
        """The places that are taken so far, by group."""
        filled = self._filling.players if self._filling else ()
        return (
            *(place for race in self._races.values() for place in race.places),
            *(TakenPlace(player, "four") for player in filled),
        )

    @property
    def asks(self) -> tuple[PlaceDie | Draw, ...]:
        """What is needed next, until all places are taken."""
        if self._filling:
            return (self._filling.due,) if self._filling.due else ()
        return tuple(PlaceDie(number, *race.due) for number, race in self._races.items() if race.due)

    @property
    def settled(self) -> bool:
        """Whether all places are taken."""
        return self._filling is not None and not self._filling.due


GRAND_PRIZE = (1, 1, 1)
"""The throw that wins the grand prize ("attempting to roll a BUNKO (three ones)")."""


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
        match event.name:
            case "final:throw":
                self._throw(event)
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
        """Begin the next stage when the one before is complete: places, two draws, the order, the throws."""
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
