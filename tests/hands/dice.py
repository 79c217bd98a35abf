"""Which dice the party throws. It wants rounds to end soon, and ties to stand; it knows no rules.

People hear what a screen asks for, and choose from that alone. ``random.Random`` with the evening's seed
decides the rest.
"""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from tests.hands.eyes import Sight

Occasion = Literal["round", "rolloff", "dieoff", "order", "set_rolloff", "each", "final", "other"]
Mood = Literal["bunco", "tie", "real"]
"""How a round is played: a bunco ends it soon; nobody scores until the host ends it; or as dice fall."""

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
_OCCASIONS: tuple[tuple[Occasion, str], ...] = (
    ("order", r"Three dice for the order"),
    ("set_rolloff", r"roll for sixes, and the first"),
    ("each", r"^One die each"),
    ("final", r"^Three ones win"),
    ("dieoff", r"A lone six wins"),
    ("rolloff", r"Roll-off for (?:ones|twos|threes|fours|fives|sixes)"),
    ("round", r"Rolling for|The bell rang: last turn"),
)
_OTHER: Occasion = "other"
FORCED = {"rolloff": 2, "dieoff": 2, "order": 4, "set_rolloff": 3, "each": 2, "final": 6, "other": 0}
"""How many throws of each occasion keep the tie, before chance may end it."""
LAST_FORCED = 3
"""The last table at which ties are kept. In a large room, the others would only take time."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The throw that a screen asks for.

    Attributes
    ----------
    occasion
        What it is for, as the screen says it.
    target
        The number that counts; 0: the screen names none.
    wanted
        How many dice are to be tapped in.
    whose
        The owner of each die if several people throw one each.
    thrower
        Who throws, or for whom; ``""``: the screen does not say.
    where
        The part of the night that the screen names, so that a new one is noticed.
    """

    occasion: Occasion
    target: int
    wanted: int
    whose: tuple[str, ...]
    thrower: str
    where: str


def read_asked(sight: Sight) -> Asked | None:
    """Return the throw that a screen with keys asks for, ``None`` if it has no keys to tap now."""
    slots = [thing.name for thing in sight.things if thing.name.endswith(": not tapped yet")]
    key = sight.find("1", "button")
    if not slots or key is None or key.covered:
        return None
    owners = tuple(slot.removesuffix(": not tapped yet") for slot in slots)
    whose = () if all(re.fullmatch(r"Die \d", owner) for owner in owners) else owners
    occasion: Occasion = next((name for name, words in _OCCASIONS if sight.reads(words)), _OTHER)
    target = next(
        (at for at, face in enumerate(FACES, 1) if sight.reads(rf"(?:Rolling|Roll-off) for {face}\b")), 0
    )
    turn = sight.reads(r"^(?P<who>\S.*?)\s+throws(?: for .+?)?(?:,.*)?$")
    part = sight.reads(r"^(?:Semi-final|Set \d+|A place.*|The final)")
    where = f"{part[0] if part else ''} {target}"
    return Asked(occasion, target, len(slots), whose, turn["who"] if turn else "", where)


@dataclass
class DiceBox:
    """Chooses the dice of an evening.

    Attributes
    ----------
    chance
        The evening's chance.
    fair
        Whether each player should win about as often as the others, so that a set ends in a tie. It works at
        a single table where everybody plays alone.
    moods
        The mood of each round so far.
    """

    chance: Random
    fair: bool = False
    moods: dict[str, Mood] = field(default_factory=dict)
    _in_hurry: bool = False
    _forced: Counter[str] = field(default_factory=Counter)
    _wins: Counter[str] = field(default_factory=Counter)
    _targets: dict[int, int] = field(default_factory=dict)

    def wants_end(self, where: str) -> bool:
        """Return whether the host should end this round, because equal scores stand."""
        return self.moods.get(where) == "tie"

    @contextmanager
    def hurry(self) -> Iterator[None]:
        """End rounds with the next throw at the head table, within the ``with``."""
        self._in_hurry = True
        yield
        self._in_hurry = False

    def choose(self, table: int, asked: Asked) -> tuple[int, ...]:
        """Return the dice that are thrown at a table."""
        if asked.target:
            self._targets[table] = asked.target
        if asked.occasion == "round":
            return self._throw_in_round(table, asked)
        forced = self._is_forced(table, asked)
        if asked.whose:
            return self._throw_one_each(asked, forced=forced)
        if asked.occasion == "order":
            return (2, 3, 4) if forced else self._roll(0, 3, 0)
        target = {"set_rolloff": 6, "final": 1}.get(asked.occasion, asked.target)
        if forced:
            return self._miss(target)
        return (1, 1, 1) if asked.occasion == "final" else self._roll(target, asked.wanted, 0.5)

    def _throw_in_round(self, table: int, asked: Asked) -> tuple[int, ...]:
        target = asked.target or self._targets.get(table, 1)
        if not asked.target:  # the bell has rung, and a turn is finished
            return self._roll(target, 3, 0.2)
        if self.fair:
            return self._throw_fairly(asked)
        mood = self.moods.setdefault(asked.where, self._choose_mood())
        if self._in_hurry and table == 1:
            return (target,) * 3
        if mood == "tie":
            return self._miss(target)
        if mood == "bunco" and table == 1 and self.chance.random() < 0.5:
            return (target,) * 3
        return self._roll(target, 3, 0.45 if mood == "real" else 0.1)

    def _throw_fairly(self, asked: Asked) -> tuple[int, ...]:
        """Throw a bunco for the player with the fewest wins, and miss for everybody else."""
        self._wins[asked.thrower] += 0
        fewest = min(self._wins.values())
        if self._wins[asked.thrower] > fewest:
            return self._miss(asked.target)
        self._wins[asked.thrower] += 1
        return (asked.target,) * 3

    def _choose_mood(self) -> Mood:
        return self.chance.choices(("bunco", "tie", "real"), (6, 3, 1))[0]

    def _throw_one_each(self, asked: Asked, *, forced: bool) -> tuple[int, ...]:
        if forced:
            return (self.chance.randint(1, 6 if asked.occasion == "dieoff" else 5),) * asked.wanted
        return self._roll(6, asked.wanted, 0.3)

    def _is_forced(self, table: int, asked: Asked) -> bool:
        """Return whether this throw must keep a tie, and count it."""
        key = f"{table} {asked.occasion} {asked.where}"
        self._forced[key] += 1
        return table <= LAST_FORCED and self._forced[key] <= FORCED[asked.occasion]

    def _roll(self, target: int, count: int, likely: float) -> tuple[int, ...]:
        return tuple(
            target if target and self.chance.random() < likely else self.chance.randint(1, 6)
            for _ in range(count)
        )

    def _miss(self, target: int) -> tuple[int, ...]:
        """Return dice that score nothing: neither the target nor three alike."""
        others = [face for face in range(1, 7) if face != target]
        first, second = self.chance.sample(others, 2)
        return (first, second, self.chance.choice((first, second)))
