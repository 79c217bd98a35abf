"""What people and devices ask of the game. The game decides; a refusal says why and what to do."""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Reading
from pi_bunco.rules import Counted
from pi_bunco.rules.header import Seats
from pi_bunco.rules.sheets import Award, Sheet
from pi_bunco.table.table_lines import HEAD

Dice = tuple[int, ...]

CLOCK = "time limit"
"""Who ends a round whose time is up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What all commands say.

    Attributes
    ----------
    by
        Who asks, as the page names it: ``tap``, ``button``, ``camera``, ``mock host``.
    token
        Made up by who asks, once for each tap: the same token twice is the same tap sent again, and counts
        once. ``""``: none.
    """

    by: str = "tap"
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable(Asked):
    """What commands say that are about one table: its number."""

    table: int = HEAD


@dataclass(frozen=True, slots=True, eq=False)
class Seen(AtTable):
    """A camera saw settled dice: what was read, and the last frame that was read.

    ``at_start``: they lay there when the camera was opened, so they may be counted already.
    """

    reading: Reading
    frame: Frame
    at_start: bool = False


@dataclass(frozen=True, slots=True)
class Ring(Asked):
    """The bell: start the round."""


@dataclass(frozen=True, slots=True)
class EndRound(Asked):
    """The host ends the round early."""


@dataclass(frozen=True, slots=True)
class Enter(AtTable):
    """Dice tapped in: three of a throw, or two of a die-off (left, right)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Answer(AtTable):
    """The doubtful throw ``seq`` shows these dice."""

    seq: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Dismiss(AtTable):
    """The doubtful throw ``seq`` was no throw, or is thrown again."""

    seq: int


@dataclass(frozen=True, slots=True)
class Correct(AtTable):
    """The throw ``seq`` shows these dice."""

    seq: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Undo(AtTable):
    """Take back event ``seq``, which must be the one that ``Can.undo`` names."""

    seq: int


@dataclass(frozen=True, slots=True)
class Redo(AtTable):
    """Take back the undo ``seq``, which must be the one that ``Can.redo`` names."""

    seq: int


@dataclass(frozen=True, slots=True)
class Call(AtTable):
    """The last throw is called ("Bunco!"), where the game wants calls."""


@dataclass(frozen=True, slots=True)
class CountTally(AtTable):
    """The table's round, as it was counted on paper."""

    counted: Counted


@dataclass(frozen=True, slots=True)
class ChangeSeats(Asked):
    """From now on everybody sits like this: the names at each table, seat 1 first, ghosts too."""

    tables: tuple[Seats, ...]


@dataclass(frozen=True, slots=True)
class Draw(Asked):
    """The host has a name drawn, or the seats of the semi-final: what ``Can.draw`` offers."""


@dataclass(frozen=True, slots=True)
class Confirm(Asked):
    """Staff confirm these claims, by their keys."""

    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judge(Asked):
    """The judge says whose costume is best: a player, or the number of a group."""

    best: str | int


@dataclass(frozen=True, slots=True)
class Offer(Asked):
    """The host says which awards are given."""

    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class NewGame(Asked):
    """Begin a new game: the sheet, its options, how many sets (``None``: the sheet's), the names.

    ``rules`` is the sheet's slug; ``sheet`` a house's own, ``None`` for a printed one.
    """

    rules: str
    players: tuple[str, ...]
    sets: int | None = None
    options: dict[str, object] | None = None
    sheet: Sheet | None = None


Decided = (
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
    | CountTally
    | ChangeSeats
    | Draw
    | Confirm
    | Judge
    | Offer
)
"""What is asked of a game."""

Command = Decided | NewGame
