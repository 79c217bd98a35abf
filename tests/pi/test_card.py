"""A card that fails or is full during a game: it is reported with what to do, and no shown throw is lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pi.disk import SECTORS, keep_games_on, make_empty
from tests.pi.virtualpi import LAB, STATE, VirtualPi

pytestmark = pytest.mark.pi

GOOD = f"0 {SECTORS} linear /dev/ubdb 0"
FAILS_WRITES = f"0 {SECTORS} flakey /dev/ubdb 0 0 86400 1 error_writes"
GONE = f"0 {SECTORS} error"


@pytest.fixture
def pi(folder: Path) -> Iterator[VirtualPi]:
    """Yield a Pi with a separate disk for games, and three throws of a round on it."""
    games = folder / "games"
    make_empty(games)
    with VirtualPi(folder, LAB / "ready.ext4", disks=(games,)) as pi:
        keep_games_on(pi, GOOD)
        pi.post("/api/table/1/ring", {})
        for dice in ([2, 3, 5], [4, 6, 2], [3, 3, 6]):
            assert enter(pi, dice)[0] == 200
        yield pi


def enter(pi: VirtualPi, dice: list[int]) -> tuple[int, str]:
    return pi.post("/api/table/1/enter", {"dice": dice})


def replace_disk(pi: VirtualPi, table: str) -> None:
    """Replace the disk's mapping while it is in use."""
    pi.run(f"dmsetup suspend --nolockfs games; dmsetup load games --table '{table}'; dmsetup resume games")


def list_dice(now: dict[str, Any]) -> list[list[int]]:
    return [each["dice"] for each in now["course"]]


@pytest.mark.parametrize("fault", [FAILS_WRITES, GONE], ids=["fails writes", "gone"])
def test_card_that_fails_is_reported_and_loses_no_throw(pi: VirtualPi, fault: str) -> None:
    """A failing card refuses each throw with the same message; on a good card the game goes on."""
    shown = list_dice(pi.table())
    assert len(shown) == 3
    replace_disk(pi, fault)
    for _ in range(5):
        status, answer = enter(pi, [4, 6, 2])
        assert (status, "The card is failing" in answer, "Restart the machine" in answer) == (503, True, True)
        now = pi.table()
        assert list_dice(now) == shown
        assert "The card is failing" in now["banners"][0]["text"]
    pi.run(f"systemctl stop pi-bunco; umount {STATE}")
    replace_disk(pi, GOOD)
    pi.run(f"e2fsck -fy /dev/mapper/games; mount /dev/mapper/games {STATE} && systemctl start pi-bunco")
    restarted = pi.wait_for_table("the table answers", lambda now: now)
    assert list_dice(restarted)[:3] == shown
    assert not restarted["banners"]
    assert enter(pi, [4, 6, 2])[0] == 200


def test_card_without_files_plays_on_and_starts_again(pi: VirtualPi) -> None:
    """A card with bytes but no inodes takes throws, is not called worn, and lets the table start again."""
    shown = list_dice(pi.table())
    use_all_files = f"seq 9999 | sed 's|^|{STATE}/file|' | xargs touch 2>/dev/null"
    pi.run(use_all_files, check=False)
    assert enter(pi, [4, 6, 2])[0] == 200
    said = pi.run("pi-bunco doctor disk card", check=False).out
    assert "Only 0 more files fit" in said
    assert "worn" not in said
    pi.run("systemctl stop pi-bunco")
    pi.run(use_all_files, check=False)  # the stop may have given some back
    pi.run("systemctl start pi-bunco")
    now = pi.wait_for_table("the table answers", lambda now: now)
    assert list_dice(now) == [*shown, [4, 6, 2]]
    assert now["banners"][0]["text"] == "Photos of throws cannot be kept: the disk can hold no more files."
    assert enter(pi, [2, 3, 5])[0] == 200
    pi.run(f"rm {STATE}/file*; systemctl restart pi-bunco")
    pi.wait_for_table("nothing is wrong any more", lambda now: now and not now["banners"])


def test_card_that_is_full_accepts_throws_again_once_there_is_room(pi: VirtualPi) -> None:
    """A full disk is reported as full. Nothing is lost, and the same table plays on once there is room."""
    shown = list_dice(pi.table())
    pi.run(f"dd if=/dev/zero of={STATE}/ballast bs=4k; dd if=/dev/zero of={STATE}/grains bs=512", check=False)
    accepted, answer = 0, ""
    while "the disk is full" not in answer:  # the log first uses the space inside its file
        status, answer = enter(pi, [2, 3, 5])
        accepted += status == 200
        assert accepted < 500
    assert len(list_dice(pi.table())) == 3 + accepted
    pi.run(f"rm {STATE}/ballast {STATE}/grains")
    assert enter(pi, [4, 6, 2])[0] == 200
    assert list_dice(pi.table())[:3] == shown
    pi.wait_for_table("nothing is wrong any more", lambda now: not now["banners"])
