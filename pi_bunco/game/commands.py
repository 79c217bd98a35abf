"""Commands from people and devices to the game. The game may refuse one with a reason and a remedy."""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal

from pi_bunco.game.item_key import ItemKey
from pi_bunco.game.judge_dice import Stop
from pi_bunco.game.lines import HEAD, Line, Photo
from pi_bunco.game.seen import SeenMoment
from pi_bunco.money.entries import MoneyEntry, MoneyPlan
from pi_bunco.readings import Reading, Snapshot, Tumble
from pi_bunco.rules import Counted, Dice
from pi_bunco.rules.header import Seats
from pi_bunco.rules.sheets import Award, Sheet
from pi_bunco.store.tail import Place

CLOCK = "time limit"
"""The sender that ends a round when its time is up."""
COUNTDOWN = "countdown"
"""The sender that rings the bell after the host's countdown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseCommand:
    """The base of all commands.

    Attributes
    ----------
    by
        The sender: ``tap``, ``button``, ``camera``, ``mock host``.
    token
        The name that the sender chooses for a tap, ``""`` for none. A second command with the same token is
        the same tap sent again, and has no effect. All tokens of one page have the same text before the first
        dot.
    seen
        The moment that the sender saw at the table, ``None``: the command means now.
    code
        The code of the device that sent it, ``""`` if it has none or is unknown.
    item, previous
        The item of another Pi that contains this command, ``None`` if none does. The number of the item
        that must be in the log before it, 0 if there is none.
    former
        The names that its Pi had before: items of its outbox may be in the log under them.
    header
        The header of the game in which the item was made, ``None``: that is not known.
    """

    by: str = "tap"
    token: str = ""
    seen: SeenMoment | None = None
    code: str = field(default="", compare=False)
    item: ItemKey | None = None
    previous: int = 0
    former: tuple[str, ...] = ()
    header: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCommand(BaseCommand):
    """The base of commands about one table.

    ``not_own``: whether another Pi sent dice for a table that is not its own, or of another game. ``of``: the
    name of the event whose number the command has, in the log of that Pi: the item or the seal of its line.
    ``""``: the number is one of this log.
    """

    table: int = HEAD
    not_own: bool = False
    of: str = ""


@dataclass(frozen=True, slots=True)
class EventCommand(TableCommand):
    """The base of commands about one event of a table: the one with the number ``seq``."""

    seq: int


@dataclass(frozen=True, slots=True, eq=False)
class DiceSettled(TableCommand):
    """A camera saw dice at rest: their reading, and a photo of them.

    ``at_start``: the dice lay there when the camera was opened, so they may be logged already. ``tumble``:
    when they were thrown, ``None`` if the camera did not see that. ``after``: as in :class:`EnterDice`, if
    another Pi has the camera. A throw that has come from elsewhere since then may be this one.
    """

    reading: Reading
    snapshot: Snapshot
    at_start: bool = False
    tumble: Tumble | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class RingBell(BaseCommand):
    """The bell: start the round.

    ``sure``: people have said that they do not ring for the end of the round that has just ended.
    """

    sure: bool = False


@dataclass(frozen=True, slots=True)
class EndRoundNow(BaseCommand):
    """The host ends the round early."""


@dataclass(frozen=True, slots=True)
class EnterDice(TableCommand):
    """Dice tapped in: three of a throw, or one for each player who throws one die, from left to right.

    ``after``: the newest throw since the last bell (``TableMoment.newest``) when the first face was tapped, 0
    if there was none, ``None`` if unknown. If somebody else has entered a throw since then, it may be this
    one. ``another``: people have said that it is another one.
    """

    dice: Dice
    after: int | None = None
    another: bool = False


@dataclass(frozen=True, slots=True)
class AnswerDoubt(EventCommand):
    """The dice of the doubtful reading ``seq``."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class DismissDoubt(EventCommand):
    """The doubtful reading ``seq`` was not a throw, or the dice are thrown again."""


@dataclass(frozen=True, slots=True)
class CorrectThrow(EventCommand):
    """The right dice of the throw ``seq``.

    ``sure``: people have seen what this changes in earlier rounds. ``keep_end``: a round that it would open
    again stays over. ``called``: with calls, whether it was called; ``None`` changes nothing. ``was``: the
    dice that the sender saw there; empty if unknown. If somebody has put them right since, it is refused.
    """

    dice: Dice
    sure: bool = False
    keep_end: bool = False
    called: bool | None = None
    was: Dice = ()


@dataclass(frozen=True, slots=True)
class VoidThrow(EventCommand):
    """The throw ``seq`` did not happen; ``sure`` and ``keep_end`` as in :class:`CorrectThrow`."""

    sure: bool = False
    keep_end: bool = False


@dataclass(frozen=True, slots=True)
class RestoreThrow(EventCommand):
    """The voided throw ``seq`` did happen; ``sure`` and ``keep_end`` as in :class:`CorrectThrow`."""

    sure: bool = False
    keep_end: bool = False


@dataclass(frozen=True, slots=True)
class InsertThrow(TableCommand):
    """A throw of these dice is missing just after event ``after``.

    ``sure`` and ``keep_end`` as in :class:`CorrectThrow`. ``answers``: the late throw that it answers,
    ``None`` if it answers none.
    """

    after: int
    dice: Dice
    sure: bool = False
    keep_end: bool = False
    answers: int | None = None


Amendment = CorrectThrow | VoidThrow | RestoreThrow | InsertThrow
"""Commands that correct a logged throw."""


@dataclass(frozen=True, slots=True)
class UndoStep(EventCommand):
    """Undo event ``seq``, the one in ``PossibleActions.undo``."""


@dataclass(frozen=True, slots=True)
class RedoStep(EventCommand):
    """Take back the undo ``seq``, the one in ``PossibleActions.redo``."""


@dataclass(frozen=True, slots=True)
class WithdrawItem(TableCommand):
    """What was entered with the item of this name did not happen: its throw is voided."""

    slip: str


@dataclass(frozen=True, slots=True)
class RefuseItem(TableCommand):
    """An item of another Pi cannot be a command: why, and what to do."""

    text: str
    remedy: str


@dataclass(frozen=True, slots=True)
class AssignTables(BaseCommand):
    """The Pi with this name takes the throws at these tables from now on."""

    pi: str
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SettlePi(BaseCommand):
    """The Pi with this name has the end of the round, and the head has everything from it.

    ``at``: the event that ended the round. ``host``: the host goes on without it.
    """

    pi: str
    at: int
    host: bool = False


@dataclass(frozen=True, slots=True)
class CallThrow(TableCommand):
    """A player calls the last throw ("Bunco!"), in a game with calls.

    ``seq``: the number of that throw, ``None`` if unknown. If another throw is the last one now, the call is
    refused.
    """

    seq: int | None = None


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
    """These guests ``come`` and these ``leave``; guests who wait get a seat if possible.

    ``team``: the number of the team that those who come join, ``None``: they take any seat.
    """

    come: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    team: int | None = None


@dataclass(frozen=True, slots=True)
class DrawNames(BaseCommand):
    """Draw a name, or the seats of the semi-final, as offered in ``PossibleActions.draw``.

    ``prize``: what the name gets that is drawn at a break, in words. ``drawn``: how many names had been drawn
    at breaks when the sender tapped, ``None`` if unknown. If somebody else has drawn since then, nothing is
    drawn. ``absent``: this guest was drawn and is not here, so the same is drawn again; ``""``: nobody.
    ``lottery``: draw a loser lottery.
    """

    prize: str = ""
    drawn: int | None = None
    absent: str = ""
    lottery: bool = False


@dataclass(frozen=True, slots=True)
class ConfirmClaims(BaseCommand):
    """The staff confirm the claims with these keys.

    ``stands``: the host says that doubted claims stand.
    """

    claims: tuple[str, ...]
    stands: bool = False


@dataclass(frozen=True, slots=True)
class DoubtClaims(BaseCommand):
    """The staff doubt the claims with these keys, so that the host decides."""

    claims: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TakeBackClaims(BaseCommand):
    """What event ``seq`` has confirmed or doubted waits again."""

    seq: int


@dataclass(frozen=True, slots=True)
class RetabulateCard(BaseCommand):
    """The totals on a guest's card on paper."""

    player: str
    wins: int = 0
    buncos: int = 0
    minis: int = 0


@dataclass(frozen=True, slots=True)
class JudgeCostume(BaseCommand):
    """The judge names the best costume: a player, or the number of a group.

    ``among``: whether the player is the best of their ``group`` or of the ``room``; ``""``: of both.
    """

    best: str | int
    among: Literal["", "group", "room"] = ""


@dataclass(frozen=True, slots=True)
class NameTeam(BaseCommand):
    """The host names the team with this number; ``""``: it has only its number again."""

    number: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class OfferAwards(BaseCommand):
    """The host chooses the awards."""

    awards: tuple[Award, ...]


@dataclass(frozen=True, slots=True)
class PlanMoney(BaseCommand):
    """The host plans the money, with the amounts as typed, on the device with this name, ``""`` for none."""

    plan: MoneyPlan
    buy_in: str = ""
    raffle: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class EnterMoney(BaseCommand):
    """Somebody enters these entries about money, all or none, on the device with this name.

    ``amount``: the amount of each as typed; ``""``: the plan's, or what is due.
    """

    entries: tuple[MoneyEntry, ...]
    amount: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class UndoMoney(BaseCommand):
    """The entry about money with the number ``seq`` is taken back."""

    seq: int


@dataclass(frozen=True, slots=True)
class NewGame(BaseCommand):
    """Begin a new game with a sheet, its options, a number of sets (``None``: the sheet's) and players.

    ``rules`` is the sheet's slug. ``sheet`` is the house sheet, ``None`` for a printed sheet. ``draw``: the
    seats are random; otherwise the players sit in their order. ``tables``: the table of each player, from 1
    without gaps; then nothing is drawn. ``teams``: the team of each player, from 1 without gaps; players
    sit at the tables of their team. ``team_names``: the name of each team, ``""`` for none.
    """

    rules: str
    players: tuple[str, ...]
    sets: int | None = None
    options: dict[str, object] | None = None
    sheet: Sheet | None = None
    draw: bool = False
    tables: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    team_names: tuple[str, ...] = ()

    def shuffle(self, chance: Random) -> "NewGame":
        """Return the game with its players in a random order, each in their team."""
        order = chance.sample(range(len(self.players)), len(self.players))
        return replace(
            self,
            players=tuple(self.players[at] for at in order),
            teams=tuple(self.teams[at] for at in order if self.teams),
        )


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
    | WithdrawItem
    | RefuseItem
    | AssignTables
    | SettlePi
    | CallThrow
    | CountTally
    | ChangeSeats
    | SeatGuests
    | DrawNames
    | ConfirmClaims
    | DoubtClaims
    | TakeBackClaims
    | RetabulateCard
    | JudgeCostume
    | NameTeam
    | OfferAwards
    | PlanMoney
    | EnterMoney
    | UndoMoney
)
"""A command to the present game."""

Command = GameCommand | NewGame


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the log keeps of a command beside its event.

    Attributes
    ----------
    time
        When the command came, as ISO 8601.
    by, token, code, item
        Its sender, its token, the code of its device and its item, as in :class:`BaseCommand`.
    photo
        The photo of its dice, ``None`` if no camera saw them.
    stop
        When the table of these dice had to stop, ``None`` if it may still throw.
    since_end
        How many seconds ago a throw ended the last round, ``None`` if none did, or if it is unknown.
    """

    time: str
    by: str
    token: str
    photo: Photo | None = None
    stop: Stop | None = None
    since_end: float | None = None
    item: ItemKey | None = None
    code: str = ""

    def sign(self, line: Line) -> Line:
        """Return a line with the time, the sender, the token, the device and the item of the command."""
        return replace(line, by=self.by, time=self.time, token=self.token, code=self.code, item=self.item)
