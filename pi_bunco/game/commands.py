"""What people and devices ask of the game. The game decides; a refusal says why and what to do."""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Reading, Tumble
from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Counted
from pi_bunco.rules.header import Seats
from pi_bunco.rules.sheets import Award, Sheet

Dice = tuple[int, ...]

CLOCK = "time limit"
"""Who ends a round whose time is up."""
COUNTDOWN = "countdown"
"""Who rings the bell after the countdown that the host has chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseCommand:
    """What all commands say.

    Attributes
    ----------
    by
        Who asks, as the page names it: ``tap``, ``button``, ``camera``, ``mock host``.
    token
        Made up by who asks, once for each tap: the same token twice is the same tap sent again, and counts
        once. Taps of one page have the same text before the first dot. ``""``: none.
    """

    by: str = "tap"
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCommand(BaseCommand):
    """What commands say that are about one table: its number."""

    table: int = HEAD


@dataclass(frozen=True, slots=True, eq=False)
class DiceSettled(TableCommand):
    """A camera saw settled dice: what was read, and the last frame that was read.

    ``at_start``: they lay there when the camera was opened, so they may be counted already. ``tumble``: when
    they were thrown, ``None`` where nobody saw that.
    """

    reading: Reading
    frame: Frame
    at_start: bool = False
    tumble: Tumble | None = None


@dataclass(frozen=True, slots=True)
class RingBell(BaseCommand):
    """The bell: start the round."""


@dataclass(frozen=True, slots=True)
class EndRoundNow(BaseCommand):
    """The host ends the round early."""


@dataclass(frozen=True, slots=True)
class EnterDice(TableCommand):
    """Dice tapped in: three of a throw, or two of a die-off (left, right).

    ``after``: the newest throw of this round that the page showed at the first tap, 0 where there was none.
    What somebody else has entered since may be the same throw. ``None``: that is not known.
    """

    dice: Dice
    after: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerDoubt(TableCommand):
    """The doubtful throw ``seq`` shows these dice."""

    seq: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class DismissDoubt(TableCommand):
    """The doubtful throw ``seq`` was no throw, or is thrown again."""

    seq: int


@dataclass(frozen=True, slots=True)
class CorrectThrow(TableCommand):
    """The throw ``seq`` shows these dice; ``sure``: people know what that changes in earlier rounds."""

    seq: int
    dice: Dice
    sure: bool = False


@dataclass(frozen=True, slots=True)
class VoidThrow(TableCommand):
    """The throw ``seq`` did not happen; ``sure`` as in :class:`CorrectThrow`."""

    seq: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class RestoreThrow(TableCommand):
    """The throw ``seq``, of which somebody said that it did not happen, happened; ``sure`` as above."""

    seq: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class InsertThrow(TableCommand):
    """A throw of these dice is missing just after event ``after``; ``sure`` as in :class:`CorrectThrow`."""

    after: int
    dice: Dice
    sure: bool = False


Amendment = CorrectThrow | VoidThrow | RestoreThrow | InsertThrow
"""What puts right what was logged of a throw."""


@dataclass(frozen=True, slots=True)
class UndoStep(TableCommand):
    """Take back event ``seq``, which must be the one that ``Can.undo`` names."""

    seq: int


@dataclass(frozen=True, slots=True)
class RedoStep(TableCommand):
    """Take back the undo ``seq``, which must be the one that ``Can.redo`` names."""

    seq: int


@dataclass(frozen=True, slots=True)
class CallThrow(TableCommand):
    """The last throw is called ("Bunco!"), where the game wants calls."""


@dataclass(frozen=True, slots=True)
class CountTally(TableCommand):
    """The table's round, as it was counted on paper."""

    counted: Counted


@dataclass(frozen=True, slots=True)
class ChangeSeats(BaseCommand):
    """From now on everybody sits like this: the names at each table, seat 1 first, ghosts too."""

    tables: tuple[Seats, ...]


@dataclass(frozen=True, slots=True)
class SeatGuests(BaseCommand):
    """These guests ``come`` and these ``leave``; who waits is seated where that can be now."""

    come: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawNames(BaseCommand):
    """The host has a name drawn, or the seats of the semi-final: what ``Can.draw`` offers."""


@dataclass(frozen=True, slots=True)
class ConfirmClaims(BaseCommand):
    """Staff confirm these claims, by their keys."""

    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgeCostume(BaseCommand):
    """The judge says whose costume is best: a player, or the number of a group."""

    best: str | int


@dataclass(frozen=True, slots=True)
class OfferAwards(BaseCommand):
    """The host says which awards are given."""

    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class NewGame(BaseCommand):
    """Begin a new game: the sheet, its options, how many sets (``None``: the sheet's), the names.

    ``rules`` is the sheet's slug; ``sheet`` a house's own, ``None`` for a printed one. ``draw``: chance
    decides who sits where, else the players sit in their order.
    """

    rules: str
    players: tuple[str, ...]
    sets: int | None = None
    options: dict[str, object] | None = None
    sheet: Sheet | None = None
    draw: bool = False


Decided = (
    DiceSettled
    | RingBell
    | EndRoundNow
    | EnterDice
    | AnswerDoubt
    | DismissDoubt
    | CorrectThrow
    | VoidThrow
    | RestoreThrow
    | InsertThrow
    | UndoStep
    | RedoStep
    | CallThrow
    | CountTally
    | ChangeSeats
    | SeatGuests
    | DrawNames
    | ConfirmClaims
    | JudgeCostume
    | OfferAwards
)
"""What is asked of a game."""

Command = Decided | NewGame
