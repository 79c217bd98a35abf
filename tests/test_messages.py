"""The template of the catalogues contains all sentences, and is up to date."""

import pytest

from tools import messages


def test_template_is_up_to_date() -> None:
    """The template file is what ``make messages`` writes now."""
    written = messages.TEMPLATE.read_text("utf-8")
    assert written == messages.make_template(), "messages.pot is out of date: make messages"


@pytest.mark.parametrize(
    "message",
    [
        ("{name} throws now",),  # Python
        ("{count} mini", "{count} minis"),  # Python, one and several
        ("{things} and {last}",),  # the code that joins lists
        ("Join with your phone",),  # a page
        ("has won", "have won"),  # a page, one and several
        ("{name}: not tapped yet",),  # the scripts
    ],
)
def test_sentences_of_all_sources_are_found(message: messages.Message) -> None:
    """Sentences of Python code, of templates, and of scripts are found."""
    assert message in messages.collect()


def test_entry_has_places_kind_and_plural() -> None:
    """An entry has the sentence's files, its kind of pattern and its plural; quotes in it are escaped."""
    entry = messages._format_entry(('{count} "win"', '{count} "wins"'), ["b.py", "a.py"])
    assert entry == (
        "#: a.py\n#: b.py\n#, python-brace-format\n"
        'msgid "{count} \\"win\\""\nmsgid_plural "{count} \\"wins\\""\nmsgstr[0] ""\nmsgstr[1] ""\n'
    )
