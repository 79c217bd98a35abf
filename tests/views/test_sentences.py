"""All that pages show of a game is made of sentences, so that it can be said in another language.

Whole nights are played by guests whose names have no Latin letter, and what the views say is translated into
a language without one: what is left of English did not come from a sentence.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache
from random import Random
from string import Formatter
from typing import Any, Literal, get_origin, get_type_hints

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.frames import Doubt
from pi_bunco.game.commands import (
    CLOCK,
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
    NewGame,
    OfferAwards,
    RedoStep,
    RestoreThrow,
    RingBell,
    SeatGuests,
    UndoStep,
    VoidThrow,
)
from pi_bunco.game.corrections import make_preview
from pi_bunco.game.keeper import Keeper
from pi_bunco.rules import SHEETS, Counted, load_sheet, parse_sheet
from pi_bunco.rules.sheets import Award
from pi_bunco.sentences import say, translate
from pi_bunco.views import table as s
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.consequences import ConsequencesView, make_consequences_view
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.host import make_seats_view
from pi_bunco.views.page import amend
from pi_bunco.views.room import make_room_view
from pi_bunco.views.rounds import RoundKey, find_round, find_throw
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.web.live_pages import list_blocks
from tests.game.conftest import Hands

NAMES = tuple(f"Ω{number}" for number in range(1, 18))
LIVE = CameraStatus("live", say("mock camera live"), mock=True)
NOT_SAID = {
    ("TableView", "title"), ("TableView", "rules"), ("RoomView", "title"), ("RoomView", "rules"),
    ("ThrowView", "by"), ("ThrowView", "image"), ("DoubtView", "image"), ("DoubtView", "kind"),
    ("RerollView", "image"), ("RerollView", "kind"), ("Alert", "image"), ("AwardLine", "what"),
    ("AwardLine", "among"), ("ClaimLine", "key"), ("TimeLimit", "since"),
    ("CardView", "look"), ("BarView", "camera"), ("FrameView", "title"), ("FrameView", "phase"),
    ("ActionView", "key"), ("ActionView", "command"), ("ActionView", "icon"), ("SlipView", "look"),
    ("QuestionView", "icon"), ("RulingView", "icon"), ("ChartView", "name"), ("ChartView", "ways"),
    ("ClaimView", "address"), ("ChangeView", "fields"),
    ("ChipView", "state"), ("ChipView", "address"),
    ("OwnSide", "look"), ("OutcomeView", "look"),
    ("SideScore", "look"), ("ScoreView", "kind"), ("GridView", "content"),
    ("ShownDice", "image"), ("GameOverView", "title"), ("RoomHeaderView", "title"), ("CostumeChoice", "best"),
    ("BarView", "rounds"),
}  # fmt: skip
"""Fields that no page shows as they are, and the sheet's title, which is a name."""


_CALLED = re.compile("|".join([r"ghost \d+", *(load_sheet(name).title for name in SHEETS)]))


class Greek:
    """A language that has the letter ω for all letters of English."""

    def gettext(self, message: str, /) -> str:
        return "".join(
            re.sub("[A-Za-z]", "ω", text) + ("" if name is None else f"{{{name}}}")
            for text, name, _, _ in Formatter().parse(message)
        )

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return self.gettext(one if n == 1 else many)


def english(text: str) -> bool:
    """Return whether a text has English in it that is not translated.

    What a ghost is called is a name, and so is the sheet's title.
    """
    return re.search("[A-Za-z]", _CALLED.sub("", translate(text, Greek()))) is not None


def texts(view: object, where: tuple[str, str] = ("", "")) -> Iterator[tuple[tuple[str, str], str]]:
    """Return each text that a view shows, and the field that it stands in."""
    if isinstance(view, str):
        yield where, view
    elif isinstance(view, tuple | dict):
        for each in view.values() if isinstance(view, dict) else view:
            yield from texts(each, where)
    elif is_dataclass(view) and not isinstance(view, type):
        for here in shown(type(view)):
            yield from texts(getattr(view, here[1]), here)


@cache
def shown(view: type[Any]) -> tuple[tuple[str, str], ...]:
    """Return the fields of a view that may show texts, each with the view's name."""
    kinds = get_type_hints(view)
    parts = [part.name for part in fields(view) if get_origin(kinds[part.name]) is not Literal]
    return tuple((view.__name__, part) for part in parts if (view.__name__, part) not in NOT_SAID)


@dataclass
class Listener:
    """Looks at all that is shown of a game, and remembers what is English."""

    keeper: Keeper
    english: set[tuple[tuple[str, str], str]] = field(default_factory=set)
    seen: set[tuple[str, str]] = field(default_factory=set)
    heard: set[tuple[tuple[str, str], type[str], str]] = field(default_factory=set)
    done: int = 0

    def tables(self) -> range:
        return range(1, len(self.keeper.book.played.tables) + 1)

    def show(self, table: int = 1, *, with_results: bool = False) -> s.TableView:
        view = self.look(table, with_results=with_results)
        self.hear(view)
        for block in (*list_blocks("table"), *list_blocks("results")):
            self.hear(block.make(view))
        return view

    def look(self, table: int = 1, *, with_results: bool = False) -> s.TableView:
        return make_table_view(self.keeper, table, DeviceStatus(LIVE), with_results=with_results)

    def look_around(self) -> None:
        """Look at all pages of the room."""
        for table in self.tables():
            self.show(table, with_results=table == 1)
        room = make_room_view(self.keeper)
        self.hear(room)
        for block in (*list_blocks("room"), *list_blocks("me", room.names[0])):
            self.hear(block.make(room))
        self.look_back()
        draft = None
        with suppress(Trouble):
            draft = self.keeper.draw_seats()
        self.hear(self.keeper.read(lambda book: make_seats_view(book, 1, draft)))

    def look_back(self) -> None:
        """Look at the dialogs of the last round's throws."""
        book = self.keeper.book
        if not book.played.rounds:
            return
        last = book.played.rounds[-1]
        found = find_round(book, 1, RoundKey(last.set, last.round, bool(book.seq_offset)))
        if found is None:
            return
        self.hear(amend.make_round_dialog(found, 2))
        for one in (*found.throws[-1:], *found.removed):
            throw = find_throw(book, 1, one.seq)
            self.hear(throw and amend.make_correction(throw))
            self.hear(amend.make_missing_throw(one.seq, throw))
            nothing = ConsequencesView(past=True, leaves=False, changes=())
            for command in (VoidThrow(one.seq), RestoreThrow(one.seq), InsertThrow(one.seq, (1, 2, 3))):
                self.hear(amend.make_change(command, throw, nothing))

    def hear(self, view: object) -> None:
        for where, text in texts(view):
            if text:
                self.seen.add(where)
            heard = (where, type(text), str(text))
            if heard not in self.heard and english(text):
                self.english.add((where, text))
            self.heard.add(heard)

    def do(self, command: Command) -> None:
        """Send a command, and look at what it changes, or at why it is refused."""
        try:
            happened = self.keeper.handle(command)
        except Trouble as trouble:
            self.hear((trouble.text, trouble.remedy))
            return
        for news in happened.news.values():
            self.hear(tuple(map(make_alert, news)))
        self.done += 1
        if self.done % 20 == 0 or len(happened.tables) > 1:
            self.look_around()
        for table in happened.tables:
            self.show(table)

    def preview_correction(self, command: CorrectThrow) -> None:
        """Look at what a correction would change."""
        with suppress(Trouble):
            asked = self.keeper.read(lambda book: make_preview(book, command))
            if asked:
                self.hear(make_consequences_view(asked.find_consequences()))


@pytest.fixture
def hear(open_table: Callable[[], Keeper]) -> Callable[..., Listener]:
    """Begin a game and listen to it."""

    def begin(rules: str, players: int, **keys: Any) -> Listener:
        listener = Listener(open_table())
        listener.do(NewGame(rules, NAMES[:players], **keys))
        return listener

    return begin


AWARDS = (
    Award("most_buncos", "room", "$100"), Award("most_wins", "groups", "$40"), Award("most_losses"),
    Award("even", "room", "Ω"), Award("most_minis", "group", "$7"), Award("most_points", "room", "Ω"),
    Award("fewest_points", "group"), Award("costume", "groups", "Ω"), Award("costume"),
)  # fmt: skip


def play_on(listener: Listener, chance: Random, hands: Hands) -> bool:
    """Do what is asked for next, with doubts, undo and corrections now and then; tell whether it goes on."""
    now = listener.look()
    if now.can.draw:
        listener.do(DrawNames())
    elif now.can.ring and now.phase == "ready":
        listener.do(RingBell())
    else:
        waiting = [view for view in map(listener.look, listener.tables()) if view.can.enter or view.doubt]
        if not waiting:
            return False
        view = chance.choice(waiting)
        dice = tuple(chance.choices((1, 1, 2, 3, 4, 5, 6, view.target or 6), k=view.dice or 3))
        if view.doubt:
            if chance.random() < 0.5:
                listener.do(AnswerDoubt(view.doubt.seq, dice, table=view.table))
            else:
                listener.do(DismissDoubt(view.doubt.seq, table=view.table))
        elif chance.random() < 0.1:
            listener.do(hands.throw(*dice, reason=say("One die leans."), kind=Doubt.COCKED, table=view.table))
        else:
            listener.do(EnterDice(dice, table=view.table))
        take_back(listener, chance, view.table)
    return True


def take_back(listener: Listener, chance: Random, table: int) -> None:
    """Undo a step and redo it, and correct a throw, now and then."""
    view = listener.look(table)
    if view.can.undo and chance.random() < 0.1:
        listener.do(UndoStep(view.can.undo.seq, table=table))
        if redo := listener.look(table).can.redo:
            listener.do(RedoStep(redo.seq, table=table))
    if view.course and chance.random() < 0.1:
        seq = chance.choice(view.course).seq
        number = len(view.course[-1].dice)
        listener.preview_correction(CorrectThrow(seq, (1,) * number, table=table))
        listener.do(CorrectThrow(seq, tuple(chance.choices(range(1, 7), k=number)), table=table, sure=True))


@pytest.mark.parametrize(
    ("rules", "players", "keys"),
    [
        ("classic", 8, {"sets": 1, "options": {"calls": True, "traveling": {"any_mini": True}}}),
        pytest.param("casino", 9, {}, marks=pytest.mark.nightly),
        ("houseparty", 9, {}),
        pytest.param("tournament", 12, {"sets": 1}, marks=pytest.mark.nightly),
        ("boxed", 3, {"options": {"cup": [1, 2]}}),
        pytest.param("boxed", 7, {"sets": 2}, marks=pytest.mark.nightly),
    ],
)
def test_a_night_is_shown_in_sentences(
    hear: Callable[..., Listener], hands: Hands, rules: str, players: int, keys: dict[str, Any]
) -> None:
    """By every printed sheet, from the first bell to the last award, with doubts and corrections."""
    listener, chance = hear(rules, players, **keys), Random(players)
    listener.do(OfferAwards(AWARDS))
    while play_on(listener, chance, hands):
        pass
    for claim in listener.show(with_results=True).results.claims:
        listener.do(ConfirmClaims((claim.key,)))
    listener.do(JudgeCostume(1))
    listener.do(JudgeCostume(NAMES[2]))
    for line in chance.sample(range(1, listener.keeper.book.next_seq), 20):
        for table in listener.tables():
            listener.preview_correction(CorrectThrow(line, (1, 1, 1), table=table))
            listener.preview_correction(CorrectThrow(line, (1, 1, 2), table=table))
    listener.look_around()
    assert listener.show().phase == "over"
    assert ("AwardLine", "title") in listener.seen
    assert ("ConsequencesView", "changes") in listener.seen
    assert listener.english == set()


HOUSE = 'slug = "ours"\ntitle = "Ω"\nparent = "classic"\ncocked = "re-roll"\nround_minutes = 5'


def test_what_goes_wrong_is_shown_in_sentences(hear: Callable[..., Listener], hands: Hands) -> None:
    """Doubts of every kind, dice before the bell, rulings, the host's clock, dice after a round."""
    listener = hear("ours", 8, sheet=parse_sheet(HOUSE).sheet)
    listener.do(hands.throw(1, 2, 3))
    listener.do(RingBell())
    listener.do(hands.throw(1, 2, 3, reason=say("One die leans."), kind=Doubt.COCKED))
    listener.do(hands.throw(1, 2, 3, at_start=True))
    listener.do(hands.throw(1, 1, 3))
    waiting = listener.show().doubt
    assert waiting is not None
    listener.do(AnswerDoubt(waiting.seq, (2, 3, 4), by="mock host"))
    listener.do(hands.throw(1, 2, reason=say("One is hidden."), kind=Doubt.FEWER, table=2))
    listener.do(EndRoundNow(by=CLOCK))
    listener.look_around()
    waiting = listener.show(2).doubt
    assert waiting is not None
    listener.do(DismissDoubt(waiting.seq, table=2, by="mock host"))
    assert ("TableView", "told") in listener.seen
    assert ("RoomView", "says") in listener.seen
    assert listener.english == set()


def test_guests_who_come_and_leave_are_shown_in_sentences(hear: Callable[..., Listener]) -> None:
    """Who waits, who throws for somebody who has left, and seats that are drawn anew."""
    listener = hear("boxed", 8)
    listener.do(RingBell())
    listener.do(SeatGuests(come=(NAMES[9],), leave=(NAMES[0],)))
    assert listener.show().can.undo is not None
    listener.look_around()
    assert ("GuestsView", "says") in listener.seen
    assert listener.english == set()


def test_a_refusal_is_made_of_sentences(hear: Callable[..., Listener]) -> None:
    """Whatever cannot be done now, before the bell, in a round and after the game."""
    listener = hear("boxed", 4, sets=1)
    seats = listener.keeper.book.game.seats
    refused: list[Command] = [
        EnterDice((1, 1)), EnterDice((1, 2, 3), table=9), EndRoundNow(), CallThrow(), DrawNames(),
        AnswerDoubt(99, (1, 2, 3)), DismissDoubt(0), CorrectThrow(99, (1, 2, 3)), UndoStep(99), RedoStep(99),
        CountTally(Counted((1, 2, 3, 4))), ConfirmClaims(("7",)), JudgeCostume("Ω99"),
        JudgeCostume(7), SeatGuests(leave=("Ω99",)), SeatGuests(come=("Ω1",)), SeatGuests(come=("",)),
        SeatGuests(come=("ghost 7",)), SeatGuests(come=("Ω" * 99,)),
        ChangeSeats((seats[0],) * 99), ChangeSeats((seats[0][:2],)), ChangeSeats((("Ω1",),)),
        NewGame("boxed", ("Ω1",)), NewGame("boxed", ("Ω1", "Ω1")), NewGame("boxed", ("ω", "Ω")),
        NewGame("boxed", NAMES[:4], sets=999), NewGame("boxed", NAMES[:8], options={"goal": 11}),
        NewGame("boxed", NAMES[:4], options={"goal": 99_999}),
    ]  # fmt: skip
    for rounds in range(7):
        if rounds:
            listener.do(RingBell())
        for command in (*refused, *([RingBell()] if rounds else [])):
            listener.do(command)
        while rounds and listener.show().phase == "playing":
            listener.do(EnterDice((rounds, rounds, rounds)))
            listener.do(EnterDice((1, 1)))
        while listener.show().phase == "rolloff":
            listener.do(EnterDice((rounds, rounds, rounds)))
    assert listener.english == set()
