"""``python -m tools.card``: what people read."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.imager import write_bookworm, write_trixie
from tools.card import __main__ as command
from tools.card import folder
from tools.card.folder import assemble
from tools.card.problem import CardProblem

ROOT = Path(__file__).parents[2]


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """Return a folder as the tool makes it, with a small bundle."""
    bundle = tmp_path / "bundle"
    (bundle / "wheels").mkdir(parents=True)
    (bundle / "install.sh").write_text("exit 0\n")
    assemble(bundle, tmp_path / "made", ("trixie",))
    return tmp_path / "made"


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the tool."""
    return subprocess.run(
        [sys.executable, "-m", "tools.card", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("write", "words"), [(write_trixie, "cloud-init"), (write_bookworm, "firstrun.sh")])
def test_card_is_filled(tmp_path: Path, made: Path, write: type, words: str) -> None:
    """It says what it changed and what to do now; a second time, that all is there."""
    card = write(tmp_path / "bootfs")
    first = run(card, "--keep", "--to", made)
    assert (first.returncode, first.stderr) == (0, "")
    assert f"{words} starts the installation" in first.stdout
    assert "Ready. Eject the card" in first.stdout
    assert "Everything was there already." in run(card, "--keep", "--to", made).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["/nowhere", "--keep"], "There is no folder /nowhere."),
        ([ROOT / "docs"], "is not the boot partition of a Raspberry Pi"),
        (["--keep", "--to", "/nowhere"], "There is no finished folder /nowhere."),
        (["--to", ROOT / "docs", "--bundle", ROOT / "docs"], "holds something else."),
        (["--to", "/nowhere", "--bundle", ROOT / "docs"], "is not a bundle."),
    ],
)
def test_errors_say_what_and_what_to_do(words: list[str | Path], said: str) -> None:
    """Each error is two sentences without a traceback, and the status is 2."""
    done = run(*words)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().split("\n")) >= 2


def test_folder_without_debian_packages_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If Debian's servers do not answer, the folder is made all the same, and what is missing is named."""

    def fail(*_: object) -> None:
        raise CardProblem("deb.debian.org did not answer.", "Connect this machine to the internet.")

    monkeypatch.setattr(folder, "fetch", fail)
    bundle = tmp_path / "bundle"
    (bundle / "wheels").mkdir(parents=True)
    (bundle / "install.sh").touch()
    monkeypatch.setattr(
        sys, "argv", ["card", "--system", "trixie", "--bundle", str(bundle), "--to", str(tmp_path / "to")]
    )
    assert command.main() == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "deb.debian.org did not answer. So the folder gets none of Debian's packages." in out
    assert "mosquitto: Several Pis cannot play together until then." in out
    assert "If the Pi has internet at its first start, it fetches them itself." in out
    assert (tmp_path / "to" / "pi-bunco" / "sums.txt").exists()
