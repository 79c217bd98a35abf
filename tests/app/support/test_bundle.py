"""The support bundle: its files, and the names and secrets that must not be in it."""

import errno
import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from pi_bunco.app.doctor.context import CheckContext
from pi_bunco.app.doctor.machine import Machine
from pi_bunco.app.support.allow import allow_journal, allow_record
from pi_bunco.app.support.bundle import gather, make_game, pack
from pi_bunco.errors import Trouble
from pi_bunco.findings import Finding
from pi_bunco.rules import replay
from pi_bunco.sentences import say
from pi_bunco.store import Log
from pi_bunco.vision.calibrate.file import save
from tests.app.doctor.stand_ins import machine, make_context
from tests.vision.calibrate.mats import make_calibration

PEOPLE = ("Rosalind", "Zoë", "O'Hara", "Mary Lou", "Xu", "Bartholomew")
"""All players of the table's games; Bartholomew played only in the first one."""

SECRETS = (
    "hunter2", "camuser", "t0kenvalue", "scrypt-5f2a", "cookie-key-77", "Villa Sunshine", "wifi-pass-9",
    "Hildegard", "hilde", "hilde-pc", "b8:27:eb:12:34:56", "hilde@example.org", "2001:db8:aa", "4711",
    "Sister of Rosalind", "Carla", "rosalinds-rules", "Hilde's bunco night", "cellar", "10000000abcdef01",
    "dice.sunnyvale.example",
)  # fmt: skip
"""Other words that must not be in the bundle."""

JOURNAL = """\
2026-11-21T20:01:02+0100 env[812]: [warning  ] a throw has no place   why="ROSALIND, then Zo\\xeb" table=2
2026-11-21T20:01:03+0100 env[812]: [info     ] the button was refused  command='RingBell' why='Mary Lou’s'
2026-11-21T20:01:03+0100 env[812]: Traceback (most recent call last):
2026-11-21T20:01:03+0100 env[812]:   File "/home/hilde/pi-bunco/pi_bunco/game/writer.py", line 71, in _run
2026-11-21T20:01:03+0100 env[812]:     name = "Rosalind"
2026-11-21T20:01:03+0100 env[812]: ValueError: Xu is no number
2026-11-21T20:01:03+0100 systemd[1]: pi-bunco.service: Main process exited, code=killed, status=9/KILL
2026-11-21T20:01:04+0100 pi-bunco[812]: opening http://camuser:hunter2@192.168.1.9/video?token=t0kenvalue
2026-11-21T20:01:05+0100 pi-bunco[812]: {"player": "Zo\\u00eb", "partner": "O&#x27;Hara", "next": "Xu"}
2026-11-21T20:01:06+0100 pi-bunco[812]: GET /photos/3-12.jpg?who=Mary%20Lou from 2001:db8:aa::7 hilde-pc
2026-11-21T20:01:07+0100 pi-bunco[812]: joined "Villa Sunshine" with wifi-pass-9 by b8:27:eb:12:34:56
2026-11-21T20:01:08+0100 pi-bunco[812]: sheets/rosalinds-rules.toml: line 4 is wrong
2026-11-21T20:01:09+0100 pi-bunco[812]: PIN 4711 is wrong, hash=scrypt-5f2a; mail to hilde@example.org
"""
KERNEL = """\
2026-11-21T19:58:01+0100 kernel: mmc0: error -110 whilst initialising SD card
2026-11-21T19:58:02+0100 kernel: wlan0: associated with Villa Sunshine (b8:27:eb:12:34:56)
2026-11-21T19:58:03+0100 kernel: usb 1-1: Product: Carla's telephone
2026-11-21T19:58:04+0100 kernel: Undervoltage detected!
"""


class MachineWithJournal(Machine):
    """A machine with the journal and the kernel's messages above."""

    def run_program(self, *words: str) -> str | None:
        if words[0] != "journalctl":
            return None
        return KERNEL if "--dmesg" in words else JOURNAL


def header(*names: str, **more: object) -> dict[str, object]:
    return {"record": "bunco/1", "rules": "classic", "sets": 1, "tables": [list(names)], **more}


@pytest.fixture
def made_up(tmp_path: Path) -> CheckContext:
    """Return a table that has all the names and secrets in its files."""
    state, root = tmp_path / "state", tmp_path / "root"
    with Log(state) as log:
        log.start(
            header("Bartholomew", "Rosalind", "ghost 1", "Zoë", host="Hildegard", note="Sister of Rosalind")
        )
        log.append([{"event": "bell", "by": "button", "wifi": "Villa Sunshine"}])
        log.start(header("Rosalind", "O'Hara", "Zoë", "Mary Lou", pin_hash="scrypt-5f2a", where="cellar"))
        log.append(
            [
                {"event": "bell", "time": "2026-11-21T19:00:00+00:00", "by": "button"},
                {"event": "throw", "table": 1, "dice": [1, 1, 4], "image": "2-2.jpg", "by": "camera"},
                {"event": "camera:doubtful", "reason": "Rosalind's die leans", "values": [1, 2]},
                {"event": "costume:judged", "player": "Xu", "prize": "a kiss from Hildegard"},
                {"event": "tournament:die_off", "place": "wins", "dice": {"Mary Lou": 6, "Xu": 2}},
            ]
        )
    (state / "photos").mkdir()
    (state / "photos" / "Rosalind-Villa Sunshine.jpg").write_bytes(b"Rosalind's face")
    (state / "sheets").mkdir()
    (state / "sheets" / "rosalinds-rules.toml").write_text('title = "Ours"\n')
    (state / "sheets" / "hilde.toml").write_text('title = "Hilde\'s bunco night"\n')
    (state / "host.json").write_text('{"pin_hash": "scrypt-5f2a", "cookie": "cookie-key-77"}')
    (state / "kept").mkdir()
    (state / "kept" / "labels.jsonl").write_text('{"player": "Zoë"}')
    save(make_calibration(), state / "calibration.zip")
    wifi = "id=Villa Sunshine\nssid=Villa Sunshine\npsk=wifi-pass-9\n"
    pi = machine(
        root,
        {
            "etc/NetworkManager/system-connections/Villa Sunshine.nmconnection": wifi,
            "etc/hostname": "hilde-pc\n",
            "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nhilde:x:1:1:Hildegard,,,:/home/hilde:/bin/sh\n",
            "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
            "proc/cpuinfo": "Serial\t\t: 10000000abcdef01\n",
            "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0",
        },
    )
    camera = "http://camuser:hunter2@192.168.1.9/video?token=t0kenvalue"
    names = ("dice.sunnyvale.example",)
    with_journal = MachineWithJournal(pi.root)
    return make_context(state, with_journal, camera=camera, players=("Rosalind", "Xu"), names=names)


FINDINGS = [
    Finding.good(
        "camera", say("{name} gives pictures of {size}.", name="http://192.168.1.9/video", size="1280 x 960")
    ),
    Finding.bad("network", say("{network} is weak.", network="Villa Sunshine"), "Ask Rosalind."),
]


def unpack_bundle(context: CheckContext) -> dict[str, str]:
    """Return the texts of the bundle by the names of its files."""
    with zipfile.ZipFile(io.BytesIO(pack(gather(context, FINDINGS)))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_bundle_has_no_name_and_no_secret(made_up: CheckContext) -> None:
    """No file and no file's name contains a name or a secret of the table, in any spelling."""
    files = unpack_bundle(made_up)
    texts = {name: f"{name}\n{text}".casefold() for name, text in files.items()}
    others = ("Zo\\xeb", "Zo\\u00eb", "Zo%C3%AB", "Mary%20Lou", "Mary+Lou", "O&#x27;Hara", "O\\'Hara")
    for word in (*PEOPLE, *SECRETS, *others):
        for name, text in texts.items():
            # A name of two letters may be a part of another word.
            found = f" {word.casefold()} " in f" {text} " if len(word) <= 2 else word.casefold() in text
            assert not found, f"{word} is in {name}"
    assert not any('"xu"' in text for text in texts.values())


def test_bundle_has_the_facts_that_help(made_up: CheckContext) -> None:
    """The bundle has findings, versions, settings, logs and the last game, and README.txt lists them."""
    files = unpack_bundle(made_up)
    assert set(files) == {
        "README.txt", "doctor.txt", "doctor.json", "versions.json", "settings.json", "files.txt",
        "calibration.json", "kernel.txt", "service.txt", "game-2.jsonl",
    }  # fmt: skip
    assert all(name in files["README.txt"] for name in files if name != "README.txt")
    assert "mmc0: error -110" in files["kernel.txt"]
    assert "Undervoltage detected!" in files["kernel.txt"]
    assert "wlan0" not in files["kernel.txt"]
    assert files["service.txt"].splitlines()[:7] == [
        "2026-11-21T20:01:02+0100 [warning] a throw has no place why=… table=2",
        "2026-11-21T20:01:03+0100 [info] the button was refused command='RingBell' why=…",
        "2026-11-21T20:01:03+0100 Traceback (most recent call last):",
        '2026-11-21T20:01:03+0100   pi_bunco/game/writer.py", line 71, in _run',
        "2026-11-21T20:01:03+0100 …",
        "2026-11-21T20:01:03+0100 ValueError",
        "2026-11-21T20:01:03+0100 systemd: pi-bunco.service: Main process exited, code=killed, status=9/KILL",
    ]
    assert len(files["service.txt"].splitlines()) == len(JOURNAL.splitlines())
    assert "Raspberry Pi 4 Model B" in files["versions.json"]
    settings = json.loads(files["settings.json"])
    assert (settings["players"], settings["camera"], settings["rules"]) == (2, "http", "classic")
    assert files["doctor.txt"].splitlines()[0] == "good  camera: … gives pictures of 1280 x 960."
    assert json.loads(files["doctor.json"])["findings"][0]["check"] == "camera"
    assert json.loads(files["calibration.json"])["corners"]
    assert "photos/" in files["files.txt"]
    assert "numbers of the calibration, no picture" in files["README.txt"]


def test_claims_and_codes_are_private() -> None:
    """A claim ends with a name, also of somebody without a seat; a code of digits looks like a number."""
    lines = ['{"tables": [["Ann", "Bob"]]}', '{"event": "x:y", "claims": ["bunco:17:Ann", "bunco:3:Xu: b"]}']
    assert [*allow_record(lines)][
        1
    ] == '{"event": "x:y", "claims": ["bunco:17:Player 1", "bunco:3:Player 3"]}'
    line = "2026-11-21T20:01:02+0100 env[812]: [warning  ] forgotten  new_secret=251730 wrong=3"
    assert [*allow_journal([line])] == ["2026-11-21T20:01:02+0100 [warning] forgotten new_secret=… wrong=3"]


class RoomMachine(Machine):
    """A machine whose journal names a password, a file and a guest of a room."""

    def run_program(self, *words: str) -> str | None:

        line = "camera 2 says hunter2, table 3 plays grandmas-birthday; Ottilie waits"
        return f"{line}\n" if words[0] == "journalctl" and "--dmesg" not in words else None


def test_bundle_of_a_room_has_each_calibration(tmp_path: Path) -> None:
    """Each table's calibration is in the bundle; passwords and file names of the cameras are not."""
    with Log(tmp_path) as log:
        log.start(header("Rosalind", "Xu", "ghost 1", "ghost 2"))
        log.append([{"event": "guests", "waiting": ["Ottilie"], "away": []}])
    for name in ("calibration.zip", "calibration-2.zip"):
        save(make_calibration(), tmp_path / name)
    stations = {2: "http://ann:hunter2@10.0.0.9/video", 3: str(tmp_path / "grandmas-birthday.mp4")}
    files = unpack_bundle(
        make_context(tmp_path, RoomMachine(tmp_path), players=("Rosalind", "Xu"), stations=stations)
    )
    assert {"calibration.json", "calibration-2.json"} <= files.keys()
    assert "calibration-3.json" not in files
    for table in (1, 2):
        assert f"numbers of table {table}'s calibration" in files["README.txt"]
    assert json.loads(files["settings.json"])["stations"]["2"] == "http"
    for word in ("hunter2", "grandmas-birthday", "Ottilie"):
        assert not [name for name, text in files.items() if word in text]


def test_game_in_the_bundle_can_be_replayed(made_up: CheckContext) -> None:
    """The bundle has all events of the last game, which can be replayed with other names."""
    game, error = replay(unpack_bundle(made_up)["game-2.jsonl"].encode().splitlines())
    assert error is None
    assert game is not None
    assert list(game.players) == ["Player 1", "Player 2", "Player 3", "Player 4"]
    lines = [json.loads(line) for line in unpack_bundle(made_up)["game-2.jsonl"].splitlines()]
    assert [line.get("event") for line in lines[1:]] == [
        "bell", "throw", "camera:doubtful", "costume:judged", "tournament:die_off"
    ]  # fmt: skip
    assert lines[0]["tables"] == [["Player 1", "Player 2", "Player 3", "Player 4"]]
    assert lines[2]["dice"] == [1, 1, 4]
    assert lines[5]["dice"] == {"Player 4": 6, "Player 5": 2}


def test_bundle_of_a_damaged_log_has_no_game(made_up: CheckContext) -> None:
    """If the log is damaged, the bundle has no game, and README.txt says so; the rest is there."""
    (made_up.settings.state_dir / "log.sqlite3").write_bytes(
        b"no database at all, but long enough to be one" * 30
    )
    files = unpack_bundle(made_up)
    assert "game-2.jsonl" not in files
    assert "The last game is left out" in files["README.txt"]
    assert {"doctor.txt", "service.txt"} <= files.keys()


def test_bundle_before_the_first_game(tmp_path: Path) -> None:
    """A table without a log has a bundle."""
    parts = gather(make_context(tmp_path, machine(tmp_path / "r"), players=("Rosalind", "Zoë")), [])
    assert "service.txt" in [part.name for part in parts]
    assert not any("Rosalind" in part.text for part in parts)


def test_bundle_of_a_folder_that_this_user_may_not_read(
    made_up: CheckContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If this user may not read the games, the bundle says to try as root."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "stat", refuse)  # because permissions do not stop root
    with pytest.raises(Trouble, match="sudo pi-bunco support-bundle"):
        make_game(made_up.settings.state_dir)


def test_bundle_with_players_named_like_ordinary_words(tmp_path: Path) -> None:
    """If names are also words of the log or of JSON, numbers or symbols, its files are still valid JSON."""
    names = (
        "Bell",
        "True",
        "7",
        "A",
        "Player",
        "doctor",
        "Null",
        "Mark",
        "Will",
        "O\\K",
        '"',
        "\N{SPARKLES}",
    )
    state = tmp_path / "state"
    with Log(state) as log:
        log.start(header(*names[:4]))
        log.append([{"event": "bell", "by": "Bell"}, {"event": "throw", "table": 1, "dice": [1, 7, 2]}])
        log.start(header(*names[4:8]))
        log.start(header(*names[8:]))
    files = unpack_bundle(make_context(state, MachineWithJournal(tmp_path), players=("Bell", "A")))
    for name, text in files.items():
        for line in text.splitlines() if name.endswith(".jsonl") else [text] * name.endswith(".json"):
            json.loads(line)
    seats = json.loads(files["game-3.jsonl"].splitlines()[0])["tables"][0]
    assert not set(seats) & set(names)
