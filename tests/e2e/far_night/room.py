"""A room of twelve tables whose game runs on four Pis: a head and three far Pis, each a process."""

import json
import sqlite3
import subprocess
import time
from collections.abc import Mapping
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from pi_bunco.link.broker import find_free_port
from pi_bunco.link.state import FAR_FILE, FOLDER, HEAD_FILE, FarState, HeadState, load_state, save_state
from pi_bunco.store import read_record
from tests.e2e.far_night.rough_link import RoughLink
from tests.e2e.test_follow import Pi, have_same_log, let_in, wait_for

PLAYERS = tuple(f"Guest {number}" for number in range(1, 49))
TABLES = range(1, 13)
PATIENCE = 240.0
"""Seconds that a slow machine may take for something that must happen."""
BUSY = (500, 502, 503, 429)


class Unheard(Exception):
    """A Pi gave no answer: it does not run, or cannot do anything yet."""


class Room:
    """Four Pis.

    Parameters
    ----------
    folder
        An empty folder.
    rules
        The sheet of the first game.

    Attributes
    ----------
    head, fars
        The Pis.
    links
        The connection of each far Pi to the broker.
    """

    def __init__(self, folder: Path, rules: str) -> None:
        self._opened = ExitStack()
        self._broker = find_free_port()
        (folder / "head" / FOLDER).mkdir(parents=True)
        save_state(HeadState(self._broker), folder / "head" / FOLDER / HEAD_FILE)
        words = ("run", "--camera", "none", "--roles", "off", "--rules", rules)
        self.head = Pi(folder / "head", *words, "--players", ",".join(PLAYERS), port=find_free_port())
        self._opened.callback(self._end, self.head)
        self.fars: list[Pi] = []
        self.links: list[RoughLink] = []
        self._names: list[str] = []
        self._pis: dict[int, Pi] = {}
        try:
            for number in (1, 2, 3):
                self._join(folder / f"far{number}")
        except BaseException:
            self.close()
            raise

    def _join(self, folder: Path) -> None:
        wait_for(lambda: self.head.ask("/api/table/1"))
        far = Pi(folder, "follow", f"127.0.0.1:{self.head.port}", "--camera", "none", port=find_free_port())
        self._opened.callback(self._end, far)
        self.fars.append(far)
        let_in(self.head, far)
        state = wait_for(lambda: load_state(FarState, folder / FOLDER / FAR_FILE))
        self._kill(far)
        link = RoughLink(self._broker)
        self._opened.callback(link.close)
        self.links.append(link)
        save_state(FarState(state.head, link.port), folder / FOLDER / FAR_FILE)
        far.start()
        self._names.append(self.head.ask("/api/link")["pis"][-1]["name"])

    def give_tables(self, tables: Mapping[int, int]) -> None:
        """Assign each table to its Pi, 0 being the head, and wait until all Pis know that."""
        for number, name in enumerate(self._names, 1):
            own = [table for table, pi in tables.items() if pi == number]
            self.head.ask("/api/link/tables", name=name, tables=own)
        self._pis = {table: [self.head, *self.fars][pi] for table, pi in tables.items()}
        wanted = {
            name: [table for table in TABLES if tables[table] == number]
            for number, name in enumerate(self._names, 1)
        }
        self.wait(lambda: self._read_tables() == wanted, "the tables are not given")
        self.wait_until_same()

    def _read_tables(self) -> dict[str, list[int]]:
        events = map(json.loads, read_record(self.head.folder))
        return {event["pi"]: event["tables"] for event in events if event.get("event") == "pi:tables"}

    def find_pi(self, table: int) -> Pi:
        """Return the Pi on whose page people tap for a table."""
        return self._pis[table]

    @property
    def pis(self) -> list[Pi]:
        """All Pis, the head first."""
        return [self.head, *self.fars]

    @staticmethod
    def wait(what: Any, why: str) -> Any:
        """Wait until something is there, and return it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if found := what():
                    return found
            except (OSError, Unheard, HTTPException, ValueError, KeyError, sqlite3.Error):
                pass
            time.sleep(0.1)
        raise AssertionError(why)

    def wait_until_same(self) -> None:
        """Wait until each far Pi has the whole log of the head."""
        for far in self.fars:
            self.wait(lambda far=far: have_same_log(self.head, far), f"{far.folder.name} lacks lines")

    def kill(self, pi: Pi, pause: float) -> None:
        """Kill a Pi as a power cut would, and start it again."""
        self._kill(pi)
        time.sleep(pause)
        pi.start()

    def kill_broker(self) -> None:
        """Kill the broker; the head starts it again."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.head.process.pid), "mosquitto"],
            capture_output=True,
            text=True,
            check=False,
        )
        for process in found.stdout.split():
            subprocess.run(["kill", "-9", process], check=False)

    @staticmethod
    def _kill(pi: Pi) -> None:
        pi.process.kill()
        pi.process.wait()

    @staticmethod
    def _end(pi: Pi) -> None:
        pi.process.kill()
        pi.process.wait()

    def close(self) -> None:
        """End everything."""
        self._opened.close()


def ask(pi: Pi, path: str, **body: object) -> Any:
    """Send a request to a Pi.

    Raises
    ------
    Unheard
        If no answer came, or none that says anything.
    HTTPError
        If it was refused. Its ``msg`` is the sentence.
    """
    try:
        return pi.ask(path, **body)
    except HTTPError as refusal:
        if refusal.code in BUSY:
            raise Unheard from refusal
        try:
            refusal.msg = json.loads(refusal.read())["error"]
        except (ValueError, KeyError, OSError):
            raise Unheard from refusal
        raise
    except (OSError, HTTPException, ValueError) as error:
        raise Unheard from error
