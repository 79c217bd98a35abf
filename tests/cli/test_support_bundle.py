"""``pi-bunco support-bundle``."""

import json
import zipfile
from pathlib import Path

import pytest

from pi_bunco.store import Log
from tests.cli.conftest import Call


@pytest.fixture(autouse=True)
def _no_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pi_bunco.cli.installed.SERVICE_SETTINGS", Path("/nowhere/table.toml"))


def test_bundle_is_listed_and_written(call: Call, tmp_path: Path) -> None:
    """The output lists the files and the bundle's path; the bundle has these files and no player's name."""
    with Log(tmp_path / "games") as log:
        log.start({"record": "bunco/1", "rules": "boxed", "tables": [["Rosalind", "Bartholomew"]]})
    target = tmp_path / "for you.zip"
    settings = tmp_path / "table.toml"
    settings.write_text('camera = "none"\nplayers = ["Rosalind", "Bartholomew"]\nport = 1\n')
    status, out, err = call(
        "support-bundle", "--to", target, "--state-dir", tmp_path / "games", "--config", settings
    )
    assert (status, err) == (0, "")
    *listed, last = out.splitlines()
    assert last.startswith(f"Wrote {target} (")
    assert max(map(len, listed)) <= 80
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == [line.split()[0] for line in listed]
        for name in archive.namelist():
            text = archive.read(name).decode().casefold()
            assert "rosalind" not in text
            assert "bartholomew" not in text
        assert json.loads(archive.read("game-1.jsonl"))["tables"] == [["Player 1", "Player 2"]]


def test_bundle_is_written_despite_wrong_settings(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong settings file, which may be why help is needed, is reported, and the bundle is written."""
    settings = tmp_path / "table.toml"
    settings.write_text('camrea = "none"\n')
    monkeypatch.chdir(tmp_path)
    status, out, err = call(
        "support-bundle", "--config", settings, "--state-dir", tmp_path / "games", "--port", "1"
    )
    assert status == 0
    assert "camrea is not a setting" in err
    (written,) = tmp_path.glob("pi-bunco-support-*.zip")
    assert f"Wrote {written}" in out
