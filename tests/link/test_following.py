"""A far Pi's copy becomes the head's log, through losses, cuts and restarts."""

from dataclasses import replace

import pytest

from pi_bunco.link.follower import Action, Follower, Keep, SetAside
from pi_bunco.link.messages import AskLines, Beat, FromHead, LogLines, Rewind
from tests.link.room import SimulatedRoom

SCHEDULES = 200
NIGHTLY_SCHEDULES = 1000
QUIET_SECONDS = 200.0


def play(room: SimulatedRoom) -> None:
    """Play a night with lost, doubled and late messages, cuts and restarts, then a while without events."""
    game = 0
    before = None
    for _ in range(300):
        luck = room.chance.random()
        if game == 0 or luck < 0.01:
            game += 1
            room.tail.write(game, [b'{"game":%d}' % game])
        elif luck < 0.3:
            room.tail.write(
                game, [b'{"throw":%d}' % room.chance.randrange(10**6)] * room.chance.randint(1, 5)
            )
        elif luck < 0.31:
            room.network.cut_until = room.now + room.chance.uniform(1, 10)
        elif luck < 0.32:
            room.restart_far()
        elif luck < 0.325:
            before = room.tail.rows[:]
        elif luck < 0.33 and before:
            room.replace_head(before)
            game = before[-1].game
        room.step()
    while room.now < 30 + QUIET_SECONDS and room.copy != room.tail.rows:
        room.step()


def find_wrong_copy(seeds: range, follower: type[Follower] = Follower) -> int | None:
    """Return the first seed after whose night the copy is not the head's log, ``None`` without one."""
    for seed in seeds:
        room = SimulatedRoom(seed, follower)
        play(room)
        if room.copy != room.tail.rows:
            return seed
    return None


def test_copy_becomes_the_log() -> None:
    """After any night the copy has the same lines with the same seals as the head's log."""
    assert find_wrong_copy(range(SCHEDULES)) is None


@pytest.mark.nightly
def test_copy_becomes_the_log_in_many_nights() -> None:
    """The same for a thousand other nights."""
    assert find_wrong_copy(range(SCHEDULES, SCHEDULES + NIGHTLY_SCHEDULES)) is None


class WithoutSeals(Follower):
    """Compares only numbers."""

    def _follows(self, lines: LogLines) -> bool:
        return self.place is None or (lines.game, lines.seq) == (self.place.game, self.place.seq + 1)


class WithoutAsking(Follower):
    """Never asks for what it has missed."""

    def _ask(self, now: float) -> list[Action]:  # noqa: ARG002 - as there
        return []


class WithoutPatience(Follower):
    """Asks once only."""

    def check(self, now: float) -> list[Action]:  # noqa: ARG002 - as there
        return []

    def _ask(self, now: float) -> list[Action]:
        return super()._ask(now) if self._asked is None else []


class WithoutRewind(Follower):
    """Keeps a copy that the head's log does not begin with."""

    def take(self, message: FromHead, now: float) -> list[Action]:
        return [] if isinstance(message, Rewind) else super().take(message, now)


@pytest.mark.parametrize("follower", [WithoutSeals, WithoutAsking, WithoutPatience, WithoutRewind])
def test_each_rule_is_needed(follower: type[Follower]) -> None:
    """Without any one of its rules, a far Pi ends some nights with another copy."""
    assert find_wrong_copy(range(SCHEDULES), follower) is not None


def test_older_term_is_ignored() -> None:
    """A head that was replaced says nothing that counts."""
    room = SimulatedRoom(1)
    room.tail.write(1, [b"{}"])
    [lines] = room.sender.list_new()
    follower = Follower(None, 0.0)
    follower.take(Beat(term=2, place=None, name="new", version="1"), 0.1)
    assert follower.take(lines, 0.2) == []
    assert follower.take(replace(lines, term=2), 0.2) == [Keep(replace(lines, term=2))]


def test_older_term_is_ignored_after_a_restart() -> None:
    """A Pi that has heard a newer head before hears nothing of an older one, and is cut off meanwhile."""
    room = SimulatedRoom(1)
    room.tail.write(1, [b"{}"])
    [lines] = room.sender.list_new()
    place = lines.last
    follower = Follower(None, 0.0, term=3)
    for message in (
        lines,
        Beat(term=2, place=place, name="old", version="1"),
        replace(lines, term=2),
        Rewind(term=2, place=place),
    ):
        assert follower.take(message, 9.0) == []
    assert follower.check(20.0) == []
    assert (follower.term, follower.head, follower.measure_silence(9.0)) == (3, None, 9.0)
    assert follower.take(replace(lines, term=3), 9.5) == [Keep(replace(lines, term=3))]
    assert follower.measure_silence(9.5) == 0.0


def test_the_newest_term_is_known() -> None:
    """It rises with any message, and the program can write it down for its next start."""
    follower = Follower(None, 0.0, term=1)
    follower.take(Beat(term=4, place=None, name="new", version="1"), 0.1)
    assert follower.term == 4
    assert follower.take(Beat(term=3, place=None, name="old", version="1"), 0.2) == []
    assert follower.head
    assert follower.head.name == "new"


def test_an_older_head_cannot_set_the_copy_aside() -> None:
    """It may have another log, but only the newest head’s counts."""
    room = SimulatedRoom(1)
    room.tail.write(1, [b"{}"])
    [lines] = room.sender.list_new()
    follower = Follower(lines.last, 0.0, term=2)
    assert follower.take(Rewind(term=1, place=lines.last), 0.1) == []
    assert follower.place == lines.last
    assert follower.take(Rewind(term=2, place=lines.last), 0.2) == [SetAside(), AskLines(place=None)]
