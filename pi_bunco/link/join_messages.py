"""What a far Pi and the head say to each other over the head's pages while the far Pi joins.

1. ``POST /api/link/ask`` with :class:`JoinAsk`; the answer is :class:`JoinOffer`.
2. ``POST /api/link/reveal`` with :class:`JoinReveal`. Now both screens show the same code.
3. ``POST /api/link/answer`` with :class:`JoinWait`, again and again until the host has decided; the answer is
   :class:`JoinAnswer`.
"""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from pi_bunco.link.codes import NONCE_BYTES
from pi_bunco.link.joining import MAX_REQUEST_BYTES, MEMBER_LETTERS, TEXT_LETTERS, JoinState

Bundle = Annotated[str, Field(max_length=16_000)]
Member = Annotated[str, Field(max_length=MEMBER_LETTERS)]
Pem = Annotated[str, Field(max_length=MAX_REQUEST_BYTES)]
Nonce = Annotated[str, Field(pattern=f"^[0-9a-f]{{{2 * NONCE_BYTES}}}$")]
Id = Annotated[str, Field(max_length=TEXT_LETTERS)]
Name = Annotated[str, Field(max_length=TEXT_LETTERS)]


@dataclass(frozen=True, slots=True)
class JoinAsk:
    """A far Pi asks: its host name, the versions of its messages and of itself, a request, a commitment."""

    name: Name
    protocol: int
    version: Name
    request: Pem
    commitment: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class JoinOffer:
    """The head's answer: the request's id, its nonce, the room's authorities, and its own name there."""

    id: Id
    nonce: Nonce
    authorities: Bundle
    head: Member

    @property
    def room(self) -> bytes:
        """What shows which room it is: the code is made of this."""
        return (self.authorities + self.head).encode()


@dataclass(frozen=True, slots=True)
class JoinReveal:
    """The nonce of a far Pi."""

    id: Id
    nonce: Nonce


@dataclass(frozen=True, slots=True)
class JoinWait:
    """A far Pi asks whether the host has decided."""

    id: Id


@dataclass(frozen=True, slots=True)
class JoinAnswer:
    """The host's answer; with ``in`` come the far Pi's certificate and the port of the broker."""

    state: JoinState
    certificate: Pem = ""
    port: Annotated[int, Field(ge=0, le=65535)] = 0
