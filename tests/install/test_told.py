"""What install.sh understands, and what it says it would do; nothing is changed here."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.install.parts import TOP, installer

SCRIPTS = ["install.sh", *(f"tools/install/{name}.sh" for name in ("show-address", "kiosk", "command"))]


def test_help_names_every_option() -> None:
    """Each option that is understood is told, within 80 columns but for the options' own lines."""
    told = installer("--help").stdout
    understood = set(re.findall(r"--[a-z-]+", (TOP / "install.sh").read_text("utf-8").split("case $1 in")[1]))
    assert understood
    assert understood <= set(re.findall(r"--[a-z-]+", told))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--kiosks"], "--kiosks is not an option of install.sh."),
        (["--from"], "--from needs a file or folder after it."),
        (["--dry-run", "--from", "/nowhere"], "There is no /nowhere."),
        (["--dry-run", "--from", "/etc"], "/etc is not a checkout, a bundle or a wheel of pi-bunco."),
        (["--dry-run", "--wheels", "/nowhere"], "There is no folder /nowhere."),
    ],
)
def test_wrong_words_are_told(words: list[str], said: str) -> None:
    """What cannot be is said in a sentence, with the remedy, and exit status 2."""
    done = installer(*words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.startswith("install.sh: ")


def test_damaged_wheel_is_told(tmp_path: Path) -> None:
    """A wheel that was cut off on its way is named, with what to do."""
    wheel = tmp_path / "pi_bunco-1.0-py3-none-any.whl"
    wheel.write_bytes(b"PK half")
    done = installer("--dry-run", "--from", wheel)
    assert (done.returncode, "is damaged: it cannot be unpacked. Copy it again." in done.stderr) == (2, True)


@pytest.mark.skipif(not shutil.which("apt-get"), reason="install.sh is for Debian, and this is none")
def test_dry_run_tells_all_and_does_nothing() -> None:
    """Each of the six steps says what it would do; no file of ours appears."""
    places = [Path("/opt/pi-bunco"), Path("/etc/pi-bunco"), Path("/usr/local/bin/pi-bunco")]
    before = [place.exists() for place in places]
    done = installer("--dry-run")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^(\d) of 6", done.stdout, re.MULTILINE) == list("123456")
    for unit in (TOP / "systemd").glob("*.service"):
        assert f"would write /etc/systemd/system/{unit.name}" in done.stdout
    assert done.stdout.endswith("This was a dry run: nothing was done.\n")
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert [place.exists() for place in places] == before


def test_every_part_is_read_by_install_and_shipped() -> None:
    """No file of tools/install is forgotten: install.sh reads it, or puts it somewhere."""
    texts = [(TOP / "install.sh").read_text("utf-8")]
    texts += [path.read_text("utf-8") for path in (TOP / "tools" / "install").glob("*.sh")]
    for path in (TOP / "tools" / "install").iterdir():
        assert any(f"tools/install/{path.name}" in text for text in texts), path.name


def test_scripts_are_in_order_for_shellcheck() -> None:
    """Shellcheck has nothing to say of the installer, followed into all its parts."""
    shellcheck = shutil.which("shellcheck") or shutil.which(str(TOP / ".venv" / "bin" / "shellcheck"))
    if not shellcheck:
        pytest.skip("shellcheck is not installed here (apt: shellcheck)")
    done = subprocess.run(
        [shellcheck, "-x", "-a", *SCRIPTS], cwd=TOP, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("", 0)
