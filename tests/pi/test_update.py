"""Updates under a real systemd: forward, back, never in a game, and away from what does not start."""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pi_bunco import __version__
from tests.install.roots import copy_checkout
from tests.install.said import UPDATE, with_next
from tests.pi.virtualpi import LAB, VirtualPi

pytestmark = pytest.mark.pi

FAILS = """
import os

if "NOTIFY_SOCKET" in os.environ:  # under systemd only: it does read dice
    os._exit(7)
"""


@pytest.fixture
def updates(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Yield the command that updates to a next version that plays, and to one that does not start."""
    given, checkout = LAB / "given", copy_checkout(tmp_path / "checkout")
    names = {"plays": "", "fails": FAILS}
    for name, more in names.items():
        shutil.rmtree(given / name, ignore_errors=True)
        with_next(LAB / "bundle", given / name, checkout, partial(append, more))
    plays, fails = (UPDATE.replace("/mnt", f"/lab/given/{name}") for name in names)
    yield plays, fails
    for name in names:
        shutil.rmtree(given / name)


def append(more: str, checkout: Path) -> None:
    with (checkout / "pi_bunco" / "__init__.py").open("a", encoding="utf-8") as init:
        init.write(more)


def version(pi: VirtualPi) -> str:
    """Return the version that plays, once its page answers."""
    pi.until_table("the table answers", lambda now: now)
    assert pi.run("systemctl is-active pi-bunco").out == "active\n"
    return pi.run("pi-bunco --version").out.split()[-1]


def test_update_back_and_never_in_a_game(folder: Path, updates: tuple[str, str]) -> None:
    """Each version goes on with the same game; one that does not start gives way; no game is interrupted."""
    plays, fails = updates
    with VirtualPi(folder, LAB / "ready.ext4") as pi:
        pi.run(
            "sed -i 's/^camera = .*/camera = \"none\"/' /etc/pi-bunco/table.toml; systemctl restart pi-bunco"
        )
        assert version(pi) == __version__
        game = pi.table()["game"]

        broken = pi.run(fails, check=False)
        assert broken.rc == 2
        assert "The new version did not start, so the one before plays again." in broken.err
        assert (version(pi), pi.table()["game"]) == (__version__, game)

        pi.run(plays)
        assert (version(pi), pi.table()["game"]) == ("9.9.9", game)
        assert "backup" in pi.run("ls /var/lib/pi-bunco").out

        pi.run("pi-bunco update --back")
        assert (version(pi), pi.table()["game"]) == (__version__, game)

        assert pi.post("/api/table/1/ring", {})[0] == 200
        playing = pi.pid()
        for refused in (plays, "pi-bunco update --back"):
            assert pi.run(refused, check=False).rc != 0
        assert (pi.pid(), version(pi)) == (playing, __version__)
