"""A head and a far Pi without disks and carriers, for simulations, and a network that loses messages."""

import heapq
from bisect import bisect
from collections.abc import Sequence
from random import Random

from pi_bunco.link.follower import Action, Follower, Keep, SetAside
from pi_bunco.link.messages import AskLines, Beat, FromHead, LinePlace
from pi_bunco.link.sender import Sender
from pi_bunco.store.chain import GENESIS, SealedLine, seal_lines
from pi_bunco.store.tail import LogTail, Place


class MemoryTail(LogTail):
    """A log in memory."""

    def __init__(self, rows: Sequence[SealedLine] = ()) -> None:
        self.rows = list(rows)

    def write(self, game: int, bodies: Sequence[bytes]) -> None:
        """Append lines to a game."""
        last = self.rows[-1] if self.rows else None
        seq = last.seq + 1 if last and last.game == game else 0
        self.rows += seal_lines(last.seal if last else GENESIS, game, seq, bodies)

    def find_last(self) -> Place | None:
        """Return the place of the newest line."""
        row = self.rows[-1] if self.rows else None
        return Place(row.game, row.seq, row.seal) if row else None

    def find_seal(self, game: int, seq: int) -> bytes | None:
        """Return the seal of a line."""
        return next((row.seal for row in self.rows if (row.game, row.seq) == (game, seq)), None)

    def read_after(self, game: int, seq: int, most: int, most_bytes: int) -> list[SealedLine]:  # noqa: ARG002 - as there
        """Return the next lines, at most eight of them, so that there are many messages."""
        first = bisect(self.rows, (game, seq), key=lambda row: row[:2])
        rows = self.rows[first : first + 8]
        return [row for row in rows if row.game == rows[0].game]


class Network:
    """Delivers after a while; loses, doubles and reorders; may be cut."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._count = chance, 0
        self._under_way: list[tuple[float, int, str, object]] = []
        self.cut_until = 0.0

    def send(self, to: str, message: object, now: float) -> None:
        """Send a message."""
        for _ in range(self._chance.choice((0, 1, 1, 1, 2))):
            if now >= self.cut_until:
                self._count += 1
                arrives = now + self._chance.expovariate(5)
                heapq.heappush(self._under_way, (arrives, self._count, to, message))

    def list_arrived(self, now: float) -> list[tuple[str, object]]:
        """Return what has arrived."""
        arrived = []
        while self._under_way and self._under_way[0][0] <= now:
            arrived.append(heapq.heappop(self._under_way)[2:])
        return arrived


class SimulatedRoom:
    """A head, a far Pi, and the network between them."""

    def __init__(self, seed: int, follower: type[Follower] = Follower) -> None:
        self.chance = Random(seed)
        self.network = Network(self.chance)
        self.now = 0.0
        self.tail = MemoryTail()
        self.term = 1
        self.sender = Sender(self.tail, self.term)
        self.copy: list[SealedLine] = []
        self._kind = follower
        self.follower = follower(None, 0.0)
        self.set_aside = 0
        self._next_beat = 0.0

    def restart_far(self) -> None:
        """Switch the far Pi off and on; its copy is on its disk."""
        last = self.copy[-1] if self.copy else None
        place = LinePlace.find(last)
        self.follower = self._kind(place, self.now)

    def replace_head(self, rows: Sequence[SealedLine]) -> None:
        """Start the head again with another log, such as an older backup."""
        self.tail = MemoryTail(rows)
        self.sender = Sender(self.tail, self.term)

    def step(self) -> None:
        """Let a tenth of a second pass."""
        self.now += 0.1
        for lines in self.sender.list_new():
            self.network.send("far", lines, self.now)
        if self.now >= self._next_beat:
            self._next_beat = self.now + 1.0
            beat = Beat(term=self.term, place=self.sender.place, name="head", version="1")
            self.network.send("far", beat, self.now)
        for to, message in self.network.list_arrived(self.now):
            if isinstance(message, AskLines):
                if answer := self.sender.answer(message.place):
                    self.network.send("far", answer, self.now)
            elif to == "far":
                self._do(self.follower.take(message, self.now))  # type: ignore[arg-type] # the head's messages
        self._do(self.follower.check(self.now))

    def _do(self, actions: Sequence[Action]) -> None:
        for action in actions:
            match action:
                case Keep(lines):
                    self._keep(lines)
                case SetAside():
                    self.set_aside += 1
                    self.copy = []
                case AskLines():
                    self.network.send("head", action, self.now)

    def _keep(self, lines: FromHead) -> None:
        before = self.copy[-1].seal if self.copy else GENESIS
        rows = seal_lines(before, lines.game, lines.seq, [line.encode() for line in lines.lines])  # type: ignore[union-attr] # they are lines
        if rows[-1].seal.hex() != lines.seal:  # type: ignore[union-attr] # likewise
            return
        self.copy += rows
        self.follower.keep(LinePlace.find(rows[-1]))
