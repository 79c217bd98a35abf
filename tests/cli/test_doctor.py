"""``pi-bunco doctor``."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Press, Ring
from pi_bunco.store import Log
from tests.cli.conftest import Call
from tests.vision.calibrate.mats import draw_felt, photograph


@pytest.fixture(autouse=True)
def _isolate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide an installed table, and set the network's address and the terminal's width."""
    monkeypatch.setattr("pi_bunco.app.doctor.network.find_own_address", lambda: "192.168.1.20")
    monkeypatch.setattr("pi_bunco.cli.installed.SERVICE_SETTINGS", Path("/nowhere/table.toml"))
    monkeypatch.setattr(shutil, "get_terminal_size", lambda **_: os.terminal_size((80, 24)))  # pytest asks


def test_doctor_without_a_name_makes_all_checks(call: Call, tmp_path: Path) -> None:
    """Without a name all checks are made; lines have at most 80 columns, and the last one sums up."""
    status, out, err = call("doctor", "--camera", "none", "--state-dir", tmp_path, "--port", "1")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    heads = [line.split()[:2] for line in lines if not line.startswith(" ")]
    assert [head[1] for head in heads[:-1]][:6] == ["camera", "light", "mat", "button", "buzzer", "lamp"]
    assert {head[0] for head in heads[:-1]} <= {"good", "look"}
    assert lines[0] == "good  camera        There is none, as the settings say: people tap the dice in."
    to_look_at = [head[1].removesuffix(":") for head in heads[:-1] if head[0] == "look"]
    assert lines[-1] == (f"Look at: {', '.join(to_look_at)}" if to_look_at else "All is good.")


def test_doctor_makes_a_single_check(call: Call, tmp_path: Path) -> None:
    """Only the named check is made; if it is bad, the exit status is 1 and the remedy is printed."""
    status, out, _ = call(
        "doctor", "camera", "--camera", "/dev/video99", "--state-dir", tmp_path, "--port", "1"
    )
    assert status == 1
    assert out.splitlines()[0] == "bad   camera        There is no camera at /dev/video99."
    assert "→ Plug it in" in out
    assert "light" not in out


def test_doctor_judges_a_camera_light_and_mat(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Camera and light of a well-lit mat are good; an uncalibrated mat needs a look."""
    monkeypatch.setattr(
        "pi_bunco.station.doctor.camera.measure_rate", lambda _: 30.0
    )  # on a busy machine too
    film = tmp_path / "film"
    film.mkdir()
    for number in range(8):
        cv2.imwrite(str(film / f"{number}.png"), photograph(draw_felt(), number=number))
    status, out, _ = call(
        "doctor", "camera", "light", "mat", "--camera", film, "--state-dir", tmp_path, "--port", "1"
    )
    assert status == 0
    marks = [line[:5].strip() for line in out.splitlines() if not line.startswith(" ")]
    assert marks == ["good", "good", "look", "Look"]
    assert out.endswith("Look at: mat\n")


def test_doctor_prints_json(call: Call, tmp_path: Path) -> None:
    """With --json there is one object, and nothing else."""
    status, out, err = call(
        "doctor", "bell", "disk", "--json", "--camera", "none", "--state-dir", tmp_path, "--port", "1"
    )
    findings = json.loads(out)["findings"]
    assert (status, err) == (0, "")
    assert [finding["check"] for finding in findings] == ["button", "buzzer", "lamp", "disk"]
    assert findings[0] == {
        "check": "button", "mark": "good", "found": "The button on the page is the bell.", "remedy": ""
    }  # fmt: skip


def test_doctor_refuses_an_unknown_check(call: Call) -> None:
    """A misspelt check is refused with exit status 2 and a list of the checks."""
    status, _, err = call("doctor", "camra")
    assert status == 2
    assert "There is no check “camra”. There are camera, light" in err


def test_doctor_does_not_open_the_camera_of_a_running_table(call: Call, tmp_path: Path) -> None:
    """If a table plays but its page does not answer, its camera is not opened, and the output says so."""
    with Log(tmp_path):
        status, out, _ = call(
            "doctor", "camera", "--camera", "/dev/video99", "--state-dir", tmp_path, "--port", "1"
        )
    assert status == 1
    assert "A table plays here, but its page at port 1 does not answer" in " ".join(out.split())
    assert "/dev/video99" not in out


def test_doctor_uses_the_settings_of_the_service(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the service is installed, its settings are used, unless others are named."""
    settings = tmp_path / "table.toml"
    settings.write_text('camera = "/dev/video98"\nport = 1\n')
    monkeypatch.setattr("pi_bunco.cli.installed.SERVICE_SETTINGS", settings)
    monkeypatch.setattr("pi_bunco.cli.installed.SERVICE_STATE", tmp_path / "games")
    assert "/dev/video98" in call("doctor", "camera")[1]
    assert "/dev/video97" in call("doctor", "camera", "--camera", "/dev/video97")[1]
    assert call("doctor", "camera", "--config", tmp_path / "none.toml")[0] == 2


class Pressed(MockBell):
    """A bell that reports a press as soon as it has a listener."""

    def on_press(self, listener: Callable[[Press], None]) -> None:
        super().on_press(listener)
        self.press()


@pytest.mark.parametrize("bell", [Pressed(), MockBell()])
def test_doctor_tries_the_bell_in_a_terminal(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bell: MockBell
) -> None:
    """In a terminal the doctor asks about button, sound and lamp; a part that fails is bad."""
    answers = {"Did you hear one long beep?": True, "Is the lamp lit?": False}
    monkeypatch.setattr("sys.stdin", type("Terminal", (), {"isatty": lambda _: True})())
    monkeypatch.setattr("click.confirm", lambda text, **_: answers[text])
    monkeypatch.setattr("pi_bunco.app.doctor.bell.open_bell", lambda _: bell)
    monkeypatch.setattr("pi_bunco.cli.doctor._PRESS_SECONDS", 1)
    words = ("--bell", "gpio:generic-lamp", "--camera", "none", "--state-dir", tmp_path, "--port", "1")
    result, out, err = call("doctor", "bell", *words)
    assert result == 1
    assert "Press the button now: GPIO 17, pin 11" in err
    marks = [line[:5].strip() for line in out.splitlines() if line[:1] not in " B"]
    assert marks == ["good" if isinstance(bell, Pressed) else "bad", "good", "bad"]
    assert bell.sounded[0] is Ring.START
    everything, out, err = call("doctor", *words)
    assert "Press" not in err
    assert everything == 0
