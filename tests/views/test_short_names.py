"""Short forms of long names, and pages that show them."""

from random import Random

from pi_bunco.sentences import say, say_count, say_list
from pi_bunco.views.short_names import MAX_WIDTH, make_short_names, measure_width, use_short_names
from pi_bunco.views.side_cards import NameOnCard

NAMES = (
    "Ann",
    "Anna Maria",
    "Maximiliane von Hohenstein",
    "Maximilian Hohenberg",
    "Maximilian Hohenstein",
    "Anna Maria Wilhelmina Schmidt",
    "Anna Sofia Wilhelmina Schmidt",
    "王小明王小明王小明",
    "שרה בת-שבע אברמוביץ׳ כהן",
    "🎲🎲🎲 Dice Queen of the Whole World",
    "x" * 39 + "a",
    "x" * 39 + "b",
    "x" * 20 + "a" + "x" * 19,
    "x" * 20 + "b" + "x" * 19,
)


def list_shown(names: tuple[str, ...]) -> list[str]:
    """Return each name as a page with little room shows it."""
    short = make_short_names(names)
    return [short.get(name, name) for name in names]


def test_short_forms_are_unique_and_short() -> None:
    """No two are equal, even with names that differ in one letter; and none is much longer than it may be."""
    shown = list_shown(NAMES)
    assert len({name.casefold() for name in shown}) == len(NAMES)
    assert max(map(measure_width, shown)) <= 20


def test_a_name_that_fits_stays_whole() -> None:
    """Only long names get a short form, which is shorter than the name."""
    assert all(measure_width(name) > MAX_WIDTH for name in make_short_names(NAMES))
    assert all(measure_width(form) < measure_width(name) for name, form in make_short_names(NAMES).items())


def test_a_form_is_no_longer_than_it_must_be() -> None:
    """One letter of the last name is enough, until somebody else has it too."""
    one = "Maximilian Hohenstein"
    assert make_short_names([one])[one] == "Maximilian H."
    assert make_short_names([one, "Maximilian H."])[one] == "Maximilian Ho."
    assert make_short_names([one, "Maximilian Hohenberg"])[one] == "Maximilian Hohens."


def test_the_order_of_the_names_changes_nothing() -> None:
    """The same guests have the same short forms, wherever they sit."""
    mixed = list(NAMES)
    Random(1).shuffle(mixed)
    assert make_short_names(mixed) == make_short_names(NAMES)


def test_many_names_that_are_nearly_equal_are_unique() -> None:
    """A hundred guests, each with 40 letters of which only one in the middle differs."""
    names = tuple(f"{'x' * 19}{chr(0x4E00 + number)}{'x' * 20}" for number in range(100))
    assert len({*list_shown(names)}) == 100


def test_a_page_shows_short_names_in_texts_and_sentences() -> None:
    """Names change in views, in rows and inside sentences, whose patterns stay."""
    short = {"Maximilian Hohenstein": "Maximilian H."}
    (long,) = short
    name = NameOnCard(long, ghost=False, throwing=True, bag=False)
    assert use_short_names(name, short).name == "Maximilian H."
    sentence = say("{names} won", names=say_list([long, "Ann"]))
    changed = use_short_names((sentence,), short)[0]
    assert (changed, changed.patterns) == ("Maximilian H. and Ann won", ("{names} won",))
    many = say_count("{name}: {count} bunco", "{name}: {count} buncos", 2, name=long)
    assert use_short_names(many, short) == "Maximilian H.: 2 buncos"


def test_what_has_room_keeps_whole_names() -> None:
    """Some kinds of views are not changed."""
    card = NameOnCard("Maximilian Hohenstein", ghost=False, throwing=True, bag=False)
    assert use_short_names((card,), {"Maximilian Hohenstein": "Max"}, (NameOnCard,)) == (card,)
