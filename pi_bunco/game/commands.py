"""Commands from people and devices to the game. The game may refuse one with a reason and a remedy."""

from dataclasses import dataclass

from pi_bunco.frames import Frame, Reading, Tumble
from pi_bunco.game.lines import HEAD
from pi_bunco.rules import Counted
from pi_bunco.rules.header import Seats
from pi_bunco.rules.sheets import Award, Sheet

Dice = tuple[int, ...]

CLOCK = "time limit"
"""Ends a round whose time is up."""
COUNTDOWN = "countdown"
"""Rings the bell after the host's countdown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseCommand:
    """The base of all commands.

    Attributes
    ----------
    by
        The sender: ``tap``, ``button``, ``camera``, ``mock host``.
    token
        Chosen by the sender for each tap: a second command with the same token is the same tap sent again,
        and has no effect. The tokens of one page have the same text before the first dot. ``""``: none.
    """

    by: str = "tap"
    token: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCommand(BaseCommand):
    """The base of commands about one table."""

    table: int = HEAD


@dataclass(frozen=True, slots=True, eq=False)
class DiceSettled(TableCommand):
    """A camera saw dice at rest: the reading, and its last frame.

    ``at_start``: they lay there when the camera was opened, so they may be counted already. ``tumble``: when
    they were thrown, ``None`` if nobody saw that.
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

    ``after``: the newest throw of this round that the page showed at the first tap, 0 if there was none. If
    somebody else has entered a throw since, it may be the same one. ``None``: unknown.
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
    """The doubtful throw ``seq`` was not a throw, or is thrown again."""

    seq: int


@dataclass(frozen=True, slots=True)
class CorrectThrow(TableCommand):
    """The throw ``seq`` shows these dice; ``sure``: people have seen what that changes in earlier rounds."""

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
    """The voided throw ``seq`` did happen; ``sure`` as in :class:`CorrectThrow`."""

    seq: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class InsertThrow(TableCommand):
    """A throw of these dice is missing just after event ``after``; ``sure`` as in :class:`CorrectThrow`."""

    after: int
    dice: Dice
    sure: bool = False


Amendment = CorrectThrow | VoidThrow | RestoreThrow | InsertThrow
"""Commands that correct a logged throw."""


@dataclass(frozen=True, slots=True)
class UndoStep(TableCommand):
    """Undo event ``seq``, which must be the one in ``PossibleActions.undo``."""

    seq: int


@dataclass(frozen=True, slots=True)
class RedoStep(TableCommand):
    """Take back the undo ``seq``, which must be the one in ``PossibleActions.redo``."""

    seq: int


@dataclass(frozen=True, slots=True)
class CallThrow(TableCommand):
    """The last throw is called ("Bunco!"), in a game with calls."""


@dataclass(frozen=True, slots=True)
class CountTally(TableCommand):
    """The paper tally of the table's round."""

    counted: Counted


@dataclass(frozen=True, slots=True)
class ChangeSeats(BaseCommand):
    """The seats from now on: the names at each table, seat 1 first, with ghosts."""

    tables: tuple[Seats, ...]


@dataclass(frozen=True, slots=True)
class SeatGuests(BaseCommand):
    """These guests ``come`` and these ``leave``; guests who wait get a seat if possible."""

    come: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawNames(BaseCommand):
    """Draw a name, or the seats of the semi-final, as offered in ``PossibleActions.draw``."""


@dataclass(frozen=True, slots=True)
class ConfirmClaims(BaseCommand):
    """The staff confirm the claims with these keys."""

    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgeCostume(BaseCommand):
    """The judge names the best costume: a player, or the number of a group."""

    best: str | int


@dataclass(frozen=True, slots=True)
class OfferAwards(BaseCommand):
    """The host chooses the awards."""

    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class NewGame(BaseCommand):
    """Begin a new game: the sheet, its options, the number of sets (``None``: the sheet's), the names.

    ``rules`` is the sheet's slug; ``sheet`` is a house's own sheet, ``None`` for a printed one. ``draw``: the
    seats are random, otherwise the players sit in their order.
    """

    rules: str
    players: tuple[str, ...]
    sets: int | None = None
    options: dict[str, object] | None = None
    sheet: Sheet | None = None
    draw: bool = False


GameCommand = (
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
"""A command to the present game."""

Command = GameCommand | NewGame
