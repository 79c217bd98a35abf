"""What a request to the table may carry, checked, and the command that it becomes."""

from abc import ABC, abstractmethod
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pi_bunco.table.commands import (
    Answer,
    Call,
    Command,
    Correct,
    Dismiss,
    EndRound,
    Enter,
    Redo,
    Ring,
    Undo,
)

Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(min_length=2, max_length=3)]
Seq = Annotated[int, Field(ge=0)]


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

    wants: ClassVar[str] = 'Send three whole numbers from 1 to 6, such as {"dice": [1, 1, 4]}.'
    dice: Faces
    token: str = Field("", max_length=64)

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
}
"""Each command by its place in the address: ``POST /api/table/1/ring``."""
