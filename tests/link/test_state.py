"""What Pis remember of each other comes back from its files, also from those of earlier versions."""

from dataclasses import replace
from pathlib import Path

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.limits import TABLES
from pi_bunco.link.messages import MAX_PIS, LinePlace, Roster
from pi_bunco.link.state import (
    FAR_FILE,
    FOLDER,
    FOLLOW_FILE,
    HEAD_FILE,
    HEAD_NAME,
    ROSTER_FILE,
    FarState,
    FollowWish,
    HeadState,
    Successor,
    find_successor,
    leads_copy,
    load_state,
    refuse_copy,
    save_state,
)

PLACE = LinePlace(2, 5, "a" * 32)
HEAD = HeadState(
    8883,
    term=3,
    name="hall",
    members=("bar",),
    gone=("attic",),
    tables={"bar": (2, 3)},
    addresses={"head": "http://10.0.0.7:8080/"},
    own_tables=(4, 7),
    begun=(PLACE,),
    successor=Successor("bar", "http://10.0.0.8:8080/", PLACE),
)
FAR = FarState("http://10.0.0.7:8080/", 8883, "hall", "http://bunco.local:8080/", 3)
ROSTER = Roster(
    term=1,
    members=("bar",),
    gone=(),
    tables={"bar": (2,)},
    addresses={"head": "http://10.0.0.7:8080/"},
    authorities="PEM",
)


@pytest.fixture
def link(tmp_path: Path) -> Path:
    """Return the folder of the files in a state directory."""
    folder = tmp_path / FOLDER
    folder.mkdir()
    return folder


@pytest.mark.parametrize("state", [HEAD, FAR, ROSTER, FollowWish("http://10.0.0.7:8080/", anew=True)])
def test_everything_comes_back(link: Path, state: HeadState | FarState | Roster | FollowWish) -> None:
    """What was written is read again, and only the owner can read it."""
    save_state(state, link / "file")
    assert load_state(type(state), link / "file") == state
    assert (link / "file").stat().st_mode & 0o777 == 0o600
    assert load_state(type(state), link / "other") is None


def test_a_head_of_an_earlier_version_is_the_first_head(link: Path) -> None:
    """Its file has a port and members only: it began the room, and nobody has become the head after it."""
    (link / HEAD_FILE).write_text('{"port":8883,"members":["hall"]}')
    state = load_state(HeadState, link / HEAD_FILE)
    assert state == HeadState(8883, members=("hall",))
    assert (state.term, state.name) == (1, HEAD_NAME)
    assert (state.own_tables, state.begun, state.successor, dict(state.addresses)) == ((), (), None, {})
    assert find_successor(link.parent) is None


def test_a_far_pi_of_an_earlier_version_follows_the_first_head(link: Path) -> None:
    """Its file has an address and a port only. It has heard no term yet, so it hears any head."""
    (link / FAR_FILE).write_text('{"head":"http://bunco.local:8080/","port":8883}')
    state = load_state(FarState, link / FAR_FILE)
    assert state == FarState("http://bunco.local:8080/", 8883, HEAD_NAME, "", 0)
    assert state.host == "bunco.local"


def test_a_wish_of_an_earlier_version_keeps_the_copy(link: Path) -> None:
    """Its file has an address only."""
    (link / FOLLOW_FILE).write_text('{"head":"http://10.0.0.7:8080/"}')
    assert load_state(FollowWish, link / FOLLOW_FILE) == FollowWish("http://10.0.0.7:8080/")


@pytest.mark.parametrize(
    ("head", "host"),
    [
        ("http://10.0.0.7:8080/", "10.0.0.7"),
        ("http://bunco.local/", "bunco.local"),
        ("http://[fe80::1]:8080/", "fe80::1"),
        ("", ""),
    ],
)
def test_the_machine_of_a_head_is_in_its_address(head: str, host: str) -> None:
    """Its broker is on the same machine."""
    assert FarState(head, 8883).host == host


@pytest.mark.parametrize(
    "text", ["", "rubbish", "{}", '{"port":0}', '{"port":8883,"term":"x"}', '{"port":8883,"own_tables":[99]}']
)
def test_a_damaged_file_is_named(link: Path, text: str) -> None:
    """The sentence has the path and what to do, and the file stays as it is."""
    (link / HEAD_FILE).write_text(text)
    with pytest.raises(Trouble, match=rf"{HEAD_FILE} is damaged.*Remove the folder"):
        load_state(HeadState, link / HEAD_FILE)
    assert find_successor(link.parent) is None  # the table plays, and the host's page says it
    assert (link / HEAD_FILE).read_text() == text


def test_a_file_that_is_too_long_is_not_read(link: Path) -> None:
    """It cannot fill the memory."""
    (link / HEAD_FILE).write_bytes(b" " * 10_000_000)
    with pytest.raises(OSError, match="MB are allowed"):
        load_state(HeadState, link / HEAD_FILE)


def test_the_largest_roster_can_be_read_again(link: Path) -> None:
    """A roster that was taken as a message and written down stops no program at its next start."""
    names = [f"pi-{number:029}" for number in range(MAX_PIS)]
    largest = replace(
        ROSTER,
        members=tuple(names),
        gone=tuple(names),
        tables=dict.fromkeys(names, tuple(range(1, TABLES + 1))),
        addresses=dict.fromkeys(names, "http://" + "x" * 192 + "/"),
        authorities="x" * 16_000,
    )
    save_state(largest, link / ROSTER_FILE)
    assert load_state(Roster, link / ROSTER_FILE) == largest


# Whose log is in a state directory.


@pytest.mark.parametrize(
    ("files", "leads", "refused"),
    [
        ((), False, False),
        ((HEAD_FILE,), False, False),
        ((FAR_FILE,), False, True),
        ((FAR_FILE, HEAD_FILE), True, False),
    ],
)
def test_a_copy_is_led_by_a_pi_that_has_become_the_head(
    link: Path, files: tuple[str, ...], *, leads: bool, refused: bool
) -> None:
    """A state directory of its own is none, and a copy can only be played in after that."""
    for name in files:
        save_state(HEAD if name == HEAD_FILE else FAR, link / name)
    assert leads_copy(link.parent) is leads
    if refused:
        with pytest.raises(Trouble, match="the copy of another Pi’s log"):
            refuse_copy(link.parent)
    else:
        refuse_copy(link.parent)


def test_the_successor_is_known_after_a_restart(link: Path) -> None:
    """A Pi that was the head finds there who is the head now."""
    assert find_successor(link.parent) is None
    save_state(HEAD, link / HEAD_FILE)
    assert find_successor(link.parent) == HEAD.successor
    save_state(replace(HEAD, successor=None), link / HEAD_FILE)
    assert find_successor(link.parent) is None
