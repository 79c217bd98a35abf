"""The build guide can be followed word by word: what it names is there."""

import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest

from pi_bunco.app.doctor.examine import select_checks
from pi_bunco.cli import cli
from pi_bunco.devices.bell.board import list_boards, load_board
from tools.hardware.made import PAGES, ROOT

SAID = {page: page.read_text("utf-8") for page in PAGES}
GUIDE = SAID[ROOT / "docs/builder.md"]


def commands(page: str) -> list[list[str]]:
    """Return each command line that a page has in a block of its own or between backticks."""
    whole = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
    blocks = [line for block in whole.findall(page) for line in block.splitlines()]
    inline = re.findall(r"`([^`\n]+)`", whole.sub("", page))
    return [shlex.split(line) for line in [*blocks, *inline] if re.match(r"(sudo )?(pi-bunco|make) ", line)]


ALL = [words for page in SAID.values() for words in commands(page)]


def test_guide_has_commands() -> None:
    """The lines are found at all: each of the guide's steps on the Pi has some."""
    assert len([words for words in commands(GUIDE) if words[:2] == ["pi-bunco", "doctor"]]) >= 7


@pytest.mark.parametrize("words", [words for words in ALL if "pi-bunco" in words], ids=" ".join)
def test_guide_commands_are_there(words: list[str]) -> None:
    """Each command of a page is one of pi-bunco's, with options that it has."""
    words = words[words.index("pi-bunco") + 1 :]
    command: click.Command | None = cli
    context = click.Context(cli)
    while isinstance(command, click.Group):
        command = command.get_command(context, words.pop(0))
    assert command is not None
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)}
    assert {word for word in words if word.startswith("--")} <= known
    if command.name == "doctor":
        assert select_checks(tuple(words))
    if command.name == "wiring" and words and not words[0].endswith(".toml"):
        assert words[0] in {"NAME", *list_boards()}


@pytest.mark.parametrize("words", [words for words in ALL if words[0] == "make"], ids=" ".join)
def test_guide_targets_are_there(words: list[str]) -> None:
    """Each make target of a page is in the Makefile."""
    assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_guide_links_lead_somewhere(path: Path) -> None:
    """Each picture, file and heading that a page points at exists."""
    for link in re.findall(r"\]\(([^)\s]+)\)", SAID[path]):
        file, _, heading = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
            assert heading in anchors, link


def test_guide_settings_are_right() -> None:
    """Each bell that is written into the settings is a board; the lines to change are there."""
    bells = [tomllib.loads(line)["bell"] for line in re.findall(r'`(bell = "[^`]+")`', GUIDE)]
    assert len(bells) >= 3
    for bell in bells:
        load_board(bell.removeprefix("gpio:"))
    settings = (ROOT / "systemd/table.toml").read_text("utf-8")
    assert re.search(r"^# bell = ", settings, re.MULTILINE)
    assert re.search(r"^camera = ", settings, re.MULTILINE)
    assert (ROOT / "install.sh").exists()


def test_guide_each_step_ends_in_a_check() -> None:
    """Every numbered step has one check, by the doctor, and stands in the list at the beginning."""
    steps = re.split(r"^## ", GUIDE, flags=re.MULTILINE)[1:]
    numbered = [step for step in steps if re.match(r"\d+\. ", step)]
    assert len(numbered) == 7
    for number, step in enumerate(numbered, 1):
        assert step.startswith(f"{number}. ")
        _, check = step.split("**Check:**")
        assert any(words[:2] == ["pi-bunco", "doctor"] for words in commands(check)), step.splitlines()[0]
        title = step.splitlines()[0].removeprefix(f"{number}. ")
        assert f"[{number} {title}](#{number}-" in GUIDE
