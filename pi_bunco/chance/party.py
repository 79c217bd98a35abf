"""A whole party played with dice from a computer: its rounds and its night."""

from collections.abc import Iterator
from functools import partial
from random import Random

from pi_bunco.chance.room import Plan, Room, Round
from pi_bunco.rules import Event, Game
from pi_bunco.rules.night import (
    Ask,
    CostumeQuestion,
    Draw,
    Drawing,
    FinalOrder,
    FinalThrow,
    Night,
    OrderThrow,
    PlaceDie,
    RolloffThrow,
    SeatSemiFinal,
    SemiFinal,
    Verify,
    read_night,
)
from pi_bunco.rules.night.final_table import GRAND_PRIZE


class Party:
    """One party while it is played.

    What is drawn and thrown for the night, beside the rounds, has its own random numbers. So the
    rounds are the same whether the night is played or not.

    Attributes
    ----------
    game
        The game so far; its header and events are the record.
    night
        The night as the rules last derived it, ``None`` before that.

    Examples
    --------
    >>> from pi_bunco.rules import load_sheet
    >>> party = Party(Plan(load_sheet("boxed"), players=2), seed="7: party 1")
    >>> [round.number for round in party.play_rounds()], party.game.status
    ([1, 2, 3, 4, 5, 6], 'over')
    >>> party.play_night()
    >>> party.night.over
    True
    """

    def __init__(self, plan: Plan, seed: str) -> None:
        random = Random(seed)  # noqa: S311 - dice that can be thrown again, no secrets
        self.game = Game(plan.make_header(random))
        self.night: Night | None = None
        self._room = Room(plan, random)
        self._night_room = Room(plan, Random(f"{seed}, night"))  # noqa: S311 - likewise

    def play_rounds(self) -> Iterator[Round]:
        """Play until the game is over; yield each round as soon as it is decided."""
        return self._room.play_rounds(self.game, self.game.push)

    def play_night(self, *, all_asks: bool = False) -> None:
        """Answer what the night asks now, until it asks nothing more.

        With ``all_asks`` this includes what it does not need: drawings, a judge's choice, what staff confirm.
        """
        while True:
            self.night = read_night(self.game)
            asks = [ask for ask in self.night.asks if ask.needed or all_asks]
            if not asks:
                return
            for ask in asks:
                self._answer(ask)

    def _answer(self, ask: Ask) -> None:
        """Draw or throw an outcome for an ask, and log it."""
        push, dice = self.game.push, self._night_room.dice
        match ask:
            case OrderThrow() | RolloffThrow():
                push(ask.make_event(dice.throw()))
            case PlaceDie() | FinalOrder():
                push(ask.make_event({name: dice.throw_one() for name in ask.names}))
            case SemiFinal():
                push_both = partial(_push_both, ask, self.game)
                for _ in self._night_room.play_rounds(ask.game, push_both):
                    pass
            case FinalThrow():
                while push(ask.make_event(three := dice.throw())) and three != GRAND_PRIZE:
                    pass
            case Verify():
                push(ask.make_event())
            case _:
                self._draw(ask)

    def _draw(self, ask: Draw | Drawing | SeatSemiFinal | CostumeQuestion) -> None:
        """Draw the answer; a judge's choice is random too."""
        push, random = self.game.push, self._night_room.random
        match ask:
            case Draw():
                for player in random.sample(ask.among, ask.how_many):
                    push(ask.make_event(player))
            case Drawing():
                push(ask.make_event(random.choice(ask.among)))
            case SeatSemiFinal():
                push(ask.make_event(random.sample(ask.players, len(ask.players))))
            case CostumeQuestion():
                best: str | int = random.choice(ask.players) if ask.players else random.choice(ask.groups)
                push(ask.make_event(best))


def _push_both(ask: SemiFinal, whole: Game, inner: Event) -> None:
    """Log an event in the semi-final's own game and in the record of the whole night."""
    ask.game.push(inner)
    whole.push(ask.make_event(inner))
