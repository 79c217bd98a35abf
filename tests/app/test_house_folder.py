"""The folder of house sheets: nothing that somebody wrote is lost, whoever changes it meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.limits import SHEETS as MOST_SHEETS
from pi_bunco.web.ports.house import ChangedMeanwhile

ROSA = b'slug = "rosa"\ntitle = "Rosa"\nparent = "classic"\n'


def make_rosa(goal: int) -> bytes:
    return ROSA + b"goal = %d\n" % goal


def save(house: HouseFolder, data: bytes) -> None:
    """Save a sheet as somebody does who has read the newest file."""
    file = house.find("rosa")
    house.save("rosa", data, file.stamp if file else "")


def test_a_sheet_is_saved_and_the_last_one_kept(tmp_path: Path) -> None:
    """The file has what was saved last, and beside it stands what it had before."""
    house = HouseFolder(tmp_path)
    save(house, make_rosa(11))
    save(house, make_rosa(13))
    (file,) = house.list_files()
    assert file.written is not None
    assert (file.slug, file.data, file.written.sheet.goal) == ("rosa", make_rosa(13), 13)
    assert (tmp_path / "sheets/rosa.toml.old").read_bytes() == make_rosa(11)


def test_a_change_by_hand_is_never_overwritten_unseen(tmp_path: Path) -> None:
    """A file that somebody has edited since it was read is neither replaced nor deleted; nor is a new one."""
    house = HouseFolder(tmp_path)
    with pytest.raises(ChangedMeanwhile):
        house.save("rosa", make_rosa(11), "of a file that is gone")
    save(house, make_rosa(11))
    read = house.find("rosa")
    assert read is not None
    (tmp_path / "sheets/rosa.toml").write_bytes(make_rosa(99))
    for stamp in (read.stamp, ""):
        with pytest.raises(ChangedMeanwhile):
            house.save("rosa", make_rosa(13), stamp)
        with pytest.raises(ChangedMeanwhile):
            house.remove("rosa", stamp)
    assert (tmp_path / "sheets/rosa.toml").read_bytes() == make_rosa(99)


def test_of_two_hosts_at_once_one_is_refused(tmp_path: Path) -> None:
    """Eight hosts save at once what all of them have read: one file is written, and seven hear of it."""
    house = HouseFolder(tmp_path)

    def try_it(goal: int) -> int:
        try:
            house.save("rosa", make_rosa(goal), "")
        except ChangedMeanwhile:
            return 0
        return goal

    with ThreadPoolExecutor(8) as hosts:
        (goal,) = filter(None, hosts.map(try_it, range(11, 19)))
    assert (tmp_path / "sheets/rosa.toml").read_bytes() == make_rosa(goal)


def test_a_deleted_sheet_can_come_back(tmp_path: Path) -> None:
    """It is offered no more, its content stays beside, and the same name can be used again."""
    house = HouseFolder(tmp_path)
    save(house, make_rosa(11))
    file = house.find("rosa")
    assert file is not None
    house.remove("rosa", file.stamp)
    assert house.list_files() == []
    assert (tmp_path / "sheets/rosa.toml.old").read_bytes() == make_rosa(11)
    save(house, make_rosa(13))
    assert house.find("rosa")


def test_the_sheet_of_the_settings_stays(tmp_path: Path) -> None:
    """The next start could not find it."""
    house = HouseFolder(tmp_path, "rosa")
    save(house, make_rosa(11))
    file = house.find("rosa")
    assert file is not None
    with pytest.raises(Refused):
        house.remove("rosa", file.stamp)
    assert house.find("rosa") == file


def test_faults_and_limits(tmp_path: Path) -> None:
    """A faulty file is listed with its faults; a full folder and a disk that fails refuse with a remedy."""
    house = HouseFolder(tmp_path)
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets/odd.toml").write_bytes(b"gaol = 1")
    (odd,) = house.list_files()
    assert odd.written is None
    assert odd.trouble is not None
    assert len(odd.trouble.faults) == 4
    for number in range(1, MOST_SHEETS):
        (tmp_path / f"sheets/{number}.toml").write_bytes(b"")
    with pytest.raises(Refused):
        save(house, ROSA)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Trouble) as refused:
        save(HouseFolder(tmp_path / "file"), ROSA)
    assert refused.value.remedy
