"""What the pages need from other Pis: those that follow this one, and the one that it follows."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pi_bunco.errors import Trouble
from pi_bunco.link.join_messages import JoinAnswer, JoinAsk, JoinOffer, JoinReveal, JoinWait
from pi_bunco.link.joining import JoinRequest
from pi_bunco.link.standing import PiStanding


@dataclass(frozen=True, slots=True)
class PiLine:
    """A far Pi of the room, as the host's page shows it.

    Attributes
    ----------
    name
        Its name in the room.
    says
        Its state in words: how far it has come, or for how long it was not heard; and its version.
    there
        Whether it is there.
    tables
        The tables at which it takes the throws.
    is_awaited
        Whether the room waits for it: it may still have throws of the round that is over.
    address
        The last known address of its pages, ``""`` if none is known.
    """

    name: str
    says: str
    there: bool
    tables: tuple[int, ...] = ()
    is_awaited: bool = False
    address: str = ""


@dataclass(frozen=True, slots=True)
class OtherCopy:
    """The copy of the log that another Pi has.

    Attributes
    ----------
    name
        The name of the Pi.
    says
        How it compares with that of this Pi, in words.
    is_better
        Whether it has more, so that the other Pi should become the head.
    """

    name: str
    says: str
    is_better: bool


class SparePi(Protocol):
    """A Pi that follows another one and may become the head: this one. Any thread may call it.

    Attributes
    ----------
    silence
        For how many seconds the head was not heard; 0: it is heard.
    """

    silence: float

    def get_standing(self) -> PiStanding:
        """Return what this Pi is in its room."""

    def list_copies(self) -> Sequence[OtherCopy]:
        """Return what the other Pis say of their copies. This may take some seconds."""

    def take_over(self) -> None:
        """Become the head; raise :class:`pi_bunco.errors.Trouble` if that is not possible."""


class OtherPis(Protocol):
    """The other Pis of the room, which follow this one. Any thread may call it.

    Each method raises :class:`pi_bunco.link.joining.JoinTrouble` if the request does not fit, and
    :class:`pi_bunco.errors.Trouble` if there is no broker or the disk does not take it.

    Attributes
    ----------
    trouble
        Why no Pi can follow now, ``None`` if they can.
    """

    trouble: Trouble | None

    def get_standing(self) -> PiStanding | None:
        """Return what this Pi is in its room, ``None`` if it has none."""

    def ask(self, address: str, ask: JoinAsk) -> JoinOffer:
        """Note that a Pi at an address asks to join, and return an offer."""

    def reveal(self, reveal: JoinReveal) -> None:
        """Take a Pi's nonce. From now on the host sees its request."""

    def get_answer(self, wait: JoinWait) -> JoinAnswer:
        """Return the host's answer to a Pi."""

    def list_waiting(self) -> Sequence[JoinRequest]:
        """Return the requests that wait for the host."""

    def list_pis(self) -> Sequence[PiLine]:
        """Return the Pis that were let in."""

    def let_in(self, number: int) -> None:
        """Let a Pi in, by the number of its request."""

    def refuse(self, number: int) -> None:
        """Refuse a Pi."""

    def put_out(self, name: str) -> None:
        """Put a Pi out of the room."""

    def assign(self, name: str, tables: Sequence[int]) -> None:
        """Let a Pi take the throws at these tables from now on; no other Pi takes them any more."""

    def go_on(self, name: str) -> None:
        """Go on without knowing whether a Pi has more throws of the round that is over."""


class HeadChoice(Protocol):
    """The host's choice whether this Pi follows another one. Both methods start the program again."""

    @property
    def leads(self) -> bool:
        """Whether this Pi has followed another one and has become the head after it."""

    def follow(self, address: str) -> None:
        """Follow the Pi with this address; raise :class:`pi_bunco.errors.Trouble` if it is no address."""

    def leave(self) -> None:
        """Follow nobody."""
