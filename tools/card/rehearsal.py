"""Runs the first start's real script here, with stand-ins for what would change this machine."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.card.folder import assemble, write_sums

TOP = Path(__file__).resolve().parents[2]

CONTROL = re.compile(r"\033(c|\[[0-9;?]*[a-zA-Z\]])")
"""The console's control codes that the script writes (man console_codes)."""

WORKS = "exit 0"
FAILS = """echo 'install.sh: The disk is full. Remove what you do not need, or take a larger card.' >&2
exit 2"""
"""The end of a stand-in for install.sh: as tools/install/output.sh prints an error."""

ADDRESS = "The table is at http://192.168.1.20:8080/"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the first start has done.

    Attributes
    ----------
    raw
        What was written to the screen, with control codes.
    issue
        The text above the login; ``""``: none.
    log
        The log on the boot partition.
    status
        The script's exit status.
    restarts
        Whether the Pi would start again.
    """

    raw: str
    issue: str
    log: str
    status: int
    restarts: bool

    @property
    def screen(self) -> list[str]:
        """The lines on the screen, without control codes."""
        return CONTROL.sub("", self.raw).splitlines()


class Rehearsal:
    """A boot partition and a state in a folder, for one start after the other.

    Parameters
    ----------
    folder
        An empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.firmware = folder / "bootfs"
        self.state = folder / "state"
        bundle = folder / "bundle"
        (bundle / "wheels").mkdir(parents=True)
        (bundle / "wheels" / "pi_bunco-1.0.0-py3-none-any.whl").write_bytes(b"wheel")
        system = re.search(r"(?m)^VERSION_CODENAME=(.*)$", Path("/etc/os-release").read_text("utf-8"))
        assert system is not None  # noqa: S101 - the machine that develops is a Debian
        assemble(bundle, self.firmware, (system[1],))
        (self.firmware / "config.txt").touch()
        (self.firmware / "cmdline.txt").write_text("root=/dev/mmcblk0p2\n")
        self._add_commands()

    def start(self, end: str = WORKS, *, steps: int = 6) -> Shown:
        """Run the script as at a start.

        Parameters
        ----------
        end
            What install.sh does after its steps: :data:`WORKS`, :data:`FAILS` or any shell commands.
        steps
            How many of its steps install.sh begins.
        """
        self._write_installer(end, steps)
        screen = self.folder / "screen"
        screen.write_text("")
        issue, log = self.folder / "issue", self.firmware / "pi-bunco-log.txt"
        restarts = self.folder / "restarts"
        restarts.unlink(missing_ok=True)
        done = subprocess.run(
            ["/bin/bash", self.firmware / "pi-bunco" / "first-start" / "first-start.sh"],
            env={
                **os.environ,
                "PATH": f"{self.folder / 'bin'}:/usr/sbin:/usr/bin:/sbin:/bin",
                "LC_ALL": "C.UTF-8",
                "PI_BUNCO_FIRMWARE": str(self.firmware),
                "PI_BUNCO_FIRST_START": str(self.state),
                "PI_BUNCO_SCREEN": str(screen),
                "PI_BUNCO_ISSUE": str(issue),
                "PI_BUNCO_SPARE_LOG": str(self.folder / "spare" / "log"),
                "PI_BUNCO_COMMAND": str(self.folder / "bin" / "pi-bunco"),
                "PI_BUNCO_PAUSE": "0",
            },
            check=False,
            start_new_session=True,  # so that a power cut of a test ends only this
        )
        return Shown(
            screen.read_text("utf-8"),
            issue.read_text("utf-8") if issue.exists() else "",
            log.read_text("utf-8") if log.is_file() else "",
            done.returncode,
            restarts.exists(),
        )

    def _add_commands(self) -> None:
        commands = {
            "pi-bunco": f"echo '{ADDRESS}'",
            "systemctl": f'case "$*" in *reboot) touch {self.folder / "restarts"} ;; esac',
            "sync": "exit 0",  # the folder of a test survives no power cut
            "setfont": "exit 1",
            "setupcon": "exit 1",
        }
        (self.folder / "bin").mkdir()
        for name, text in commands.items():
            file = self.folder / "bin" / name
            file.write_text(f"#!/bin/sh\n{text}\n")
            file.chmod(0o755)

    def _write_installer(self, end: str, steps: int) -> None:
        """Write a stand-in that prints the steps of the real install.sh, and give it its sum."""
        names = re.findall(
            r'^step "(\d of \d)" "(.*?)"', (TOP / "install.sh").read_text("utf-8"), re.MULTILINE
        )
        printed = "".join(f"printf '\\n%s  %s\\n' '{number}' \"{name}\"\n" for number, name in names[:steps])
        bundle = self.firmware / "pi-bunco"
        (bundle / "install.sh").write_text(f"FIRMWARE={self.firmware}\n{printed}{end}\n", "utf-8")
        write_sums(bundle)
