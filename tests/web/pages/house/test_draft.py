"""The form of a house sheet says what the sheet says, and the file that it makes says the same."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from pi_bunco.rules import SHEETS, load_written, parse_sheet
from pi_bunco.rules.sheets.forms import FLAG, ListOf, OneAward, OneOf, OrNone, WholeNumber
from pi_bunco.rules.sheets.keys import KEYS
from pi_bunco.web.pages.house.draft import NAMES, SheetDraft, find_free_slug, make_draft, read_draft


def list_values(form: Any) -> st.SearchStrategy[Any]:
    """Return some allowed plain values of a key."""
    match form:
        case OrNone():
            return st.just("none") | list_values(form.form)
        case WholeNumber():
            return st.integers(form.least, form.most)
        case OneOf():
            return st.sampled_from(form.words)
        case ListOf(item=OneAward()):
            return st.just([{"what": "costume", "among": "groups", "prize": "a “bottle”"}])
        case ListOf():
            return st.lists(list_values(form.item), unique=True, max_size=3)
    return st.booleans() if form is FLAG else st.just({"2": ["S2"], "7": ["T4", "S3"]})


@st.composite
def drafts(draw: st.DrawFn) -> SheetDraft:
    """Draw a sheet with a few house rules and clauses, which may not go together."""
    draft = make_draft(load_written(draw(st.sampled_from(SHEETS))), title="Rosa’s")
    keys = draw(st.lists(st.sampled_from([name for name in KEYS if name not in NAMES]), max_size=4))
    values = {
        name: KEYS[name].form.write(KEYS[name].form.read(draw(list_values(KEYS[name].form)))) for name in keys
    }
    clauses = {name: draw(st.sampled_from(('Rosa: "11"', "\\ “so”"))) for name in keys[:1]}
    return replace(draft, values={**draft.values, **values}, clauses=clauses)


@given(drafts())
def test_the_file_says_what_the_form_says(draft: SheetDraft) -> None:
    """A sheet that is good in the form is read from its file with the same values and clauses."""
    reading = draft.read()
    if reading.is_good:
        written = parse_sheet(draft.write().decode())
        assert written == reading.written
        again = make_draft(written, written.sheet.slug, written.sheet.title)
        names = [name for name in KEYS if name not in {"slug", "title", "layouts"}]  # misfits are left out
        assert [again.values[name] for name in names] == [draft.values[name] for name in names]
        assert again.clauses == draft.clauses


@pytest.mark.parametrize("slug", SHEETS)
def test_nothing_is_changed_at_first(slug: str) -> None:
    """A draft that begins with a printed sheet differs in nothing, and names only itself and its parent."""
    draft = make_draft(load_written(slug), title="New")
    assert draft.list_changed() == []
    assert draft.make_raw() == {"slug": "sheet", "title": "New", "parent": slug}
    assert replace(draft.read().written.sheet, slug=slug, title="", line="") == replace(
        load_written(slug).sheet, title="", line=""
    )


def test_what_was_typed_stays_until_it_fits() -> None:
    """A field with a wrong number keeps it, the fault names its key, and blanks around text are removed."""
    draft = read_draft(
        MultiDict({"parent": "boxed", "goal": " eleven ", "title": "  At   Rosa’s ", "bunco": "21"})
    )
    assert (draft.parent, draft.title, draft.values["goal"], draft.values["bunco"]) == (
        "boxed",
        "At Rosa’s",
        "eleven",
        21,
    )
    assert {fault.path[0] for fault in draft.read().faults} >= {"goal"}
    assert read_draft(MultiDict({"parent": "../x", "slug": "../x"})).parent == SHEETS[0]
    assert read_draft(MultiDict({"parent": "../x", "slug": "../x"})).slug == ""


def test_an_answer_is_put_back_with_its_clause() -> None:
    """It is the printed sheet's value again; other answers stay."""
    draft = make_draft(load_written("classic"), title="New")
    changed = replace(
        draft, values={**draft.values, "goal": 11, "sets": 2}, clauses={"goal": "Rosa", "sets": "too late"}
    )
    back = changed.put_back(["goal"])
    assert (back.values["goal"], back.values["sets"]) == (draft.values["goal"], 2)
    assert back.clauses == {"sets": "too late"}


def test_short_names_are_new_and_plain() -> None:
    """A short name is made from the title; a number makes it new."""
    assert find_free_slug("骰子", ()) == "sheet"
    assert find_free_slug("Rosa", {"rosa", "rosa-2"}) == "rosa-3"
    assert not any(KEYS["slug"].form.check(find_free_slug("Ä" * 200 + "!?", set())))
