"""The build guide: its commands, links, settings and steps exist."""

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

TEXTS = {page: page.read_text("utf-8") for page in PAGES}
GUIDE = TEXTS[ROOT / "docs/builder.md"]


def list_commands(page: str) -> list[list[str]]:
    """Return each command line of a page, from its code blocks and from its inline code."""
    whole = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
    blocks = [line for block in whole.findall(page) for line in block.splitlines()]
    inline = re.findall(r"`([^`\n]+)`", whole.sub("", page))
    return [shlex.split(line) for line in [*blocks, *inline] if re.match(r"(sudo )?(pi-bunco|make) ", line)]


COMMANDS = [words for page in TEXTS.values() for words in list_commands(page)]


def test_guide_has_commands() -> None:
    """The guide has at least seven doctor commands, so that the tests below check something."""
    assert len([words for words in list_commands(GUIDE) if words[:2] == ["pi-bunco", "doctor"]]) >= 7


@pytest.mark.parametrize("words", [words for words in COMMANDS if "pi-bunco" in words], ids=" ".join)
def test_guide_commands_exist(words: list[str]) -> None:
    """Each pi-bunco command of a page exists, with its options."""
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


@pytest.mark.parametrize("words", [words for words in COMMANDS if words[0] == "make"], ids=" ".join)
def test_guide_make_targets_exist(words: list[str]) -> None:
    """Each make target of a page is in the Makefile."""
    assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_guide_links_lead_somewhere(path: Path) -> None:
    """Each picture, file and heading that a page links to exists."""
    for link in re.findall(r"\]\(([^)\s]+)\)", TEXTS[path]):
        file, _, heading = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), link
        if heading:
            titles = re.findall(r"^#+ (.+)$", target.read_text("utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
            assert heading in anchors, link


def test_guide_settings_are_right() -> None:
    """Each bell setting of the guide names a board, and the settings file has the lines to change."""
    bells = [tomllib.loads(line)["bell"] for line in re.findall(r'`(bell = "[^`]+")`', GUIDE)]
    assert len(bells) >= 3
    for bell in bells:
        load_board(bell.removeprefix("gpio:"))
    settings = (ROOT / "systemd/table.toml").read_text("utf-8")
    assert re.search(r"^# bell = ", settings, re.MULTILINE)
    assert re.search(r"^camera = ", settings, re.MULTILINE)
    assert (ROOT / "install.sh").exists()


def test_guide_each_step_ends_in_a_check() -> None:
    """Each numbered step has one check by the doctor, and is in the list at the beginning."""
    steps = re.split(r"^## ", GUIDE, flags=re.MULTILINE)[1:]
    numbered = [step for step in steps if re.match(r"\d+\. ", step)]
    assert len(numbered) == 7
    for number, step in enumerate(numbered, 1):
        assert step.startswith(f"{number}. ")
        _, check = step.split("**Check:**")
        assert any(words[:2] == ["pi-bunco", "doctor"] for words in list_commands(check)), step.splitlines()[
            0
        ]
        title = step.splitlines()[0].removeprefix(f"{number}. ")
        assert f"[{number} {title}](#{number}-" in GUIDE
