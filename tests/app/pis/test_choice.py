"""The host's choice whether this Pi follows another one is kept, and starts the program again."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.access.file import FILE as ACCESS_FILE
from pi_bunco.app.pis import choice as choice_module
from pi_bunco.app.pis.choice import COPY_FOLDER, FollowChoice
from pi_bunco.app.service import StopRequest
from pi_bunco.errors import Trouble
from pi_bunco.game.item_key import ItemKey
from pi_bunco.link.authority import Authority
from pi_bunco.link.joining import JoinTrouble
from pi_bunco.link.outbox_file import FILE as OUTBOX_FILE
from pi_bunco.link.outbox_file import OutboxFile
from pi_bunco.link.state import (
    FAR_FILE,
    FOLDER,
    FOLLOW_FILE,
    HEAD_FILE,
    FarState,
    FollowWish,
    HeadState,
    load_state,
    save_state,
)
from tests.link.certificates import join
from tests.link.pages import Pages, make_standing, write_standing


def test_choice_is_kept_until_it_is_taken_back(tmp_path: Path) -> None:
    """After each choice the program starts again, and then finds what was chosen."""
    starts: list[str] = []
    choice = FollowChoice(tmp_path, lambda: starts.append("again"))
    assert choice.find_head() is None
    choice.follow("192.168.1.20")
    assert FollowChoice(tmp_path, lambda: None).find_head() == "http://192.168.1.20:8080/"
    choice.leave()
    choice.leave()  # a second tap
    assert (choice.find_head(), len(starts)) == (None, 3)


def test_no_address_is_no_choice(tmp_path: Path) -> None:
    """What is no address is refused, and nothing is kept or started again."""
    starts: list[str] = []
    choice = FollowChoice(tmp_path, lambda: starts.append("again"))
    with pytest.raises(JoinTrouble, match="not the address"):
        choice.follow("ftp://hall")
    assert (choice.find_head(), starts) == (None, [])


def test_damaged_choice_is_named(tmp_path: Path) -> None:
    """A damaged file is named with its path, and the program does not guess."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / FOLLOW_FILE).write_text("rubbish")
    with pytest.raises(Trouble, match=FOLLOW_FILE):
        FollowChoice(tmp_path, lambda: None).find_head()


# The folder of the copy.


def make_choice(folder: Path) -> FollowChoice:
    """Return the choice of a Pi that never starts again."""
    return FollowChoice(folder, lambda: None)


def make_copy(folder: Path, room: str = "room") -> Authority:
    """Let a Pi have a copy of a room of its own, and return the authority of that room."""
    authority = Authority(folder / room)
    join(authority, folder / COPY_FOLDER / FOLDER, "hall")
    (folder / COPY_FOLDER / "log.sqlite3").write_bytes(b"log")
    return authority


def read_wish(folder: Path) -> FollowWish | None:
    """Return what the host wants."""
    return load_state(FollowWish, folder / FOLDER / FOLLOW_FILE)


def test_a_copy_of_the_same_room_goes_on(tmp_path: Path) -> None:
    """Following the room again, at whichever of its Pis, keeps what is there."""
    room = make_copy(tmp_path).room
    choice, head = make_choice(tmp_path), make_standing("bar", room=room)
    for each in (replace(head, members=("hall",)), replace(head, role="far")):
        with Pages(write_standing(each)) as pages:
            choice.follow(pages.address)
            assert read_wish(tmp_path) == FollowWish(pages.address)
    choice.follow("http://127.0.0.1:1/")  # a Pi that is off is believed to be of this room
    assert read_wish(tmp_path) == FollowWish("http://127.0.0.1:1/")
    choice.prepare_copy()
    assert (tmp_path / COPY_FOLDER / "log.sqlite3").exists()


@pytest.mark.parametrize("is_removed", [True, False])
def test_a_pi_that_the_head_does_not_know_joins_anew(tmp_path: Path, *, is_removed: bool) -> None:
    """The host has removed it, or the head has no room yet: what it has would not be taken."""
    removed = write_standing(make_standing("bar", room=make_copy(tmp_path).room))
    with Pages(removed) if is_removed else Pages(b"{}", status=404) as pages:
        make_choice(tmp_path).follow(pages.address)
    assert read_wish(tmp_path) == FollowWish(pages.address, anew=True, carries=is_removed)


def put_throws(folder: Path, count: int = 1) -> list[ItemKey]:
    """Let throws wait in the outbox of the copy, the first one with a photo, and return their names."""
    link = folder / COPY_FOLDER / FOLDER
    with closing(OutboxFile(link, pi="hall")) as outbox:
        keys = [outbox.put(1, 7, "enter", {"dice": [1, 1, 4], "token": ""}) for _ in range(count)]
    (link / "photos").mkdir()
    (link / "photos" / f"{keys[0]}.jpg").write_bytes(b"jpeg")
    return keys


def test_what_waits_goes_on_after_this_pi_was_removed(tmp_path: Path) -> None:
    """It joins again under another name, and its throws wait there with their photos and all its names."""
    removed = write_standing(make_standing("bar", room=make_copy(tmp_path).room))
    keys, choice = put_throws(tmp_path, 3), make_choice(tmp_path)
    with closing(OutboxFile(tmp_path / COPY_FOLDER / FOLDER, pi="hall")) as outbox:
        outbox.follow({("hall", keys[0].outbox): 1})
    with Pages(removed) as pages:
        choice.follow(pages.address)
        choice.prepare_copy()
    link = tmp_path / COPY_FOLDER / FOLDER
    assert not (link / "identity.pem").exists()
    assert not (link.parent / "log.sqlite3").exists()
    with closing(OutboxFile(link, pi="hall-2")) as outbox:
        outbox.reopen()
        assert [kept.number for kept in outbox.waiting] == [2, 3]  # the host may have deleted the first one
        assert outbox.former == ("hall",)
    assert (link / "photos" / f"{keys[0]}.jpg").read_bytes() == b"jpeg"
    assert read_wish(tmp_path) == FollowWish(pages.address)
    assert choice.describe_left() is None


def test_a_power_cut_leaves_no_throw_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the power fails, the next start finds what waits in the new copy, and makes no second one."""
    make_copy(tmp_path)
    put_throws(tmp_path)
    make_link(tmp_path)

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    for name in ("set_folder_aside", "save_state", "fsync"):
        save_state(FollowWish("http://h/", anew=True, carries=True), tmp_path / FOLDER / FOLLOW_FILE)
        with monkeypatch.context() as patch:
            patch.setattr(choice_module, name, fail)
            with pytest.raises(OSError, match="Input/output"):
                make_choice(tmp_path).prepare_copy()
        make_choice(tmp_path).prepare_copy()
        with closing(OutboxFile(tmp_path / COPY_FOLDER / FOLDER)) as outbox:
            assert len(outbox.waiting) == 1
    assert sorted(path.name for path in tmp_path.glob("followed*")) == [
        COPY_FOLDER,
        *(f"followed-{number}" for number in (1, 2, 3)),
    ]


def test_what_waits_for_another_room_is_shown_until_people_have_read_it(tmp_path: Path) -> None:
    """Another head would count throws of another game, so people enter them where they belong."""
    make_copy(tmp_path)
    put_throws(tmp_path, 10)
    choice = make_choice(tmp_path)
    with Pages(write_standing(make_standing("bar", room="00000000"))) as pages:
        choice.follow(pages.address)
        choice.prepare_copy()
    assert not (tmp_path / COPY_FOLDER / FOLDER).exists()
    left = choice.describe_left()
    assert left
    assert left.remedy == ", ".join(["Table 7: 1-1-4"] * 8) + " and 2 other entries"
    choice.follow("http://127.0.0.1:1/")  # another tap changes nothing
    assert choice.describe_left() == left
    choice.forget_left()
    assert choice.describe_left() is None


def test_a_damaged_outbox_hinders_nobody(tmp_path: Path) -> None:
    """It is set aside with the copy, the new copy begins without it, and pages say that it is damaged."""
    make_copy(tmp_path)
    put_throws(tmp_path)
    (tmp_path / COPY_FOLDER / FOLDER / OUTBOX_FILE).write_bytes(b"rubbish" * 1000)
    save_state(FollowWish("http://h/", anew=True, carries=True), make_link(tmp_path) / FOLLOW_FILE)
    choice = make_choice(tmp_path)
    choice.prepare_copy()
    with closing(OutboxFile(tmp_path / COPY_FOLDER / FOLDER)) as outbox:
        assert not outbox.waiting
    left = choice.describe_left()
    assert left
    assert "damaged" in str(left.text)


def test_a_copy_of_another_room_is_set_aside_once(tmp_path: Path) -> None:
    """It stays on the card under another name, and the next start keeps the new copy."""
    make_copy(tmp_path)
    choice = make_choice(tmp_path)
    with Pages(write_standing(make_standing("bar", room="00000000"))) as pages:
        choice.follow(pages.address)
    assert read_wish(tmp_path) == FollowWish(pages.address, anew=True)
    assert (tmp_path / COPY_FOLDER / "log.sqlite3").exists()  # until the program has started again
    choice.prepare_copy()
    assert not (tmp_path / COPY_FOLDER).exists()
    assert (tmp_path / "followed-1" / "log.sqlite3").read_bytes() == b"log"
    assert read_wish(tmp_path) == FollowWish(pages.address, aside="followed-1")
    make_copy(tmp_path, "other")
    choice.prepare_copy()
    assert (tmp_path / COPY_FOLDER / "log.sqlite3").exists()
    assert not (tmp_path / "followed-2").exists()


def test_a_power_cut_sets_no_second_copy_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the card fails between both steps, the next start does the rest."""
    make_copy(tmp_path)
    save_state(FollowWish("http://10.0.0.7:8080/", anew=True), make_link(tmp_path) / FOLLOW_FILE)

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(choice_module, "save_state", fail)
        with pytest.raises(OSError, match="No space"):
            make_choice(tmp_path).prepare_copy()
    make_choice(tmp_path).prepare_copy()
    assert sorted(path.name for path in tmp_path.glob("followed*")) == ["followed-1"]
    assert read_wish(tmp_path) == FollowWish("http://10.0.0.7:8080/")


def make_link(folder: Path) -> Path:
    """Make the folder of what a Pi remembers of others, and return it."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    return folder / FOLDER


def test_a_pi_that_leads_its_copy_begins_a_new_one(tmp_path: Path) -> None:
    """Its own copy belongs to its room as the head, so it cannot go on as the copy of another head."""
    make_copy(tmp_path)
    link, choice = tmp_path / COPY_FOLDER / FOLDER, make_choice(tmp_path)
    save_state(FarState("http://10.0.0.7:8080/", 8883), link / FAR_FILE)
    assert not choice.leads
    choice.follow("http://127.0.0.1:1/")
    assert not choice.leads
    save_state(HeadState(8883, name="hall"), link / HEAD_FILE)
    assert choice.leads
    choice.follow("http://127.0.0.1:1/")
    assert read_wish(tmp_path) == FollowWish("http://127.0.0.1:1/", anew=True)
    assert not choice.leads  # it is about to follow
    choice.prepare_copy()
    assert not choice.leads
    assert (tmp_path / "followed-1" / FOLDER / HEAD_FILE).exists()


def test_a_pi_that_has_left_leads_nothing(tmp_path: Path) -> None:
    """It is back at its own games, and its copy stays."""
    link = make_link(tmp_path / COPY_FOLDER)
    save_state(FarState("http://10.0.0.7:8080/", 8883), link / FAR_FILE)
    save_state(HeadState(8883, name="hall"), link / HEAD_FILE)
    save_state(FollowWish("http://10.0.0.7:8080/"), make_link(tmp_path) / FOLLOW_FILE)
    choice = make_choice(tmp_path)
    assert choice.leads
    choice.leave()
    assert not choice.leads
    assert (link / HEAD_FILE).exists()


def test_the_hosts_devices_stay_the_hosts(tmp_path: Path) -> None:
    """The list of devices and the PIN come into the copy once, for the owner alone; later changes stay."""
    choice = make_choice(tmp_path)
    choice.prepare_copy()
    assert not (tmp_path / COPY_FOLDER).exists()
    (tmp_path / ACCESS_FILE).write_bytes(b"own")
    choice.prepare_copy()
    copied = tmp_path / COPY_FOLDER / ACCESS_FILE
    assert copied.read_bytes() == b"own"
    assert copied.stat().st_mode & 0o777 == 0o600
    copied.write_bytes(b"changed here")
    (tmp_path / ACCESS_FILE).write_bytes(b"changed there")
    choice.prepare_copy()
    assert copied.read_bytes() == b"changed here"


def test_a_damaged_identity_is_named_before_anything_is_chosen(tmp_path: Path) -> None:
    """Nobody can say to which room the copy belongs, and the sentence names the file."""
    make_link(tmp_path / COPY_FOLDER)
    (tmp_path / COPY_FOLDER / FOLDER / "identity.pem").write_text("rubbish")
    with pytest.raises(Trouble, match=r"identity\.pem is damaged"):
        make_choice(tmp_path).follow("10.0.0.7")
    assert read_wish(tmp_path) is None


# Starting again.


def test_program_starts_again_only_if_somebody_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary stop ends the program; after the request its own command runs again. The game goes on."""
    ran: list[list[str]] = []
    monkeypatch.setattr("os.execv", lambda _, words: ran.append(words))
    monkeypatch.setattr("sys.orig_argv", ["python3", "-m", "pi_bunco", "run", "--new"])
    stop = StopRequest()
    stop.ask()
    stop.start_again()
    assert not ran
    stop.ask_for_restart()
    stop.start_again()
    assert [words[1:] for words in ran] == [["-m", "pi_bunco", "run"]]
    assert stop.wait(0)
