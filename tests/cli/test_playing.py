"""At its start a Pi plays, follows another one, or only says who is the head now."""

import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pi_bunco.app.pis.choice import COPY_FOLDER
from pi_bunco.app.pis.following import Following
from pi_bunco.app.pis.old_head import OldHead
from pi_bunco.cli.playing import _print_addresses, _print_game
from pi_bunco.link.messages import LinePlace
from pi_bunco.link.state import (
    FAR_FILE,
    FOLDER,
    FOLLOW_FILE,
    HEAD_FILE,
    FarState,
    FollowWish,
    HeadState,
    Successor,
    save_state,
)
from pi_bunco.settings.config import NO_CAMERA, Settings
from pi_bunco.store import Log
from tests.cli.conftest import Call

HEAD = "http://10.0.0.7:8080/"
FAR = FarState(HEAD, 8883)
PROMOTED = HeadState(8883, term=2, name="hall", own_tables=(3,))
OLD = HeadState(8883, successor=Successor("hall", HEAD, LinePlace(1, 2, "a" * 32)))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """Return a list of what the program begins to do. It ends at once after that."""
    begun: list[tuple[str, object]] = []

    def play(settings: Settings, *_: object) -> None:
        begun.append(("plays", settings))
        raise KeyboardInterrupt

    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("pi_bunco.machine.logs.configure", lambda **_: None)
    monkeypatch.setattr("pi_bunco.app.play.play", play)
    monkeypatch.setattr(OldHead, "run", lambda page: begun.append(("says", page)))
    monkeypatch.setattr(Following, "run", lambda following: begun.append(("follows", following)))
    return begun


def write(folder: Path, **files: FarState | HeadState | FollowWish) -> None:
    """Write what a Pi with this state directory remembers."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, state in files.items():
        save_state(state, folder / FOLDER / {"far": FAR_FILE, "head": HEAD_FILE, "wish": FOLLOW_FILE}[name])


def run(call: Call, *words: object) -> None:
    """Run the program until it has begun something."""
    try:
        call(*words, "--port", "0")
    except KeyboardInterrupt:
        return


def test_a_pi_that_was_the_head_plays_no_more(
    call: Call, tmp_path: Path, begun: list[tuple[str, object]]
) -> None:
    """It says who is the head, in a copy too. People can choose there if they can on the host’s page."""
    write(tmp_path, head=OLD)
    run(call, "run", "--camera", "none", "--players", "Ann,Bob", "--state-dir", tmp_path)
    [(what, page)] = begun
    assert what == "says"
    assert isinstance(page, OldHead)
    assert page.successor == OLD.successor
    assert page.choice is not None
    write(tmp_path / "copy", far=FAR, head=OLD)
    run(call, "follow", HEAD, "--state-dir", tmp_path / "copy")
    what, page = begun[-1]
    assert what == "says"
    assert isinstance(page, OldHead)
    assert page.choice is None


def test_a_pi_follows_until_it_has_become_the_head(
    call: Call, tmp_path: Path, begun: list[tuple[str, object]]
) -> None:
    """Then the same command plays, with its camera at its own table."""
    write(tmp_path, far=FAR)
    run(call, "follow", HEAD, "--camera", "usb", "--state-dir", tmp_path)
    assert [what for what, _ in begun] == ["follows"]
    write(tmp_path, head=PROMOTED)
    run(call, "follow", HEAD, "--camera", "usb", "--state-dir", tmp_path)
    what, settings = begun[-1]
    assert what == "plays"
    assert isinstance(settings, Settings)
    assert (settings.camera, settings.stations, settings.roles) == (NO_CAMERA, {3: "usb"}, "on")


def test_a_choice_on_the_page_does_the_same(
    call: Call, tmp_path: Path, begun: list[tuple[str, object]]
) -> None:
    """The copy is in a folder of its own, so the Pi's own games stay, and it comes back to them."""
    copy = tmp_path / COPY_FOLDER
    words = "run", "--camera", "usb", "--players", "Ann,Bob", "--new", "--state-dir", tmp_path
    write(tmp_path, wish=FollowWish(HEAD))
    run(call, *words)
    what, following = begun[-1]
    assert isinstance(following, Following)
    assert (what, following.head, following.settings.state_dir) == ("follows", HEAD, copy)
    write(copy, far=FAR, head=PROMOTED)
    run(call, *words)
    what, settings = begun[-1]
    assert isinstance(settings, Settings)
    assert (what, settings.state_dir, settings.stations, settings.new) == ("plays", copy, {3: "usb"}, False)
    write(copy, head=OLD)
    run(call, *words)
    assert begun[-1][0] == "says"
    (tmp_path / FOLDER / FOLLOW_FILE).unlink()
    run(call, *words)
    what, settings = begun[-1]
    assert isinstance(settings, Settings)
    assert (what, settings.state_dir, settings.camera) == ("plays", tmp_path, "usb")


def test_a_copy_of_another_room_is_set_aside_before_it_follows(
    call: Call, tmp_path: Path, begun: list[tuple[str, object]]
) -> None:
    """So nothing of the other room is open or shown."""
    write(tmp_path, wish=FollowWish(HEAD, anew=True))
    write(tmp_path / COPY_FOLDER, far=FAR, head=PROMOTED)
    run(call, "run", "--camera", "none", "--players", "Ann,Bob", "--state-dir", tmp_path)
    assert [what for what, _ in begun] == ["follows"]
    assert (tmp_path / "followed-1" / FOLDER / HEAD_FILE).exists()
    assert not (tmp_path / COPY_FOLDER / FOLDER / HEAD_FILE).exists()


def test_a_damaged_file_does_not_stop_the_table(
    call: Call, tmp_path: Path, begun: list[tuple[str, object]]
) -> None:
    """The table plays, and the host's page says that no other Pi can follow."""
    write(tmp_path, head=OLD)
    (tmp_path / FOLDER / HEAD_FILE).write_text("rubbish")
    run(call, "run", "--camera", "none", "--players", "Ann,Bob", "--state-dir", tmp_path)
    assert [what for what, _ in begun] == ["plays"]


def test_answers_of_a_game_that_has_begun_go(
    call: Call, tmp_path: Path, begun: list[tuple[str, object]]
) -> None:
    """A power cut may have left them after the tap on Begin; the next evening begins without them."""
    (tmp_path / "welcome.json").write_text('{"typed": "Ann"}')
    with Log(tmp_path) as log:
        log.start({"record": "bunco/1", "rules": "boxed", "tables": [["Ann", "Bob"]]})
    run(call, "run", "--camera", "none", "--state-dir", tmp_path)
    assert [what for what, _ in begun] == ["plays"]
    assert not (tmp_path / "welcome.json").exists()


@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize("tables", [[["Ann", "Zoë"]], [["Ann", "Zoë"], ["Bob", "Cy"]]], ids=["table", "room"])
def test_a_journal_has_no_name(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tables: list[list[str]],
    *,
    is_terminal: bool,
) -> None:
    """A person at a terminal reads who plays. A service prints into its journal, which keeps it."""
    seats = [SimpleNamespace(table=number, seats=names) for number, names in enumerate(tables, 1)]
    room = SimpleNamespace(view_room=lambda: SimpleNamespace(title="Classic", tables=seats))
    playing = SimpleNamespace(
        room=room, resumed=False, notes=(), calibrated=False, cameras={}, server=SimpleNamespace(port=8080)
    )
    settings = Settings(camera=NO_CAMERA, host="127.0.0.1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: is_terminal)
    _print_game(cast("Any", playing), settings, ())
    _print_addresses(cast("Any", playing), settings)
    printed = capsys.readouterr().out
    assert ("Zoë" in printed) is is_terminal
    assert is_terminal or f"{2 * len(tables)} players" in printed
