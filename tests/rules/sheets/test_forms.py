"""The forms of a sheet's values: what is read, what is written, and what is refused in which words."""

from datetime import date
from typing import Any

import pytest

from pi_bunco.rules import Award, Layout
from pi_bunco.rules.sheets.forms import (
    FLAG,
    NAME,
    PRIZE,
    Form,
    Layouts,
    ListOf,
    OneAward,
    OneOf,
    OrNone,
    WholeNumber,
    add_similar,
    make_line_form,
    show_value,
)
from pi_bunco.sentences import say

KIND = OneOf(("bunco", "mini"))
AWARDS = ListOf(OneAward())
WHAT = (
    '"most_buncos", "most_wins", "most_losses", "even", "most_minis", "most_points", "fewest_points", '
    '"traveling", "costume", "last_bunco" or "loser_lottery"'
)

AWARD = (
    f'{{ what = {WHAT}; among = "room", "group" or "groups", "room" if left out; prize = one line of text, '
    "or a whole number from 0, none if left out }"
)
LAYOUTS = (
    "for each number of players a list of its tables, head table first: T4 for four in teams, S2, S3 or S4 "
    'for so many who each play alone; such as 5 = ["S3", "S2"]'
)


@pytest.mark.parametrize(
    ("form", "allowed"),
    [
        (WholeNumber(0), "a whole number from 0"),
        (WholeNumber(1, 6), "a whole number from 1 to 6"),
        (FLAG, "true or false"),
        (make_line_form(40), "one line of text, up to 40 characters"),
        (NAME, "up to 40 of the characters a-z, 0-9 and -"),
        (OneOf(("a",)), '"a"'),
        (OneOf(("a", "b", "c")), '"a", "b" or "c"'),
        (ListOf(KIND), 'a list, each item "bunco" or "mini", without duplicates'),
        (OrNone(WholeNumber(1)), 'a whole number from 1, or "none"'),
        (PRIZE, "one line of text, or a whole number from 0"),
        (
            OneAward(),
            AWARD,
        ),
        (
            Layouts(),
            LAYOUTS,
        ),
    ],
)
def test_allowed_values(form: Form, allowed: str) -> None:
    """Each form describes in words which values it allows."""
    assert form.allowed == allowed


@pytest.mark.parametrize(
    ("form", "plain", "value"),
    [
        (WholeNumber(0), 0, 0),
        (WholeNumber(1, 6), 6, 6),
        (WholeNumber(1, 6), 1, 1),
        (FLAG, False, False),
        (make_line_form(5), "Ann’s", "Ann’s"),
        (NAME, "a-z0-9", "a-z0-9"),
        (NAME, "a" * 40, "a" * 40),
        (KIND, "mini", "mini"),
        (ListOf(KIND), ["mini", "bunco"], ("mini", "bunco")),
        (ListOf(KIND, frozenset), ["bunco", "mini"], frozenset({"mini", "bunco"})),
        (ListOf(WholeNumber(1)), [], ()),
        (OrNone(WholeNumber(1)), "none", None),
        (OrNone(WholeNumber(1)), 3, 3),
        (PRIZE, "$50", "$50"),
        (PRIZE, "", ""),
        (OneAward(), {"what": "even", "among": "group", "prize": "50"}, Award("even", "group", "50")),
        (Layouts(), {}, ()),
        (
            Layouts(),
            {"2": ["S2"], "6": ["T4", "S2"]},
            ((), (Layout(2, False),), (), (), (), (Layout(4, True), Layout(2, False))),  # noqa: FBT003 - as printed
        ),
    ],
)
def test_right_values(form: Form, plain: Any, value: Any) -> None:
    """A right value is read as the sheet's value and written as it was."""
    assert list(form.check(plain)) == []
    assert form.read(plain) == value
    assert type(form.read(plain)) is type(value)
    assert form.write(value) == plain


def test_other_ways_to_write_values() -> None:
    """An award without more keys is for the room; an amount becomes a text; a set is written in order."""
    assert list(OneAward().check({"what": "even"})) == []
    assert OneAward().read({"what": "even"}) == Award("even", "room", "")
    assert list(PRIZE.check(50)) == list(PRIZE.check(0)) == []
    assert OneAward().read({"what": "even", "prize": 50}).prize == "50"
    assert ListOf(KIND, frozenset).write(frozenset({"mini", "bunco"})) == ["bunco", "mini"]
    assert ListOf(WholeNumber(0), frozenset).write(frozenset({8, 1})) == [1, 8]


@pytest.mark.parametrize(
    ("form", "plain", "wrong"),
    [
        (WholeNumber(0), -1, {(): "must be a whole number from 0, not -1"}),
        (WholeNumber(1, 6), 0, {(): "must be a whole number from 1 to 6, not 0"}),
        (WholeNumber(1, 6), 7, {(): "must be a whole number from 1 to 6, not 7"}),
        (WholeNumber(1), True, {(): "must be a whole number from 1, not true"}),
        (WholeNumber(1), 2.0, {(): "must be a whole number from 1, not 2.0"}),
        (WholeNumber(1), "2", {(): 'must be a whole number from 1, not "2"'}),
        (
            WholeNumber(1),
            date(2026, 5, 1),
            {(): 'must be a whole number from 1, not "2026-05-01"'},
        ),
        (FLAG, 1, {(): "must be true or false, not 1"}),
        (make_line_form(3), "", {(): 'must be one line of text, up to 3 characters, not ""'}),
        (make_line_form(3), "  ", {(): 'must be one line of text, up to 3 characters, not "  "'}),
        (make_line_form(3), "long", {(): 'must be one line of text, up to 3 characters, not "long"'}),
        (make_line_form(3), "a\nb", {(): 'must be one line of text, up to 3 characters, not "a\\nb"'}),
        (make_line_form(3), 5, {(): "must be one line of text, up to 3 characters, not 5"}),
        (NAME, "", {(): 'must be up to 40 of the characters a-z, 0-9 and -, not ""'}),
        (NAME, "Ann", {(): 'must be up to 40 of the characters a-z, 0-9 and -, not "Ann"'}),
        (NAME, "a\n", {(): 'must be up to 40 of the characters a-z, 0-9 and -, not "a\\n"'}),
        (NAME, 5, {(): "must be up to 40 of the characters a-z, 0-9 and -, not 5"}),
        (
            NAME,
            "a" * 41,
            {(): f'must be up to 40 of the characters a-z, 0-9 and -, not "{"a" * 41}"'},
        ),
        (KIND, "miny", {(): 'must be "bunco" or "mini", not "miny"; did you mean "mini"?'}),
        (KIND, 5, {(): 'must be "bunco" or "mini", not 5'}),
        (KIND, ["mini"], {(): 'must be "bunco" or "mini", not ["mini"]; did you mean "mini"?'}),
        (
            ListOf(KIND),
            "mini",
            {(): 'must be a list, each item "bunco" or "mini", without duplicates, not "mini"'},
        ),
        (
            ListOf(KIND),
            ["mini", 1, "mini", 2],
            {
                (1,): 'must be "bunco" or "mini", not 1',
                (2,): 'comes twice: "mini"',
                (3,): 'must be "bunco" or "mini", not 2',
            },
        ),
        (OrNone(WholeNumber(1)), 0, {(): 'must be a whole number from 1, or "none", not 0'}),
        (OrNone(WholeNumber(1)), None, {(): 'must be a whole number from 1, or "none", not null'}),
        (PRIZE, True, {(): "must be one line of text, or a whole number from 0, not true"}),
        (PRIZE, -1, {(): "must be one line of text, or a whole number from 0, not -1"}),
        (PRIZE, "a\n", {(): 'must be one line of text, or a whole number from 0, not "a\\n"'}),
        (AWARDS, ["even"], {(0,): 'must be an award such as { what = "most_wins" }, not "even"'}),
        (AWARDS, [{"among": "room"}], {(0,): f"lacks 'what', which must be {WHAT}"}),
        (
            AWARDS,
            [{"what": "even"}, {"what": "odd", "amung": "room", "prize": []}],
            {
                (1, "what"): f'must be {WHAT}, not "odd"',
                (1, "amung"): 'is no part of an award; did you mean "among"?',
                (1, "prize"): "must be one line of text, or a whole number from 0, not []",
            },
        ),
        (Layouts(), [], {(): f"must be {LAYOUTS}, not []"}),
        (Layouts(), {"1": ["S2"]}, {("1",): "must be a number of players from 2 to 999"}),
        (Layouts(), {"02": ["S2"]}, {("02",): "must be a number of players from 2 to 999"}),
        (Layouts(), {"1000": ["S2"]}, {("1000",): "must be a number of players from 2 to 999"}),
        (Layouts(), {"two": ["S2"]}, {("two",): "must be a number of players from 2 to 999"}),
        (Layouts(), {"4": []}, {("4",): 'must be a list of tables such as ["T4", "S2"], not []'}),
        (Layouts(), {"4": "T4"}, {("4",): 'must be a list of tables such as ["T4", "S2"], not "T4"'}),
        (
            Layouts(),
            {"2": ["S2"], "8": ["T4", "S5", 4]},
            {
                ("8", 1): 'must be "T4", "S2", "S3" or "S4", not "S5"',
                ("8", 2): 'must be "T4", "S2", "S3" or "S4", not 4',
            },
        ),
        (
            Layouts(),
            {"5": ["S3", "S3"]},
            {("5",): 'must be tables for 5 players, not ["S3", "S3"] for 6'},
        ),
        (Layouts(), {"999": ["S2"]}, {("999",): 'must be tables for 999 players, not ["S2"] for 2'}),
    ],
)
def test_wrong_values(form: Form, plain: Any, wrong: dict[Any, str]) -> None:
    """All wrong values are reported, each with its place and the allowed values."""
    assert {found.path: found.reason for found in form.check(plain)} == wrong


def test_long_value_is_cut() -> None:
    """A value is shown as in the file, but a long one is cut."""
    assert show_value("x" * 58) == f'"{"x" * 58}"'
    assert show_value("x" * 59) == f'"{"x" * 58}…'
    assert show_value({"a": [True, None, "é"]}) == '{"a": [true, null, "é"]}'


def test_add_similar() -> None:
    """The most similar word is suggested, if one is similar enough."""
    reason = say("is no key of a sheet")
    assert add_similar(reason, "buncos", ["bunco", "goal"]) == f'{reason}; did you mean "bunco"?'
    assert add_similar(reason, "gol", iter(["bunco", "goal"])) == f'{reason}; did you mean "goal"?'
    assert add_similar(reason, "xyz", ["bunco", "goal"]) == reason
