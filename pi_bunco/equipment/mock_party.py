"""Mock people: a host who rings and answers, players who throw before a camera, and guests who tap.

The table treats them like real people: the host taps, the players throw onto the mat, and the table learns
their throws only through the camera.
"""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from pi_bunco.game.commands import (
    AnswerDoubt,
    CallThrow,
    Command,
    DismissDoubt,
    DrawNames,
    EnterDice,
    RingBell,
)
from pi_bunco.views.table import TableView
from pi_bunco.views.throw_views import DoubtView

HOST = "mock host"
GUEST = "mock guest"
"""The senders of mock people's commands in the log."""


class ThrowTruth(Protocol):
    """What the dice of a throw show, and whether a camera can see that."""

    @property
    def values(self) -> tuple[int, ...]:
        """The faces on top."""

    @property
    def readable(self) -> bool:
        """Whether a camera can see them."""


class Mat(Protocol):
    """The mat onto which mock players throw."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and no throw is requested."""

    def throw(self, dice: int, /) -> int:
        """Throw, and return the throw's number."""

    def get_throw(self, number: int, /) -> ThrowTruth:
        """Return what a throw shows."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long mock people take for each action, in seconds.

    Attributes
    ----------
    ring
        Before the host rings for the next round.
    answer
        Before the host answers a question about a throw.
    admire
        Before the next throw, while players look at the score.
    lie
        The shortest time that dice lie on the mat.
    give_up
        How long players wait for a throw to be read before they throw again.
    """

    ring: float = 4.0
    answer: float = 3.5
    admire: float = 1.6
    lie: float = 0.8
    give_up: float = 4.0

    def speed_up(self, speed: float) -> "Pauses":
        """Return the pauses of people who are ``speed`` times as fast; ``lie`` and ``give_up`` stay."""
        return Pauses(self.ring / speed, self.answer / speed, self.admire / speed, self.lie, self.give_up)


class MockParty:
    """The host and the players of the mock table.

    Parameters
    ----------
    mat
        The mat onto which they throw.
    pauses
        How long the people take.
    thrown
        The number of the throw that lies on the mat at the start, -1 for an empty mat.

    Attributes
    ----------
    thrown
        The number of the last throw.
    """

    def __init__(self, mat: Mat, pauses: Pauses, thrown: int = -1) -> None:
        self._mat = mat
        self._pauses = pauses
        self.thrown = thrown
        self._last_scored = thrown
        self._page_state: tuple[object, ...] = ()
        self._page_changed = 0.0
        self._rest_since: float | None = None
        self._page_has_answered = True  # to the last throw, with a score or a question
        self._last_seq: int | None = None

    def choose_command(self, snapshot: TableView, now: float) -> Command | None:
        """Look at the page and the mat. Then throw, or return what the host taps.

        Parameters
        ----------
        snapshot
            What the page shows.
        now
            Seconds on any steady clock.
        """
        self._notice(snapshot, now)
        unchanged_for = now - self._page_changed
        if snapshot.doubt:
            return (
                self._answer(snapshot.doubt, snapshot.table) if unchanged_for >= self._pauses.answer else None
            )
        if snapshot.can.draw or (snapshot.phase == "ready" and snapshot.can.ring):
            if unchanged_for < self._pauses.ring:
                return None
            seen = snapshot.here.moment
            if snapshot.can.draw:
                return DrawNames(by=HOST, seen=seen)
            return RingBell(by=HOST, seen=seen, sure=True)
        if snapshot.dice and self._rest_since is not None:
            patience = self._pauses.admire if self._page_has_answered else self._pauses.give_up
            if now - self._rest_since >= self._pauses.lie and unchanged_for >= patience:
                self.thrown = self._mat.throw(snapshot.dice)
                self._rest_since, self._page_has_answered = None, False
        return None

    def wait(self, snapshot: TableView, now: float) -> bool:
        """Look, but do nothing. Return whether the dice have lain so long that a guest would give up."""
        self._notice(snapshot, now)
        return self._rest_since is not None and now - self._rest_since >= self._pauses.give_up

    def _notice(self, snapshot: TableView, now: float) -> None:
        state = (snapshot.revision, snapshot.phase)
        if not self._page_state and snapshot.doubt:
            self._last_scored -= 1  # the dice that lay on the mat at the start still need an answer
        elif snapshot.last and snapshot.last.seq != self._last_seq:
            self._last_scored = self.thrown
        self._last_seq = snapshot.last.seq if snapshot.last else None
        if state != self._page_state:
            self._page_state, self._page_changed, self._page_has_answered = state, now, True
        if not self._mat.at_rest:
            self._rest_since = None
        elif self._rest_since is None:
            self._rest_since = now

    def _answer(self, doubt: DoubtView, table: int) -> Command:
        """Return the host's answer: the dice as a person sees them, or no throw if they lean or count."""
        throw = self._mat.get_throw(self.thrown)
        if self._last_scored == self.thrown or not throw.readable or len(throw.values) != doubt.wanted:
            return DismissDoubt(doubt.seq, by=HOST, table=table)
        return AnswerDoubt(doubt.seq, throw.values, by=HOST, table=table)


class MockGuests:
    """The guests at one table.

    Parameters
    ----------
    seed
        Determines what they throw.
    pause
        Seconds that they take for a throw.
    """

    def __init__(self, seed: int, pause: float) -> None:
        self._luck = Random(seed)  # noqa: S311 - dice of a game at home
        self._pause = pause
        self._revision = -1
        self._page_changed = 0.0

    def choose_command(self, snapshot: TableView, now: float) -> Command | None:
        """Look at the page of their table and return what they tap.

        Parameters
        ----------
        snapshot
            What the page shows.
        now
            Seconds on any steady clock.
        """
        if snapshot.revision != self._revision:
            self._revision, self._page_changed = snapshot.revision, now
        if snapshot.can.call:
            return CallThrow(by=GUEST, table=snapshot.table, seen=snapshot.here.moment)
        if not snapshot.can.enter or now - self._page_changed < self._pause:
            return None
        return EnterDice(
            tuple(self._luck.randint(1, 6) for _ in range(snapshot.dice)),
            by=GUEST,
            table=snapshot.table,
            seen=snapshot.here.moment,
        )
