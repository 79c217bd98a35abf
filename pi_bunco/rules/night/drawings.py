"""Breaks, and random drawings at them (casino, "General Information").

At a break at least one player is drawn, and more may be: the sheet says drawings "during all breaks".
Nobody is drawn twice until all were drawn. A drawing belongs to the break between the bells around it, so a
correction that lets the round before it go on only suspends it until that round is over again. The break
after the last round has no end.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from pi_bunco.rules import words
from pi_bunco.rules.events import Bell, Event
from pi_bunco.rules.faults import Misfit
from pi_bunco.rules.game import Game
from pi_bunco.rules.night.own import Own, take_each, text
from pi_bunco.rules.play import ROUNDS
from pi_bunco.rules.quoting import clipped, quoted


@dataclass(frozen=True, slots=True)
class Break:
    """A break between two rounds, or after the last: after ``round`` of ``set``, both from 1.

    ``minutes`` is how long it lasts where the sheet says so (before the finals), else ``None``.
    """

    set: int
    round: int
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnPlayer:
    """Who was drawn: by event ``seq``, at break ``at``, and her ``prize``, ``""`` where it is not told."""

    seq: int
    player: str
    prize: str
    at: Break


@dataclass(frozen=True, slots=True)
class Drawings:
    """The drawings so far: who was ``drawn``, and the ``pool`` of those who may be drawn next."""

    drawn: tuple[DrawnPlayer, ...]
    pool: tuple[str, ...]


def break_after(game: Game, rounds: int) -> Break | None:
    """Give the break after so many rounds of the game, ``None`` if there is none or they are not over."""
    if not 1 <= rounds <= _finished(game):
        return None
    number, last = (rounds - 1) // ROUNDS + 1, (rounds - 1) % ROUNDS + 1
    minutes = game.sheet.break_before_finals if rounds == game.header.sets * ROUNDS else None
    return Break(number, last, minutes) if minutes is not None or last in game.sheet.breaks else None


def break_now(game: Game) -> Break | None:
    """Give the break that is now, ``None`` while a round is played and where there is none."""
    return None if game.status == "playing" else break_after(game, _finished(game))


def tell_drawings(
    game: Game, own: Sequence[Own], events: Sequence[Event], ignored: dict[int, str]
) -> Drawings:
    """Give who was drawn; nobody where the sheet has no drawings."""
    everybody = tuple(game.players)
    pool = list(everybody)
    drawn: list[DrawnPlayer] = []
    own = [event for event in own if event.name == "casino:drawing"]
    bells = _bells(game, events) if own else []

    def take(event: Own) -> None:
        if not game.sheet.drawings:
            raise Misfit("nobody is drawn in this game")
        at = break_after(game, bisect_left(bells, event.seq))
        if at is None:
            raise Misfit("there is no break now, and players are drawn at breaks")
        player, prize = text(event.raw, "player"), text(event.raw, "prize", "")
        if player not in pool:
            if player in everybody:
                raise Misfit(f"{clipped(player)} was drawn before; it is between {words.some(pool)}")
            raise Misfit(f"there is no player {quoted(player)}")
        pool.remove(player)
        drawn.append(DrawnPlayer(event.seq, player, prize, at))
        if not pool:
            pool.extend(everybody)

    take_each(own, take, ignored)
    return Drawings(tuple(drawn), tuple(pool) if game.sheet.drawings else ())


def _finished(game: Game) -> int:
    """Give how many rounds are over."""
    return len(game.rounds) - (game.status == "playing")


def _bells(game: Game, events: Sequence[Event]) -> list[int]:
    """Give the numbers of the bells that rang in the rounds."""
    void = game.voided.union(game.unused)
    return [seq for seq, event in enumerate(events, 1) if isinstance(event, Bell) and seq not in void]
