"""What people and devices ask of the table. The table decides; a refusal says why and what to do.

``by`` is who asked, as the page names it: ``tap``, ``button``, ``camera``, ``mock host``.
``token`` is made up by whoever asks, once for each tap; the same token twice is the same tap sent
again, and counts once.
"""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Reading
from pi_bunco.rules.sheets import Award, Sheet

Dice = tuple[int, ...]

CLOCK = "time limit"
"""Who ends a round whose time is up."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The camera saw settled dice: what was read, and the last frame that was read.

    ``at_start``: they lay there when the camera was opened, so they may be counted already.
    """

    reading: Reading
    frame: Frame
    at_start: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """The bell: start the round."""

    by: str = "tap"


@dataclass(frozen=True, slots=True)
class EndRound:
    """The host ends the round early."""

    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Enter:
    """Dice tapped in: three of a throw, or two of a die-off (left, right)."""

    dice: Dice
    by: str = "tap"
    token: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The doubtful throw ``seq`` shows these dice."""

    seq: int
    dice: Dice
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Dismiss:
    """The doubtful throw ``seq`` was no throw, or is thrown again."""

    seq: int
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Correct:
    """The throw ``seq`` shows these dice."""

    seq: int
    dice: Dice
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back event ``seq``, which must be the one that ``Can.undo`` names."""

    seq: int
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Redo:
    """Take back the undo ``seq``, which must be the one that ``Can.redo`` names."""

    seq: int
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Call:
    """The last throw is called ("Bunco!"), where the game wants calls."""

    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Draw:
    """The host has a name drawn, or the seats of the semi-final: what ``Can.draw`` offers."""

    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Confirm:
    """Staff confirm these claims, by their keys."""

    claims: tuple[str, ...]
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Judge:
    """The judge says whose costume is best: a player, or the number of a group."""

    best: str | int
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class Offer:
    """The host says which awards are given."""

    awards: tuple[Award, ...]
    by: str = "tap"


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a new game: the sheet, its options, how many sets (``None``: the sheet's), the names.

    ``rules`` is the sheet's slug; ``sheet`` a house's own, ``None`` for a printed one.
    """

    rules: str
    players: tuple[str, ...]
    sets: int | None = None
    options: dict[str, object] | None = None
    sheet: Sheet | None = None
    by: str = "tap"


Command = (
    Seen
    | Ring
    | EndRound
    | Enter
    | Answer
    | Dismiss
    | Correct
    | Undo
    | Redo
    | Call
    | Draw
    | Confirm
    | Judge
    | Offer
    | NewGame
)
