"""The files that start things on a card: pi-bunco is added, and nothing that was there is lost."""

import re
import subprocess
from email import message_from_bytes
from pathlib import Path

import pytest

from tests.tools.imager import COMMAND_LINE, FIRST_RUN, RUN_FIRST, USER_DATA
from tools.card.problem import CardProblem
from tools.card.seeds import (
    BEGIN_SCRIPT,
    RUN,
    check_user_data,
    merge_command_line,
    merge_first_run,
    merge_vendor_data,
)

OURS = (Path(__file__).parents[2] / "tools/card/first-start/vendor-data").read_bytes()

BLOCK = re.compile(rb"# pi-bunco: begin\n.*?# pi-bunco: end\n", re.DOTALL)


def read_parts(content: bytes) -> list[tuple[str, bytes]]:
    """Return type and content of each part, as cloud-init walks through them."""
    parts = [part for part in message_from_bytes(content).walk() if not part.is_multipart()]
    return [(part.get_content_type(), part.get_payload(decode=True)) for part in parts]  # type: ignore[misc]


@pytest.mark.parametrize("nothing", [b"", b"\n", b" \r\n"])
def test_ours_alone_is_written_as_it_is(nothing: bytes) -> None:
    """A card without vendor-data, or with an empty one, gets the same file as people copy by hand."""
    assert merge_vendor_data(nothing, OURS) == OURS


@pytest.mark.parametrize(
    ("theirs", "kind"),
    [
        (b"#cloud-config\nlocale: de_CH.UTF-8\n", "text/cloud-config"),
        ("#cloud-config\r\nwrite_files:\r\n- content: \"Jörg's 'würfel'\"\r\n".encode(), "text/cloud-config"),
        (b"#!/bin/sh\necho hello\n", "text/x-shellscript"),
        (b"#cloud-boothook\n#!/bin/sh\necho hello\n", "text/cloud-boothook"),
        (b"## template: jinja\n#cloud-config\n{}\n", "text/jinja2"),
        (b"#include\nfile:///boot/firmware/more\n", "text/x-include-url"),
        (b"#cloud-config-archive\n- content: a\n", "text/cloud-config-archive"),
    ],
)
def test_other_vendor_data_becomes_a_part(theirs: bytes, kind: str) -> None:
    """Each form that cloud-init knows stays whole, beside ours."""
    both = merge_vendor_data(theirs, OURS)
    (their_kind, their_content), ours = read_parts(both)
    assert (their_kind, their_content.replace(b"\r\n", b"\n")) == (kind, theirs.replace(b"\r\n", b"\n"))
    assert ours == ("text/cloud-boothook", OURS)
    assert merge_vendor_data(both, OURS) == both
    assert merge_vendor_data(both.replace(b"\n", b"\r\n"), OURS) == both.replace(b"\n", b"\r\n")


def test_several_parts_get_one_more() -> None:
    """A file of several parts keeps all of them."""
    several = (
        b'Content-Type: multipart/mixed; boundary="XX"\nMIME-Version: 1.0\n\n'
        b"--XX\nContent-Type: text/cloud-config\n\n#cloud-config\na: 1\n--XX\n"
        b"Content-Type: text/x-shellscript\n\n#!/bin/sh\necho 2\n--XX--\n"
    )
    kinds = [kind for kind, _ in read_parts(merge_vendor_data(several, OURS))]
    assert kinds == ["text/cloud-config", "text/x-shellscript", "text/cloud-boothook"]


def test_unknown_form_is_refused() -> None:
    """What cloud-init does not know may be anything: a person must look at it."""
    with pytest.raises(CardProblem, match="vendor-data") as caught:
        merge_vendor_data(b"\x1f\x8b\x08compressed", OURS)
    assert "delete it" in caught.value.remedy


def test_user_data_that_switches_vendor_data_off_is_refused() -> None:
    """cloud-init would not look at our file; the imager's own has no such line."""
    check_user_data(USER_DATA)
    check_user_data(b"#cloud-config\n# vendor_data: no\nwrite_files:\n- content: |\n    vendor_data: x\n")
    with pytest.raises(CardProblem, match="vendor_data"):
        check_user_data(b"#cloud-config\r\nvendor_data: {enabled: false}\r\n")


@pytest.mark.parametrize(
    "script", [FIRST_RUN, FIRST_RUN.replace(b"\n", b"\r\n"), b"#!/bin/bash", b"echo \xe9\n"]
)
def test_first_run_keeps_the_script(script: bytes) -> None:
    """Without our lines, it is what it was; ours come before its ``exit``; a second time changes nothing."""
    merged = merge_first_run(script)
    rest = BLOCK.sub(b"", merged)
    assert rest.removeprefix(b"#!/bin/sh\n").strip() == script.removeprefix(b"#!/bin/sh\n").strip()
    assert merged.index(BEGIN_SCRIPT.encode()) < merged.find(b"exit 0") % (1 << 30)
    assert merge_first_run(merged) == merged


def test_new_first_run_removes_itself(tmp_path: Path) -> None:
    """It runs our script, then takes itself out of the card and of cmdline.txt."""
    (tmp_path / "cmdline.txt").write_bytes(merge_command_line(COMMAND_LINE + b"\n"))
    (tmp_path / "firstrun.sh").write_bytes(merge_first_run(b""))
    begin = tmp_path / BEGIN_SCRIPT
    begin.parent.mkdir(parents=True)
    begin.write_text('echo begun >"$(dirname "$0")/begun"\n')
    subprocess.run(["sh", tmp_path / "firstrun.sh"], check=True)
    assert (begin.parent / "begun").exists()
    assert not (tmp_path / "firstrun.sh").exists()
    assert (tmp_path / "cmdline.txt").read_bytes() == COMMAND_LINE + b"\n"


@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b" \n"])
def test_command_line_stays_one_line(end: bytes) -> None:
    """With any line end the words are added to the one line, because the Pi reads no second one."""
    merged = merge_command_line(COMMAND_LINE + end)
    assert merged.split() == [*COMMAND_LINE.split(), *RUN.encode().split()]
    assert merged.splitlines() == [merged.rstrip()]
    assert merge_command_line(merged) == merged


def test_command_line_of_the_imager_stays() -> None:
    """The imager's own words start firstrun.sh already."""
    assert merge_command_line(COMMAND_LINE + RUN_FIRST + b"\n") == COMMAND_LINE + RUN_FIRST + b"\n"


def test_command_line_with_another_program_is_refused() -> None:
    """Only one program can run then, so the other would be lost."""
    with pytest.raises(CardProblem, match=r"/boot/other\.sh"):
        merge_command_line(COMMAND_LINE + b" systemd.run=/boot/other.sh\n")
