"""Decides on the head which Pis may join the room: the pure part of joining.

A Pi asks and commits itself, gets a nonce, and reveals its own (:mod:`pi_bunco.link.codes` says why). Then
the host sees it with its code, and lets it in or refuses it.

Everybody in the network can ask. So all that they send has limits, and a Pi that waits with its code on the
host's page keeps its place.
"""

import re
import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Literal

from pi_bunco.errors import Trouble
from pi_bunco.link import codes
from pi_bunco.names import clean_name, is_clean_name
from pi_bunco.sentences import say

LIFE = 600.0
"""Seconds after which a request is forgotten, and seconds after which its answer is forgotten."""
MAX_OPEN = 8
"""Most requests without an answer."""
MAX_ASKED = 60
"""Most requests in ten minutes: each of up to 24 far Pis can try twice.

Somebody between two Pis could ask until both codes are the same by chance. So many tries succeed once in
16,000 times.
"""
MAX_REQUEST_BYTES = 4096
"""Most bytes in a certificate request, and in a certificate. Ours have less than one kilobyte."""
TEXT_LETTERS = 64
"""Most letters in a host name, as Linux allows (``HOST_NAME_MAX``), in a version and in an address."""
MEMBER_LETTERS = 32
"""Most letters in the name of a Pi of the room."""
JoinState = Literal["waiting", "refused", "in"]
"""What becomes of a Pi that asks."""
_NUMBER_LETTERS = 4  # of a member's name: -2 to -999


class JoinTrouble(Trouble):
    """A Pi cannot join now."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The head's answer to a Pi that asks.

    Attributes
    ----------
    id
        Identifies the request; nobody can guess it.
    nonce
        The head's nonce.
    """

    id: str
    nonce: bytes


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A Pi that wants to join, as the host sees it.

    Attributes
    ----------
    number
        Identifies the request on the host's page.
    name, version
        Its host name and its version of pi-bunco, as it says.
    address
        The address that it asks from.
    code
        The code that its screen shows too; ``""`` until it has revealed its nonce.
    """

    number: int
    name: str
    version: str
    address: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class HostAnswer:
    """The host's answer to a Pi.

    Attributes
    ----------
    state
        ``waiting``: the host has not answered yet.
    name
        The name in the room of a Pi that is let in.
    request
        Its certificate request: the one that the code was made of.
    """

    state: JoinState = "waiting"
    name: str = ""
    request: bytes = b""


_WAITING, _REFUSED = HostAnswer(), HostAnswer("refused")


@dataclass(frozen=True, slots=True)
class _Request:
    """A request. ``since`` is when the Pi asked, or when the host answered."""

    id: str
    shown: JoinRequest
    request: bytes
    commitment: str
    nonce: bytes
    since: float
    answer: HostAnswer = _WAITING


class Joining:
    """The Pis that want to join. Only one thread at a time may call its methods.

    Parameters
    ----------
    room
        What shows which room it is, as it is sent (:attr:`JoinOffer.room
        <pi_bunco.link.join_messages.JoinOffer.room>`).

    >>> joining, nonce = Joining(b"room"), codes.make_nonce()
    >>> asked = joining.ask("10.0.0.7", "hall", "3.0", b"request", codes.commit(nonce, b"request"), now=0.0)
    >>> joining.reveal(asked.id, nonce, now=0.1)
    >>> [(request.number, request.name) for request in joining.list_waiting(now=1.0)]
    [(1, 'hall')]
    >>> joining.let_in(1, members=["hall"], now=5.0)
    'hall-2'
    >>> joining.await_answer(asked.id, now=6.0)
    HostAnswer(state='in', name='hall-2', request=b'request')
    """

    def __init__(self, room: bytes) -> None:
        self._room = room
        self._numbers = count(1)
        self._requests: dict[str, _Request] = {}  # by their ids, in the order in which they came
        self._asked: dict[str, float] = {}  # all commitments of the last ten minutes, and when each came

    # What a far Pi may do. `now` is always the seconds on a clock that never jumps.

    def ask(  # noqa: PLR0913, PLR0917 - each is one field of the Pi's message
        self, address: str, name: str, version: str, request: bytes, commitment: str, now: float
    ) -> Asked:
        """Note that a Pi asks, and return the head's nonce for it.

        A Pi has one request: it replaces an older one of the same address. If too many wait, the oldest one
        is removed that has not revealed its nonce.

        Parameters
        ----------
        address
            The address that it asks from.
        name, version
            Its host name, and its version of pi-bunco.
        request
            Its certificate request.
        commitment
            Its commitment: 64 hexadecimal digits.
        now
            The time.

        Raises
        ------
        JoinTrouble
            If its message is malformed, if it has sent this commitment before, or if too many ask.
        """
        well_formed = len(request) <= MAX_REQUEST_BYTES and re.fullmatch("[0-9a-f]{64}", commitment)
        if not (well_formed and all(map(_can_be_shown, (address, name, version)))):
            raise JoinTrouble(
                say("Another Pi asked to join, but its request cannot be read."),
                say("Install the same version of pi-bunco on both Pis."),
            )
        self._forget_old(now)
        if commitment in self._asked:
            raise JoinTrouble(
                say("This request to join was answered before."), say("Begin to join again on that Pi.")
            )
        if len(self._asked) >= MAX_ASKED:
            raise JoinTrouble(
                say("There were {count} requests to join in ten minutes.", count=MAX_ASKED),
                say("Wait ten minutes. If no Pi of yours asks so often, change the password of the Wi-Fi."),
            )
        self._make_room(address)
        shown = JoinRequest(next(self._numbers), clean_name(name), clean_name(version), address)
        new = _Request(secrets.token_urlsafe(16), shown, request, commitment, codes.make_nonce(), now)
        self._requests[new.id] = new
        self._asked[commitment] = now
        return Asked(new.id, new.nonce)

    def reveal(self, id_: str, nonce: bytes, now: float) -> None:
        """Take the nonce of a Pi, and show its request to the host. A Pi may send its nonce again.

        Raises
        ------
        JoinTrouble
            If the request is not known, or this is not the nonce of its commitment. Then it is removed.
        """
        asked = self._find(id_, now)
        if len(nonce) != codes.NONCE_BYTES or codes.commit(nonce, asked.request) != asked.commitment:
            del self._requests[id_]
            raise JoinTrouble(
                say("Something changed the request to join on its way."),
                say("Begin to join again. If this happens again, look for a strange device in the network."),
            )
        code = codes.make_code(asked.request, self._room, nonce, asked.nonce)
        self._requests[id_] = replace(asked, shown=replace(asked.shown, code=code))

    def await_answer(self, id_: str, now: float) -> HostAnswer:
        """Return the host's answer to a Pi. It can ask for it again, since an answer may get lost.

        Raises
        ------
        JoinTrouble
            If its request is not known.
        """
        return self._find(id_, now).answer

    # What the host may do.

    def list_waiting(self, now: float) -> tuple[JoinRequest, ...]:
        """Return the requests that wait for the host, those that came first at the beginning."""
        self._forget_old(now)
        return tuple(each.shown for each in self._list_open() if each.shown.code)

    def let_in(self, number: int, members: Collection[str], now: float) -> str:
        """Let a Pi in, and return its name in the room. A second tap changes nothing.

        Parameters
        ----------
        number
            The number of its request.
        members
            The names of all Pis of the room.
        now
            The time.

        Raises
        ------
        JoinTrouble
            If the request is not known, or the host has refused it.
        """
        asked = self._find_shown(number, now)
        if asked.answer.state == "in":
            return asked.answer.name
        let_in = {each.answer.name for each in self._requests.values() if each.answer.state == "in"}
        name = _make_member_name(asked.shown.name, {*members, *let_in})
        self._answer(asked, HostAnswer("in", name, asked.request), now)
        return name

    def refuse(self, number: int, now: float) -> None:
        """Refuse a Pi. A second tap changes nothing.

        Raises
        ------
        JoinTrouble
            If the request is not known, or the host has let it in.
        """
        self._answer(self._find_shown(number, now), _REFUSED, now)

    # Internals.

    def _forget_old(self, now: float) -> None:
        self._requests = {id_: each for id_, each in self._requests.items() if now - each.since < LIFE}
        self._asked = {commitment: at for commitment, at in self._asked.items() if now - at < LIFE}

    def _list_open(self) -> Iterator[_Request]:
        return (each for each in self._requests.values() if each.answer == _WAITING)

    def _make_room(self, address: str) -> None:
        """Remove the request that a new one from this address replaces.

        If too many wait, remove the oldest one without a code; raise :class:`JoinTrouble` if there is none.
        """
        waiting = [*self._list_open()]
        removed = [each for each in waiting if each.shown.address == address]
        if not removed and len(waiting) >= MAX_OPEN:
            removed = [each for each in waiting if not each.shown.code][:1]
            if not removed:
                raise JoinTrouble(
                    say("{count} Pis wait to be let in.", count=MAX_OPEN),
                    say("Answer them on the host's page, and try again."),
                )
        for each in removed:
            del self._requests[each.id]

    def _find(self, id_: str, now: float) -> _Request:
        self._forget_old(now)
        if id_ not in self._requests:
            raise JoinTrouble(
                say("This request to join is not known any more."), say("Begin to join again on that Pi.")
            )
        return self._requests[id_]

    def _find_shown(self, number: int, now: float) -> _Request:
        shown = (each for each in self._requests.values() if each.shown.code)
        return self._find(next((each.id for each in shown if each.shown.number == number), ""), now)

    def _answer(self, asked: _Request, answer: HostAnswer, now: float) -> None:
        if asked.answer not in (_WAITING, answer):
            raise JoinTrouble(
                say("The host has already answered {name}.", name=asked.shown.name),
                say("Begin to join again on that Pi."),
            )
        self._requests[asked.id] = replace(asked, answer=answer, since=now)


def _can_be_shown(text: str) -> bool:
    return len(text) <= TEXT_LETTERS and is_clean_name(text) and clean_name(text) != ""


def _make_member_name(host: str, taken: Collection[str]) -> str:
    """Return a name for a Pi that no other one has, made of its host name.

    >>> _make_member_name("Hall_2.local", []), _make_member_name("hall", ["hall", "hall-2"])
    ('hall-2', 'hall-3')
    """
    plain = re.sub("[^a-z0-9]+", "-", host.partition(".")[0].lower())
    plain = plain[: MEMBER_LETTERS - _NUMBER_LETTERS].strip("-") or "pi"
    names = chain([plain], (f"{plain}-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)
