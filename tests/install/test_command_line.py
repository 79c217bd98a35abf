"""The options of install.sh, its errors, and its dry run, which change nothing."""

import hashlib
import re
import shutil
import zipfile
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


def make_wheel(folder: Path) -> Path:
    """Write a wheel whose installer only prints its arguments, and return its path."""
    wheel = folder / "pi_bunco-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("pi_bunco/_assets/install.sh", 'echo "$@"; exit 7\n')
    return wheel


def test_wheels_own_installer_takes_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets all options with absolute paths, its exit status counts, and what was unpacked is removed."""
    wheel, scratch = make_wheel(tmp_path), tmp_path / "scratch"
    scratch.mkdir()
    (tmp_path / "more").mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    done = run_installer("--dry-run", "--from", wheel.name, "--wheels", "more", "--no-kiosk", cwd=tmp_path)
    assert done.returncode == 7
    passed_on = done.stdout.splitlines()[-1]
    assert passed_on == f"--from {wheel} --wheels {tmp_path}/more --dry-run --no-kiosk"
    assert list(scratch.iterdir()) == []


def test_wheel_is_compared_with_the_sum_of_its_release(tmp_path: Path) -> None:
    """A wheel with another sum is refused; without a sum its own is shown, and that nothing was compared."""
    wheel = make_wheel(tmp_path)
    right = hashlib.sha256(wheel.read_bytes()).hexdigest()
    wrong = run_installer("--dry-run", "--from", wheel, "--sha256", "0" * 64)
    assert (wrong.returncode, f"has not the sum that you gave, but {right}" in wrong.stderr) == (2, True)
    assert (
        "has the sum of its release" in run_installer("--dry-run", "--from", wheel, "--sha256", right).stdout
    )
    unknown = run_installer("--dry-run", "--from", wheel).stdout
    assert "was not compared with the sum of its release" in unknown
    assert right in unknown
    assert run_installer("--dry-run", "--from", wheel, "--sha256", "12").returncode == 2


def test_nothing_of_the_current_folder_is_run(tmp_path: Path) -> None:
    """Python files in the folder where install.sh is called are not imported."""
    marker = tmp_path / "was-run"
    for name in ("zipfile", "venv", "numpy", "ensurepip", "sys", "pathlib", "urllib"):
        (tmp_path / f"{name}.py").write_text(f"open({str(marker)!r}, 'w')\nraise SystemExit(1)\n")
    wheel = make_wheel(tmp_path)
    assert run_installer("--dry-run", "--from", wheel.name, cwd=tmp_path).returncode == 7
    run_installer("--dry-run", cwd=tmp_path)
    assert not marker.exists()


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
