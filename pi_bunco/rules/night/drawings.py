"""Breaks, and random drawings at them (casino, "General Information").

At each break at least one player is drawn, and perhaps more: the sheet says drawings "during all breaks".
Nobody is drawn twice until everybody who has a seat at that time has been drawn. A player who is drawn but is
not here does not get the prize: it is drawn again, not for them in this break, and they can be drawn at later
breaks. Nobody is offered who has left. A drawing belongs to the break between two bells. If a correction
reopens the round before that break, the drawing does not count until the round is over again. The break after
the last round has no end.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from pi_bunco.rules import Bell, Event, Game, Misfit, Seating, words
from pi_bunco.rules.night.extension import ExtensionEvent, read_text, take_each
from pi_bunco.rules.night.leavers import has_guests
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
    """A player who was drawn by event ``seq`` at break ``at``; ``prize`` is ``""`` if there is none.

    ``instead``: who was drawn before and was not here, ``""`` if nobody was.
    """

    seq: int
    player: str
    prize: str
    at: Break
    instead: str = ""


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
    reader = _DrawingReader(game, events)
    take_each((event for event in extension_events if event.name == "casino:drawing"), reader.take, ignored)
    gone = reader.absent.get(find_present_break(game), frozenset())
    seq = len(events) + 1
    gone |= reader.find_away(seq)
    pool = reader.list_pool(seq, reader.cycle, gone) if game.sheet.drawings else ()
    return Drawings(tuple(reader.drawn), pool)


class _DrawingReader:
    """The drawings while their events are read.

    Attributes
    ----------
    drawn
        The drawings that count.
    cycle
        Who was drawn since everybody had been drawn.
    absent
        Who was drawn at each break and was not here.
    """

    def __init__(self, game: Game, events: Sequence[Event]) -> None:
        self._game = game
        self._bells, self._seatings = _list_bells_and_seatings(game, events)
        self._away = _list_away(game, events)
        self.drawn: list[DrawnPlayer] = []
        self.cycle: set[str] = set()
        self.absent: dict[Break | None, frozenset[str]] = {}

    def find_away(self, seq: int) -> frozenset[str]:
        """Return who is away at an event."""
        return self._away[bisect_left(self._away, seq, key=itemgetter(0)) - 1][1]

    def list_pool(self, seq: int, cycle: set[str], gone: frozenset[str]) -> tuple[str, ...]:
        """Return who may be drawn at an event: if everybody was drawn in this cycle, everybody again."""
        seated = self._seatings[bisect_left(self._seatings, seq, key=itemgetter(0)) - 1][1]
        here = tuple(name for name in seated if name not in gone)
        return tuple(name for name in here if name not in cycle) or here

    def take(self, event: ExtensionEvent) -> None:
        """Read one drawing."""
        if not self._game.sheet.drawings:
            raise Misfit(say("nobody is drawn in this game"))
        at = find_break_after(self._game, bisect_left(self._bells, event.seq))
        if at is None:
            raise Misfit(say("there is no break now, and players are drawn at breaks"))
        player, prize = read_text(event.raw, "player"), read_text(event.raw, "prize", "")
        instead, replaced = read_text(event.raw, "instead", ""), None
        gone, cycle = self.absent.get(at, frozenset()), self.cycle
        if instead:
            replaced = _find_replaced(self.drawn, instead, at)
            gone, cycle = gone | {instead}, cycle - {instead}
        pool = self.list_pool(event.seq, cycle, gone)
        if player not in pool and player not in self.list_pool(
            event.seq, cycle, gone | self.find_away(event.seq)
        ):
            raise Misfit(self._explain(player, cycle, gone, pool))
        if replaced:
            self.drawn.remove(replaced)
        self.absent[at] = gone
        self.cycle = {player} if player in cycle else {*cycle, player}
        self.drawn.append(DrawnPlayer(event.seq, player, prize, at, instead))

    def _explain(self, player: str, cycle: set[str], gone: frozenset[str], pool: Sequence[str]) -> str:
        """Return why a player cannot be drawn."""
        if player in gone:
            return say("{name} was not here in this break", name=clip_text(player))
        if player in cycle:
            return say(
                "{name} was drawn before; it is between {names}",
                name=clip_text(player),
                names=words.join_some_names(pool),
            )
        if player in self._game.players:
            return say("{name} sat at no table then", name=clip_text(player))
        return say("there is no player {name}", name=quote_value(player))


def _find_replaced(drawn: Sequence[DrawnPlayer], name: str, at: Break) -> DrawnPlayer:
    """Return the last drawing of a player at a break.

    Raises
    ------
    Misfit
        If the player was not drawn at this break.
    """
    for each in reversed(drawn):
        if each.player == name and each.at == at:
            return each
    raise Misfit(say("{name} was not drawn in this break", name=quote_value(name)))


def _list_away(game: Game, events: Sequence[Event]) -> list[tuple[int, frozenset[str]]]:
    """Return the number of each event that says who is away, and who is. The first one has the number 0."""
    gone = game.voided.union(game.unused)
    return [
        (0, frozenset()),
        *(
            (seq, frozenset(event.raw["away"]))
            for seq, event in enumerate(events, 1)
            if seq not in gone and has_guests(event)
        ),
    ]


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
