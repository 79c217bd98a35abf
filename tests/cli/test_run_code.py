"""``pi-bunco run`` prints the host's code when it becomes wanted, also long after the start."""

import json
import signal
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
import structlog

from pi_bunco.app.service import StopRequest
from pi_bunco.link.broker import find_free_port
from tests.cli.conftest import Call


def test_the_code_is_printed_and_logged_when_it_becomes_wanted(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At one table nobody needs it. After somebody has begun a room it is there once."""
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("pi_bunco.machine.logs.configure", lambda **_: None)
    port, waits = find_free_port(), iter(range(5))

    def wait(stop: StopRequest, seconds: float | None = None) -> bool:  # noqa: ARG001 - of the real one
        if (at := next(waits)) == 1:
            game = {"rules": "classic", "players": list("ABCDEFGH"), "end": True}
            headers = {"Content-Type": "application/json"}
            urlopen(Request(f"http://127.0.0.1:{port}/api/game", json.dumps(game).encode(), headers)).close()
        return at == 3

    monkeypatch.setattr(StopRequest, "wait", wait)
    with structlog.testing.capture_logs() as logged:
        words = ("--camera", "none", "--players", "A,B,C,D", "--port", port, "--host", "0.0.0.0")
        status, out, _ = call("run", *words, "--state-dir", tmp_path)
    assert status == 0
    before, _, after = out.partition("(Ctrl-C stops it)")
    assert "secret" not in before
    assert after.count("set a PIN there with this secret: ") == 1
    code = after.partition("this secret: ")[2].split()[0]
    assert [line["secret"] for line in logged if "secret" in line] == [code]
