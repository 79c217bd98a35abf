"""The command line as people call it, in this process."""

import sys
from collections.abc import Callable

import pytest

from pi_bunco.cli import main

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Call the program; give its exit status, what it said, and what it complained about."""

    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["pi-bunco", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main()
        out, err = capfd.readouterr()
        return int(left.value.code or 0), out, err

    return run
