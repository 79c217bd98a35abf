"""A card that fails, or is full, in the middle of a game: told with what to do, and what was shown stays."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pi.disk import SECTORS, blank, keep_games_on
from tests.pi.virtualpi import LAB, STATE, VirtualPi

pytestmark = pytest.mark.pi

WELL = f"0 {SECTORS} linear /dev/ubdb 0"
TAKES_NOTHING = f"0 {SECTORS} flakey /dev/ubdb 0 0 86400 1 error_writes"
GONE = f"0 {SECTORS} error"


@pytest.fixture
def pi(folder: Path) -> Iterator[VirtualPi]:
    """Yield a Pi on which three throws of a round were entered, on a disk of their own."""
    games = folder / "games"
    blank(games)
    with VirtualPi(folder, LAB / "ready.ext4", disks=(games,)) as pi:
        keep_games_on(pi, WELL)
        pi.post("/api/table/1/ring", {})
        for dice in ([2, 3, 5], [4, 6, 2], [3, 3, 6]):
            assert enter(pi, dice)[0] == 200
        yield pi


def enter(pi: VirtualPi, dice: list[int]) -> tuple[int, str]:
    return pi.post("/api/table/1/enter", {"dice": dice})


def become(pi: VirtualPi, table: str) -> None:
    """Let the disk be another one from now on, with writes of the old one on their way."""
    pi.run(f"dmsetup suspend --nolockfs games; dmsetup load games --table '{table}'; dmsetup resume games")


def course(now: dict[str, Any]) -> list[list[int]]:
    return [each["dice"] for each in now["course"]]


@pytest.mark.parametrize("fault", [TAKES_NOTHING, GONE], ids=["takes nothing", "gone"])
def test_card_that_fails_is_told_of_and_what_was_shown_stays(pi: VirtualPi, fault: str) -> None:
    """Each throw that it does not take is refused in the same words; on a good card the game goes on."""
    shown = course(pi.table())
    assert len(shown) == 3
    become(pi, fault)
    for _ in range(5):
        status, said = enter(pi, [4, 6, 2])
        assert (status, "The card is failing" in said, "Restart the machine" in said) == (503, True, True)
        now = pi.table()
        assert course(now) == shown
        assert "The card is failing" in now["banners"][0]["text"]
    pi.run(f"systemctl stop pi-bunco; umount {STATE}")
    become(pi, WELL)
    pi.run(f"e2fsck -fy /dev/mapper/games; mount /dev/mapper/games {STATE} && systemctl start pi-bunco")
    again = pi.until_table("the table answers", lambda now: now)
    assert course(again)[:3] == shown
    assert not again["banners"]
    assert enter(pi, [4, 6, 2])[0] == 200


def test_card_that_is_full_takes_throws_again_once_there_is_room(pi: VirtualPi) -> None:
    """A full disk is called full; nothing is lost, and with room on it the same table plays on."""
    shown = course(pi.table())
    pi.run(f"dd if=/dev/zero of={STATE}/ballast bs=4k; dd if=/dev/zero of={STATE}/grains bs=512", check=False)
    taken, said = 0, ""
    while "The disk is full" not in said:  # what room the log has in its file already, it uses
        status, said = enter(pi, [2, 3, 5])
        taken += status == 200
        assert taken < 500
    assert len(course(pi.table())) == 3 + taken
    pi.run(f"rm {STATE}/ballast {STATE}/grains")
    assert enter(pi, [4, 6, 2])[0] == 200
    assert course(pi.table())[:3] == shown
    pi.until_table("nothing is wrong any more", lambda now: not now["banners"])
