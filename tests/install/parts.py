"""Runs single functions of install.sh in the folders of a test."""

import subprocess
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]

_LOAD = """
set -euo pipefail
here=$1; folder=$2
for part in output source packages version system wifi boot screen check remove; do
    . "$here/tools/install/$part.sh"
done
DRY=no BOOT=yes KIOSK=look COUNTRY= VERSION=1 new_placed=()
OPT=$folder/opt ETC=$folder/etc VAR=$folder/var PLACED=$OPT/placed FIRMWARE=$folder/firmware
AUTOSTART=$folder/autostart RFKILL=$folder/rfkill PI_OS=$folder/rpi-issue
mkdir -p "$OPT/versions" "$ETC" "$VAR" "$FIRMWARE"
# Commands that would change this machine are only printed.
apt-get() { echo "apt-get $*"; }
systemctl() { echo "systemctl $*"; }
systemd_runs() { return 0; }
"""


def run_part(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script that can call all functions of install.sh, with all its folders below ``folder``."""
    return subprocess.run(
        ["bash", "-c", _LOAD + script, "_", TOP, folder], capture_output=True, text=True, check=False
    )


def run_installer(*words: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run install.sh itself; only for arguments with which it changes nothing."""
    return subprocess.run([TOP / "install.sh", *words], capture_output=True, text=True, check=False, cwd=cwd)
