"""The template of all catalogues has every sentence, and is up to date."""

import pytest

from tools import messages


def test_the_template_is_up_to_date() -> None:
    """Somebody who adds a sentence, or changes one, runs make messages."""
    written = messages.TEMPLATE.read_text("utf-8")
    assert written == messages.make_template(), "messages.pot is out of date: make messages"


@pytest.mark.parametrize(
    "message",
    [
        ("{name} throws now",),  # Python
        ("{count} mini", "{count} minis"),  # Python, one and several
        ("{things} and {last}",),  # what puts sentences together
        ("Join with your phone",),  # a page
        ("wins", "win"),  # a page, one and several
        ("{name}: not tapped yet",),  # the scripts
    ],
)
def test_sentences_are_found_wherever_they_stand(message: messages.Message) -> None:
    """In Python, in templates, and in the words of scripts."""
    assert message in messages.collect()


def test_what_a_translator_reads_stands_beside_a_sentence() -> None:
    """Where it is said, what kind of pattern it is, and its plural; quotes do not end it."""
    entry = messages._format_entry(('{count} "win"', '{count} "wins"'), ["b.py", "a.py"])
    assert entry == (
        "#: a.py\n#: b.py\n#, python-brace-format\n"
        'msgid "{count} \\"win\\""\nmsgid_plural "{count} \\"wins\\""\nmsgstr[0] ""\nmsgstr[1] ""\n'
    )
