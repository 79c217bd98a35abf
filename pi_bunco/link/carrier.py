"""What carries messages between Pis. It may lose them all: the parts above it ask again."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

Receive = Callable[[str, bytes], None]
"""Takes the topic and the payload of a message."""
Notice = Callable[[bool], None]
"""Takes whether the carrier is connected now."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """Files in PEM by which two ends know each other: the authority's certificate, this end's, its key."""

    authority: Path
    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Access:
    """The topics that a Pi may read and write; ``+`` stands for the name of any Pi."""

    reads: tuple[str, ...]
    writes: tuple[str, ...]


class Carrier(Protocol):
    """One end of what carries messages. Any thread may call its methods."""

    def send(self, topic: str, payload: bytes) -> None:
        """Send a message, and return at once. It is lost if there is no connection."""

    def close(self) -> None:
        """Disconnect and stop."""
