"""Breaks, and random drawings at them (casino, "General Information").

At each break at least one player is drawn, and perhaps more: the sheet says drawings "during all breaks".
Nobody is drawn twice until everybody who has a seat at that time has been drawn. A drawing belongs to the
break between two bells. If a correction reopens the round before that break, the drawing does not count until
the round is over again. The break after the last round has no end.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from pi_bunco.rules import Bell, Event, Game, Misfit, Seating, words
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, take_each
from pi_bunco.rules.quoting import clip_text, quote_value
from pi_bunco.sentences import say


@dataclass(frozen=True, slots=True)
class Break:
    """A break after ``round`` of ``set``, both from 1.

    ``minutes`` is its length if the sheet says so (before the finals), else ``None``.
    """

    set: int
    round: int
    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class DrawnPlayer:
    """A player who was drawn by event ``seq`` at break ``at``; ``prize`` is ``""`` if there is none."""

    seq: int
    player: str
    prize: str
    at: Break


@dataclass(frozen=True, slots=True)
class Drawings:
    """The players who were ``drawn`` so far, and the ``pool`` of those who may be drawn next."""

    drawn: tuple[DrawnPlayer, ...]
    pool: tuple[str, ...]


def find_break_after(game: Game, rounds: int) -> Break | None:
    """Return the break after this number of rounds, ``None`` if none follows or they are not over."""
    if not 1 <= rounds <= len(game.finished):
        return None
    targets = game.sheet.targets
    set_number, place = (rounds - 1) // len(targets) + 1, (rounds - 1) % len(targets)
    round_number = targets[place]
    minutes = game.sheet.break_before_finals if rounds == game.header.sets * len(targets) else None
    has_break = minutes is not None or round_number in game.sheet.breaks
    return Break(set_number, round_number, minutes) if has_break else None


def find_present_break(game: Game) -> Break | None:
    """Return the present break, ``None`` if there is none."""
    return None if game.status == "playing" else find_break_after(game, len(game.finished))


def read_drawings(
    game: Game, extension_events: Sequence[ExtensionEvent], events: Sequence[Event], ignored: dict[int, str]
) -> Drawings:
    """Return the drawings so far; empty if the sheet has none."""
    drawn: list[DrawnPlayer] = []
    drawn_in_cycle: set[str] = set()
    drawing_events = [event for event in extension_events if event.name == "casino:drawing"]
    bells, seatings = _list_bells_and_seatings(game, events)

    def begin_drawing(seq: int) -> tuple[str, ...]:
        """Return who may be drawn at an event. If everybody was drawn, begin a new cycle."""
        present = seatings[bisect_left(seatings, seq, key=itemgetter(0)) - 1][1]
        not_drawn = tuple(name for name in present if name not in drawn_in_cycle)
        if not_drawn:
            return not_drawn
        drawn_in_cycle.clear()
        return present

    def take(event: ExtensionEvent) -> None:
        if not game.sheet.drawings:
            raise Misfit(say("nobody is drawn in this game"))
        break_at_event = find_break_after(game, bisect_left(bells, event.seq))
        if break_at_event is None:
            raise Misfit(say("there is no break now, and players are drawn at breaks"))
        player, prize = read_text(event.raw, "player"), read_text(event.raw, "prize", "")
        pool = begin_drawing(event.seq)
        if player not in pool:
            if player in drawn_in_cycle:
                raise Misfit(
                    say(
                        "{name} was drawn before; it is between {names}",
                        name=clip_text(player),
                        names=words.join_some_names(pool),
                    )
                )
            if player in game.players:
                raise Misfit(say("{name} sat at no table then", name=clip_text(player)))
            raise Misfit(say("there is no player {name}", name=quote_value(player)))
        drawn_in_cycle.add(player)
        drawn.append(DrawnPlayer(event.seq, player, prize, break_at_event))

    take_each(drawing_events, take, ignored)
    return Drawings(tuple(drawn), begin_drawing(len(events) + 1) if game.sheet.drawings else ())


def _list_bells_and_seatings(
    game: Game, events: Sequence[Event]
) -> tuple[list[int], list[tuple[int, tuple[str, ...]]]]:
    """Return the numbers of the bells that rang, and of each seating event with its seated players.

    The first seating has the number 0. The players are in the order of their cards.
    """
    gone = game.voided.union(game.unused)
    bells = []
    seatings = [(0, game.header.players)]
    for seq, event in enumerate(events, 1):
        if isinstance(event, Bell) and seq not in gone:
            bells.append(seq)
        if isinstance(event, Seating) and seq not in gone:
            seated = {name for table in event.tables for name in table}
            seatings.append((seq, tuple(name for name in game.players if name in seated)))
    return bells, seatings
