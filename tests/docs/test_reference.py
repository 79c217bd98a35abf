"""``docs/reference.md`` is made from the program, and is complete and up to date."""

import click
import pytest

from tools import reference


def test_the_reference_is_up_to_date() -> None:
    """The reference is what ``make reference`` writes now."""
    written = reference.PAGE.read_text("utf-8")
    assert written == reference.make_page(), "docs/reference.md is out of date: make reference"


def test_a_setting_without_a_docstring_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the setting, and the page is not written."""
    monkeypatch.setattr(reference, "read_attribute_docs", lambda _: {"camera": "Of table 1."})
    with pytest.raises(reference.Undocumented, match="stations is not documented"):
        reference.make_page()


@pytest.mark.parametrize(
    ("command", "undocumented"),
    [
        (click.Command("ring"), "pi-bunco ring"),
        (click.Command("ring", help="Ring.", params=[click.Option(["--loud"])]), "pi-bunco ring --loud"),
    ],
)
def test_a_command_without_help_is_refused(
    monkeypatch: pytest.MonkeyPatch, command: click.Command, undocumented: str
) -> None:
    """Each command and each option needs a help text."""
    monkeypatch.setattr(reference, "list_commands", lambda: [("pi-bunco ring", command)])
    with pytest.raises(reference.Undocumented, match=f"{undocumented} is not documented"):
        reference.make_page()


def test_a_docstring_belongs_to_the_attribute_above_it() -> None:
    """An attribute without a docstring below it has none, even if the next attribute has one."""
    assert reference.read_attribute_docs(Example) == {"second": "The second."}


class Example:
    first: int = 1
    second: int = 2
    """The second."""
