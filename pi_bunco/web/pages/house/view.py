"""What the form for a house sheet shows: its questions, the sentences they make, and what does not fit."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from pi_bunco.figures import say_number
from pi_bunco.paper.sentences import LEFT_OUT, NOT_ON_IT, PAGE
from pi_bunco.paper.sentences.item import Item, say_lines
from pi_bunco.rules import Layout, Sheet, load_sheet
from pi_bunco.rules.sheets.file import HouseReading
from pi_bunco.rules.sheets.forms import (
    FLAG,
    NONE,
    Form,
    Layouts,
    ListOf,
    OneAward,
    OneOf,
    OrNone,
    Path,
    WholeNumber,
)
from pi_bunco.rules.sheets.keys import KEYS, SECTIONS, SheetKey
from pi_bunco.rules.sheets.sense import Clash, list_fitting_ways
from pi_bunco.sentences import Sentence, say, say_list, say_series
from pi_bunco.web.new_game import SEATS
from pi_bunco.web.pages.house.draft import NAMES, SheetDraft
from pi_bunco.web.pages.house.words import AMONG, ANSWERS, EMPTY, LABELS

Look = Literal["number", "flag", "one", "some", "order", "awards", "layouts"]
_FEW = 6
"""So many numbers are shown to choose from; of more, one is typed."""
_BLANK_AWARDS = 2
_LAST_LAYOUT = 12
"""Up to so many players their tables can be chosen; a file may name more."""


@dataclass(frozen=True, slots=True)
class FormAnswer:
    """An answer to choose: its value in the form, how it is called, and whether it is chosen."""

    value: str
    label: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class KeyQuestion:
    """A key of the sheet as a question.

    Attributes
    ----------
    name
        The key.
    label
        The question.
    look
        What it looks like: a number to type, yes or no, one answer, some answers, answers in an order,
        awards, or the tables for each number of players.
    value
        What is typed.
    answers
        The answers to choose from.
    rows
        For several choices one below the other: the label of each, and its answers.
    awards
        The awards: for each the answers what it is for and among whom, and the prize.
    empty
        What an empty field means.
    clause
        Where the rule comes from, in the house's words.
    wrong
        What is wrong with the answer; ``""``: nothing.
    """

    name: str
    label: str
    look: Look
    value: str = ""
    answers: tuple[FormAnswer, ...] = ()
    rows: tuple[tuple[str, tuple[FormAnswer, ...]], ...] = ()
    awards: tuple[tuple[tuple[FormAnswer, ...], tuple[FormAnswer, ...], str], ...] = ()
    empty: str = ""
    clause: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """Questions that make the same sentences.

    Attributes
    ----------
    name
        Identifies the row.
    questions
        The questions.
    says
        Each sentence, with the printed sheet's if that differs (``None``: it does not).
    wrong
        Why the answers do not go with others.
    notes
        What may surprise people.
    differs
        The keys that differ from the printed sheet, as one text.
    """

    name: str
    questions: tuple[KeyQuestion, ...]
    says: tuple[tuple[str, str | None], ...]
    wrong: tuple[Sentence, ...]
    notes: tuple[Sentence, ...]
    differs: str


@dataclass(frozen=True, slots=True)
class QuestionSection:
    """A section of the form."""

    title: Sentence
    rows: tuple[QuestionRow, ...]

    @property
    def changes(self) -> int:
        """In how many rows it differs from the printed sheet."""
        return sum(bool(row.differs) for row in self.rows)

    @property
    def faults(self) -> int:
        """How many rows cannot stay as they are."""
        return sum(bool(row.wrong) or any(each.wrong for each in row.questions) for row in self.rows)


@dataclass(frozen=True, slots=True)
class EditorView:
    """The form for a house sheet.

    Attributes
    ----------
    draft
        The sheet.
    parent
        The printed sheet that it is based on.
    sections
        Its questions.
    wrong
        What is wrong with its name and its sentence, by their keys.
    """

    draft: SheetDraft
    parent: Sheet
    sections: tuple[QuestionSection, ...]
    wrong: Mapping[str, Sentence]

    @property
    def changes(self) -> int:
        """In how many rows it differs from the printed sheet."""
        return sum(section.changes for section in self.sections)

    @property
    def faults(self) -> int:
        """How many things keep it from being played."""
        return sum(section.faults for section in self.sections) + len(self.wrong)


def view_editor(draft: SheetDraft, reading: HouseReading, *, is_begun: bool = False) -> EditorView:
    """Return the form for a draft that was read; ``is_begun``: nobody is expected to have named it yet."""
    wrong = {str(fault.path[0]): _say_wrong(fault.path) for fault in reading.faults}
    clashes, notes = defaultdict(list), defaultdict(list)
    for _, clash in reading.clashes:
        for key in clash.keys:
            clashes[key].append(_say_clash(clash, key))
    for key, clash in reading.surprises:
        notes[key].append(say("Note: {reason}.", reason=clash.reason))
    sections = []
    for title, keys in SECTIONS.items():
        shown = [key for key in keys if key.name not in NAMES]
        rows = []
        for items, group in groupby(shown, _list_items):
            names = [key.name for key in group]
            differs = [name for name in names if name in draft.list_changed()]
            rows.append(
                QuestionRow(
                    name=names[0],
                    questions=tuple(_ask(draft, KEYS[name], wrong.get(name, "")) for name in names),
                    says=tuple(_list_sentences(items, reading)),
                    wrong=tuple(sentence for name in names for sentence in clashes[name]),
                    notes=tuple(sentence for name in names for sentence in notes[name]),
                    differs=" ".join(differs),
                )
            )
        if rows:
            sections.append(QuestionSection(title, tuple(rows)))
    names_wrong = {name: sentence for name, sentence in wrong.items() if name in NAMES}
    if is_begun and not draft.title:
        del names_wrong["title"]
    return EditorView(draft, load_sheet(draft.parent), tuple(sections), names_wrong)


def _list_items(key: SheetKey) -> tuple[Item, ...]:
    """Return what makes the sentences about a key."""
    return tuple(item for items in PAGE.values() for item in items if key.name in item.keys)


def _list_sentences(items: Sequence[Item], reading: HouseReading) -> Iterator[tuple[str, str | None]]:
    sheet, parent = reading.written.sheet, reading.written.parent
    for item in items:
        said, printed = item.make_sentence(sheet), item.make_sentence(parent or sheet)
        nothing = LEFT_OUT if printed else NOT_ON_IT
        yield said or nothing, None if said == printed else printed or NOT_ON_IT


def _say_wrong(path: Path) -> Sentence:
    """Return what is wrong with an answer, at this place of a sheet."""
    form = KEYS[str(path[0])].form if path[0] in KEYS else FLAG
    if isinstance(form, OrNone):
        form = form.form
    if isinstance(form, WholeNumber):
        return say(
            "Type a whole number from {least} to {most}.",
            least=form.least,
            most=say_number(form.most or form.least),
        )
    if path[0] in NAMES:
        most = 100 if path[0] == "line" else 40
        return say("Type one line of text; {most} letters at most.", most=most)
    if path[-1] in {"clause", "prize"}:
        return say("Type one line of text.")
    return say("Choose each answer once.")


def _say_clash(clash: Clash, key: str) -> Sentence:
    """Return why an answer does not go with others, for a place beside it."""
    others = [say("“{label}”", label=LABELS[other]) for other in clash.keys if other != key]
    if not others:
        return say("This is not possible: {reason}.", reason=clash.reason)
    text = say("This does not go with {others}: {reason}.", others=say_list(others), reason=clash.reason)
    if not clash.fitting or key != clash.keys[0]:
        return text
    moves = ANSWERS["winners_move"]
    ways = [
        say("Winners: {winners}. Losers: {losers}.", winners=moves[way.winners], losers=moves[way.losers])
        for way in list_fitting_ways()
    ]
    return say_lines([say("{text} These fit:", text=text), *ways])


def _ask(draft: SheetDraft, key: SheetKey, wrong: str) -> KeyQuestion:
    """Return a key as a question."""
    value, look = draft.values[key.name], _find_look(key.form)
    answers: tuple[FormAnswer, ...] = ()
    rows: tuple[tuple[str, tuple[FormAnswer, ...]], ...] = ()
    match look:
        case "flag":
            answers = (
                FormAnswer("yes", say("Yes"), value is True),
                FormAnswer("no", say("No"), value is False),
            )
        case "one":
            answers = _list_answers(key, [value])
        case "some":  # those that are chosen come first, in their own order
            answers = tuple(sorted(_list_answers(key, value), key=lambda each: _find_place(each, value)))
        case "order":
            chosen = [*map(str, value), *[""] * (len(_list_words(key.form)) - len(value))]
            labels = (say("First"), *[say("Then")] * (len(chosen) - 1))
            nothing = FormAnswer("", say("nothing"))
            rows = tuple(
                (label, (nothing, *_list_answers(key, [each])))
                for label, each in zip(labels, chosen, strict=True)
            )
        case "layouts":
            rows = tuple(_list_layouts(value))
    return KeyQuestion(
        name=key.name,
        label=LABELS.get(key.name, key.meaning),
        look=look,
        value="" if value == NONE else str(value),
        answers=answers,
        rows=rows,
        awards=tuple(_list_awards(value)) if look == "awards" else (),
        empty=EMPTY.get(key.name, ""),
        clause=draft.clauses.get(key.name, ""),
        wrong=wrong,
    )


def _find_look(form: Form) -> Look:
    """Return what the question for a key looks like."""
    look: Look = "flag" if form is FLAG else "number"
    match form:
        case WholeNumber(least=least, most=int(most)) if most - least < _FEW:
            look = "one"
        case OneOf():
            look = "one"
        case ListOf(item=OneAward()):
            look = "awards"
        case ListOf():
            look = "order" if "rolloff" in _list_words(form) else "some"  # the order of the first decides
        case Layouts():
            look = "layouts"
    return look


def _list_words(form: Form) -> list[str]:
    match form:
        case ListOf():
            return _list_words(form.item)
        case WholeNumber():
            return [str(number) for number in range(form.least, (form.most or form.least) + 1)]
        case OneOf():
            return list(form.words)
    return []


def _list_answers(key: SheetKey, chosen: Sequence[Any]) -> tuple[FormAnswer, ...]:
    called = ANSWERS.get(key.name, {})
    texts = [*map(str, chosen)]
    return tuple(FormAnswer(word, called.get(word, word), word in texts) for word in _list_words(key.form))


def _find_place(answer: FormAnswer, chosen: Sequence[Any]) -> int:
    texts = [*map(str, chosen)]
    return texts.index(answer.value) if answer.value in texts else len(texts)


def _list_awards(
    awards: Sequence[Mapping[str, str]],
) -> Iterator[tuple[tuple[FormAnswer, ...], tuple[FormAnswer, ...], str]]:
    """Yield each award, and some that are not chosen yet."""
    for award in (*awards, *[{"what": "", "among": "room", "prize": ""}] * _BLANK_AWARDS):
        yield (
            (
                FormAnswer("", say("no award")),
                *(
                    FormAnswer(word, label, word == award["what"])
                    for word, label in ANSWERS["awards"].items()
                ),
            ),
            tuple(FormAnswer(word, label, word == award["among"]) for word, label in AMONG.items()),
            award["prize"],
        )


def _list_layouts(layouts: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, tuple[FormAnswer, ...]]]:
    """Yield for each number of players the tables at which they may sit."""
    numbers = {*range(2, _LAST_LAYOUT + 1), *map(int, layouts)}
    for number in sorted(numbers):
        chosen = " ".join(layouts.get(str(number), ()))
        ways = [" ".join(way) for way in _split_players(number, ("T4", "S4", "S3", "S2"))]
        if number > _LAST_LAYOUT or (chosen and chosen not in ways):
            ways = [chosen]
        nothing = FormAnswer("", say("no tables"))
        yield (
            str(number),
            (nothing, *(FormAnswer(way, _say_layout(way), way == chosen) for way in ways if way)),
        )


def _split_players(players: int, tables: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield all ways to seat players at these kinds of tables, the larger tables first.

    >>> list(_split_players(5, ("T4", "S4", "S3", "S2")))
    [('S3', 'S2')]
    """
    if players == 0:
        yield ()
    for at, table in enumerate(tables):
        if int(table[1]) <= players:
            for rest in _split_players(players - int(table[1]), tables[at:]):
                yield (table, *rest)


def _say_layout(way: str) -> Sentence:
    """Return the tables of a way to sit, as briefly as a closed choice on a phone needs.

    Only at a table of four can there be teams.

    >>> _say_layout("T4 T4 S3 S2"), _say_layout("S4 S2")
    ('2 × 4 in teams, 3, 2', '4 alone, 2')
    """
    said: list[str] = []
    for table, alike in groupby(map(Layout.parse, way.split())):
        number = len(list(alike))
        if table.seats < SEATS:
            said += [str(table.seats)] * number
            continue
        four = say("4 in teams") if table.teams else say("4 alone")
        said.append(four if number == 1 else say("{number} × {table}", number=number, table=four))
    return say_series(said)
