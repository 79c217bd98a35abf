"""What staff decide about claims, and who may not."""

from collections.abc import Callable

import pytest

from pi_bunco.game.commands import (
    AnswerDoubt,
    ConfirmClaims,
    CorrectThrow,
    CountTally,
    DoubtClaims,
    EnterDice,
    NewGame,
    RingBell,
    TakeBackClaims,
)
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.line_format import write_line
from pi_bunco.game.refused import Refused
from pi_bunco.readings import Doubt
from pi_bunco.rules import Counted
from pi_bunco.rules.night import Night
from tests.game.conftest import FOUR, Hands, show

MINI, BUNCO = "mini:2:Ann", "bunco:3:Ann"


@pytest.fixture
def casino(open_table: Callable[[], Keeper]) -> Keeper:
    """Return a casino table in its first round: the device KHRM has entered a mini and a bunco of Ann's."""
    keeper = open_table()
    keeper.handle(NewGame("casino", FOUR))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((5, 5, 5), code="KHRM"))
    keeper.handle(EnterDice((1, 1, 1), code="KHRM"))
    return keeper


def read(keeper: Keeper) -> Night:
    return keeper.book.night


def test_the_device_of_a_tap_is_logged(casino: Keeper, open_table: Callable[[], Keeper]) -> None:
    """Each line has the code of its device, also after a restart; a tap without a known device has none."""
    assert write_line(casino.book.get_line(2))["code"] == "KHRM"
    assert "code" not in write_line(casino.book.get_line(1))
    assert open_table().book.get_line(2).code == "KHRM"


def test_the_device_that_entered_a_throw_cannot_confirm_it(casino: Keeper) -> None:
    """It is refused with a sentence; in a list it is left out. Another device confirms it."""
    with pytest.raises(Refused, match="This device has entered that throw"):
        casino.handle(ConfirmClaims((MINI,), code="KHRM"))
    casino.handle(EnterDice((2, 3, 4), code="FGHJ"))
    casino.handle(ConfirmClaims((MINI, "win:1.1:Ann"), code="KHRM"))
    assert read(casino).confirmed == {"win:1.1:Ann": 5}
    casino.handle(ConfirmClaims((MINI,), code="FGHJ"))
    casino.handle(ConfirmClaims((BUNCO,)))
    assert [claim.key for claim in read(casino).unconfirmed] == ["win:1.1:Cy"]


def test_who_corrected_a_throw_cannot_confirm_it(casino: Keeper) -> None:
    """The same holds for a correction, unless it was taken back."""
    casino.handle(CorrectThrow(2, (6, 6, 6), code="FGHJ"))
    with pytest.raises(Refused, match="This device has entered"):
        casino.handle(ConfirmClaims((MINI,), code="FGHJ"))
    casino.handle(ConfirmClaims((MINI,), code="PRTX"))
    assert MINI in read(casino).confirmed


def test_who_answered_a_doubt_or_counted_a_tally_cannot_confirm_it(
    open_table: Callable[[], Keeper], hands: Hands
) -> None:
    """They have entered it, although a camera took the photo."""
    keeper = open_table()
    keeper.handle(NewGame("casino", tuple(f"P{number}" for number in range(1, 9))))
    keeper.handle(RingBell())
    keeper.handle(hands.throw(1, 1, 1, reason="cocked", kind=Doubt.COCKED))
    keeper.handle(AnswerDoubt(2, (1, 1, 1), code="KHRM"))
    keeper.handle(CountTally(Counted((15, 12), buncos={"P5": 1}), table=2, code="KHRM"))
    for claim in read(keeper).claims:
        if claim.kind == "bunco":
            with pytest.raises(Refused, match="This device has entered"):
                keeper.handle(ConfirmClaims((claim.key,), code="KHRM"))


def test_a_doubted_claim_is_the_host_s(casino: Keeper) -> None:
    """Staff cannot confirm it any more. The host says that it stands, even if their device has entered it."""
    casino.handle(DoubtClaims((MINI,), code="FGHJ"))
    casino.handle(DoubtClaims((MINI,), code="PRTX"))  # two at once: the second changes nothing
    assert read(casino).doubted == {MINI: 4}
    with pytest.raises(Refused, match="Somebody doubts that"):
        casino.handle(ConfirmClaims((MINI,), code="FGHJ"))
    with pytest.raises(Refused, match="This device has entered"):  # it stands only if somebody doubts it
        casino.handle(ConfirmClaims((BUNCO,), stands=True, code="KHRM"))
    casino.handle(ConfirmClaims((MINI,), stands=True, code="KHRM"))
    assert (read(casino).confirmed, read(casino).doubted) == ({MINI: 5}, {})


def test_a_corrected_throw_ends_its_doubt(casino: Keeper) -> None:
    """The claim is gone, and nothing waits for the host."""
    casino.handle(DoubtClaims((MINI,)))
    casino.handle(CorrectThrow(2, (5, 5, 1)))
    assert (read(casino).doubted, [claim.key for claim in read(casino).unconfirmed]) == ({}, [BUNCO])
    with pytest.raises(Refused, match="nothing of that name"):
        casino.handle(DoubtClaims((MINI,)))


def test_two_staff_confirm_the_same(casino: Keeper) -> None:
    """The second tap logs nothing and is no error."""
    casino.handle(ConfirmClaims((MINI,), code="FGHJ"))
    before = casino.book.next_seq
    casino.handle(ConfirmClaims((MINI,), code="PRTX"))
    assert casino.book.next_seq == before


def test_staff_take_back_and_the_table_s_undo_stays(casino: Keeper) -> None:
    """What staff do is no step of a table: its undo still is the last throw. A second tap changes nothing."""
    undo, told = show(casino).can.undo, show(casino).told
    casino.handle(ConfirmClaims((MINI, BUNCO)))
    assert (show(casino).can.undo, show(casino).told) == (undo, told)
    casino.handle(TakeBackClaims(4))
    casino.handle(TakeBackClaims(4))
    assert read(casino).confirmed == {}
    assert (show(casino).can.undo, show(casino).can.redo, casino.book.next_seq) == (undo, None, 6)
    for wrong in (0, 2, 99):
        with pytest.raises(Refused, match="Nothing was confirmed there"):
            casino.handle(TakeBackClaims(wrong))
