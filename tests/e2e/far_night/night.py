"""Plays games of a night with bad links and killed programs, and checks each game when it is over."""

import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pi_bunco.store import read_record
from tests.e2e.far_night.checks import check_logs, check_results, check_shown, check_throws
from tests.e2e.far_night.misfortunes import ONCE, Misfortunes
from tests.e2e.far_night.people import Guests, Host, Person, invite
from tests.e2e.far_night.room import PATIENCE, PLAYERS, TABLES, Room, ask
from tests.e2e.far_night.spectator import Spectator

BY_THREES = {table: (table - 1) // 3 for table in TABLES}
"""The head has tables 1 to 3, the far Pis the others."""
HEAD_LAST = {table: (table + 2) // 3 % 4 for table in TABLES}
"""A far Pi has the head table, and with it the bell and the finals. The head has tables 10 to 12."""
MIXED = {table: (table + 1) % 4 for table in TABLES}
"""Neighbours have different Pis, and those of a semi-final too."""
LAYOUTS = (BY_THREES, HEAD_LAST, MIXED)
PAUSE = 0.15
"""Seconds from a throw to the next at a table, on average."""
STUCK = 300.0
"""Seconds without a line in the log after which something is stuck."""


class Night:
    """A night in a room.

    Parameters
    ----------
    folder
        An empty folder.
    seed
        Chooses the dice, who taps when, and what goes wrong.
    rules
        The sheet of the first game.
    """

    def __init__(self, folder: Path, seed: str, rules: str) -> None:
        self._folder, self._seed, self._games = folder, seed, 0
        self.room = Room(folder, rules)

    def begin_game(self, rules: str, sets: int, options: Mapping[str, Any]) -> None:
        """Begin another game in the same room."""
        ask(
            self.room.head,
            "/api/game",
            rules=rules,
            players=PLAYERS,
            sets=sets,
            options=options,
            draw=True,
            end=True,
        )

    def play(self, tables: Mapping[int, int], *, rounds: int, once: bool) -> str:
        """Play at least so many rounds, or a whole game, while things go wrong, and check everything.

        Parameters
        ----------
        tables
            The Pi of each table, see :meth:`Room.give_tables`.
        rounds
            After how many rounds people go home, if each misfortune has happened; 0: after the game.
        once
            Whether each misfortune happens once; otherwise any happen all the time.

        Returns
        -------
        str
            What happened, in a line.
        """
        self._games += 1
        room, began, seed = self.room, time.monotonic(), f"{self._seed} game {self._games}"
        room.give_tables(tables)
        troubles = Misfortunes(room, seed, ONCE if once else None)

        def is_last(bells: int) -> bool:
            return bool(rounds) and bells >= rounds and not (once and troubles.is_alive())

        host = Host(room, seed, is_last)
        guests, spectator = invite(room, seed, PAUSE), Spectator(room, seed)
        people: list[Person] = [*guests, host, spectator]
        try:
            for person in people:
                person.start()
            room.wait(lambda: host.bells, "the first bell did not ring")
            troubles.start()
            self._wait_for_end(host, people, troubles)
            if troubles.is_alive():
                troubles.end()
            assert troubles.fault is None, repr(troubles.fault)
            self._wait_until_quiet()
        finally:
            if troubles.is_alive():
                troubles.end()
            for person in people:
                person.home.set()
            for person in people:
                person.join(PATIENCE)
        for person in people:
            if person.fault:
                raise person.fault
        return self._check(guests, host, spectator, troubles) + f", {time.monotonic() - began:.0f} s"

    def _wait_for_end(self, host: Host, people: list[Person], troubles: Misfortunes) -> None:
        known, since = 0, time.monotonic()
        while not host.done.wait(1.0):
            for person in people:
                if person.fault:
                    raise person.fault
            assert troubles.fault is None, repr(troubles.fault)
            lines = len(read_record(self.room.head.folder))
            if lines != known:
                known, since = lines, time.monotonic()
            assert time.monotonic() - since < STUCK, f"nothing happens after line {known}; {troubles.story}"

    def _wait_until_quiet(self) -> None:
        """Wait until nothing is on its way any more."""
        for shown in ask(self.room.head, "/api/room")["tables"]:
            table = shown["table"]
            self.room.wait(
                lambda table=table: ask(self.room.find_pi(table), f"/api/table/{table}")["kept"] == [],
                f"table {table} keeps slips",
            )
        self.room.wait_until_same()

    def _check(self, guests: list[Guests], host: Host, spectator: Spectator, troubles: Misfortunes) -> str:
        self._wait_until_quiet()
        lines = check_logs(self.room)
        taps = [tap for each in guests for tap in each.taps]
        try:
            counts = check_throws(lines, taps)
            check_shown(lines, taps)
            results = check_results(self.room, lines, self._folder)
        except AssertionError:
            print_line("\n".join(lines))  # without them nobody finds out why
            raise
        game = ask(self.room.head, "/api/room")["game"]
        faults = spectator.changed + spectator.list_differences(game, "game", results["rounds"])
        if results["finals"]:
            faults += spectator.list_differences(game, "semi_final", results["finals"]["rounds"])
        assert not faults, "\n".join(faults)
        asked = sum((each.asked for each in guests), Counter[str]())
        refused = Counter(tap.refused for tap in taps if tap.refused)
        return (
            f"{len(results['rounds'])} rounds, {counts}, asked at tables {dict(asked)}, by the host "
            f"{host.asked}, final results seen {len(spectator.seen)}, refused {dict(refused)}, "
            f"misfortunes: {'; '.join(troubles.story)}"
        )

    def close(self) -> None:
        """End all processes."""
        self.room.close()


def print_line(text: str) -> None:
    """Print a line, which pytest shows if the test fails."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
