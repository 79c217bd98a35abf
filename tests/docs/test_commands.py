"""The program accepts the commands in the documentation, and the quick ones run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pi_bunco.cli import cli
from tests.docs.pages import ROOT, list_pages, name_page

_CODE = re.compile(r"^```\w*\n(.*?)^```|`([^`\n]+)`", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"\$? ?(?:sudo )?(?:\S+/)?pi-bunco +(\S.*)")
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
"""Commands that a test runs as they are: they need nothing and end soon."""


def find_commands(text: str) -> Iterator[str]:
    """Yield the commands in a page's code, with options and arguments but without ``pi-bunco``."""
    for block, span in _CODE.findall(text):
        for line in (block or span).splitlines():
            for part in line.partition("  #")[0].split(" | "):
                without_note = re.split(r"(?<=\S) {3,}", part.strip())[0]
                if "[OPTIONS]" not in part and (found := _COMMAND.fullmatch(without_note)):
                    yield found[1]


COMMANDS = {
    page: [*find_commands(page.read_text("utf-8"))]
    for page in list_pages()
    if page.name != "CHANGELOG.md"  # it also has commands of older versions
}
"""The commands of each page."""


def check_command(line: str) -> None:
    """Raise click's error if the words, options or values of a command are wrong. Files need not exist."""
    command: click.Command = cli
    ctx = click.Context(cli, info_name="pi-bunco")
    words = shlex.split(line)
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        word, *words = words
        found = command.get_command(ctx, word)
        if found is None:
            raise click.UsageError(f"there is no command {word}")
        command, ctx = found, click.Context(found, ctx, info_name=word)
    values, left, _ = command.make_parser(ctx).parse_args(words)
    if left:
        raise click.UsageError(f"{left} is too much")
    for param in command.params:
        value = values.get(param.name or "")
        if isinstance(value, str) and not isinstance(param.type, click.Path):
            param.type.convert(value, param, ctx)


@pytest.mark.parametrize("page", COMMANDS, ids=name_page)
def test_the_program_accepts_the_commands_of_a_page(page: Path) -> None:
    """Each command and option exists, and each value is allowed."""
    for line in COMMANDS[page]:
        try:
            check_command(line)
        except click.ClickException as error:
            pytest.fail(f"{name_page(page)}: pi-bunco {line}: {error.format_message()}")


def test_commands_are_found_in_code_only() -> None:
    """Blocks and sentences have them, also after sudo or a pipe. A note behind a command is left out."""
    text = (
        "pi-bunco no\n```\nsudo pi-bunco run --new    # a note\na | .venv/bin/pi-bunco pin\n```\n`pi-bunco x`"
    )
    assert [*find_commands(text)] == ["run --new", "pin", "x"]
    assert sum(map(len, COMMANDS.values())) > 80


@pytest.mark.parametrize("wrong", ["fly", "run --fly", "run --roles maybe", "mat --paper a9", "rules fly"])
def test_a_wrong_command_is_found(wrong: str) -> None:
    """The check fails for a word, an option or a value that does not exist."""
    with pytest.raises(click.ClickException):
        check_command(wrong)


def test_quick_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder, on a machine without a table, each prints something and succeeds."""
    lines = [line for of_page in COMMANDS.values() for line in of_page]
    assert set(lines) >= QUICK
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for line in sorted(QUICK, key=lines.index):
        result = CliRunner().invoke(cli, shlex.split(line))
        assert (result.exit_code, bool(result.output)) == (0, True), (line, result.output, result.exception)


@pytest.mark.parametrize("page", list_pages(), ids=name_page)
def test_make_targets_of_a_page_exist(page: Path) -> None:
    """Each ``make WORD`` in a page's code is a target of the Makefile."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    code = "\n".join(block or span for block, span in _CODE.findall(page.read_text("utf-8")))
    assert set(re.findall(r"^make ([a-z-]+)", code, re.MULTILINE)) <= targets


def test_files_that_pages_name_exist() -> None:
    """A page may name files below tools/, models/, pi_bunco/, tests/ or docs/ in its code."""
    for page in list_pages():
        for path in re.findall(
            r"`((?:tools|models|pi_bunco|tests|docs)/[\w/]+(?:\.\w+)+)", page.read_text("utf-8")
        ):
            assert (ROOT / path).exists(), (name_page(page), path)
