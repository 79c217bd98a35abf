"""Sentences: English text that can be translated later."""

import copy
import json

import pytest

from pi_bunco.languages import find_catalogue
from pi_bunco.sentences import Sentence, say, say_count, say_list, translate


class MarkedEnglish:
    """A language for tests: English patterns in angle brackets, with the number before a plural."""

    def gettext(self, message: str, /) -> str:
        return f"<{message}>"

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return f"<{n}: {one} / {many}>"


def test_sentence_is_text() -> None:
    """A sentence equals its English text, is that text in JSON, and can be copied."""
    sentence = say("Table {table} waits for {name}.", table=4, name="Ann")
    assert sentence == "Table 4 waits for Ann."
    assert json.dumps({"says": sentence}) == '{"says": "Table 4 waits for Ann."}'
    assert copy.deepcopy(sentence) is sentence
    assert str(ValueError(sentence)) is sentence


def test_only_sentences_are_translated() -> None:
    """A name is not translated, even if it looks like a pattern; a sentence inside a sentence is."""
    inner = say("a throw is in doubt")
    assert translate("{name}", MarkedEnglish()) == "{name}"
    assert (
        translate(say("{who}: {why}", who="{Bob}", why=inner), MarkedEnglish())
        == "<{Bob}: <a throw is in doubt>>"
    )


def test_singular_and_plural_are_one_entry() -> None:
    """The language chooses the form for a number; English has a singular and a plural."""
    assert [say_count("{count} mini", "{count} minis", n) for n in (0, 1, 2)] == [
        "0 minis",
        "1 mini",
        "2 minis",
    ]
    assert (
        translate(say_count("{count} mini", "{count} minis", 3), MarkedEnglish()) == "<3: 3 mini / 3 minis>"
    )


def test_list_is_translated_in_pieces() -> None:
    """The commas and the *and* of a list are translated, its names are not."""
    assert isinstance(say_list(["Ann"]), Sentence)
    assert translate(say_list(["Ann", "Bob", "Cy"]), MarkedEnglish()) == "<<Ann, Bob> and Cy>"


def test_name_keeps_its_direction() -> None:
    """A right-to-left name is isolated, so that a number beside it keeps its place, in each language."""
    isolated = "\N{FIRST STRONG ISOLATE}שרה\N{POP DIRECTIONAL ISOLATE}"
    sentence = say("{name} {count}", name="שרה", count=3)
    assert sentence == f"{isolated} 3"
    assert translate(sentence, MarkedEnglish()) == f"<{isolated} 3>"
    assert say("{who}!", who=sentence) == f"{isolated} 3!"
    assert say_list(["שרה", "Ann"]) == f"{isolated} and Ann"
    assert say("{name}", name="Ζωή") == "Ζωή"


@pytest.mark.parametrize(
    ("last", "joined"),
    [
        ("Ida", "Ana e Ida"),
        ("Hilda", "Ana e Hilda"),
        ("Íñigo", "Ana e Íñigo"),
        ("Yvonne", "Ana e Yvonne"),
        ("Bea", "Ana y Bea"),
        ("Ian", "Ana y Ian"),
        ("Yolanda", "Ana y Yolanda"),
        ("Hugo", "Ana y Hugo"),
        ("'Ida'", "Ana e 'Ida'"),
    ],
)
def test_spanish_and_before_a_name_in_i(last: str, joined: str) -> None:
    """In Spanish, *y* becomes *e* before a name that sounds like *i*; English has one word for all."""
    assert translate(say_list(["Ana", last]), find_catalogue("es")) == joined
    assert say_list(["Ana", last]) == f"Ana and {last}"
