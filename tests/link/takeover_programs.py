"""The program of a far Pi and that of a head, without disks and carriers, for simulations of a takeover."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from pi_bunco.game.item_key import ItemKey
from pi_bunco.link.follower import SILENCE, Action, Follower, Keep, SetAside
from pi_bunco.link.messages import (
    AskLines,
    Beat,
    FromFar,
    FromHead,
    Here,
    Items,
    LinePlace,
    LogLines,
    OutboxItem,
    Roster,
)
from pi_bunco.link.sender import Sender
from pi_bunco.link.state import HeadState
from pi_bunco.store.chain import GENESIS, seal_lines
from tests.link.far_room import Desk, name_row
from tests.link.room import MemoryTail, Network
from tests.link.takeover_disk import Disk, Records, TakeoverRules, find_items

BEAT_SECONDS = 1.0
ROSTER_SECONDS = 5.0
HERE_SECONDS = 5.0
THERE_SECONDS = 15.0


class FarSide:
    """The program of a far Pi, from its start to its end.

    Attributes
    ----------
    network
        What is under way between it and the head. It ends with the program.
    outbox, follower
        Those of the product.
    run
        The run of the head's program to which it was connected last.
    seeks_at
        When it looks for a new head, if it hears none.
    is_over
        Whether the program starts again, since its copy was set aside, or the power was off for a moment.
    """

    def __init__(self, disk: Disk, rules: TakeoverRules, chance: Random, now: float) -> None:
        assert disk.far
        self._disk, self._rules, self._chance = disk, rules, chance
        self.network = Network(chance)
        self.run = self.seeks_at = 0.0
        self.is_over = False
        self._says_here_at = now
        self.outbox = disk.open_outbox(rules, chance)
        self._follow(find_items(disk.rows))
        self.follower = Follower(disk.place, now, disk.far.term)

    def enter(self, token: str, table: int, now: float) -> None:
        """Put an item into the outbox: a throw, or a correction or an undo of what the copy has."""
        last, of = self._disk.rows[-1], ""
        body: dict[str, object] = {"token": token}
        name = self._chance.choice(("enter", "enter", "correct", "undo"))
        first = max(last.seq - 20, 1) if name == "correct" else last.seq
        if name != "enter" and last.seq:
            row = self._disk.rows[self._chance.randint(first, last.seq) - last.seq - 1]
            body = {"token": f"{token}>{name_row(row)}", "seq": row.seq}
            of = name_row(row) if self._rules.finds else ""
        kept = self.outbox.make(last.game, table, name, body, now, of=of)
        self._disk.items[kept.number] = kept
        self.outbox.put(kept)

    def hear(self, message: FromHead, now: float) -> list[FromFar]:
        """Take a message of the head, and return what to send."""
        answers = self._do(self.follower.take(message, now))
        term, far = self.follower.term, self._disk.far
        if isinstance(message, Roster) and message.term == term:
            self._disk.roster = term
        if far and term > far.term and self._rules.remembers:
            self._disk.far = replace(far, term=term)
        return answers

    def look(self, now: float) -> list[FromFar]:
        """Look at the clock, and return what to send."""
        messages = self._do(self.follower.check(now))
        place = self.follower.place
        if items := self.outbox.make_message(now):
            messages.append(replace(items, place=place))
        if now >= self._says_here_at:
            self._says_here_at = now + HERE_SECONDS
            waiting = len(self.outbox.waiting)
            messages.append(Here(version="1", run="1", place=place, waiting=waiting, cameras={}))
        return messages

    def measure_silence(self, now: float) -> float:
        """Return for how many seconds no head was heard; 0: it is heard."""
        silence = self.follower.measure_silence(now)
        return silence if silence > SILENCE else 0.0

    def _do(self, actions: Sequence[Action]) -> list[FromFar]:
        messages: list[FromFar] = []
        for action in actions:
            match action:
                case Keep(lines):
                    self._keep(lines)
                case SetAside():
                    self._disk.rows.clear()
                    self.is_over = True
                case AskLines():
                    messages.append(action)
        return messages

    def _keep(self, lines: LogLines) -> None:
        before = self._disk.rows[-1].seal if self._disk.rows else GENESIS
        rows = seal_lines(before, lines.game, lines.seq, [line.encode() for line in lines.lines])
        assert rows[-1].seal.hex() == lines.seal
        luck = self._chance.random()
        if luck < 0.02:  # the disk is full
            return
        self._disk.rows += rows
        if luck < 0.04:  # switched off just now
            self.is_over = True
            return
        self._follow(find_items(rows))
        self.follower.keep(self._disk.place)

    def _follow(self, items: Mapping[str, int]) -> None:
        done = self.outbox.follow(items)
        if self._chance.random() < 0.95:  # otherwise the disk is full
            self._disk.done |= {kept.number for kept in done}


class HeadSide:
    """The program of a head, from its start to its end.

    Attributes
    ----------
    run
        Its number, which no other run of a head has.
    looks_at
        When it looks for a newer head.
    term
        Its term.
    waiting
        How many items of its own outbox are not in the log, since its disk was full at its start.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what its Pi has
        self,
        disk: Disk,
        state: HeadState,
        desk: Desk,
        rules: TakeoverRules,
        chance: Random,
        records: Records,
        now: float,
    ) -> None:
        self.run = now + chance.random()
        self.looks_at, self.term, self.waiting = now, state.term, 0
        self._disk, self._state, self._chance = disk, state, chance
        self._rules, self._records = rules, records
        self._desk = desk
        desk.tail = MemoryTail()
        desk.tail.rows = disk.rows
        desk.mark = f"{state.name} {state.term} {now:.1f}"
        desk.restart()
        self._known = len(disk.rows)
        self._next_beat, self._next_roster, self._full_until = now, now, 0.0
        self._heard: dict[str, float] = {}
        if state.begun and rules.own_items:
            self._enter_own_items(now)
        self._sender = Sender(desk.tail, state.term)

    @property
    def place(self) -> LinePlace | None:
        """The newest line of the log."""
        return self._disk.place

    def fill_disk(self, until: float) -> None:
        """Let its disk take nothing for a while."""
        self._full_until = until

    def begin_game(self) -> None:
        """Begin a new game."""
        if not self._desk.is_full:
            self._desk.begin_game()
            self._note_writer()

    def write(self, number: int) -> None:
        """Write a line of one of its own tables."""
        if not self._desk.is_full:
            self._desk.write(number)
            self._note_writer()

    def list_news(self, now: float) -> list[FromHead]:
        """Return what to send to all."""
        self._desk.is_full = now < self._full_until
        news: list[FromHead] = [*self._sender.list_new()]
        if now >= self._next_beat:
            self._next_beat = now + BEAT_SECONDS
            news.append(Beat(term=self.term, place=self._sender.place, name="head", version="1"))
        if now >= self._next_roster:
            self._next_roster = now + ROSTER_SECONDS
            news.append(Roster(term=self.term, members=(), gone=(), tables={}, addresses={}, authorities=""))
        return news

    def hear(self, name: str, message: object, now: float) -> FromHead | None:
        """Take a message of a far Pi, and return the answer to it."""
        self._heard[name] = now
        match message:
            case AskLines(place=place):
                return self._sender.answer(place)
            case Items() as items if self._sender.has(items.place) or not self._rules.compares:
                self._take(items)
        return None

    def is_there(self, name: str, now: float) -> bool:
        """Return whether a far Pi follows this head."""
        return now - self._heard.get(name, -THERE_SECONDS) < THERE_SECONDS

    def _take(self, items: Items) -> None:
        """Deliver items in one to three batches; the disk may be full for some of them."""
        batch: list[tuple[ItemKey, int, OutboxItem]] = []
        previous, was_full = 0, self._desk.is_full
        for item in items.items:
            batch.append((ItemKey(items.outbox, item.number), previous, item))
            previous = item.number
            if self._chance.random() < 0.1 or item is items.items[-1]:
                self._desk.is_full = was_full and self._chance.random() < 0.7
                self._desk.take(batch)
                batch = []
        self._desk.is_full = was_full
        self._note_writer()

    def _enter_own_items(self, now: float) -> None:
        """Do what :func:`pi_bunco.app.pis.own_items.enter_own_items` does."""
        outbox = self._disk.open_outbox(self._rules, self._chance)
        outbox.follow(find_items(self._disk.rows))
        self._desk.is_full = self._chance.random() < 0.05
        while items := outbox.make_message(now):
            self._take(items)
            if not outbox.follow(find_items(self._disk.rows)):
                break
        self._desk.is_full = False
        self.waiting = len(outbox.waiting)

    def _note_writer(self) -> None:
        for row in self._disk.rows[self._known :]:
            self._records.writers[row.seal] = self.term, self._state.name
        self._known = len(self._disk.rows)
