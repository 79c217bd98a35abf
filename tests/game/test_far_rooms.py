"""Random rooms in which dice of other Pis come late: nothing that was shown changes, or counts twice."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    AssignTables,
    DiceSettled,
    DismissDoubt,
    EnterDice,
    NewGame,
    RingBell,
    SettlePi,
)
from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.moment import TableMoment, get_table_moment
from pi_bunco.game.refused import Refused
from tests.game.conftest import Hands
from tests.game.far_pi import HALL, OUTBOX

GUESTS = tuple(f"Guest {number}" for number in range(1, 25))
PIS = {HALL: (3, 4), "hall-3": (5, 6)}
BY_DAY = {0, 31, 99}
"""Two that anybody would choose, and one that has found a fault."""
OUTBOXES = {HALL: OUTBOX, "hall-3": "7c1f09ab"}
Shown = dict[str, tuple[str, int, bool]]
"""Who has thrown for how many points, and whether in a roll-off, by the name of the tap or of the reading.
After its dot it has the number of the throw on the mat: one that was tapped in and seen has two names."""


class FarRoom:
    """A head with tables 1 and 2, two other Pis whose dice come late, and a game with many buncos."""

    def __init__(self, open_table: Callable[[], Keeper], rules: str, seed: int) -> None:
        self._open, self._luck = open_table, Random(seed)
        self.keeper = open_table()
        self.keeper.handle(NewGame(rules, GUESTS))
        for pi, tables in PIS.items():
            self.keeper.handle(AssignTables(pi, tables))
        self.keeper.handle(RingBell())
        self._names, self._sent = count(1), dict.fromkeys(PIS, 0)
        self._outboxes: dict[str, list[EnterDice | DiceSettled]] = {pi: [] for pi in PIS}
        self._hands = Hands()
        self._seen: dict[int, TableMoment] = {table: self._look(table) for table in range(1, 7)}

    def play(self, steps: int) -> None:
        """Let other Pis tap first, then all tables, and check after each step what pages have shown."""
        for pi in PIS:
            for _ in range(self._luck.randint(0, 6)):
                self._tap_far(pi)
        shown = self._find_shown()
        for _ in range(steps):
            with suppress(Refused):
                self._go_on()
            now = self._find_shown()
            assert {name: now.get(name) for name in shown} == shown
            # Questions are only dismissed here, so nobody says that a throw was another one.
            assert max(Counter(name.partition(".")[2] for name in now).values(), default=1) == 1
            shown = now

    def _go_on(self) -> None:
        what, pi = self._luck.random(), self._luck.choice([*PIS])
        if what < 0.3:
            self._tap_here(self._luck.choice((1, 2)))
        elif what < 0.42:
            self._tap_far(pi)
        elif what < 0.5:
            self._see_far(pi)
        elif what < 0.75 and self._outboxes[pi]:
            self.keeper.handle(self._outboxes[pi].pop(0))
        elif what < 0.82:
            self._seen |= {table: self._look(table) for table in PIS[pi]}
        elif what < 0.93:
            self._dismiss()
        elif what < 0.96:
            self.keeper = self._open()
        elif not any(self._outboxes.values()):
            for settled in PIS:
                self.keeper.handle(SettlePi(settled, self.keeper.book.last_end))
            self.keeper.handle(RingBell(sure=True))
            self._seen = {table: self._look(table) for table in self._seen}

    def _tap_here(self, table: int) -> None:
        """Tap on a page of the head, which may show an older moment."""
        now = self._look(table)
        at = self._seen[table] if self._luck.random() < 0.3 else now
        self._seen[table] = now
        if at.dice:
            self.keeper.handle(self._throw(table, at))

    def _tap_far(self, pi: str) -> None:
        table = self._luck.choice(PIS[pi])
        if self._seen[table].dice:
            self._sent[pi] += 1
            throw, number = self._throw(table, self._seen[table]), self._sent[pi]
            self._outboxes[pi].append(
                EnterDice(
                    throw.dice, table=table, token=throw.token, seen=throw.seen, after=throw.after,
                    item=ItemKey(OUTBOXES[pi], number), previous=number - 1,
                )
            )  # fmt: skip

    def _see_far(self, pi: str) -> None:
        """Let a camera see a throw. Often people also tap it in on a page of the head, as it asks them to."""
        table = self._luck.choice(PIS[pi])
        now, at = self._look(table), self._seen[table]
        if now.dice != 3 or at.dice != 3:
            return
        throw = self._throw(table, now)
        self._sent[pi] += 1
        number = self._sent[pi]
        dice = self._hands.throw(*throw.dice, table=table)
        self._outboxes[pi].append(
            replace(
                dice, snapshot=replace(dice.snapshot, jpeg=b""), token=f"c{throw.token}", seen=at.seen,
                after=at.newest, item=ItemKey(OUTBOXES[pi], number), previous=number - 1,
            )
        )  # fmt: skip
        if self._luck.random() < 0.7:
            self.keeper.handle(throw)

    def _throw(self, table: int, at: TableMoment) -> EnterDice:
        luck, target = self._luck, self.keeper.book.played.target
        dice = tuple(target if luck.random() < 0.4 else luck.randint(1, 6) for _ in range(at.dice))
        if at.dice == 3 and luck.random() < 0.25:
            dice = (luck.randint(1, 2),) * 3
        return EnterDice(
            dice, table=table, token=f"t{table}.{next(self._names)}", seen=at.seen, after=at.newest
        )

    def _dismiss(self) -> None:
        for table in self._seen:
            pending = self.keeper.book.get_table_lines(table).pending
            if pending and self._luck.random() < 0.7:
                self.keeper.handle(DismissDoubt(pending[0], table=table))

    def _look(self, table: int) -> TableMoment:
        return get_table_moment(self.keeper.book, table)

    def _find_shown(self) -> Shown:
        book = self.keeper.book
        return {
            _name_tap(book, throw.seq): (throw.thrower, throw.score.points, throw.rolloff)
            for played in book.game.rounds
            for table in played.tables
            for throw in table.throws
        }


def _name_tap(book: Book, number: int) -> str:
    line = book.get_line(number)
    return line.token or _name_tap(book, line.answers or 0)


@pytest.mark.parametrize("rules", ["classic", "houseparty", "boxed"])
@pytest.mark.parametrize(
    "seed",
    [seed if seed in BY_DAY else pytest.param(seed, marks=pytest.mark.nightly) for seed in range(100)],
)
def test_late_dice_change_no_throw_of_another_table(
    open_table: Callable[[], Keeper], rules: str, seed: int
) -> None:
    """Late dice and dice that wait change no throw that counts, at no table, also after a restart."""
    FarRoom(open_table, rules, seed).play(120)
