"""What a request to the table may carry, checked, and the command that it becomes."""

from abc import ABC, abstractmethod
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError

from pi_bunco.limits import AWARDS, CLAIMS, KEY, NUMBER, PRIZE, TOKEN
from pi_bunco.rules.sheets import Award
from pi_bunco.rules.sheets.parts import Among, AwardFor
from pi_bunco.table.commands import (
    Answer,
    Call,
    Command,
    Confirm,
    Correct,
    Dismiss,
    Draw,
    EndRound,
    Enter,
    Judge,
    Offer,
    Redo,
    Ring,
    Undo,
)

Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(min_length=2, max_length=4)]
"""Three dice of a throw, or one die each of two to four players."""
Seq = Annotated[int, Field(ge=0, le=NUMBER)]
Text = Annotated[str, Field(min_length=1, max_length=KEY)]


class Body(BaseModel, ABC):
    """The fields of one kind of request; more of them, or others, are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    wants: ClassVar[str] = "Send an empty object: {}."

    @abstractmethod
    def command(self) -> Command:
        """Give what the table is asked."""


class RingBody(Body):
    """Ring the bell."""

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Ring()


class EndRoundBody(Body):
    """End the round early."""

    def command(self) -> Command:  # noqa: D102 - told by Body
        return EndRound()


class CallBody(Body):
    """Call the last throw."""

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Call()


class EnterBody(Body):
    """Dice tapped in; the token tells a tap sent twice from two taps."""

    wants: ClassVar[str] = 'Send whole numbers from 1 to 6, such as {"dice": [1, 1, 4]}.'
    dice: Faces
    token: str = Field("", max_length=TOKEN)

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Enter(self.dice, token=self.token)


class AnswerBody(Body):
    """What a doubtful throw shows."""

    wants: ClassVar[str] = 'Send the doubtful throw and its dice, such as {"seq": 12, "dice": [1, 1, 4]}.'
    seq: Seq
    dice: Faces

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Answer(self.seq, self.dice)


class CorrectBody(Body):
    """What a misread throw shows."""

    wants: ClassVar[str] = 'Send the throw and its dice, such as {"seq": 12, "dice": [1, 1, 4]}.'
    seq: Seq
    dice: Faces

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Correct(self.seq, self.dice)


class DismissBody(Body):
    """A doubtful throw was none."""

    wants: ClassVar[str] = 'Send the doubtful throw\'s number, such as {"seq": 12}.'
    seq: Seq

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Dismiss(self.seq)


class UndoBody(Body):
    """Take back the newest step."""

    wants: ClassVar[str] = 'Send the number under can.undo, such as {"seq": 12}.'
    seq: Seq

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Undo(self.seq)


class RedoBody(Body):
    """Take back the newest undo."""

    wants: ClassVar[str] = 'Send the number under can.redo, such as {"seq": 12}.'
    seq: Seq

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Redo(self.seq)


class DrawBody(Body):
    """Draw a name, or the seats of the semi-final."""

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Draw()


class ConfirmBody(Body):
    """What staff confirm."""

    wants: ClassVar[str] = 'Send keys of results.claims, such as {"claims": ["bunco:17:Ann"]}.'
    claims: Annotated[tuple[Text, ...], Field(min_length=1, max_length=CLAIMS)]

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Confirm(self.claims)


class JudgeBody(Body):
    """Whose costume is best: a player's, or a team's by its number."""

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

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Judge(self.best)


class Given(BaseModel):
    """One award that is given."""

    model_config = Body.model_config
    what: AwardFor
    among: Among = "room"
    prize: Annotated[str, Field(max_length=PRIZE)] = ""


class OfferBody(Body):
    """Which awards are given."""

    wants: ClassVar[str] = 'Send all awards, such as {"awards": [{"what": "most_wins", "prize": "$40"}]}.'
    awards: Annotated[tuple[Given, ...], Field(max_length=AWARDS)]

    def command(self) -> Command:  # noqa: D102 - told by Body
        return Offer(tuple(Award(given.what, given.among, given.prize.strip()) for given in self.awards))


BODIES: dict[str, type[Body]] = {
    "ring": RingBody,
    "end-round": EndRoundBody,
    "enter": EnterBody,
    "answer": AnswerBody,
    "dismiss": DismissBody,
    "correct": CorrectBody,
    "undo": UndoBody,
    "redo": RedoBody,
    "call": CallBody,
    "draw": DrawBody,
    "confirm": ConfirmBody,
    "judge": JudgeBody,
    "offer": OfferBody,
}
"""Each command by its place in the address: ``POST /api/table/1/ring``."""
