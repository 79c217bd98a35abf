"""What is on the cards of the Pis in a simulated takeover, and the rules that can be switched off."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from pi_bunco.game.item_key import find_newest_items, pick_items
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.outbox import Kept, Outbox
from pi_bunco.link.state import FarState, HeadState
from pi_bunco.store.chain import SealedLine

PORT = 8883


@dataclass(frozen=True, slots=True)
class TakeoverRules:
    """The rules of a takeover. Each can be switched off.

    Attributes
    ----------
    terms
        The term rises with each takeover.
    remembers
        A far Pi remembers the newest term that it has heard, and follows no older head any more.
    names
        Of two heads in the same term, one goes before the other by its name.
    heads_look
        A head looks for a newer one, and stops playing.
    fars_look
        A far Pi that hears no head looks for another one.
    reopens
        At the start of a Pi everything waits again that its copy of the log does not have.
    compares
        A head takes items only of a Pi whose copy is the beginning of its own log.
    finds
        The head finds what an item is about by the name of that line, and not by its number.
    own_items
        A Pi that becomes the head first enters what waits in its own outbox.
    """

    terms: bool = True
    remembers: bool = True
    names: bool = True
    heads_look: bool = True
    fars_look: bool = True
    reopens: bool = True
    compares: bool = True
    finds: bool = True
    own_items: bool = True


@dataclass(frozen=True, slots=True)
class Records:
    """What is known of a night for the comparison at its end.

    Attributes
    ----------
    writers
        The term and the name of the head that wrote each line, by the line's seal.
    faults
        What was wrong during the night.
    """

    writers: dict[bytes, tuple[int, str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Disk:
    """What is on a Pi's card.

    Attributes
    ----------
    rows
        Its log, or its copy of one.
    items
        Each item of its outbox by its number.
    done
        The numbers of those that were in the copy of a log.
    roster
        The newest term in which it has heard who belongs to the room, ``None`` before that.
    far
        Which head it follows, ``None`` for the first head.
    head
        What it remembers as a head, ``None`` if it is none.
    """

    rows: list[SealedLine] = field(default_factory=list)
    items: dict[int, Kept] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)
    roster: int | None = None
    far: FarState | None = None
    head: HeadState | None = None

    def copy(self) -> "Disk":
        """Return another card with the same on it."""
        return Disk([*self.rows], {**self.items}, {*self.done}, self.roster, self.far, self.head)

    @property
    def place(self) -> LinePlace | None:
        """The newest line."""
        last = self.rows[-1] if self.rows else None
        return LinePlace.find(last)

    def open_outbox(self, rules: TakeoverRules, chance: Random) -> Outbox:
        """Return the outbox as it is at the start of a program. What the log has has not left it yet."""
        outbox = Outbox(f"{chance.getrandbits(32):08x}", max(self.items, default=0))
        items = (replace(kept, since=None) for kept in self.items.values())
        outbox.reopen([kept for kept in items if rules.reopens or kept.number not in self.done])
        return outbox


def find_items(rows: Iterable[SealedLine]) -> dict[str, int]:
    """Return the number of the newest item of each outbox in lines."""
    lines = (json.loads(row.body) for row in rows if b'"item"' in row.body)
    return pick_items(find_newest_items(lines), ())


def make_far_state(head: str, term: int = 0) -> FarState:
    """Return what a far Pi remembers of the head with this name."""
    return FarState(f"http://{head}/", PORT, head, term=term)
