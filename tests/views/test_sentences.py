"""All text on the pages of a game can be translated.

The tests play whole nights with guests whose names have no Latin letter, and translate the texts of all views
into a made-up language without Latin letters. A text that still has some cannot be translated.
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
from pi_bunco.game.round_key import RoundKey
from pi_bunco.readings import Doubt
from pi_bunco.rules import SHEETS, Counted, load_sheet, parse_sheet
from pi_bunco.rules.sheets import Award
from pi_bunco.sentences import say, translate
from pi_bunco.views.alerts import make_alert
from pi_bunco.views.consequences import ConsequencesView, make_consequences_view
from pi_bunco.views.devices import CameraStatus
from pi_bunco.views.host import make_seats_view
from pi_bunco.views.room import make_room_view
from pi_bunco.views.rounds import find_round, find_throw
from pi_bunco.views.show import DeviceStatus, make_table_view
from pi_bunco.views.table import TableView
from pi_bunco.web.pages.me.page import ME
from pi_bunco.web.pages.results.page import RESULTS
from pi_bunco.web.pages.room.kind import ROOM_PAGE
from pi_bunco.web.pages.table import amend
from pi_bunco.web.pages.table.kind import TABLE
from tests.game.conftest import Hands

NAMES = tuple(f"Ω{number}" for number in range(1, 18))
LIVE = CameraStatus("live", say("mock camera live"), mock=True)
NOT_TRANSLATED = {
    ("TableView", "title"), ("TableView", "rules"), ("RoomView", "title"), ("RoomView", "rules"),
    ("ThrowView", "by"), ("ThrowView", "image"), ("DoubtView", "image"), ("DoubtView", "kind"),
    ("RerollView", "image"), ("RerollView", "kind"), ("Alert", "image"), ("AwardLine", "what"),
    ("AwardLine", "among"), ("CostumePrize", "among"), ("ClaimLine", "key"), ("ClaimLine", "kind"),
    ("ClaimLine", "image"), ("TimeLimit", "since"),
    ("CardView", "look"), ("BarView", "camera"), ("FrameView", "title"), ("FrameView", "phase"),
    ("ActionView", "key"), ("ActionView", "command"), ("ActionView", "icon"), ("SlipView", "look"),
    ("QuestionView", "icon"), ("RulingView", "icon"), ("ChartView", "name"), ("ChartView", "arrows"),
    ("ClaimView", "address"), ("ChangeView", "fields"),
    ("ChipView", "state"), ("ChipView", "address"),
    ("OwnSide", "look"), ("OutcomeView", "look"),
    ("SideScore", "look"), ("ScoreView", "kind"), ("CallView", "key"),
    ("TvShowView", "key"), ("TvScene", "kind"), ("TvScene", "beside"), ("RoundBunco", "image"),
    ("ShownDice", "image"), ("GameOverView", "title"), ("RoomHeaderView", "title"), ("CostumeChoice", "best"),
    ("BarView", "rounds"), ("MomentView", "part"), ("HereView", "awaits"), ("HereView", "seen"),
    ("ActionView", "seen"), ("FrameView", "seen"), ("KeypadView", "seen"), ("StageView", "seen"),
    ("HostActionsView", "seen"), ("CardsView", "seen"), ("StaffView", "seen"), ("CostumesView", "seen"),
    ("DrawingsView", "seen"), ("ContestView", "phase"), ("EmphasisedText", "strong"),
    ("Announcement", "key"), ("Announcement", "lines"), ("CuesView", "lines"),
}  # fmt: skip
"""Fields that no page shows directly, and the title of a sheet, which is a name."""


_ENGLISH_NAME = re.compile("|".join([r"ghost \d+", *(load_sheet(name).title for name in SHEETS)]))


class Greek:
    """A made-up language that replaces each Latin letter by ω."""

    def gettext(self, message: str, /) -> str:
        return "".join(
            re.sub("[A-Za-z]", "ω", text) + ("" if name is None else f"{{{name}}}")
            for text, name, _, _ in Formatter().parse(message)
        )

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return self.gettext(one if n == 1 else many)


def has_english(text: str) -> bool:
    """Return whether the translation of a text has Latin letters, outside the names of ghosts and sheets."""
    return re.search("[A-Za-z]", _ENGLISH_NAME.sub("", translate(text, Greek()))) is not None


Field = tuple[str, str]
"""The names of a view's class and of one of its fields."""


def find_texts(view: object, within: Field = ("", "")) -> Iterator[tuple[Field, str]]:
    """Yield each text that a view shows, with the field that contains it."""
    if isinstance(view, str):
        yield within, view
    elif isinstance(view, tuple | dict):
        for part in view.values() if isinstance(view, dict) else view:
            yield from find_texts(part, within)
    elif is_dataclass(view) and not isinstance(view, type):
        for inner in list_text_fields(type(view)):
            yield from find_texts(getattr(view, inner[1]), inner)


@cache
def list_text_fields(view: type[Any]) -> tuple[Field, ...]:
    """Return the fields of a view that may show texts."""
    kinds = get_type_hints(view)
    names = [part.name for part in fields(view) if get_origin(kinds[part.name]) is not Literal]
    return tuple((view.__name__, name) for name in names if (view.__name__, name) not in NOT_TRANSLATED)


@dataclass
class EnglishFinder:
    """Plays a game, checks all texts that its pages show, and remembers those that stay English."""

    keeper: Keeper
    english: set[tuple[Field, str]] = field(default_factory=set)
    shown: set[Field] = field(default_factory=set)
    checked: set[tuple[Field, type[str], str]] = field(default_factory=set)
    commands: int = 0

    def list_tables(self) -> range:
        return range(1, len(self.keeper.book.played.tables) + 1)

    def check_table(self, table: int = 1, *, with_results: bool = False) -> TableView:
        """Check the page of a table, and return its view."""
        view = self.view_table(table, with_results=with_results)
        self.check(view)
        for block in (*TABLE.list_blocks(), *RESULTS.list_blocks()):
            self.check(block.make(view))
        return view

    def view_table(self, table: int = 1, *, with_results: bool = False) -> TableView:
        return make_table_view(self.keeper, table, DeviceStatus(LIVE), with_results=with_results)

    def check_all_pages(self) -> None:
        """Check the pages of all tables and of the room."""
        for table in self.list_tables():
            self.check_table(table, with_results=table == 1)
        room = make_room_view(self.keeper)
        self.check(room)
        for block in (*ROOM_PAGE.list_blocks(), *ME.list_blocks(room.names[0])):
            self.check(block.make(room))
        self.check_dialogs()
        draft = None
        with suppress(Trouble):
            draft = self.keeper.draw_seats()
        self.check(self.keeper.read(lambda book: make_seats_view(book, 1, draft)))

    def check_dialogs(self) -> None:
        """Check the dialogs of the last round and its throws."""
        book = self.keeper.book
        if not book.played.rounds:
            return
        last = book.played.rounds[-1]
        found = find_round(book, 1, RoundKey(last.set, last.round, bool(book.seq_offset)))
        if found is None:
            return
        self.check(amend.make_round_dialog(found, 2))
        for seq in (throw.seq for throw in (*found.throws[-1:], *found.removed)):
            throw = find_throw(book, 1, seq)
            self.check(throw and amend.make_correction(throw))
            self.check(amend.make_missing_throw(seq, throw))
            nothing = ConsequencesView(past=True, leaves=False, changes=())
            for command in (VoidThrow(seq), RestoreThrow(seq), InsertThrow(seq, (1, 2, 3))):
                self.check(amend.make_change(command, throw, nothing))

    def check(self, view: object) -> None:
        """Check all texts of a view."""
        for within, text in find_texts(view):
            if text:
                self.shown.add(within)
            checked = (within, type(text), str(text))
            if checked not in self.checked and has_english(text):
                self.english.add((within, text))
            self.checked.add(checked)

    def do(self, command: Command) -> None:
        """Send a command, and check what it changes, or why it is refused."""
        try:
            effect = self.keeper.handle(command)
        except Trouble as trouble:
            self.check((trouble.text, trouble.remedy))
            return
        for news in effect.news.values():
            self.check(tuple(map(make_alert, news)))
        self.commands += 1
        if self.commands % 20 == 0 or len(effect.tables) > 1:
            self.check_all_pages()
        for table in effect.tables:
            self.check_table(table)

    def check_preview(self, command: CorrectThrow) -> None:
        """Check what a dialog says that a correction would change."""
        with suppress(Trouble):
            preview = self.keeper.read(lambda book: make_preview(book, command))
            if preview:
                self.check(make_consequences_view(preview.find_consequences()))


@pytest.fixture
def begin(open_table: Callable[[], Keeper]) -> Callable[..., EnglishFinder]:
    """Return a function that begins a game and checks its first pages."""

    def begin_(rules: str, players: int, **keys: Any) -> EnglishFinder:
        finder = EnglishFinder(open_table())
        finder.do(NewGame(rules, NAMES[:players], **keys))
        return finder

    return begin_


AWARDS = (
    Award("most_buncos", "room", "$100"), Award("most_wins", "groups", "$40"), Award("most_losses"),
    Award("even", "room", "Ω"), Award("most_minis", "group", "$7"), Award("most_points", "room", "Ω"),
    Award("fewest_points", "group"), Award("costume", "groups", "Ω"), Award("costume"),
)  # fmt: skip


def play_on(finder: EnglishFinder, chance: Random, hands: Hands) -> bool:
    """Take the next step of a game, sometimes with a doubt, and return whether there was one."""
    now = finder.view_table()
    if now.can.draw:
        finder.do(DrawNames())
    elif now.can.ring and now.phase == "ready":
        finder.do(RingBell())
    else:
        views = map(finder.view_table, finder.list_tables())
        waiting = [view for view in views if view.can.enter or view.doubt]
        if not waiting:
            return False
        view = chance.choice(waiting)
        dice = tuple(chance.choices((1, 1, 2, 3, 4, 5, 6, view.target or 6), k=view.dice or 3))
        if view.doubt:
            if chance.random() < 0.5:
                finder.do(AnswerDoubt(view.doubt.seq, dice, table=view.table))
            else:
                finder.do(DismissDoubt(view.doubt.seq, table=view.table))
        elif chance.random() < 0.1:
            finder.do(hands.throw(*dice, reason=say("One die leans."), kind=Doubt.COCKED, table=view.table))
        else:
            finder.do(EnterDice(dice, table=view.table))
        undo_or_correct(finder, chance, view.table)
    return True


def undo_or_correct(finder: EnglishFinder, chance: Random, table: int) -> None:
    """Sometimes undo a step and redo it, and sometimes correct a throw."""
    view = finder.view_table(table)
    if view.can.undo and chance.random() < 0.1:
        finder.do(UndoStep(view.can.undo.seq, table=table))
        if redo := finder.view_table(table).can.redo:
            finder.do(RedoStep(redo.seq, table=table))
    if view.course and chance.random() < 0.1:
        seq = chance.choice(view.course).seq
        number = len(view.course[-1].dice)
        finder.check_preview(CorrectThrow(seq, (1,) * number, table=table))
        finder.do(CorrectThrow(seq, tuple(chance.choices(range(1, 7), k=number)), table=table, sure=True))


@pytest.mark.parametrize(
    ("rules", "players", "keys"),
    [
        pytest.param(
            "classic",
            8,
            {"sets": 1, "options": {"calls": True, "traveling": {"any_mini": True}}},
            marks=pytest.mark.nightly,
        ),
        pytest.param("casino", 9, {}, marks=pytest.mark.nightly),
        ("houseparty", 9, {}),
        pytest.param("tournament", 12, {"sets": 1}, marks=pytest.mark.nightly),
        ("boxed", 3, {"options": {"cup": [1, 2]}}),
        pytest.param("boxed", 7, {"sets": 2}, marks=pytest.mark.nightly),
    ],
)
def test_all_texts_of_a_night_can_be_translated(
    begin: Callable[..., EnglishFinder], hands: Hands, rules: str, players: int, keys: dict[str, Any]
) -> None:
    """The night goes from the first bell to the last award, with doubts and corrections."""
    finder, chance = begin(rules, players, **keys), Random(players)
    finder.do(OfferAwards(AWARDS))
    while play_on(finder, chance, hands):
        pass
    for claim in finder.check_table(with_results=True).results.claims:
        finder.do(ConfirmClaims((claim.key,)))
    finder.do(JudgeCostume(1))
    finder.do(JudgeCostume(NAMES[2]))
    for line in chance.sample(range(1, finder.keeper.book.next_seq), 20):
        for table in finder.list_tables():
            finder.check_preview(CorrectThrow(line, (1, 1, 1), table=table))
            finder.check_preview(CorrectThrow(line, (1, 1, 2), table=table))
    finder.check_all_pages()
    assert finder.check_table().phase == "over"
    assert ("AwardLine", "title") in finder.shown
    assert ("ConsequencesView", "changes") in finder.shown
    assert finder.english == set()


HOUSE = 'slug = "ours"\ntitle = "Ω"\nparent = "classic"\ncocked = "re-roll"\nround_minutes = 5'


def test_texts_of_doubts_and_rulings_can_be_translated(
    begin: Callable[..., EnglishFinder], hands: Hands
) -> None:
    """There are two kinds of doubt, dice before the bell, a ruling, and a round that the clock ends."""
    finder = begin("ours", 8, sheet=parse_sheet(HOUSE).sheet)
    finder.do(hands.throw(1, 2, 3))
    finder.do(RingBell())
    finder.do(hands.throw(1, 2, 3, reason=say("One die leans."), kind=Doubt.COCKED))
    finder.do(hands.throw(1, 2, 3, at_start=True))
    finder.do(hands.throw(1, 1, 3))
    waiting = finder.check_table().doubt
    assert waiting is not None
    finder.do(AnswerDoubt(waiting.seq, (2, 3, 4), by="mock host"))
    finder.do(hands.throw(1, 2, reason=say("One is hidden."), kind=Doubt.FEWER, table=2))
    finder.do(EndRoundNow(by=CLOCK))
    finder.check_all_pages()
    waiting = finder.check_table(2).doubt
    assert waiting is not None
    finder.do(DismissDoubt(waiting.seq, table=2, by="mock host"))
    assert ("TableView", "told") in finder.shown
    assert ("MomentView", "now") in finder.shown
    assert finder.english == set()


def test_texts_about_guests_who_come_and_leave_can_be_translated(begin: Callable[..., EnglishFinder]) -> None:
    """One guest comes and one leaves during a round."""
    finder = begin("boxed", 8)
    finder.do(RingBell())
    finder.do(SeatGuests(come=(NAMES[9],), leave=(NAMES[0],)))
    assert finder.check_table().can.undo is not None
    finder.check_all_pages()
    assert ("GuestsView", "says") in finder.shown
    assert finder.english == set()


def test_refusals_can_be_translated(begin: Callable[..., EnglishFinder]) -> None:
    """Many wrong commands are sent before the first bell, in rounds and after the game."""
    finder = begin("boxed", 4, sets=1)
    seats = finder.keeper.book.game.seats
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
            finder.do(RingBell())
        for command in (*refused, *([RingBell()] if rounds else [])):
            finder.do(command)
        while rounds and finder.check_table().phase == "playing":
            finder.do(EnterDice((rounds, rounds, rounds)))
            finder.do(EnterDice((1, 1)))
        while finder.check_table().phase == "rolloff":
            finder.do(EnterDice((rounds, rounds, rounds)))
    assert finder.english == set()
