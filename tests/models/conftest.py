"""The fixture ``call``, which runs a program of ``models/`` in this process."""

import importlib
import sys

import pytest

from pi_bunco.cli import main
from tests.cli.conftest import Call


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Return a function that calls a program and returns its exit status, its output and its errors."""

    def run(name: str, *words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", [f"{name}.py", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main(getattr(importlib.import_module(name), name))
        out, err = capfd.readouterr()
        return int(left.value.code or 0), out, err

    return run
