"""Adds pi-bunco's first start to the files that start things on a card, and keeps all that is in them.

All functions work with bytes: the files may have any encoding and either kind of line ends. Each returns its
input if pi-bunco is in it already.

Sources: cloud-init 25.1, *User-data formats* and *NoCloud*; what Raspberry Pi Imager 1.8 to 2.0 writes.
"""

import re
from email import message_from_bytes
from email.message import Message
from email.mime.multipart import MIMEMultipart
from email.mime.nonmultipart import MIMENonMultipart
from email.policy import compat32

from tools.card.problem import CardProblem

BEGIN_SCRIPT = "pi-bunco/first-start/begin.sh"
"""The script that both kinds of systems run, in the boot partition."""

_OURS = BEGIN_SCRIPT.encode()
_TYPES = {
    b"#cloud-config-archive": "cloud-config-archive",
    b"#cloud-config-jsonp": "cloud-config-jsonp",
    b"#cloud-config": "cloud-config",
    b"#cloud-boothook": "cloud-boothook",
    b"#part-handler": "part-handler",
    b"#include-once": "x-include-once-url",
    b"#include": "x-include-url",
    b"## template: jinja": "jinja2",
    b"#!": "x-shellscript",
}
"""First words of a file for cloud-init, and its type after ``text/``; longer ones come first."""

_BOUNDARY = "==pi-bunco-first-start=="
_MARK = "Pi-Bunco"
RUN = (
    " systemd.run=/boot/firmware/firstrun.sh systemd.run_success_action=reboot"
    " systemd.unit=kernel-command-line.target"
)
"""What Raspberry Pi Imager adds to cmdline.txt; the Pi restarts after it."""

_BLOCK = b"""# pi-bunco: begin
sh "$(dirname "$0")/pi-bunco/first-start/begin.sh"
# pi-bunco: end
"""
_CLEAN_UP = b"""rm -f "$0"
sed -i 's| systemd.run.*||g' "$(dirname "$0")/cmdline.txt"
exit 0
"""


def merge_vendor_data(theirs: bytes, ours: bytes) -> bytes:
    """Return a vendor-data file that does both: what is in it already, and pi-bunco's first start.

    Parameters
    ----------
    theirs
        The content of the card's file; empty if there is none.
    ours
        A part that names :data:`BEGIN_SCRIPT`.

    Raises
    ------
    CardProblem
        If it is in a form that cannot be extended.
    """
    if _OURS in theirs or f"\n{_MARK}: ".encode() in theirs.replace(b"\r\n", b"\n"):
        return theirs
    if not theirs.strip():
        return ours
    both = MIMEMultipart(boundary=_BOUNDARY, policy=compat32)
    both.attach(_make_part(theirs))
    part = _make_text("cloud-boothook", ours)
    part[_MARK] = "first-start"
    both.attach(part)
    return both.as_bytes()


def _make_part(content: bytes) -> Message:
    if re.match(rb"(?i)(content-type|mime-version):", content):
        return message_from_bytes(content)
    for words, kind in _TYPES.items():
        if content.lstrip(b"\xef\xbb\xbf").lstrip().startswith(words):
            return _make_text(kind, content)
    raise CardProblem(
        "The file vendor-data on the card has a form that this program cannot extend.",
        "Somebody has put it there. If you do not need it, delete it and run this again.",
    )


def _make_text(kind: str, content: bytes) -> MIMENonMultipart:
    part = MIMENonMultipart("text", kind, charset="utf-8")
    part.set_payload(content.decode("utf-8", "surrogateescape"), "utf-8")
    return part


def check_user_data(user_data: bytes) -> None:
    """Check that cloud-init will look at vendor-data.

    Raises
    ------
    CardProblem
        If the card's user-data has a setting of its own about that.
    """
    if re.search(rb"(?m)^[\"']?vendor_data[\"']?\s*:", user_data):
        raise CardProblem(
            "The file user-data on the card has a line “vendor_data:”, which can stop the installation.",
            "Delete that line and those that belong to it, and run this again.",
        )


def merge_first_run(theirs: bytes) -> bytes:
    """Return a firstrun.sh that also arranges pi-bunco's first start.

    Our lines come first: the imager's script ends with ``exit 0``.

    Parameters
    ----------
    theirs
        The script on the card; empty if there is none. Then the new one removes itself, as the imager's does.
    """
    if _OURS in theirs:
        return theirs
    if not theirs.strip():
        return b"#!/bin/sh\n" + _BLOCK + _CLEAN_UP
    if not theirs.startswith(b"#!"):
        return b"#!/bin/sh\n" + _BLOCK + theirs
    first, end, rest = theirs.partition(b"\n")
    return first + (end or b"\n") + _BLOCK + rest


def merge_command_line(theirs: bytes) -> bytes:
    """Return a cmdline.txt that runs firstrun.sh at the next start, still in one line.

    Raises
    ------
    CardProblem
        If it runs something else then.
    """
    line, end, rest = re.fullmatch(rb"([^\r\n]*)(\s*)(.*)", theirs, re.DOTALL).groups()  # type: ignore[union-attr]
    runs = re.findall(rb"(?<=\ssystemd\.run=)\S+", b" " + line)
    if not runs:
        return line.rstrip() + RUN.encode() + (end or b"\n") + rest
    if all(run.endswith(b"/firstrun.sh") for run in runs):
        return theirs
    raise CardProblem(
        f"The file cmdline.txt on the card runs another program: {runs[0].decode('ascii', 'replace')}",
        "Write the card again with Raspberry Pi Imager, and run this again.",
    )
