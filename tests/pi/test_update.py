"""Updates under a real systemd: to the next version, back, never during a game, and if it does not start."""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pi_bunco import __version__
from tests.install.commands import UPDATE, add_next_version
from tests.install.roots import copy_checkout
from tests.pi.virtualpi import LAB, VirtualPi

pytestmark = pytest.mark.pi

FAILS = """
import os

if "NOTIFY_SOCKET" in os.environ:  # only under systemd, so that the installer's trial succeeds
    os._exit(7)
"""


@pytest.fixture
def updates(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Yield two update commands: to a version that plays, and to one that does not start."""
    given, checkout = LAB / "given", copy_checkout(tmp_path / "checkout")
    names = {"plays": "", "fails": FAILS}
    for name, more in names.items():
        shutil.rmtree(given / name, ignore_errors=True)
        add_next_version(LAB / "bundle", given / name, checkout, partial(append, more))
    plays, fails = (UPDATE.replace("/mnt", f"/lab/given/{name}") for name in names)
    yield plays, fails
    for name in names:
        shutil.rmtree(given / name)


def append(more: str, checkout: Path) -> None:
    with (checkout / "pi_bunco" / "__init__.py").open("a", encoding="utf-8") as init:
        init.write(more)


def wait_for_version(pi: VirtualPi) -> str:
    """Wait until the page answers, and return the version that plays."""
    pi.wait_for_table("the table answers", lambda now: now)
    assert pi.run("systemctl is-active pi-bunco").out == "active\n"
    return pi.run("pi-bunco --version").out.split()[-1]


def test_update_back_and_never_in_a_game(folder: Path, updates: tuple[str, str]) -> None:
    """Each version goes on with the same game; one that does not start is undone; no game is interrupted."""
    plays, fails = updates
    with VirtualPi(folder, LAB / "ready.ext4") as pi:
        pi.stop_and_remove_camera()
        pi.run("systemctl start pi-bunco")
        assert wait_for_version(pi) == __version__
        game = pi.table()["game"]

        broken = pi.run(fails, check=False)
        assert broken.rc == 2
        assert "The new version did not start, so the one before plays again." in broken.err
        assert (wait_for_version(pi), pi.table()["game"]) == (__version__, game)

        pi.run(plays)
        assert (wait_for_version(pi), pi.table()["game"]) == ("9.9.9", game)
        assert "backup" in pi.run("ls /var/lib/pi-bunco").out

        pi.run("pi-bunco update --back")
        assert (wait_for_version(pi), pi.table()["game"]) == (__version__, game)

        assert pi.post("/api/table/1/ring", {})[0] == 200
        playing = pi.pid()
        for refused in (plays, "pi-bunco update --back"):
            assert pi.run(refused, check=False).rc != 0
        assert (pi.pid(), wait_for_version(pi)) == (playing, __version__)
