"""A command that a page makes can be written down as a request, and read again."""

import json
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_bunco.game.commands import (
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
    TableCommand,
    TakeBackClaims,
    UndoStep,
    VoidThrow,
    WithdrawItem,
)
from pi_bunco.game.round_key import RoundKey
from pi_bunco.game.seen import SeenMoment
from pi_bunco.limits import NUMBER
from pi_bunco.rules import Counted
from pi_bunco.rules.sheets import Award
from pi_bunco.web.bodies import BODIES, read_command, write_command

SEEN = SeenMoment(3, RoundKey(1, 2, semi_final=True), "one_each", "2-wins")
COMMANDS: tuple[Command, ...] = (
    RingBell(),
    RingBell(sure=True, token="a.1", seen=SEEN),
    EndRoundNow(),
    EnterDice((1, 1, 4), table=7),
    EnterDice((1, 1, 4), after=0, table=7),
    EnterDice((6, 5), after=12, another=True, table=7, token="a.2", seen=SEEN),
    AnswerDoubt(0, (1, 1, 4), table=7),
    DismissDoubt(12, table=7),
    CorrectThrow(12, (1, 1, 4), sure=True, keep_end=True, table=7),
    CorrectThrow(12, (1, 1, 4), table=7),
    VoidThrow(12, sure=True, keep_end=True, table=7),
    RestoreThrow(12, sure=True, keep_end=True, table=7),
    InsertThrow(0, (1, 1, 4), answers=0, table=7),
    InsertThrow(12, (1, 1, 4), sure=True, keep_end=True, answers=3, table=7),
    UndoStep(0, table=7),
    RedoStep(12, table=7),
    WithdrawItem("7c1f09aa.1", table=7),
    WithdrawItem("7c1f09aa.3", table=7, token="a.3"),
    CorrectThrow(4, (1, 1, 1), table=7, called=True),
    CorrectThrow(4, (1, 1, 1), table=7, called=False),
    CorrectThrow(4, (1, 2, 6), table=7, was=(1, 2, 3)),
    CallThrow(table=7, seen=SEEN),
    CallThrow(table=7, seq=12),
    CountTally(Counted((15, 12)), table=7),
    CountTally(Counted((0, 1)), table=7),
    CountTally(Counted((9, 15, 9, 3), winners=(1, 2)), table=7),
    CountTally(Counted((15, 15), 2, {"Ann": 1}, {"Bob": 2}, "Ann"), table=7, token="a.4", seen=SEEN),
    ChangeSeats((("Ann", "Bob", "Cy", "Di"), ("Ed",))),
    ChangeSeats(()),
    DrawNames(prize="a mug", drawn=2, seen=SEEN),
    DrawNames(absent="Ann", lottery=True),
    RetabulateCard("Ann", wins=3, buncos=1, minis=2),
    ConfirmClaims(("bunco:17:Ann", "mini:4:Bob"), stands=True),
    DoubtClaims(("win:1.2:Ann",)),
    TakeBackClaims(61),
    JudgeCostume("Ann", "room"),
    JudgeCostume(2),
    NameTeam(2, "The Rollers"),
    NameTeam(1),
    OfferAwards((Award("most_wins", "room", "$40"), Award("most_buncos", "group", ""))),
    OfferAwards(()),
)


@pytest.mark.parametrize("command", COMMANDS, ids=repr)
def test_command_is_read_as_it_was_written(command: Command) -> None:
    """Nothing of a command is lost on the disk of another Pi and on the way to the head."""
    table = command.table if isinstance(command, TableCommand) else 7
    name, body = write_command(command)
    assert read_command(name, table, json.loads(json.dumps(body))) == command


def test_each_command_has_an_example() -> None:
    """Every request to a table is written and read above, with each of its fields set once."""
    assert {write_command(command)[0] for command in COMMANDS} == set(BODIES)
    for name, body in BODIES.items():
        written = [write_command(command)[1] for command in COMMANDS if type(command) is body.command_type]
        never = set(body.model_fields) - {key for each in written for key in each}
        assert never <= {"token", "moment", "pin"}, name


def test_each_field_of_a_command_can_be_sent() -> None:
    """A new field of a command is a field of its request too, or it would be lost on the way."""
    of_carrier = {"item", "previous", "former", "header", "of", "not_own"}  # what carries it to the head says
    not_sent = {"by", "code", "seen", "table", "counted"} | of_carrier
    for name, body in BODIES.items():
        sent = {field.name for field in fields(body.command_type)} - not_sent
        assert sent <= set(body.model_fields), name


def test_nothing_is_sent_that_is_not_set() -> None:
    """A field that is not set is left out, so that an older head can read the request; 0 is not left out."""
    assert write_command(EnterDice((1, 1, 4), table=7)) == ("enter", {"dice": (1, 1, 4)})
    assert write_command(EnterDice((1, 1, 4), after=0)) == ("enter", {"dice": (1, 1, 4), "after": 0})
    assert write_command(RingBell()) == ("ring", {})
    assert write_command(CountTally(Counted((15, 12)))) == ("tally", {"scores": (15, 12)})


NUMBERS = st.integers(0, NUMBER)
MOMENTS = st.none() | st.builds(
    SeenMoment,
    st.integers(1, NUMBER),
    st.builds(RoundKey, st.integers(1, 99), st.integers(1, 6), semi_final=st.booleans()),
    st.sampled_from(["ready", "playing", "one_each", "set_rolloff"]),
    st.sampled_from(["", "2-wins", "order", "wild_card"]),
)


@given(
    dice=st.lists(st.integers(1, 6), min_size=2, max_size=8).map(tuple),
    after=st.none() | NUMBERS,
    another=st.booleans(),
    token=st.text(max_size=64),
    seen=MOMENTS,
)
def test_any_dice_are_read_as_they_were_written(
    dice: tuple[int, ...], after: int | None, token: str, seen: SeenMoment | None, *, another: bool
) -> None:
    """Dice arrive with the moment that people saw, the throw before them and the tap’s name."""
    command = EnterDice(dice, after, another, table=25, token=token, seen=seen)
    name, body = write_command(command)
    assert read_command(name, 25, json.loads(json.dumps(body))) == command


@pytest.mark.parametrize(
    ("name", "body", "fault"),
    [
        ("fly", {}, KeyError),
        ("enter", {}, ValueError),
        ("enter", {"dice": [1, 1, 7]}, ValueError),
        ("enter", {"dice": [1, 1, 4], "by": "rules"}, ValueError),
        ("tally", {"scores": [15, 15]}, ValueError),
        ("tally", {"scores": [15, 12], "buncos": {"": 1}}, ValueError),
    ],
)
def test_other_requests_are_no_commands(name: str, body: dict[str, object], fault: type[Exception]) -> None:
    """An unknown name or a body that does not fit raises an error that the reader knows."""
    with pytest.raises(fault):
        read_command(name, 7, body)
