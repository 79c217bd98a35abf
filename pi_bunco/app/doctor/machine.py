"""The examined machine. The doctor reads its files and asks its programs only here."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_PROGRAM_SECONDS = 5.0
"""How long a program may take to answer."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine: the one that this runs on, or a test's imitation.

    Attributes
    ----------
    root
        The folder that takes the place of ``/``.

    >>> Machine().read_text("proc/version").startswith("Linux")
    True
    """

    root: Path = Path("/")

    def read_text(self, name: str | Path) -> str:
        """Return the text of a system file without its last line break, ``""`` if there is none.

        Parameters
        ----------
        name
            The file's name without the leading slash, or its path below ``root``.
        """
        try:
            return (self.root / name).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    def run_program(self, *words: str) -> str | None:
        """Return what a program prints, ``None`` if it is missing, fails or takes too long."""
        program = shutil.which(words[0])
        is_lent = os.geteuid() != os.getuid()  # root acts as the table's user, but may ask programs as root
        if program is None:
            return None
        try:
            done = subprocess.run(  # noqa: S603 - fixed words, no shell
                [program, *words[1:]],
                capture_output=True,
                timeout=_PROGRAM_SECONDS,
                check=False,
                stdin=subprocess.DEVNULL,
                user=os.getuid() if is_lent else None,
                group=os.getgid() if is_lent else None,
                env={**os.environ, "LC_ALL": "C", "SYSTEMD_PAGER": "", "SYSTEMD_COLORS": "0"},
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def parse_facts(lines: str) -> dict[str, str]:
    r"""Parse ``KEY=VALUE`` lines, as systemd's programs print them.

    >>> parse_facts("LoadState=loaded\nExecStart=a=b\n")
    {'LoadState': 'loaded', 'ExecStart': 'a=b'}
    """
    return dict(line.split("=", 1) for line in lines.splitlines() if "=" in line)
