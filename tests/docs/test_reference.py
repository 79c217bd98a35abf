"""The reference names all there is, from the program itself, and is up to date."""

import click
import pytest

from tools import reference


def test_the_reference_is_up_to_date() -> None:
    """Somebody who adds a setting, an option, an address or an event runs make reference."""
    written = reference.PAGE.read_text("utf-8")
    assert written == reference.make_page(), "docs/reference.md is out of date: make reference"


def test_a_setting_without_words_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page cannot be written while a setting has no docstring below it."""
    monkeypatch.setattr(reference, "read_attribute_docs", lambda _: {"camera": "Of table 1."})
    with pytest.raises(reference.Undocumented, match="stations is not documented"):
        reference.make_page()


@pytest.mark.parametrize(
    ("command", "lacks"),
    [
        (click.Command("ring"), "pi-bunco ring"),
        (click.Command("ring", help="Ring.", params=[click.Option(["--loud"])]), "pi-bunco ring --loud"),
    ],
)
def test_a_command_without_words_is_refused(
    monkeypatch: pytest.MonkeyPatch, command: click.Command, lacks: str
) -> None:
    """Neither a command nor an option of one may lack its help."""
    monkeypatch.setattr(reference, "list_commands", lambda: [("pi-bunco ring", command)])
    with pytest.raises(reference.Undocumented, match=f"{lacks} is not documented"):
        reference.make_page()


def test_attributes_without_words_are_not_found_documented() -> None:
    """A docstring belongs to the attribute just above it alone."""
    assert reference.read_attribute_docs(Example) == {"second": "The second."}


class Example:
    first: int = 1
    second: int = 2
    """The second."""
