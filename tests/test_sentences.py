"""Sentences: English text that can be said in another language later."""

import copy
import json

from pi_bunco.sentences import Sentence, say, say_count, say_list, translate


class Marked:
    """A language that has English patterns between angle brackets and marks how many there are."""

    def gettext(self, message: str, /) -> str:
        return f"<{message}>"

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return f"<{n}: {one} / {many}>"


def test_a_sentence_is_text() -> None:
    """It goes wherever text goes, is equal to text, and is written as text in JSON."""
    sentence = say("Table {table} waits for {name}.", table=4, name="Ann")
    assert sentence == "Table 4 waits for Ann."
    assert json.dumps({"says": sentence}) == '{"says": "Table 4 waits for Ann."}'
    assert copy.deepcopy(sentence) is sentence
    assert str(ValueError(sentence)) is sentence


def test_only_sentences_are_translated() -> None:
    """A name stays, though it may look like a pattern; a sentence within a sentence is translated."""
    inner = say("a throw is in doubt")
    assert translate("{name}", Marked()) == "{name}"
    assert (
        translate(say("{who}: {why}", who="{Bob}", why=inner), Marked()) == "<{Bob}: <a throw is in doubt>>"
    )


def test_one_and_several_are_one_entry() -> None:
    """The language chooses the form for a number; English has two."""
    assert [say_count("{count} mini", "{count} minis", n) for n in (0, 1, 2)] == [
        "0 minis",
        "1 mini",
        "2 minis",
    ]
    assert translate(say_count("{count} mini", "{count} minis", 3), Marked()) == "<3: 3 mini / 3 minis>"


def test_a_list_is_translated_piece_by_piece() -> None:
    """Commas and the last *and* belong to the language, names do not."""
    assert isinstance(say_list(["Ann"]), Sentence)
    assert translate(say_list(["Ann", "Bob", "Cy"]), Marked()) == "<<Ann, Bob> and Cy>"


def test_a_name_keeps_its_own_direction() -> None:
    """A number beside a name from right to left stands where the sentence has it, in every language."""
    kept = "\N{FIRST STRONG ISOLATE}שרה\N{POP DIRECTIONAL ISOLATE}"
    said = say("{name} {count}", name="שרה", count=3)
    assert said == f"{kept} 3"
    assert translate(said, Marked()) == f"<{kept} 3>"
    assert say("{who}!", who=said) == f"{kept} 3!"
    assert say_list(["שרה", "Ann"]) == f"{kept} and Ann"
    assert say("{name}", name="Ζωή") == "Ζωή"
