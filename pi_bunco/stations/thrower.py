"""A camera whose players throw when they are told to: the mock."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Thrower(Protocol):
    """Throws on demand, so that a command that waits for throws has some to see."""

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and no throw is asked for."""

    def throw(self) -> int:
        """Throw, and give the throw's number."""
