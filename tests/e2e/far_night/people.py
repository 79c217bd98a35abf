"""The people of the night: guests who throw and tap at each table, and a host."""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from random import Random
from typing import Any
from urllib.error import HTTPError

from tests.e2e.far_night.room import PATIENCE, TABLES, Room, Unheard, ask

MOST_ALONE = 8
"""How many throws people tap while their Pi says that it is alone; then they wait."""
_QUESTION = re.compile(r'action="/api/table/(\d+)/dismiss"><input type="hidden" name="seq" value="(\d+)"')


@dataclass(frozen=True, slots=True)
class Tap:
    """Dice that were tapped.

    Attributes
    ----------
    token, table
        The name of the tap, and the table.
    dice
        The dice.
    refused
        What the page said if it refused them.
    shown
        Who threw them for how many points in the round, if the page has answered that.
    is_gone
        Whether the table did not play any more when the answer came, so that nobody said whether they count.
    """

    token: str
    table: int
    dice: tuple[int, ...]
    refused: str = ""
    shown: tuple[str, int] | None = None
    is_gone: bool = False


class Person(threading.Thread):
    """Somebody who looks at pages and taps, until everybody goes home.

    Attributes
    ----------
    fault
        What was wrong, ``None``: nothing.
    """

    def __init__(self, room: Room, seed: str, pause: float) -> None:
        super().__init__(daemon=True)
        self.room, self.luck, self._pause = room, Random(seed), pause
        self.home = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        """Look at the page and do what it asks for, again and again."""
        try:
            while not self.home.is_set():
                with suppress(Unheard):
                    self.act()
                self.home.wait(self._pause * self.luck.uniform(0.5, 1.5))
        except BaseException as error:  # noqa: BLE001 - the test raises it
            self.fault = error

    def act(self) -> None:
        """Do what the page asks for."""


class Guests(Person):
    """The guests at a table. They enter each throw once, and look only at the page of their table.

    Attributes
    ----------
    taps
        What they have tapped, in its order.
    asked
        How many questions about late dice they have answered.
    """

    def __init__(self, room: Room, table: int, seed: str, pause: float) -> None:
        super().__init__(room, f"{seed} table {table}", pause)
        self.table = table
        self.taps: list[Tap] = []
        self.asked = Counter[str]()
        self._path = f"/api/table/{table}"
        self._alone = 0

    def act(self) -> None:
        """Throw, if it is somebody's turn, or answer a question."""
        pi = self.room.find_pi(self.table)
        try:
            view = ask(pi, self._path)
        except HTTPError:  # there is no such table in a semi-final
            return
        is_alone = view["alone"] is not None
        self._alone = self._alone if is_alone else 0
        if view["doubt"]:
            if not is_alone:
                self._answer(view)
            return
        awaits, kept = view["here"]["awaits"], len(view["kept"])
        if not view["can"]["enter"] or awaits not in ("throw", "one_each"):
            return
        if awaits == "one_each" and kept:
            return  # the page does not know yet who is still in
        if is_alone:
            # People see when a roll-off is over, but not when the round is.
            if self._alone >= (MOST_ALONE if view["phase"] == "playing" else 1):
                return
            self._alone += 1
        self._enter(view)

    def _enter(self, view: dict[str, Any]) -> None:
        dice = self._throw(view)
        token = f"t{self.table}.{len(self.taps) + 1}"
        here = view["here"]
        body = {"dice": dice, "moment": here["seen"], "after": here["newest"], "token": token}
        self.taps.append(self._send(token, dice, body))

    def _throw(self, view: dict[str, Any]) -> tuple[int, ...]:
        if view["here"]["awaits"] == "one_each":
            return tuple(self.luck.choice((1, 3, 6)) for _ in range(view["dice"]))
        if view["phase"] == "final" and self.luck.random() < 0.2:
            return 1, 1, 1
        if self.luck.random() < 0.05:
            return (self.luck.randint(1, 6),) * 3
        # Lucky dice: or a night would take hours.
        return tuple(
            view["target"] if self.luck.random() < 0.3 else self.luck.randint(1, 6) for _ in range(3)
        )

    def _send(self, token: str, dice: tuple[int, ...], body: dict[str, Any]) -> Tap:
        """Send a tap as a page does: again, with the same name, if no answer came."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                view = ask(self.room.find_pi(self.table), f"{self._path}/enter", **body)
            except HTTPError as refusal:
                if refusal.code == HTTPStatus.NOT_FOUND:
                    return Tap(token, self.table, dice, is_gone=True)
                return Tap(token, self.table, dice, refusal.msg)
            except Unheard:
                time.sleep(0.3)
            else:
                return Tap(token, self.table, dice, shown=_find_shown(view, body))
        raise AssertionError(f"table {self.table}: nobody answers the tap {token}")

    def _answer(self, view: dict[str, Any]) -> None:
        """Say that late dice count, unless that would take other throws away."""
        pi, doubt = self.room.find_pi(self.table), view["doubt"]
        with suppress(HTTPError):  # somebody may have answered
            self.asked[doubt["kind"] or "?"] += 1
            ask(pi, f"{self._path}/dismiss", seq=doubt["seq"], token=f"a{self.table}.{doubt['seq']}")


def _find_shown(view: dict[str, Any], body: dict[str, Any]) -> tuple[str, int] | None:
    """Return who threw, and the points, if a page shows a tap as the newest throw of a round."""
    last = view["last"]
    is_new = last and last["seq"] > body["after"] and last["dice"] == list(body["dice"])
    if not is_new or view["kept"] or last["rolloff"]:
        return None
    return last["thrower"], last["points"]


class Host(Person):
    """The host, who rings the bell when nothing waits, draws, and answers what no table can answer.

    ``is_last`` returns whether no further bell is wanted after so many.

    Attributes
    ----------
    bells
        How often the bell has rung.
    done
        Set when the night is over, or a round is final after the last bell.
    """

    def __init__(self, room: Room, seed: str, is_last: Callable[[int], bool]) -> None:
        super().__init__(room, f"{seed} host", 0.3)
        self._is_last = is_last
        self.bells, self.asked = 0, 0
        self.done = threading.Event()

    def act(self) -> None:
        """Ring, draw, or answer."""
        pi = self.room.head
        try:
            view = ask(pi, "/api/table/1")
        except HTTPError:
            return
        can, moment = view["can"], view["moment"]
        if moment["part"] in ("between", "over", "break", "draw"):
            self._answer_questions()
        with suppress(HTTPError):  # a late throw may have come first
            if can["draw"] and self.luck.random() < 0.7:
                ask(pi, "/api/table/1/draw", moment=view["here"]["seen"], token=f"d{time.monotonic_ns()}")
            elif moment["part"] == "over" or (moment["part"] == "between" and self._is_last(self.bells)):
                if not moment["waiting"]:
                    self.done.set()
            elif can["ring"] and not moment["waiting"]:
                self._ring(view)

    def _ring(self, view: dict[str, Any]) -> None:
        """Ring at the head, or where people of the head table tap."""
        pi = self.luck.choice((self.room.head, self.room.find_pi(1)))
        before = view["here"]["seen"]
        there = ask(pi, "/api/table/1")
        if there["here"]["seen"] != before or not there["can"]["ring"]:
            pi = self.room.head
        ask(pi, "/api/table/1/ring", sure=True, moment=before, token=f"b{time.monotonic_ns()}")
        self.bells += 1

    def _answer_questions(self) -> None:
        with suppress(OSError):
            for table, seq in _QUESTION.findall(self.room.head.read("/host")):
                self.asked += 1
                ask(self.room.head, f"/api/table/{table}/dismiss", seq=int(seq))


def invite(room: Room, seed: str, pause: float) -> list[Guests]:
    """Return the guests of all tables; nobody has begun."""
    return [Guests(room, table, seed, pause) for table in TABLES]
