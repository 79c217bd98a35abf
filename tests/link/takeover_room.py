"""A night of twelve tables in which heads die, come back and are replaced, for simulations."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import cast

from pi_bunco.link.follower import SILENCE
from pi_bunco.link.messages import FromFar, FromHead, Items
from pi_bunco.link.standing import PiStanding
from pi_bunco.link.state import FarState, HeadState, Successor
from tests.link.far_room import Desk, ModelDesk
from tests.link.takeover_check import find_fault
from tests.link.takeover_disk import PORT, Disk, Records, TakeoverRules, make_far_state
from tests.link.takeover_pi import RoomPi
from tests.link.takeover_programs import FarSide, HeadSide

STEP = 0.2
SEEK_SECONDS = 5.0
LOOK_SECONDS = 3.0
PATIENCE = 5.0
"""Seconds without a head after which a person may let another Pi be the head."""
HOPE = 60.0
"""Seconds without a head after the faults, until people repair what was to stay off."""
QUIET_SECONDS = 300.0
FARS = ("bar", "hall", "loft", "mill")
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class TakeoverNight:
    """What a simulated night is like.

    Attributes
    ----------
    rules
        The rules that are switched on.
    desk
        Writes the heads' logs.
    steps
        How many fifths of a second it takes.
    """

    rules: TakeoverRules = field(default_factory=TakeoverRules)
    desk: type[Desk] = ModelDesk
    steps: int = 500


class TakeoverRoom:
    """A head, three or four far Pis, and the networks between them.

    Attributes
    ----------
    pis
        The Pis by their names. An older head that joins anew has another name, and an empty card.
    events
        How often each thing that a night is for has happened.
    """

    def __init__(self, seed: int, night: TakeoverNight) -> None:
        self.chance, self._night, self.now = Random(seed), night, 0.0
        self.pis: dict[str, RoomPi] = {}
        self.events: Counter[str] = Counter()
        self._records = Records()
        self._groups: dict[str, int] = {}
        self._returns: dict[str, tuple[float, bool]] = {}  # when, and whether with an older card
        self._heals_at, self._is_quiet = 0.0, False
        fars = FARS[: self.chance.choice((3, 4))]
        tables = [*range(1, 13)]
        count = 9 // len(fars)
        self._add("head", tables[:3], Disk(head=HeadState(PORT)))
        for number, name in enumerate(fars):
            own = tables[3 + number * count :]
            self._add(name, own[: None if name == fars[-1] else count], Disk(far=make_far_state("head")))
        if head := self.pis["head"].head:
            head.begin_game()

    def play(self) -> str:
        """Play a night and a while without faults; return what is wrong then, ``""`` if nothing is."""
        for _ in range(self._night.steps):
            self._disturb()
            self._step()
        self._calm()
        end = self.now + QUIET_SECONDS
        while self.now < end and not self._is_settled():
            self._step()
        return find_fault(self.pis.values(), self._records)

    # What goes wrong.

    def _disturb(self) -> None:
        pi, luck = self.chance.choice([*self.pis.values()]), self.chance.random()
        if luck < 0.25:
            pi.enter(self.now)
        elif luck < 0.254:
            for _ in range(25):  # more than one message holds
                pi.enter(self.now)
        elif luck < 0.4:
            for head in self._list_heads():
                head.write(self.chance.randrange(10**6))
        elif luck < 0.46:
            self._disturb_pi(pi)
        elif luck < 0.475:
            self._disturb_room(pi)

    def _disturb_pi(self, pi: RoomPi) -> None:
        fault = self.chance.randrange(50)
        if fault < 16:
            pi.cut_until = self.now + self.chance.uniform(1, 20)
        elif fault < 22 and pi.is_on:
            self._start(pi)
        elif fault < 32:
            pi.back_up()
        elif fault < 36 and pi.far:
            pi.restore()
            self._start(pi)
        elif fault < 40 and pi.head:
            pi.head.fill_disk(self.now + self.chance.uniform(0, 5))
        elif fault < 49 and pi.head:
            pi.head.begin_game()
        elif fault < 50 and pi.far:  # its copy is damaged
            pi.disk.rows.clear()
            self._start(pi)

    def _disturb_room(self, pi: RoomPi) -> None:
        """Kill a head, divide the network, or switch a Pi off."""
        fault, heads = self.chance.randrange(6), [each for each in self.pis.values() if each.head]
        if fault in {2, 3} and self.now >= self._heals_at:
            self._heals_at = self.now + self.chance.uniform(8, 50)
            self._groups = {name: self.chance.randrange(2) for name in self.pis}
        if fault < 3 and heads:
            self._kill(self.chance.choice(heads))
        elif fault == 4:
            self._kill(pi)

    def _kill(self, pi: RoomPi) -> None:
        if pi.is_on:
            self.events["a head was killed"] += pi.head is not None
            pi.stop()
            seconds = self.chance.choice((2.0, 20.0, 20.0, 50.0, NEVER)) * self.chance.uniform(0.5, 1.5)
            self._returns[pi.name] = self.now + seconds, self.chance.random() < 0.3

    def _calm(self) -> None:
        """End all faults. A Pi that is never to come back stays off."""
        self._is_quiet, self._heals_at = True, self.now
        for pi in self.pis.values():
            pi.cut_until = 0.0
        for name, (at, is_older) in self._returns.items():
            self._returns[name] = at if at == NEVER else self.now, is_older

    # What people do.

    def _help(self) -> None:
        """Let people switch Pis on, make one of them the head, or let an older head join anew."""
        self._bring_back()
        if self.chance.random() < 0.1:
            self._replace_head()
            for pi in [*self.pis.values()]:
                # Its disk was full when it became the head. It enters the rest at its next start.
                if self._is_quiet and pi.head and pi.head.waiting:
                    self._start(pi)
                if pi.is_fenced and pi.is_on and self.chance.random() < 0.3:
                    self._join_anew(pi)

    def _bring_back(self) -> None:
        for name, (at, is_older) in [*self._returns.items()]:
            if self.now >= at or self._is_hopeless():
                pi = self.pis[name]
                if is_older:
                    pi.restore()
                self._start(pi)
                how = "an older" if is_older else "its whole"
                self.events[f"a head came back with {how} log"] += pi.disk.head is not None

    def _is_hopeless(self) -> bool:
        if not self._is_quiet:
            return False
        running = [pi for pi in self.pis.values() if pi.far or pi.head]
        return not running or any(pi.far and pi.far.measure_silence(self.now) > HOPE for pi in running)

    def _replace_head(self) -> None:
        """Let a person make a Pi that hears no head the head, mostly the one with the longest copy."""
        silent = [pi for pi in self.pis.values() if pi.far and pi.far.measure_silence(self.now) > PATIENCE]
        if not silent:
            return
        first = self.chance.choice(silent)
        answering = [pi for pi in silent if pi is first or self._reaches(first, pi)]
        longest = max(answering, key=_measure_copy)
        pi = longest if self.chance.random() < 0.7 else min(answering, key=_measure_copy)
        if pi.disk.place and pi.disk.roster is not None and not self._find_new_head(pi):
            self.events["another Pi became the head"] += 1
            is_shorter = _measure_copy(pi) < _measure_copy(longest)
            self.events["one with a shorter copy became the head"] += is_shorter
            pi.promote(pi.disk.place)
            self._start(pi)
            terms = [head.term for head in self._list_heads()]
            self.events["two heads had the same term"] += len({*terms}) < len(terms)

    def _join_anew(self, pi: RoomPi) -> None:
        """Let an older head follow the new one: it is a new Pi with an empty card."""
        successor = pi.disk.head and pi.disk.head.successor
        head = self.pis.get(successor.name) if successor else None
        if head and head.head and self._reaches(pi, head):
            del self.pis[pi.name]
            name = f"{pi.name.split('-', maxsplit=1)[0]}-{round(self.now * 10)}"
            self._groups[name] = self._groups.get(pi.name, 0)
            self._add(name, pi.tables, Disk(far=make_far_state(head.name)))
            self.events["an older head joined anew"] += 1

    # What the Pis do.

    def _add(self, name: str, tables: Sequence[int], disk: Disk) -> None:
        pi = RoomPi(name, tables, disk, self.chance, self._night.rules, self._night.desk, self._records)
        self.pis[name] = pi
        pi.start(self.now)

    def _start(self, pi: RoomPi) -> None:
        """Switch a Pi on, or off and on. A head looks for a newer one before it plays."""
        self._returns.pop(pi.name, None)
        pi.stop()
        pi.is_on = True
        if pi.disk.head and not pi.is_fenced:
            self._look_for_newer_head(pi)
        pi.start(self.now)

    def _step(self) -> None:
        """Let a fifth of a second pass."""
        self.now += STEP
        if self.now >= self._heals_at:
            self._groups.clear()
        self._help()
        for pi in [*self.pis.values()]:
            if pi.head:
                self._lead(pi, pi.head)
            elif pi.far:
                self._follow(pi, pi.far)

    def _lead(self, pi: RoomPi, head: HeadSide) -> None:
        news = head.list_news(self.now)
        for other in self.pis.values():
            if other.far and other.far.run == head.run and self._find_head(other) is head:
                for new in news:
                    other.far.network.send("far", (head.run, new), self.now)
        if self.now >= head.looks_at:
            head.looks_at = self.now + LOOK_SECONDS
            self._look_for_newer_head(pi)
            if pi.is_fenced:
                self._start(pi)

    def _follow(self, pi: RoomPi, far: FarSide) -> None:
        head = self._find_head(pi)
        messages = self._deliver(pi, far, head) if head else []
        if far.is_over:
            self.events["a copy was set aside"] += not pi.disk.rows
            self._start(pi)
            return
        for message in [*messages, *far.look(self.now)]:
            if head or self.chance.random() < 0.2:  # the carrier may send it when it is connected again
                far.network.send("head", message, self.now)
        if self.now >= far.seeks_at and far.measure_silence(self.now) > max(SEEK_SECONDS, SILENCE):
            far.seeks_at = self.now + SEEK_SECONDS
            new = self._find_new_head(pi) if self._night.rules.fars_look else None
            if new:
                pi.disk.far = new
                self._start(pi)

    def _deliver(self, pi: RoomPi, far: FarSide, head: HeadSide) -> list[FromFar]:
        """Deliver what has arrived at a far Pi and at its head, and return the far Pi's answers.

        What a head that has ended was about to send is lost. What the far Pi was about to send is not.
        """
        far.run = head.run
        answers: list[FromFar] = []
        for to, message in far.network.list_arrived(self.now):
            match message:
                case (run, news) if to == "far" and run == head.run and not far.is_over:
                    answers += far.hear(cast("FromHead", news), self.now)
                    pi.heard = max(pi.heard, far.follower.term)
                case _ if to == "head":
                    if isinstance(message, Items):
                        self._note_items(pi, head)
                    if answer := head.hear(pi.name, message, self.now):
                        far.network.send("far", (head.run, answer), self.now)
        return answers

    def _note_items(self, pi: RoomPi, head: HeadSide) -> None:
        is_older = any(other.term > head.term for other in self._list_heads())
        self.events["an older head took items"] += is_older
        if head.term < pi.heard:
            self._records.faults.append(
                f"{pi.name} sent items to a head of term {head.term} after {pi.heard}"
            )

    def _list_heads(self) -> list[HeadSide]:
        return [pi.head for pi in self.pis.values() if pi.head]

    def _find_head(self, pi: RoomPi) -> HeadSide | None:
        """Return the head to which a far Pi is connected."""
        head = self.pis.get(pi.disk.far.name) if pi.disk.far else None
        return head.head if head and self._reaches(pi, head) else None

    def _reaches(self, pi: RoomPi, other: RoomPi) -> bool:
        return (
            pi.is_on
            and other.is_on
            and self.now >= max(pi.cut_until, other.cut_until)
            and self._groups.get(pi.name, 0) == self._groups.get(other.name, 0)
        )

    def _find_heads(self, pi: RoomPi) -> Iterator[PiStanding]:
        """Yield the heads that answer, newest first, as :func:`pi_bunco.link.search.find_heads` does."""
        answering = (
            other
            for other in self.pis.values()
            if other is not pi and self._reaches(pi, other) and self.chance.random() < 0.9
        )
        heads = [standing for other in answering if (standing := other.find_head_standing())]
        yield from sorted(heads, key=lambda head: (head.term, head.name), reverse=True)

    def _find_new_head(self, pi: RoomPi) -> FarState | None:
        """Do what :meth:`pi_bunco.app.pis.spare.Spare.find_new_head` does."""
        own = pi.disk.far
        assert own
        found = (
            make_far_state(head.name, own.term) for head in self._find_heads(pi) if head.term >= own.term
        )
        return next((far for far in found if far != own), None)

    def _look_for_newer_head(self, pi: RoomPi) -> None:
        """Do what a head does to find a newer one among the Pis that do not follow it."""
        state, rules = pi.disk.head, self._night.rules
        if state is None or not rules.heads_look:
            return
        own = pi.make_standing(state)
        for head in self._find_heads(pi):
            is_newer = head.is_newer_head(own) if rules.names else head.term > own.term
            is_there = pi.head and pi.head.is_there(head.name, self.now)
            if head.begun and is_newer and not is_there:
                successor = Successor(head.name, make_far_state(head.name).head, head.begun[-1])
                pi.disk.head = replace(state, successor=successor)
                self.events["an older head stopped playing"] += 1
                return

    def _is_settled(self) -> bool:
        """Return whether nothing will change any more."""
        heads = self._list_heads()
        if len(heads) != 1 or heads[0].waiting or any(at < NEVER for at, _ in self._returns.values()):
            return False
        head = heads[0]
        return all(
            not pi.far.outbox.waiting and pi.disk.place == head.place and self._find_head(pi) is head
            for pi in self.pis.values()
            if pi.far
        )


def _measure_copy(pi: RoomPi) -> tuple[int, int]:
    place = pi.disk.place
    return (place.game, place.seq) if place else (0, 0)
