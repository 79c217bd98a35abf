"""The options of install.sh, its errors, and its dry run, which change nothing."""

import re
import shutil
from pathlib import Path

import pytest

from tests.install.parts import TOP, run_installer


def test_help_names_every_option() -> None:
    """The help contains each option that install.sh accepts."""
    accepted = set(re.findall(r"--[a-z-]+", (TOP / "install.sh").read_text("utf-8").split("case $1 in")[1]))
    assert accepted
    assert accepted <= set(re.findall(r"--[a-z-]+", run_installer("--help").stdout))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--kiosks"], "--kiosks is not an option of install.sh."),
        (["--from"], "--from needs a file or folder after it."),
        (["--dry-run", "--from", "/nowhere"], "There is no /nowhere."),
        (["--dry-run", "--from", "/etc"], "/etc is not a checkout, a bundle or a wheel of pi-bunco."),
        (["--dry-run", "--wheels", "/nowhere"], "There is no folder /nowhere."),
    ],
)
def test_wrong_arguments_are_reported(words: list[str], sentence: str) -> None:
    """A wrong argument gives a message on standard error and exit status 2."""
    done = run_installer(*words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.startswith("install.sh: ")


def test_damaged_wheel_is_reported(tmp_path: Path) -> None:
    """A wheel that is cut off is reported as damaged, with what to do."""
    wheel = tmp_path / "pi_bunco-1.0-py3-none-any.whl"
    wheel.write_bytes(b"PK half")
    done = run_installer("--dry-run", "--from", wheel)
    assert (done.returncode, "is damaged: it cannot be unpacked. Copy it again." in done.stderr) == (2, True)


@pytest.mark.skipif(not shutil.which("apt-get"), reason="install.sh is for Debian, and this is none")
def test_dry_run_prints_all_steps_and_does_nothing() -> None:
    """A dry run prints what each of the six steps would do, and no file of pi-bunco appears."""
    places = [Path("/opt/pi-bunco"), Path("/etc/pi-bunco"), Path("/usr/local/bin/pi-bunco")]
    before = [place.exists() for place in places]
    done = run_installer("--dry-run")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^(\d) of 6", done.stdout, re.MULTILINE) == list("123456")
    for unit in (TOP / "systemd").glob("*.service"):
        assert f"would write /etc/systemd/system/{unit.name}" in done.stdout
    assert done.stdout.endswith("This was a dry run: nothing was done.\n")
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert [place.exists() for place in places] == before


def test_install_uses_each_of_its_parts() -> None:
    """install.sh or one of its parts names each file of tools/install."""
    texts = [(TOP / "install.sh").read_text("utf-8")]
    texts += [path.read_text("utf-8") for path in (TOP / "tools" / "install").glob("*.sh")]
    for path in (TOP / "tools" / "install").iterdir():
        assert any(f"tools/install/{path.name}" in text for text in texts), path.name
