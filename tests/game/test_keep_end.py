"""A correction can keep the end of its round: later throws stay in theirs, and one undo takes it all back."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pi_bunco.game.book import Book
from pi_bunco.game.commands import (
    Amendment,
    AnswerDoubt,
    CallThrow,
    Command,
    ConfirmClaims,
    CorrectThrow,
    DismissDoubt,
    DoubtClaims,
    DrawNames,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    NewGame,
    RedoStep,
    RingBell,
    SeatGuests,
    UndoStep,
    VoidThrow,
)
from pi_bunco.game.keep_end import EndNotKept
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lessons import make_label
from pi_bunco.game.lines import ROOM
from pi_bunco.game.refused import Refused
from pi_bunco.readings import Tumble
from pi_bunco.rules import SHEETS, Bell, Game, Header, parse_event
from pi_bunco.rules.night import list_places
from pi_bunco.rules.night.consequences import ThrowPlace
from pi_bunco.views.throws import list_throws as list_throw_views
from tests.at_night import leave_to_night
from tests.game.conftest import FOUR, Hands

NAMES = (*FOUR, "Ed", "Flo", "Gus", "Hal")
OpenTable = Callable[[], Keeper]

LATE_BUNCO = (
    {
        "record": "bunco/1",
        "rules": "classic",
        "tables": [["Ann", "Bob", "Cy", "Di"], ["Ed", "Flo", "Gus", "Hal"]],
    },
    {"event": "bell"},
    {"event": "throw", "table": 2, "dice": [1, 3, 4]},
    {"event": "throw", "table": 1, "dice": [1, 1, 1]},
    {"event": "bell"},
    {"event": "throw", "table": 2, "dice": [2, 1, 1]},
    {"event": "throw", "table": 2, "dice": [1, 1, 5]},
    {"event": "throw", "table": 1, "dice": [2, 1, 1]},
    {"event": "throw", "table": 1, "dice": [1, 1, 5]},
)
"""Two tables in round 2. Event 3, a bunco, has ended round 1."""


def play_late_bunco(keeper: Keeper) -> None:
    """Play :data:`LATE_BUNCO` by tapping."""
    keeper.handle(NewGame("classic", NAMES))
    for event in LATE_BUNCO[1:]:
        keeper.handle(make_command(event))


def make_command(event: Any) -> Command:
    if event["event"] == "bell":
        return RingBell()
    return EnterDice(tuple(event["dice"]), table=event["table"])


def list_throws(book: Book) -> list[ThrowPlace]:
    """Return where each throw counts, by table, without the number of its event."""
    places = [place for _, place in list_places(book.game.rounds)]
    return sorted(places, key=lambda place: (place.table, place.set, place.round))


def replay(book: Book) -> dict[str, Any]:
    """Return the result of the exported record as a program reads it that knows no step."""
    header, *events = book.to_dicts(book.next_seq)
    game = Game(Header.parse(header))
    for event in events:
        game.push(parse_event({key: value for key, value in event.items() if key != "step"}))
    return game.make_result()


def test_later_throws_stay_in_their_round(open_table: OpenTable) -> None:
    """If the round had ended all the same, only the corrected throw and its table's result change."""
    keeper = open_table()
    play_late_bunco(keeper)
    before = keeper.book.game.make_result()
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    after = keeper.book.game.make_result()
    assert after["rounds"][1:] == before["rounds"][1:]
    assert after["rounds"][0]["tables"][1] == before["rounds"][0]["tables"][1]
    assert after["rounds"][0]["tables"][0]["scores"] == {"Ann": 2, "Bob": 0, "Cy": 2, "Di": 0}
    assert (after["seats"], after["status"], after["unused"]) == (before["seats"], "playing", [])
    assert after["players"]["Ann"] == before["players"]["Ann"] | {"buncos": 0, "points": 2}
    assert replay(keeper.book) == after
    assert open_table().book.game.make_result() == after, "a restart reads the same"


def test_without_it_later_throws_count_in_the_old_round(open_table: OpenTable) -> None:
    """A correction that does not keep the end is read as the rules say: the bell no longer counts."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True))
    assert keeper.book.game.unused == (4,)
    assert len(keeper.book.game.rounds) == 1


def test_one_tap_undoes_and_redoes_the_step(open_table: OpenTable) -> None:
    """One undo takes all lines of the step back, one redo brings them back, as often as people like."""
    keeper = open_table()
    play_late_bunco(keeper)
    before, steps_before = keeper.book.game.make_result(), keeper.book.get_table_lines(2).undo
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    after, undo = keeper.book.game.make_result(), keeper.book.get_table_lines(1).undo
    assert undo == 9, "the correction is the first line of the step"
    assert keeper.book.get_table_lines(2).undo is None, "nobody takes back half of it"
    for _ in range(3):
        keeper.handle(UndoStep(9))
        assert keeper.book.game.make_result() == before
        assert keeper.book.get_table_lines(2).undo == steps_before
        keeper = open_table()
        keeper.handle(RedoStep(keeper.book.get_table_lines(1).redo or 0))
        assert keeper.book.game.make_result() == after
        assert (keeper.book.get_table_lines(1).undo, keeper.book.get_table_lines(2).undo) == (9, None)
        assert replay(keeper.book) == after
    keeper.handle(UndoStep(9))
    keeper.handle(UndoStep(8))
    assert keeper.book.get_table_lines(1).undo == 7


def test_undo_waits_for_other_tables(open_table: OpenTable) -> None:
    """The step contains bells, so it can be undone only while no other table has gone on."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(CorrectThrow(2, (1, 1, 4), table=2, sure=True))
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    step = keeper.book.get_table_lines(1).undo or 0
    keeper.handle(EnterDice((2, 3, 4), table=2))
    with pytest.raises(Refused, match="Table 2 has gone on"):
        keeper.handle(UndoStep(step))
    keeper.handle(UndoStep(keeper.book.get_table_lines(2).undo or 0, table=2))
    keeper.handle(UndoStep(step))
    assert keeper.book.game.players["Ann"].buncos == 1


def test_throws_keep_what_the_log_says_of_them(open_table: OpenTable) -> None:
    """A throw that is made again keeps its sender, time, token and unknown keys; a correction follows it."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(CorrectThrow(8, (2, 2, 5), by="mock host", token="page.1"))
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    names = [line.name for line in keeper.book.get_lines_from(10)]
    assert names == [
        "correct", *["void"] * 5, "end_round", "bell", "throw", "throw", "throw", "throw", "correct"
    ]  # fmt: skip
    assert {line.step for line in keeper.book.get_lines_from(10)} == {10}
    again = keeper.book.get_line(22)
    assert (again.by, again.token, again.faces, again.about) == ("mock host", "page.1", (2, 2, 5), 21)
    thrown = keeper.book.game.tables[0].throws[-1]
    assert (thrown.seq, thrown.dice, thrown.corrected) == (21, (2, 2, 5), True)


def test_table_in_a_tie_keeps_no_end(open_table: OpenTable) -> None:
    """If the table would be tied at the end of the round, the step is refused with the reason."""
    keeper = open_table()
    play_late_bunco(keeper)
    before = keeper.book.next_seq
    with pytest.raises(EndNotKept, match="Table 1 would be tied"):
        keeper.handle(CorrectThrow(3, (2, 3, 4), sure=True, keep_end=True))
    assert keeper.book.next_seq == before
    with pytest.raises(EndNotKept, match="would be tied"):
        keeper.handle(VoidThrow(3, sure=True, keep_end=True))


def test_correction_that_opens_no_round_is_as_ever(open_table: OpenTable) -> None:
    """If no round is opened again, there is no end to keep, and the correction is a single line."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(CorrectThrow(2, (1, 1, 4), table=2, sure=True, keep_end=True))
    assert keeper.book.next_seq == 10
    assert keeper.book.get_line(9).step is None


def test_old_numbers_are_refused(open_table: OpenTable) -> None:
    """A page that still shows the old number of a throw cannot correct it without an effect."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    with pytest.raises(Refused, match="another number"):
        keeper.handle(CorrectThrow(8, (2, 2, 5), sure=True))
    keeper.handle(UndoStep(9))
    keeper.handle(CorrectThrow(8, (2, 2, 5)))


# Photos, answers, claims, drawings and guests


def test_photos_keep_their_labels(open_table: OpenTable, hands: Hands) -> None:
    """The label of a photo that somebody has corrected stays the same, after the step and after its undo."""
    keeper = open_table()
    keeper.handle(NewGame("classic", FOUR))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(RingBell())
    keeper.handle(hands.throw(2, 2, 5))
    keeper.handle(CorrectThrow(4, (2, 2, 6)))
    keeper.handle(hands.throw(2, 3, 5))
    image, other = keeper.book.get_line(4).image, keeper.book.get_line(6).image
    assert image
    assert other
    label, mat = make_label(keeper.book.lines, image), keeper.book.get_table_lines(1).mat
    assert label
    keeper.handle(CorrectThrow(2, (1, 1, 4), sure=True, keep_end=True))
    assert make_label(keeper.book.lines, image) == label
    assert make_label(keeper.book.lines, other) is None
    assert keeper.book.get_table_lines(1).mat is mat, "the dice on the mat are those of the last photo"
    assert [throw.image for throw in list_throw_views(keeper.book, 1)] == [image, other]
    keeper.handle(CorrectThrow(keeper.book.next_seq - 1, (2, 3, 6)))
    assert make_label(keeper.book.lines, other)
    for _ in range(2):
        keeper.handle(UndoStep(keeper.book.get_table_lines(1).undo or 0))
    assert make_label(keeper.book.lines, image) == label
    assert make_label(keeper.book.lines, other) is None


def test_answered_readings_are_not_asked_again(open_table: OpenTable, hands: Hands) -> None:
    """Readings that were answered, dismissed or too late wait no more after the step, nor after its undo."""
    keeper = open_table()
    keeper.handle(NewGame("classic", NAMES))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 3, 4), table=2))
    keeper.handle(hands.throw(1, 3, 4, reason="It leans.", table=2))
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(hands.throw(3, 3, 4, table=2))  # it waits, and comes too late
    keeper.handle(AnswerDoubt(keeper.book.get_table_lines(2).pending[0], (1, 3, 4), table=2))
    keeper.handle(RingBell())
    keeper.handle(hands.throw(2, 3, 4, reason="It leans.", table=2))
    keeper.handle(AnswerDoubt(keeper.book.get_table_lines(2).pending[0], (2, 2, 4), table=2))
    keeper.handle(hands.throw(2, 3, 4, reason="It leans.", table=2))
    keeper.handle(DismissDoubt(keeper.book.get_table_lines(2).pending[0], table=2))
    assert keeper.book.in_doubt == ()
    assert any(line.came_too_late for line in keeper.book.lines)
    before = keeper.book.game.make_result()
    bunco = next(seq for seq, line in enumerate(keeper.book.lines, 1) if line.faces == (1, 1, 1))
    keeper.handle(CorrectThrow(bunco, (1, 1, 4), sure=True, keep_end=True))
    assert keeper.book.in_doubt == ()
    assert keeper.book.game.make_result()["rounds"][1:] == before["rounds"][1:]
    assert open_table().book.in_doubt == ()
    keeper = open_table()
    keeper.handle(UndoStep(keeper.book.get_table_lines(1).undo or 0))
    assert (keeper.book.in_doubt, keeper.book.game.make_result()) == ((), before)


def test_dice_from_before_a_bell_count_in_no_other_round(open_table: OpenTable, hands: Hands) -> None:
    """The camera's dice from before the last bell do not slip into the round whose end is kept."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(EnterDice((2, 2, 2)))
    assert keeper.book.game.round == 3
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    before = keeper.book.game.make_result()
    keeper.handle(replace(hands.throw(1, 3, 4, table=2), tumble=Tumble(-2, -1, 1)))
    assert keeper.book.game.make_result() == before
    assert keeper.book.lines[-1].name == "camera:uncounted"


def test_open_question_comes_first(open_table: OpenTable, hands: Hands) -> None:
    """While a reading waits for an answer, nobody can know its round, so the end is not kept."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(hands.throw(2, 3, 4, reason="It leans.", table=2))
    with pytest.raises(EndNotKept, match="waits for an answer"):
        keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))


def test_claims_and_drawings_stay(open_table: OpenTable) -> None:
    """What staff have confirmed stays confirmed under its new number, and a drawing keeps its break."""
    keeper = open_table()
    keeper.handle(NewGame("casino", FOUR))
    for face in (1, 2, 3):
        keeper.handle(RingBell())
        keeper.handle(EnterDice((face, face, 6)))
        keeper.handle(EnterDice((face, face, face)))
        keeper.handle(EnterDice((face % 6 + 1, face % 6 + 2, 6)))
        if face == 2:
            keeper.handle(DrawNames())
    claims = [claim.key for claim in keeper.book.night.claims]
    keeper.handle(ConfirmClaims(tuple(claims)))
    drawn = [(each.player, each.at) for each in keeper.book.night.drawings.drawn]
    assert drawn
    keeper.handle(CorrectThrow(3, (1, 1, 6), sure=True, keep_end=True))
    night = keeper.book.night
    assert [(each.player, each.at) for each in night.drawings.drawn] == drawn
    assert (night.unconfirmed, night.ignored) == ((), {})
    assert len(night.claims) == len(claims) - 1, "only the claim of the corrected bunco has gone"
    keeper.handle(UndoStep(keeper.book.get_table_lines(1).undo or 0))
    assert [claim.key for claim in keeper.book.night.claims] == claims
    assert (keeper.book.night.unconfirmed, keeper.book.night.ignored) == ((), {})


def test_doubt_stays(open_table: OpenTable) -> None:
    """What somebody doubts after it was confirmed stays in doubt under its new number."""
    keeper = open_table()
    keeper.handle(NewGame("casino", FOUR))
    for face in (1, 2):
        keeper.handle(RingBell())
        keeper.handle(EnterDice((face, face, 6)))
        keeper.handle(EnterDice((face, face, face)))
        keeper.handle(EnterDice((face + 1, face + 2, 6)))
    last = [claim.key for claim in keeper.book.night.claims if claim.kind == "bunco"][-1:]
    keeper.handle(ConfirmClaims(tuple(last)))
    keeper.handle(DoubtClaims(tuple(last)))
    keeper.handle(CorrectThrow(3, (1, 1, 6), sure=True, keep_end=True))
    night = keeper.book.night
    doubted = [(claim.kind, claim.round) for claim in night.claims if claim.key in night.doubted]
    assert (doubted, [*night.confirmed]) == ([("bunco", 2)], [])


def test_guests_stay(open_table: OpenTable) -> None:
    """Who waits and who is away stays as it was, although seats are taken again."""
    keeper = open_table()
    keeper.handle(NewGame("classic", FOUR))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(SeatGuests(come=("Eve",)))
    keeper.handle(SeatGuests(leave=("Bob",)))
    keeper.handle(SeatGuests(come=("Gus",)))
    keeper.handle(RingBell())
    guests, seats = keeper.book.guests, keeper.book.game.seats
    assert guests.waiting
    keeper.handle(CorrectThrow(2, (1, 1, 4), sure=True, keep_end=True))
    assert (keeper.book.guests, keeper.book.game.seats) == (guests, seats)
    keeper.handle(UndoStep(keeper.book.get_table_lines(1).undo or 0))
    assert (keeper.book.guests, keeper.book.game.seats) == (guests, seats)


def test_missed_throws_stay_in_place(open_table: OpenTable) -> None:
    """A throw that somebody added later is made again in its place."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(InsertThrow(5, (2, 2, 2), table=2))
    keeper.handle(InsertThrow(4, (2, 2, 3), table=2))
    places = [place for place in list_throws(keeper.book) if place.round == 2]
    keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    assert [place for place in list_throws(keeper.book) if place.round == 2] == places
    assert replay(keeper.book) == keeper.book.game.make_result()


def test_last_round_is_kept_too(open_table: OpenTable) -> None:
    """Before the next bell an ended round can be kept in the same way."""
    keeper = open_table()
    keeper.handle(NewGame("classic", FOUR))
    keeper.handle(RingBell())
    keeper.handle(EnterDice((1, 1, 1)))
    keeper.handle(CorrectThrow(2, (1, 1, 4), keep_end=True))
    assert (keeper.book.game.status, keeper.book.game.players["Ann"].points) == ("ready", 2)


def test_nothing_is_announced(open_table: OpenTable) -> None:
    """No page celebrates a bunco or a bell that is made again."""
    keeper = open_table()
    play_late_bunco(keeper)
    keeper.handle(EnterDice((2, 2, 2)))
    effect = keeper.handle(CorrectThrow(3, (1, 1, 4), sure=True, keep_end=True))
    assert effect.tables == {1, 2}
    assert effect.news == {}


# Random games


def throw_dice(luck: Random, target: int) -> tuple[int, int, int]:
    """Return dice that are often a bunco or a mini, so that rounds end soon."""
    face = target if luck.random() < 0.5 else luck.randint(1, 6)
    if luck.random() < 0.3:
        return face, face, face
    return face, luck.randint(1, 6), luck.randint(1, 6)


def play_on(keeper: Keeper, luck: Random, events: int) -> None:
    """Play this number of events by tapping."""
    for _ in range(events):
        book = keeper.book
        if book.over:
            return
        game = book.game
        if game.status == "ready":
            keeper.handle(RingBell())
            continue
        if game.status == "over":
            return
        if luck.random() < 0.01 and not game.ended:
            keeper.handle(EndRoundNow())
            continue
        at = luck.choice([table for table in game.tables if table.takes])
        if at.takes == "die_off":
            keeper.handle(EnterDice((luck.randint(1, 6), luck.randint(1, 6)), table=at.number))
            continue
        keeper.handle(EnterDice(throw_dice(luck, game.target), table=at.number))
        if keeper.book.get_table(at.number).callable is not None and luck.random() < 0.7:
            keeper.handle(CallThrow(table=at.number))
        if luck.random() < 0.05:
            seq = keeper.book.next_seq - 1
            if keeper.book.get_line(seq).name == "throw" and keeper.book.game.status == "playing":
                keeper.handle(CorrectThrow(seq, throw_dice(luck, game.target), table=at.number, sure=True))


def find_ends(book: Book) -> list[int]:
    """Return the throws that have ended the last rounds before the present one."""
    bells = [seq for seq in range(1, book.next_seq) if isinstance(book.get_line(seq).event, Bell)]
    counted = [seq for seq in bells if seq not in book.gone]
    ends = [book.game.find_end(bell) for bell in counted[-4:-1]]
    by_table = {seq: place.table for seq, place in list_places(book.game.rounds)}
    throws = []
    for end in ends:
        if end and book.get_line(end).name in ("throw", "call"):
            here = [seq for seq, table in by_table.items() if table == book.find_table(end)]
            throws.append(max(seq for seq in here if seq <= end))
    return throws


@pytest.mark.parametrize("calls", leave_to_night((False, True), (True,)))
@pytest.mark.parametrize("rules", leave_to_night(SHEETS, ("classic",)))
def test_random_games(open_table: OpenTable, rules: str, *, calls: bool) -> None:
    """In random games a kept end leaves later throws as they were, and one undo restores everything."""
    if calls and rules in ("houseparty", "boxed"):
        pytest.skip("nothing is called on this sheet")
    luck, kept = Random(f"{rules} {calls}"), 0
    for players in (2, 4, 8, 12, 16) if rules == "boxed" else (4, 8, 12, 16):
        for _ in range(3):
            keeper = open_table()
            names = tuple(f"P{number}" for number in range(players))
            keeper.handle(NewGame(rules, names, sets=3, options={"calls": True} if calls else None))
            play_on(keeper, luck, luck.randint(40, 160))
            for back in range(3):
                ends = find_ends(keeper.book)  # a step gives throws other numbers
                if back >= len(ends):
                    break
                seq = ends[back]
                table = keeper.book.find_table(seq)
                assert table != ROOM
                dice = throw_dice(luck, luck.randint(1, 6))
                command: Amendment = CorrectThrow(seq, dice, table=table, sure=True, keep_end=True)
                if luck.random() < 0.2:
                    command = VoidThrow(seq, table=table, sure=True, keep_end=True)
                first, before = keeper.book.next_seq, keeper.book.game.make_result()
                places = list_throws(keeper.book)
                try:
                    keeper.handle(command)
                except EndNotKept:
                    assert keeper.book.next_seq == first
                    continue
                if keeper.book.next_seq == first or keeper.book.get_line(first).step is None:
                    break
                kept += 1
                check_kept(keeper.book, before, places)
                keeper.handle(UndoStep(first, table=table))
                assert keeper.book.game.make_result() == before
                assert list_throws(keeper.book) == places
                keeper.handle(RedoStep(keeper.book.get_table_lines(table).redo or 0, table=table))
                check_kept(keeper.book, before, places)
    assert kept


def check_kept(book: Book, before: dict[str, Any], places: list[ThrowPlace]) -> None:
    """Check that after a kept end the present and later rounds are as before, in a replay too."""
    after = book.game.make_result()
    assert [after[key] for key in ("status", "seats", "unused")] == [
        before[key] for key in ("status", "seats", "unused")
    ]
    assert len(after["rounds"]) == len(before["rounds"])
    assert replay(book) == after
    changed = [
        at
        for at, (one, other) in enumerate(zip(before["rounds"], after["rounds"], strict=True))
        if one != other
    ]
    assert len(changed) <= 1, "only the round of the corrected throw may change"
    now = list_throws(book)
    kept = {(place.set, place.round) for place in places} - {
        (before["rounds"][at]["set"], before["rounds"][at]["round"]) for at in changed
    }
    assert [each for each in now if (each.set, each.round) in kept] == [
        each for each in places if (each.set, each.round) in kept
    ]
