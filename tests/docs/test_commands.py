"""Commands that stand in the documentation are as the program takes them, and the quick ones run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pi_bunco.cli import cli
from tests.docs.pages import ROOT, name, pages

_CODE = re.compile(r"^```\w*\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
_SAID = re.compile(r"\$? ?(?:sudo )?(?:\S+/)?pi-bunco +(\S.*)")
QUICK = {
    "rules list",
    "rules show classic",
    "rules new tuesday --parent classic",
    "rules check tuesday",
    "rules show tuesday",
    "mat --paper a3",
    "mat --paper a4",
    "wiring generic",
    "address",
    "bell",
}
"""Commands that a test may run as they stand, in this order: they need nothing and end soon."""


def commands(text: str) -> Iterator[str]:
    """Yield what stands behind ``pi-bunco`` in a page's code: a command with its options and arguments."""
    for block, span in _CODE.findall(text):
        for line in (block or span).splitlines():
            for part in line.partition("  #")[0].split(" | "):
                if "[OPTIONS]" not in part and (
                    said := _SAID.fullmatch(re.split(r"(?<=\S) {3,}", part.strip())[0])
                ):
                    yield said[1]


PAGES = {
    page: [*commands(page.read_text("utf-8"))]
    for page in pages()
    if page.name != "CHANGELOG.md"  # says what was
}


def check(said: str) -> None:
    """Raise what click says of a command whose words, options or values do not fit; files need not exist."""
    command: click.Command = cli
    ctx = click.Context(cli, info_name="pi-bunco")
    words = shlex.split(said)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        named, *words = words
        found = command.get_command(ctx, named)
        if found is None:
            raise click.UsageError(f"there is no command {named}")
        command, ctx = found, click.Context(found, ctx, info_name=named)
    values, left, _ = command.make_parser(ctx).parse_args(words)
    if left:
        raise click.UsageError(f"{left} is too much")
    for param in command.params:
        value = values.get(param.name or "")
        if isinstance(value, str) and not isinstance(param.type, click.Path):
            param.type.convert(value, param, ctx)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_are_as_the_program_takes_them(page: Path) -> None:
    """Each command and option is there, and each value is one that is taken."""
    for said in PAGES[page]:
        try:
            check(said)
        except click.ClickException as error:
            pytest.fail(f"{name(page)}: pi-bunco {said}: {error.format_message()}")


def test_commands_are_found_in_code_alone() -> None:
    """In blocks and in the line, behind sudo and a pipe; neither notes nor other programs belong to them."""
    text = (
        "pi-bunco no\n```\nsudo pi-bunco run --new    # a note\na | .venv/bin/pi-bunco pin\n```\n`pi-bunco x`"
    )
    assert [*commands(text)] == ["run --new", "pin", "x"]
    assert sum(map(len, PAGES.values())) > 80


@pytest.mark.parametrize("wrong", ["fly", "run --fly", "run --roles maybe", "mat --paper a9", "rules fly"])
def test_a_command_that_is_not_there_is_found(wrong: str) -> None:
    """A word, an option, a value."""
    with pytest.raises(click.ClickException):
        check(wrong)


def test_the_quick_ones_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, on a machine without a table: each says something and ends well."""
    said = [line for found in PAGES.values() for line in found]
    assert set(said) >= QUICK
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for line in sorted(QUICK, key=said.index):
        result = CliRunner().invoke(cli, shlex.split(line))
        assert (result.exit_code, bool(result.output)) == (0, True), (line, result.output, result.exception)


@pytest.mark.parametrize("page", pages(), ids=name)
def test_make_has_what_pages_say(page: Path) -> None:
    """Each ``make WORD`` of a page's code is a target."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    code = "\n".join(block or span for block, span in _CODE.findall(page.read_text("utf-8")))
    assert set(re.findall(r"^make ([a-z-]+)", code, re.MULTILINE)) <= targets


def test_scripts_that_pages_name_are_there() -> None:
    """Each file below tools/, models/, pi_bunco/, tests/ or docs/ that stands in a page's code."""
    for page in pages():
        for path in re.findall(
            r"`((?:tools|models|pi_bunco|tests|docs)/[\w/]+(?:\.\w+)+)", page.read_text("utf-8")
        ):
            assert (ROOT / path).exists(), (name(page), path)
