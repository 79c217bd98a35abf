"""The bodies of requests to a table, and the commands that are made from them."""

from collections.abc import Mapping
from dataclasses import asdict
from json import dumps
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import AfterValidator, BaseModel, Field, create_model, field_validator
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
    DoubtClaims,
    DrawNames,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    JudgeCostume,
    NameTeam,
    OfferAwards,
    RedoStep,
    RestoreThrow,
    RetabulateCard,
    RingBell,
    SeatGuests,
    TableCommand,
    TakeBackClaims,
    UndoStep,
    VoidThrow,
    WithdrawItem,
)
from pi_bunco.game.refused import Refused
from pi_bunco.game.seen import SeenMoment
from pi_bunco.limits import AWARDS, BREAK, CLAIMS, COUNTDOWN, KEY, NUMBER, PLAYERS, PRIZE, TABLES, TOKEN
from pi_bunco.rules import Counted, RecordError
from pi_bunco.rules.night import LARGEST_TOTAL
from pi_bunco.rules.sheets import Award
from pi_bunco.rules.sheets.parts import Among, AwardFor
from pi_bunco.sentences import say
from pi_bunco.views.television import TvMoment
from pi_bunco.web.parse import BadRequestBody, FormBody, RequestBody

Face = Annotated[int, Field(ge=1, le=6)]
Number = Annotated[int, Field(ge=0, le=NUMBER)]
GuestNames = Annotated[tuple[Annotated[str, Field(max_length=KEY)], ...], Field(max_length=PLAYERS)]
Text = Annotated[str, Field(min_length=1, max_length=KEY)]


class MomentBody(FormBody):
    """The body of a request that may say which moment its sender saw.

    Attributes
    ----------
    moment
        The moment that the sender saw, as ``here.seen`` of the table's view has it; ``""``: the command means
        now.
    """

    moment: str = Field("", max_length=TOKEN)

    @field_validator("moment")
    @classmethod
    def _check_moment(cls, value: str) -> str:
        if value and SeenMoment.parse(value) is None:
            raise PydanticCustomError("moment", "input should be a moment as in here.seen of a table")
        return value

    @property
    def seen(self) -> SeenMoment | None:
        """The moment that the sender saw."""
        return SeenMoment.parse(self.moment)


class CommandBody(MomentBody):
    """The body of a request from which a command is made. Its fields are those of the command."""

    command_type: ClassVar[type[Command]]

    def make_command(self, table: int) -> Command:
        """Return the command for a table. Commands about the whole room have no table."""
        fields: dict[str, Any] = {
            name: getattr(self, name) for name in type(self).model_fields if name not in ("pin", "moment")
        }
        fields["seen"] = self.seen
        if issubclass(self.command_type, TableCommand):
            fields["table"] = table
        return self.command_type(**fields)


class AmendBody(CommandBody):
    """The body of a correction. For an earlier round it needs ``sure``, and the host or the PIN.

    ``keep_end``: a round that the correction would open again had ended all the same.
    """

    sure: bool = False
    keep_end: bool = False
    pin: str = Field("", max_length=KEY)

    def make_command(self, table: int) -> Amendment:
        """Return the correction for a table."""
        return cast("Amendment", super().make_command(table))


class TallyBody(CommandBody):
    """A round that a table counted on paper.

    Attributes
    ----------
    scores
        The score of each side, in the order of the seats.
    winner
        Which of the equal sides won the roll-off, from 1; 0: there was none.
    winners
        Where two win: the two sides that won the roll-off, from 1, in ascending order.
    buncos, minis
        How many each player threw.
    bag
        The player who takes the traveling bag.
    """

    command_type = CountTally
    usage = 'Send the score of each side, such as {"scores": [15, 12], "buncos": {"Ann": 1}}.'
    scores: Annotated[tuple[Number, ...], Field(min_length=2, max_length=4)]
    winner: Number = 0
    winners: Annotated[tuple[Number, ...], Field(max_length=4)] = ()
    buncos: dict[Text, Number] = Field(default_factory=dict)
    minis: dict[Text, Number] = Field(default_factory=dict)
    bag: Text = ""

    def make_command(self, table: int) -> Command:
        """Return the tally for a table."""
        self._check_winner()
        fields = self.model_dump(mode="json", exclude={"token", "moment"}, exclude_unset=True)
        try:
            return CountTally(Counted.parse(fields), table=table, token=self.token, seen=self.seen)
        except RecordError as error:
            raise BadRequestBody(
                say("This is not a tally: {reason}.", reason=str(error)), self.usage
            ) from None

    def _check_winner(self) -> None:
        """Check that a roll-off has a winner if the best sides are equal, and only then.

        Where two win, the page names both, and so does a program if the scores leave open which.
        """
        if self.winners:
            if len(self.winners) != 2:  # noqa: PLR2004 - where two win
                raise Refused(say("Two win this table."), say("Say which two."))
            won = [score for at, score in enumerate(self.scores, 1) if at in self.winners]
            lost = [score for at, score in enumerate(self.scores, 1) if at not in self.winners]
            if won and lost and min(won) < max(lost):
                raise Refused(
                    say("Somebody has more points than one of the two."),
                    say("Say which two have won, or correct the scores."),
                )
            return
        best = max(self.scores)
        if self.scores.count(best) == 1 and self.winner:
            raise Refused(
                say("The scores are not equal, so the higher one wins."),
                say("Leave out who won the roll-off."),
            )
        if self.scores.count(best) > 1 and self.winner not in [
            side for side, score in enumerate(self.scores, 1) if score == best
        ]:
            raise Refused(
                say("Several sides have {best}.", best=best), say("Say which of them won the roll-off.")
            )


class JudgeBody(CommandBody):
    """The best costume: a player's, of their team or of the room, or a team's by its number."""

    command_type = JudgeCostume
    usage = 'Send a player or the number of a team, such as {"best": "Ann"}.'
    best: str | int
    among: Literal["", "group", "room"] = ""

    @field_validator("best", mode="plain", json_schema_input_type=str | int)
    @classmethod
    def _check_best(cls, value: object) -> object:
        """Check both kinds, with one sentence for both."""
        if (isinstance(value, str) and 1 <= len(value) <= KEY) or (
            type(value) is int and 1 <= value <= NUMBER
        ):
            return value
        raise PydanticCustomError("best", "input should be a player's name or the number of a team")


class _OfferedAward(BaseModel):
    """One award that the host offers."""

    model_config = RequestBody.model_config
    what: AwardFor
    among: Among = "room"
    prize: Annotated[str, Field(max_length=PRIZE)] = ""

    def make_award(self) -> Award:
        """Return the award for the command."""
        return Award(self.what, self.among, self.prize.strip())


class PublishBody(FormBody):
    """The number of the drawn seats to publish."""

    usage = 'Send the number of the draft, such as {"draft": 2}.'
    draft: Number


class SwapBody(FormBody):
    """The names of two people who change chairs."""

    usage = 'Send two names, such as {"names": ["Ann", "Bob"]}.'
    names: Annotated[tuple[Text, ...], Field(max_length=2)] = ()

    def get_pair(self) -> tuple[str, str]:
        """Return the two names; raise :class:`Refused` if people have chosen fewer."""
        if len(self.names) != 2:  # noqa: PLR2004 - a pair
            raise Refused(say("Two guests swap their seats."), say("Choose two names."))
        return self.names[0], self.names[1]


class BreakBody(FormBody):
    """How many minutes from now the break lasts."""

    usage = 'Send minutes, such as {"minutes": 15}, or 0 for no clock.'
    minutes: Annotated[int, Field(ge=0, le=BREAK)]


class TvBody(FormBody):
    """What the television shows until the next bell."""

    usage = 'Send what to show, such as {"show": "award", "number": 3}, or {"show": "all"}.'
    show: TvMoment
    number: Annotated[int, Field(ge=0, le=AWARDS)] = 0


class CountdownBody(FormBody):
    """How many seconds after a round the next bell rings by itself."""

    usage = 'Send seconds, such as {"seconds": 60}, or 0 for no countdown.'
    seconds: Annotated[int, Field(ge=0, le=COUNTDOWN)]


def _make_body(
    command_type: type[Command],
    usage: str = RequestBody.usage,
    base: type[CommandBody] = CommandBody,
    **fields: Any,
) -> type[CommandBody]:
    """Return the body for a command. Its fields are those of ``base``, and ``fields`` as (type, default)."""
    body = create_model(f"{command_type.__name__}Body", __base__=base, **fields)
    body.command_type, body.usage = command_type, usage
    return body


# Three dice of a throw, or one die from each tied player. After a tournament many may be tied.
_DICE = (
    Annotated[tuple[Face, ...], Field(min_length=2, max_length=PLAYERS)],
    ...,
)
_NUMBER = (Number, ...)
_TOTAL = Annotated[int, Field(ge=0, le=LARGEST_TOTAL)]
_CLAIMS = (Annotated[tuple[Text, ...], Field(min_length=1, max_length=CLAIMS)], ...)
_CLAIMS_USAGE = 'Send keys of results.claims, such as {"claims": ["bunco:17:Ann"]}.'
_THROW_USAGE = 'Send the throw\'s number, such as {"seq": 12}.'

GuestsBody = _make_body(
    SeatGuests,
    'Send names, such as {"come": ["Eve"], "leave": ["Bob"]}.',
    come=(GuestNames, ()),
    leave=(GuestNames, ()),
    team=(Annotated[int, Field(ge=1, le=TABLES)] | None, None),
)

BODIES: dict[str, type[CommandBody]] = {
    "ring": _make_body(RingBell, sure=(bool, False)),
    "end-round": _make_body(EndRoundNow),
    "enter": _make_body(
        EnterDice,
        'Send whole numbers from 1 to 6, such as {"dice": [1, 1, 4]}.',
        dice=_DICE,
        after=(Number | None, None),
        another=(bool, False),
    ),
    "answer": _make_body(
        AnswerDoubt,
        'Send the doubtful throw and its dice, such as {"seq": 12, "dice": [1, 1, 4]}.',
        seq=_NUMBER,
        dice=_DICE,
    ),
    "dismiss": _make_body(
        DismissDoubt, 'Send the doubtful throw\'s number, such as {"seq": 12}.', seq=_NUMBER
    ),
    "correct": _make_body(
        CorrectThrow,
        'Send the throw and its dice, such as {"seq": 12, "dice": [1, 1, 4]}.',
        AmendBody,
        seq=_NUMBER,
        dice=_DICE,
        called=(bool | None, None),
        was=(Annotated[tuple[Face, ...], Field(max_length=PLAYERS)], ()),
    ),
    "void": _make_body(VoidThrow, _THROW_USAGE, AmendBody, seq=_NUMBER),
    "restore": _make_body(RestoreThrow, _THROW_USAGE, AmendBody, seq=_NUMBER),
    "insert": _make_body(
        InsertThrow,
        'Send the event before it and its dice, such as {"after": 12, "dice": [1, 1, 4]}.',
        AmendBody,
        after=_NUMBER,
        dice=_DICE,
        answers=(Number | None, None),
    ),
    "undo": _make_body(UndoStep, 'Send the number under can.undo, such as {"seq": 12}.', seq=_NUMBER),
    "redo": _make_body(RedoStep, 'Send the number under can.redo, such as {"seq": 12}.', seq=_NUMBER),
    "withdraw": _make_body(
        WithdrawItem,
        'Send the name of the kept slip, such as {"slip": "7c1f09aa.3"}.',
        slip=(Annotated[str, Field(max_length=TOKEN)], ...),
    ),
    "call": _make_body(CallThrow, seq=(Number | None, None)),
    "tally": TallyBody,
    "seating": _make_body(
        ChangeSeats,
        'Send the names at each table, such as {"tables": [["Ann", "Bob", "Cy", "Di"]]}.',
        tables=(
            Annotated[tuple[Annotated[tuple[Text, ...], Field(max_length=4)], ...], Field(max_length=TABLES)],
            ...,
        ),
    ),
    "draw": _make_body(
        DrawNames,
        'Send nothing, or at a break the prize, such as {"prize": "a bottle of wine"}.',
        prize=(Annotated[str, Field(max_length=PRIZE)], ""),
        drawn=(Number | None, None),
        absent=(Annotated[str, Field(max_length=KEY)], ""),
        lottery=(bool, False),
    ),
    "confirm": _make_body(
        ConfirmClaims,
        _CLAIMS_USAGE,
        claims=_CLAIMS,
        stands=(bool, False),
    ),
    "doubt": _make_body(DoubtClaims, _CLAIMS_USAGE, claims=_CLAIMS),
    "take-back": _make_body(
        TakeBackClaims, 'Send a verdict of results.claims, such as {"seq": 61}.', seq=_NUMBER
    ),
    "retabulate": _make_body(
        RetabulateCard,
        'Send the totals of a card, such as {"player": "Ann", "wins": 3, "buncos": 1, "minis": 2}.',
        player=(Text, ...),
        wins=(_TOTAL, 0),
        buncos=(_TOTAL, 0),
        minis=(_TOTAL, 0),
    ),
    "judge": JudgeBody,
    "name-team": _make_body(
        NameTeam,
        'Send the number of a team and its name, such as {"number": 2, "name": "The Rollers"}.',
        number=_NUMBER,
        name=(Annotated[str, Field(max_length=KEY)], ""),
    ),
    "offer": _make_body(
        OfferAwards,
        'Send all awards, such as {"awards": [{"what": "most_wins", "prize": "$40"}]}.',
        awards=(
            Annotated[
                tuple[Annotated[_OfferedAward, AfterValidator(_OfferedAward.make_award)], ...],
                Field(max_length=AWARDS),
            ],
            ...,
        ),
    ),
}
"""The body of each command, by its name in the address: ``POST /api/table/7/enter``."""


AMEND_BODIES = {name: body for name, body in BODIES.items() if issubclass(body, AmendBody)}
"""The body of each correction, by its name in addresses."""


def find_amend_body(name: str) -> type[AmendBody] | None:
    """Return the body of a correction by its name in addresses, ``None`` if there is none of that name."""
    return AMEND_BODIES.get(name)


_NAMES = {model.command_type: name for name, model in BODIES.items()}


def write_command(command: Command) -> tuple[str, dict[str, Any]]:
    """Return the name and the body of the request that makes a command.

    >>> write_command(EnterDice((1, 1, 4), table=7, token="a.1"))
    ('enter', {'token': 'a.1', 'dice': (1, 1, 4)})
    """
    name = _NAMES[type(command)]
    body: dict[str, Any] = {"token": command.token, "moment": str(command.seen) if command.seen else ""}
    if isinstance(command, CountTally):
        body |= {key: value for key, value in asdict(command.counted).items() if value}
    else:
        own = set(BODIES[name].model_fields) - {"token", "moment", "pin"}
        body |= {key: getattr(command, key) for key in BODIES[name].model_fields if key in own}
    if isinstance(command, OfferAwards):
        body["awards"] = [asdict(award) for award in command.awards]
    defaults = {key: field.default for key, field in BODIES[name].model_fields.items()}
    return name, {key: value for key, value in body.items() if value != defaults.get(key)}


def read_command(name: str, table: int, body: Mapping[str, Any]) -> Command:
    """Return the command of a request to a table.

    Raises
    ------
    KeyError, ValueError
        If there is no such request, or the body does not fit it.

    >>> read_command("enter", 7, {"dice": [1, 1, 4]}).dice
    (1, 1, 4)
    """
    return BODIES[name].model_validate_json(dumps(body)).make_command(table)
