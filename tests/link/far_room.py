"""A head and three far Pis with outboxes, without disks and carriers, for simulations."""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any, cast

from pi_bunco.game.commands import (
    CallThrow,
    CorrectThrow,
    EnterDice,
    GameCommand,
    NewGame,
    RingBell,
    TableCommand,
    UndoStep,
)
from pi_bunco.game.item_key import ItemKey, find_newest_items, pick_items
from pi_bunco.game.keeper import Keeper
from pi_bunco.link.follower import Action, Follower, Keep, SetAside
from pi_bunco.link.messages import AskLines, Beat, FromHead, Items, LinePlace, LogLines, OutboxItem
from pi_bunco.link.outbox import Kept, Outbox
from pi_bunco.link.sender import Sender
from pi_bunco.store import Log, LogTrouble, Photos
from pi_bunco.store.chain import GENESIS, SealedLine, seal_lines
from tests.link.room import MemoryTail, Network

PIS = ("bar", "hall", "loft")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of the outbox. Each can be switched off.

    Attributes
    ----------
    resends
        A far Pi sends again what is not in its copy of the log.
    checks_previous
        The head takes an item only if the one before it is in the log.
    compares_numbers
        The head ignores an item whose number is not newer than the newest one of its outbox.
    remembers
        It compares them with those of all games, also after it has started again.
    renames
        An outbox has a new name after each start of its Pi.
    looks_back
        After a start, a far Pi looks at once what its copy of the log has.
    """

    resends: bool = True
    checks_previous: bool = True
    compares_numbers: bool = True
    remembers: bool = True
    renames: bool = True
    looks_back: bool = True


@cache
def parse(body: bytes | str) -> tuple[ItemKey, str] | None:
    """Return the key and the token of a line, ``None`` if it comes from no item."""
    line = json.loads(body)
    key = ItemKey.parse(line.get("item", ""))
    return (key, line["token"]) if key else None


def count_tokens(rows: Sequence[SealedLine]) -> Counter[str]:
    """Return how often each item is in the log, in its order there."""
    return Counter(found[1].partition(">")[0] for row in rows if (found := parse(row.body)))


def name_row(row: SealedLine) -> str:
    """Return what a far Pi calls a line."""
    return str(json.loads(row.body).get("item", row.seal.hex()))


def find_wrong_target(rows: Sequence[SealedLine]) -> str:
    """Return which correction or undo has hit another line than it was about, ``""`` if none has."""
    names = {(row.game, row.seq): {name_row(row), row.seal.hex()} for row in rows}
    for row in rows:
        line = json.loads(row.body)
        token, _, about = line.get("token", "").partition(">")
        if about and "seq" in line and about not in names.get((row.game, line["seq"]), ()):
            return f"{token} was about {about} and not line {line['seq']}"
    return ""


# The head.


class Desk(ABC):
    """Writes items into the head's log.

    Attributes
    ----------
    tail
        The log.
    is_full
        Whether its disk takes nothing.
    mark
        What a model's lines say of who wrote them, since those of two heads are never the same.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, self.tail, self.is_full = rules, MemoryTail(), False
        self.mark = ""

    @abstractmethod
    def restart(self) -> None:
        """Start again with the log."""

    @abstractmethod
    def begin_game(self) -> None:
        """Write the header of a new game."""

    @abstractmethod
    def write(self, number: int) -> None:
        """Write a line that comes from no item."""

    @abstractmethod
    def take(self, batch: Sequence[tuple[ItemKey, int, OutboxItem]]) -> None:
        """Take items, each with its key and the number of the one before it: all or none of them."""


class ModelDesk(Desk):
    """Takes items by the same rule as :class:`pi_bunco.game.keeper.Keeper`."""

    game = 0

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._newest: dict[str, int] = {}

    def restart(self) -> None:
        """Start again with the log."""
        rows = self.tail.rows
        self.game = rows[-1].game if rows else 0
        self._newest = pick_items(
            find_newest_items(
                json.loads(row.body) for row in rows if row.game == self.game or self.rules.remembers
            ),
            (),
        )

    def begin_game(self) -> None:
        """Write the header of a new game."""
        self.game += 1
        if not self.rules.remembers:
            self._newest = {}
        self._write([{"game": self.game}])

    def write(self, number: int) -> None:
        """Write a line that comes from no item."""
        self._write([{"throw": number}])

    def take(self, batch: Sequence[tuple[ItemKey, int, OutboxItem]]) -> None:
        """Take items, all or none of them."""
        lines: list[dict[str, Any]] = []
        newest = dict(self._newest)
        for key, previous, item in batch:
            known = newest.get(key.outbox, 0)
            if key.number <= known and self.rules.compares_numbers:
                continue
            if previous > known and self.rules.checks_previous:
                continue
            line: dict[str, Any] = {"item": str(key), "token": item.body["token"]}
            if about := self._find_about(item, lines):
                line["seq"] = about
            lines.append(line)
            newest[key.outbox] = max(known, key.number)
        if not self.is_full:
            self._write(lines)
            self._newest = newest

    def _find_about(self, item: OutboxItem, lines: Sequence[dict[str, Any]]) -> int | None:
        """Return the number of the line that an item is about, ``None`` without one."""
        if not item.of:
            return item.body.get("seq")
        rows = [row for row in self.tail.rows if row.game == self.game]
        names = [{name_row(row), row.seal.hex()} for row in rows] + [{line["item"]} for line in lines]
        return next((seq for seq, name in enumerate(names) if item.of in name), None)

    def _write(self, lines: Sequence[dict[str, Any]]) -> None:
        marked = ({"by": self.mark} | line if self.mark else line for line in lines)
        self.tail.write(self.game, [json.dumps(line).encode() for line in marked])


class MemoryLog:
    """A log in memory; has what a keeper needs of :class:`pi_bunco.store.Log`."""

    def __init__(self, desk: Desk) -> None:
        rows = desk.tail.rows
        self._desk, self.game = desk, rows[-1].game if rows else 0
        self._game_lines = [json.loads(row.body) for row in rows if row.game == self.game]

    def record(self) -> list[dict[str, Any]]:
        """Return the lines of the newest game."""
        return self._game_lines[:]

    def find_seal(self, game: int, seq: int) -> bytes | None:
        """Return the seal of a line."""
        return self._desk.tail.find_seal(game, seq)

    def list_lines_with(self, _: str) -> Iterator[dict[str, Any]]:
        """Yield the lines of all games."""
        yield from (json.loads(row.body) for row in self._desk.tail.rows)

    def start(self, header: dict[str, Any]) -> None:
        """Begin a game."""
        self.game, self._game_lines = self.game + 1, []
        self.append([header])

    def append(self, lines: Sequence[dict[str, Any]]) -> None:
        """Add lines, unless the disk is full."""
        if self._desk.is_full:
            raise LogTrouble("The card is full.", "Make room.")
        self._game_lines += lines
        self._desk.tail.write(self.game, [json.dumps(line).encode() for line in lines])


class KeeperDesk(Desk):
    """Gives items to a real keeper: throws, corrections, undos, and calls, which this sheet refuses."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.restart()

    def restart(self) -> None:
        """Start again with the log."""
        self.keeper = Keeper(cast("Log", MemoryLog(self)), cast("Photos", None))

    def begin_game(self) -> None:
        """Begin a new game."""
        self.keeper.handle(NewGame("classic", ("Ann", "Bob", "Cy", "Di")))
        self.keeper.handle(RingBell())

    def write(self, number: int) -> None:
        """Write nothing: the items are enough."""

    def take(self, batch: Sequence[tuple[ItemKey, int, OutboxItem]]) -> None:
        """Take items, all or none of them."""
        commands = [
            replace(make_command(item), token=item.body["token"], item=key, previous=previous, of=item.of)
            for key, previous, item in batch
        ]
        try:
            self.keeper.handle_all(cast("list[GameCommand]", commands))
        except LogTrouble:
            assert self.is_full


def make_command(item: OutboxItem) -> TableCommand:
    """Return the command of an item. No throw has points, so the round never ends."""
    seq = item.body.get("seq", 0)
    match item.name:
        case "enter":
            return EnterDice((2, 3, 4))
        case "correct":
            return CorrectThrow(seq, (3, 4, 2 + int(item.number) % 5))
        case "undo":
            return UndoStep(seq)
        case _:
            return CallThrow()


# The far Pis.


@dataclass(frozen=True, slots=True)
class Card:
    """What is on the disk of a far Pi: its copy of the log, and its outbox."""

    copy: tuple[SealedLine, ...] = ()
    last: int = 0
    waiting: tuple[Kept, ...] = ()


class WithoutResending(Outbox):
    """Sends everything once."""

    def make_message(self, now: float) -> Items | None:
        if not self.waiting or self.waiting[-1].number <= self._sent:
            return None
        return super().make_message(now)


class SimulatedPi:
    """A far Pi.

    Attributes
    ----------
    card
        Its disk.
    put
        The tokens of all items that were ever put into its outbox, in their order.
    lost
        Those that were on a card which was replaced, and not in the head's log.
    """

    def __init__(self, name: str, rules: Rules, chance: Random) -> None:
        self.name, self._rules, self._chance = name, rules, chance
        self.network = Network(chance)
        self.card = Card()
        self.put: list[str] = []
        self.lost: set[str] = set()
        self._backup: tuple[Card, int] | None = None
        self._first_name = self._draw_name()
        self.start(0.0)

    def start(self, now: float) -> None:
        """Switch it on: it has what is on its card."""
        name = self._draw_name() if self._rules.renames else self._first_name
        kind = Outbox if self._rules.resends else WithoutResending
        waiting = [replace(kept, since=None) for kept in self.card.waiting]
        self._outbox = kind(name, self.card.last, waiting)
        if self.card.copy and self._rules.looks_back:
            self._follow()
        self._follower = Follower(self._find_place(), now)

    def enter(self, now: float) -> None:
        """Put an item into the outbox."""
        token = f"{self.name}-{len(self.put)}"
        self.put.append(token)
        game = self.card.copy[-1].game if self.card.copy else 1
        kept = self._outbox.make(game, 7, "call", {"token": token}, now)
        self.card = replace(self.card, last=kept.number, waiting=(*self.card.waiting, kept))
        self._outbox.put(kept)

    def back_up(self) -> None:
        """Copy its card."""
        self._backup = self.card, len(self.put)

    def restore(self, log: Sequence[SealedLine], now: float) -> None:
        """Switch it on with the copy of its card, if there is one."""
        if self._backup:
            self.card, count = self._backup
            self.lost |= {*self.put[count:]} - {*count_tokens(log)}
            self.start(now)

    def hear(self, message: FromHead, now: float) -> None:
        """Take a message of the head."""
        self._do(self._follower.take(message, now), now)

    def look(self, now: float) -> None:
        """Look at the clock."""
        self._do(self._follower.check(now), now)
        if items := self._outbox.make_message(now):
            self.network.send("head", items, now)

    def _do(self, actions: Sequence[Action], now: float) -> None:
        for action in actions:
            match action:
                case Keep(lines):
                    self._keep(lines, now)
                case SetAside():
                    raise AssertionError("the head has lost nothing")
                case AskLines():
                    self.network.send("head", action, now)

    def _keep(self, lines: LogLines, now: float) -> None:
        before = self.card.copy[-1].seal if self.card.copy else GENESIS
        rows = seal_lines(before, lines.game, lines.seq, [line.encode() for line in lines.lines])
        assert rows[-1].seal.hex() == lines.seal
        self.card = replace(self.card, copy=(*self.card.copy, *rows))
        if self._chance.random() < 0.03:  # switched off just now
            self.start(now)
            return
        self._follow()
        self._follower.keep(self._find_place())

    def _follow(self) -> None:
        game = self.card.copy[-1].game
        rows = (json.loads(row.body) for row in self.card.copy if row.game == game)
        self._outbox.follow(pick_items(find_newest_items(rows), ()))
        self.card = replace(self.card, waiting=tuple(self._outbox.waiting))

    def _find_place(self) -> LinePlace | None:
        last = self.card.copy[-1] if self.card.copy else None
        return LinePlace.find(last)

    def _draw_name(self) -> str:
        return f"{self._chance.getrandbits(32):08x}"


# All together.


@dataclass(frozen=True, slots=True)
class Night:
    """What happens in a simulated night.

    Attributes
    ----------
    rules
        The rules that are switched on.
    desk
        Writes the head's log.
    has_new_games
        Whether it has more than one game.
    """

    rules: Rules = field(default_factory=Rules)
    desk: type[Desk] = ModelDesk
    has_new_games: bool = True


class FarRoom:
    """A head, three far Pis, and the networks between them."""

    def __init__(self, seed: int, night: Night) -> None:
        self.chance, self._night, self.now = Random(seed), night, 0.0
        self.desk = night.desk(night.rules)
        self.desk.begin_game()
        self._sender = Sender(self.desk.tail, 1)
        self.pis = [SimulatedPi(name, night.rules, self.chance) for name in PIS]
        self._full_until = self._next_beat = 0.0

    def play(self) -> str:
        """Play a night and a while without faults; return what is wrong then, ``""`` if nothing is."""
        for _ in range(300):
            self._disturb()
            self._step()
        while self.now < 150 and not self._is_quiet():
            self._step()
        return self._find_fault()

    def _disturb(self) -> None:  # noqa: C901 - one branch for each fault
        luck, pi = self.chance.random(), self.chance.choice(self.pis)
        if luck < 0.15:
            pi.enter(self.now)
        elif luck < 0.155:
            for _ in range(30):  # more than one message holds
                pi.enter(self.now)
        elif luck < 0.2:
            self.desk.write(self.chance.randrange(10**6))
        elif luck < 0.21:
            pi.network.cut_until = self.now + self.chance.uniform(1, 10)
        elif luck < 0.22:
            pi.start(self.now)
        elif luck < 0.235:
            pi.back_up()
        elif luck < 0.245:
            pi.restore(self.desk.tail.rows, self.now)
        elif luck < 0.25:
            self._full_until = self.now + self.chance.uniform(0, 5)
        elif luck < 0.255:
            self._restart_head()
        elif luck < 0.265 and self._night.has_new_games and not self.desk.is_full:
            self.desk.begin_game()

    def _restart_head(self) -> None:
        """Start the head again: it has its log, and what was under way to it is lost."""
        for pi in self.pis:
            arrived = pi.network.list_arrived(float("inf"))
            for to, message in arrived:
                if to != "head":
                    pi.network.send(to, message, self.now)
        self.desk.restart()
        self._sender = Sender(self.desk.tail, 1)

    def _step(self) -> None:
        """Let a tenth of a second pass."""
        self.now += 0.1
        self.desk.is_full = self.now < self._full_until
        news: list[FromHead] = [*self._sender.list_new()]
        if self.now >= self._next_beat:
            self._next_beat = self.now + 1.0
            news.append(Beat(term=1, place=self._sender.place, name="head", version="1"))
        for pi in self.pis:
            for new in news:
                pi.network.send("far", new, self.now)
            for to, message in pi.network.list_arrived(self.now):
                if to == "far":
                    pi.hear(message, self.now)  # type: ignore[arg-type] # the head's messages
                else:
                    self._hear(pi, message)
            pi.look(self.now)

    def _hear(self, pi: SimulatedPi, message: object) -> None:
        match message:
            case AskLines(place=place):
                if answer := self._sender.answer(place):
                    pi.network.send("far", answer, self.now)
            case Items() as items:
                self._take(items)

    def _take(self, items: Items) -> None:
        """Deliver items to the desk in one to three batches; the disk may be full for some of them."""
        batch: list[tuple[ItemKey, int, OutboxItem]] = []
        previous, was_full = 0, self.desk.is_full
        for item in items.items:
            batch.append((ItemKey(items.outbox, item.number), previous, item))
            previous = item.number
            if self.chance.random() < 0.1 or item is items.items[-1]:
                self.desk.is_full = was_full and self.chance.random() < 0.7
                self.desk.take(batch)
                batch = []
        self.desk.is_full = was_full

    def _is_quiet(self) -> bool:
        rows = self.desk.tail.rows
        return all(not pi.card.waiting and len(pi.card.copy) == len(rows) for pi in self.pis)

    def _find_fault(self) -> str:
        """Return what is wrong, ``""`` if nothing is."""
        counts = count_tokens(self.desk.tail.rows)
        if several := [token for token, count in counts.items() if count > 1]:
            return f"{several} are in the log more than once"
        for pi in self.pis:
            wanted = [token for token in pi.put if token not in pi.lost]
            logged = [token for token in counts if token in {*wanted}]
            if missing := {*wanted} - {*logged}:
                return f"{sorted(missing)} are missing"
            if wanted != logged:
                return f"{logged} are in another order"
            if pi.card.waiting:
                return f"{pi.name} has still {len(pi.card.waiting)} items in its outbox"
            if list(pi.card.copy) != self.desk.tail.rows:
                return f"{pi.name} has another log"
        return ""
