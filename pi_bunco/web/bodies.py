"""What a request to a table may carry, checked, and the command that it becomes."""

from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from pi_bunco.game.commands import (
    Amendment,
    AnswerDoubt,
    CallThrow,
    ChangeSeats,
    Command,
    ConfirmClaims,
    CorrectThrow,
    CountTally,
    DismissDoubt,
    DrawNames,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    JudgeCostume,
    OfferAwards,
    RedoStep,
    RestoreThrow,
    RingBell,
    SeatGuests,
    TableCommand,
    UndoStep,
    VoidThrow,
)
from pi_bunco.limits import AWARDS, CLAIMS, COUNTDOWN, KEY, NUMBER, PLAYERS, PRIZE, TABLES, TOKEN
from pi_bunco.rules import Counted, RecordError
from pi_bunco.rules.sheets import Award
from pi_bunco.rules.sheets.parts import Among, AwardFor
from pi_bunco.sentences import say
from pi_bunco.web.parse import BadRequestBody

Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(min_length=2, max_length=4)]
"""Three dice of a throw, or one die each of two to four players."""
Seq = Annotated[int, Field(ge=0, le=NUMBER)]
Tallied = Annotated[int, Field(ge=0, le=NUMBER)]
Names = Annotated[tuple[Annotated[str, Field(max_length=KEY)], ...], Field(max_length=PLAYERS)]
Text = Annotated[str, Field(min_length=1, max_length=KEY)]


class Body(BaseModel):
    """The fields of one kind of request, those of the command that it ``asks``; others are refused.

    The token tells a tap sent twice from two taps.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    asks: ClassVar[type[Command]]
    wants: ClassVar[str] = "Send an empty object: {}."
    token: str = Field("", max_length=TOKEN)

    def command(self, table: int) -> Command:
        """Return what a table is asked; the number goes along where it is about that table alone."""
        said: dict[str, Any] = {name: getattr(self, name) for name in type(self).model_fields}
        if issubclass(self.asks, TableCommand):
            said["table"] = table
        return self.asks(**said)


class RingBody(Body):
    """Ring the bell."""

    asks = RingBell


class EndRoundBody(Body):
    """End the round early."""

    asks = EndRoundNow


class CallBody(Body):
    """Call the last throw."""

    asks = CallThrow


class EnterBody(Body):
    """Dice tapped in."""

    asks = EnterDice
    wants: ClassVar[str] = 'Send whole numbers from 1 to 6, such as {"dice": [1, 1, 4]}.'
    dice: Faces
    after: Seq | None = None


class AnswerBody(Body):
    """What a doubtful throw shows."""

    asks = AnswerDoubt
    wants: ClassVar[str] = 'Send the doubtful throw and its dice, such as {"seq": 12, "dice": [1, 1, 4]}.'
    seq: Seq
    dice: Faces


class AmendBody(Body):
    """What puts a throw right: of an earlier round it must be ``sure``, by the host or with the PIN."""

    sure: bool = False
    pin: str = Field("", max_length=KEY)

    amends: ClassVar[type[Amendment]]

    def amendment(self, table: int) -> Amendment:
        """Return what a table is asked; the PIN is no part of it."""
        said: dict[str, Any] = {
            name: getattr(self, name) for name in type(self).model_fields if name != "pin"
        }
        return self.amends(**said, table=table)

    command = amendment


class CorrectBody(AmendBody):
    """What a misread throw shows."""

    amends = CorrectThrow
    wants: ClassVar[str] = 'Send the throw and its dice, such as {"seq": 12, "dice": [1, 1, 4]}.'
    seq: Seq
    dice: Faces


class VoidBody(AmendBody):
    """A throw that did not happen."""

    amends = VoidThrow
    wants: ClassVar[str] = 'Send the throw\'s number, such as {"seq": 12}.'
    seq: Seq


class RestoreBody(AmendBody):
    """A throw that happened after all."""

    amends = RestoreThrow
    wants: ClassVar[str] = 'Send the throw\'s number, such as {"seq": 12}.'
    seq: Seq


class InsertBody(AmendBody):
    """A throw that is missing."""

    amends = InsertThrow
    wants: ClassVar[str] = 'Send the event before it and its dice, such as {"after": 12, "dice": [1, 1, 4]}.'
    after: Seq
    dice: Faces


class DismissBody(Body):
    """A doubtful throw was none."""

    asks = DismissDoubt
    wants: ClassVar[str] = 'Send the doubtful throw\'s number, such as {"seq": 12}.'
    seq: Seq


class UndoBody(Body):
    """Take back the newest step."""

    asks = UndoStep
    wants: ClassVar[str] = 'Send the number under can.undo, such as {"seq": 12}.'
    seq: Seq


class RedoBody(Body):
    """Take back the newest undo."""

    asks = RedoStep
    wants: ClassVar[str] = 'Send the number under can.redo, such as {"seq": 12}.'
    seq: Seq


class TallyBody(Body):
    """A round that a table counted on paper."""

    asks = CountTally
    wants: ClassVar[str] = 'Send the score of each side, such as {"scores": [15, 12], "buncos": {"Ann": 1}}.'
    scores: Annotated[tuple[Tallied, ...], Field(min_length=2, max_length=4)]
    winner: Tallied = 0
    buncos: dict[Text, Tallied] = {}
    minis: dict[Text, Tallied] = {}
    bag: Text = ""

    def command(self, table: int) -> Command:
        """Return the tally."""
        said = self.model_dump(mode="json", exclude={"token"}, exclude_unset=True)
        try:
            return CountTally(Counted.parse(said), table=table, token=self.token)
        except RecordError as error:
            raise BadRequestBody(say("This is no tally: {reason}.", reason=str(error)), self.wants) from None


class SeatingBody(Body):
    """Where everybody sits from now on, the names at each table, seat 1 first, ghosts too."""

    asks = ChangeSeats
    wants: ClassVar[str] = 'Send the names at each table, such as {"tables": [["Ann", "Bob", "Cy", "Di"]]}.'
    tables: Annotated[tuple[Annotated[tuple[Text, ...], Field(max_length=4)], ...], Field(max_length=TABLES)]


class GuestsBody(Body):
    """Who comes late, and who leaves; nobody: seat those who wait."""

    asks = SeatGuests
    wants: ClassVar[str] = 'Send names, such as {"come": ["Eve"], "leave": ["Bob"]}.'
    come: Names = ()
    leave: Names = ()


class PublishBody(BaseModel):
    """The number of the drawn seats that everybody takes now."""

    model_config = Body.model_config
    wants: ClassVar[str] = 'Send the number of the draft, such as {"draft": 2}.'
    draft: Seq
    token: str = Field("", max_length=TOKEN)


class CountdownBody(BaseModel):
    """How many seconds after a round the next bell rings by itself."""

    model_config = Body.model_config
    wants: ClassVar[str] = 'Send seconds, such as {"seconds": 60}, or 0 for no countdown.'
    seconds: Annotated[int, Field(ge=0, le=COUNTDOWN)]


class DrawBody(Body):
    """Draw a name, or the seats of the semi-final."""

    asks = DrawNames


class ConfirmBody(Body):
    """What staff confirm."""

    asks = ConfirmClaims
    wants: ClassVar[str] = 'Send keys of results.claims, such as {"claims": ["bunco:17:Ann"]}.'
    claims: Annotated[tuple[Text, ...], Field(min_length=1, max_length=CLAIMS)]


class JudgeBody(Body):
    """Whose costume is best: a player's, or a team's by its number."""

    asks = JudgeCostume
    wants: ClassVar[str] = 'Send a player or the number of a team, such as {"best": "Ann"}.'
    best: str | int

    @field_validator("best", mode="plain")
    @classmethod
    def _best(cls, given: object) -> object:
        """Check both kinds, with one sentence for them."""
        if (isinstance(given, str) and 1 <= len(given) <= KEY) or (
            type(given) is int and 1 <= given <= NUMBER
        ):
            return given
        raise PydanticCustomError("best", "input should be a player's name or the number of a team")


class _Given(BaseModel):
    """One award that is given."""

    model_config = Body.model_config
    what: AwardFor
    among: Among = "room"
    prize: Annotated[str, Field(max_length=PRIZE)] = ""

    def award(self) -> Award:
        """Return it as the game has it."""
        return Award(self.what, self.among, self.prize.strip())


Given = Annotated[_Given, AfterValidator(_Given.award)]


class OfferBody(Body):
    """Which awards are given."""

    asks = OfferAwards
    wants: ClassVar[str] = 'Send all awards, such as {"awards": [{"what": "most_wins", "prize": "$40"}]}.'
    awards: Annotated[tuple[Given, ...], Field(max_length=AWARDS)]


BODIES: dict[str, type[Body]] = {
    "ring": RingBody,
    "end-round": EndRoundBody,
    "enter": EnterBody,
    "answer": AnswerBody,
    "dismiss": DismissBody,
    "correct": CorrectBody,
    "void": VoidBody,
    "restore": RestoreBody,
    "insert": InsertBody,
    "undo": UndoBody,
    "redo": RedoBody,
    "call": CallBody,
    "tally": TallyBody,
    "seating": SeatingBody,
    "draw": DrawBody,
    "confirm": ConfirmBody,
    "judge": JudgeBody,
    "offer": OfferBody,
}
"""Each command by its place in the address: ``POST /api/table/7/enter``."""
