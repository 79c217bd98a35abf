"""The sections and sentences of a rule sheet's page."""

from pi_bunco.paper.sentences import LEFT_OUT, NOT_ON_IT, PAGE, Rule, list_sections
from pi_bunco.rules import SHEETS, Written, load_sheet, load_written, parse_sheet
from pi_bunco.sentences import Sentence


def test_sections_of_printed_sheets() -> None:
    """The sections stand in the order of the page, none is empty, and each sentence has its clauses."""
    for slug in SHEETS:
        written = load_written(slug)
        parts = list_sections(written)
        assert [part.heading for part in parts] == [
            heading
            for heading, items in PAGE.items()
            if any(item.make_sentence(written.sheet) for item in items)
        ]
        for part in parts:
            assert all(rule.sentence and rule.clauses and rule.parent is None for rule in part.rules)


def test_sections_can_be_translated() -> None:
    """Headings, sentences and placeholders can be translated; clauses are the sheet's own words."""
    house = parse_sheet(
        'slug = "ours"\ntitle = "Ours"\nparent = "casino"\ndrawings = false\nround_minutes = 5\n'
    )
    for written in (*map(load_written, SHEETS), house):
        for part in list_sections(written):
            assert isinstance(part.heading, Sentence)
            for rule in part.rules:
                assert isinstance(rule.sentence, Sentence)
                assert rule.parent is None or isinstance(rule.parent, Sentence)


def test_differences_of_house_sheet() -> None:
    """A changed, new or missing sentence of a house sheet has the parent's sentence beside it."""
    text = 'slug = "ours"\ntitle = "Ours"\nparent = "classic"\n'
    house = parse_sheet(text + 'goal = { is = 11, clause = "Rosa" }\nround_minutes = 5\n')
    rules = {
        rule.sentence: rule for part in list_sections(house) for rule in part.rules if rule.parent is not None
    }
    goal = "The round ends for the whole room when a team at the head table has 11 points. "
    assert rules[goal + "Until then the other tables play on, past that score too."] == Rule(
        goal + "Until then the other tables play on, past that score too.",
        ("Rosa",),
        goal.replace("11", "21") + "Until then the other tables play on, past that score too.",
    )
    assert rules["A round lasts 5 minutes at most; then the host ends it."].parent == NOT_ON_IT
    assert rules["A round lasts 5 minutes at most; then the host ends it."].clauses == ()
    without_drawings = parse_sheet('slug = "ours"\ntitle = "Ours"\nparent = "casino"\ndrawings = false\n')
    left_out = [
        rule for part in list_sections(without_drawings) for rule in part.rules if rule.parent is not None
    ]
    assert left_out == [
        Rule(
            LEFT_OUT, (), "At each break a player is drawn at random; nobody twice until everybody has been."
        )
    ]


def test_sheet_without_clauses() -> None:
    """The sentences of a sheet without clauses have no clauses."""
    parts = list_sections(Written(load_sheet("boxed")))
    assert all(rule.clauses == () for part in parts for rule in part.rules)
