"""install.sh inside the running Pi: the first install, a second one, and the uninstall."""

from pathlib import Path

import pytest

from tests.pi.virtualpi import LAB, STATE, VirtualPi

pytestmark = pytest.mark.pi

INSTALL = "bash /lab/bundle/install.sh --no-boot --no-kiosk"


def test_install_on_a_blank_card_again_and_uninstall(folder: Path, truth: list[list[int]]) -> None:
    """A bundle installs without a network; a second install changes nothing; uninstalling keeps the games."""
    assert truth
    with VirtualPi(folder, LAB / "blank.ext4") as pi:
        assert pi.run("command -v pi-bunco", check=False).rc == 1
        first = pi.run(INSTALL)
        assert "http://" in first.out
        assert pi.run("systemctl is-active pi-bunco; systemctl is-enabled pi-bunco").out.split() == [
            "active",
            "enabled",
        ]
        pi.wait_for_welcome()
        pi.name_players()
        game = pi.wait_for_table("the table answers", lambda now: now)
        assert pi.run("stat -c %U:%a /var/lib/pi-bunco").out.strip() == "pi-bunco:700"

        again = pi.run(INSTALL)
        assert "is there already" in again.out
        assert pi.wait_for_table("the table answers", lambda now: now)["game"] == game["game"]

        assert pi.post("/api/table/1/ring", {})[0] == 200
        playing = pi.pid()
        assert pi.run(INSTALL, check=False).rc == 2
        assert pi.pid() == playing

        pi.run("systemctl stop pi-bunco")
        pi.run(f"{INSTALL} --uninstall")
        assert (
            pi.run("systemctl is-active pi-bunco; command -v pi-bunco", check=False).out.strip() == "inactive"
        )
        pi.run(f"test -s {STATE}/log.sqlite3")
