"""Who goes to the semi-final: most wins and most buncos of each group, and at least four players."""

from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.game import Game
from pi_bunco.rules.night.asks import Draw, PlaceDie
from pi_bunco.rules.night.extension import ExtensionEvent, read_one_each, read_text, read_whole
from pi_bunco.rules.night.history import list_groups
from pi_bunco.rules.night.places import DrawnPlaces, Race, TakenPlace
from pi_bunco.rules.quoting import quote_value
from pi_bunco.sentences import say

FOUR = 4
"""The least number of semi-finalists."""


class Qualifying:
    """The places in the semi-final after the last set, for the players who have a seat then.

    A group with only ghosts has no places, and a group with one player has one place. If the sheet does not
    allow the number of semi-finalists, more are drawn.
    """

    def __init__(self, game: Game) -> None:
        cards = game.players
        self._sheet = game.sheet
        self._over = game.status == "over"
        self._players = game.seated
        self._races = {
            number: Race({name: cards[name] for name in group if name in self._players}, number)
            for number, group in enumerate(list_groups(game), 1)
            if self._over and not set(group).isdisjoint(self._players)
        }
        self._fill: DrawnPlaces | None = None
        self._open_fill()

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
            self._open_fill()
        elif self._fill is None:
            raise Misfit(say("the places of the groups are not settled"))
        else:
            self._fill.take(read_text(event.raw, "player"))

    def _open_fill(self) -> None:
        """Fill up to four when all places of the groups are taken."""
        if self._over and self._fill is None and not any(race.due for race in self._races.values()):
            through = {place.player for race in self._races.values() for place in race.places}
            rest = [name for name in self._players if name not in through]
            self._fill = DrawnPlaces("four", rest, self._find_enough(len(through)) - len(through))

    def _find_enough(self, through: int) -> int:
        """Return the number of semi-finalists: allowed by the sheet, and four if there are enough players."""
        everybody = len(self._players)
        return next(
            (n for n in range(max(FOUR, through), everybody) if self._sheet.find_layouts(n, -(-n // FOUR))),
            max(everybody, through),
        )

    @property
    def places(self) -> tuple[TakenPlace, ...]:
        """The places that are taken so far, by group."""
        filled = self._fill.players if self._fill else ()
        led = tuple(place for race in self._races.values() for place in race.places)
        return (*led, *(TakenPlace(player, "four") for player in filled))

    @property
    def asks(self) -> tuple[PlaceDie | Draw, ...]:
        """What is needed next, until all places are taken."""
        dice = tuple(
            PlaceDie(number, *race.due) for number, race in self._races.items() if race.due is not None
        )
        draw = self._fill.due if self._fill else None
        return (draw,) if draw else dice

    @property
    def settled(self) -> bool:
        """Whether all places are taken."""
        return self._fill is not None and not self._fill.due
