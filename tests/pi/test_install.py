"""install.sh inside the running Pi: on a card that has never seen pi-bunco, again, and away."""

from pathlib import Path

import pytest

from tests.pi.virtualpi import LAB, STATE, VirtualPi

pytestmark = pytest.mark.pi

INSTALL = "bash /lab/bundle/install.sh --no-boot --no-kiosk"


def test_install_from_blank_again_and_away(folder: Path, truth: list[list[int]]) -> None:
    """From a bundle, without a network: it plays, again it changes nothing, and away it keeps the games."""
    assert truth
    with VirtualPi(folder, LAB / "blank.ext4") as pi:
        assert pi.run("command -v pi-bunco", check=False).rc == 1
        first = pi.run(INSTALL)
        assert "http://" in first.out
        assert pi.run("systemctl is-active pi-bunco; systemctl is-enabled pi-bunco").out.split() == [
            "active",
            "enabled",
        ]
        game = pi.until_table("the table answers", lambda now: now)
        assert pi.run("stat -c %U:%a /var/lib/pi-bunco").out.strip() == "pi-bunco:700"

        again = pi.run(INSTALL)
        assert "is there already" in again.out
        assert pi.until_table("the table answers", lambda now: now)["game"] == game["game"]

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
