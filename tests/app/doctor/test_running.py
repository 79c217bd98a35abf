"""A table that runs is asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pi_bunco.app.doctor.examine import CHECKS, RUNNING_TABLE_CHECKS, examine
from pi_bunco.app.doctor.running import collect_findings
from pi_bunco.app.play import play
from pi_bunco.config import Settings
from pi_bunco.findings import Mark
from pi_bunco.web import Server, create_app, serve
from tests.app.doctor.made import machine, make_context
from tests.web.conftest import FakePageService
from tests.web.doctors import LOOKS, WELL, FakeDoctor


@pytest.fixture
def doctor() -> FakeDoctor:
    return FakeDoctor(*LOOKS)


@pytest.fixture
def server(tmp_path: Path, doctor: FakeDoctor) -> Iterator[Server]:
    with serve(create_app(FakePageService(tmp_path), examiner=doctor), "127.0.0.1", 0) as server:
        yield server


def test_it_tells_what_it_alone_knows(tmp_path: Path, server: Server, doctor: FakeDoctor) -> None:
    """It is asked for its own checks; what it says is taken over, word by word."""
    asked = make_context(tmp_path, machine(tmp_path), port=server.port)
    found = collect_findings(asked, ("camera", "light", "clock"))
    assert doctor.asked == [("camera", "light")]
    assert found == {"camera": WELL[0], "light": WELL[1]}
    assert [one.found for one in examine(asked, ("camera", "light"), found)] == [
        one.found for one in WELL[:2]
    ]


def test_the_others_are_looked_at_here(tmp_path: Path, server: Server) -> None:
    """What the table does not tell of is looked at by the command itself."""
    asked = make_context(tmp_path, machine(tmp_path), port=server.port)
    found = [one.check for one in examine(asked, CHECKS, collect_findings(asked, CHECKS))]
    assert found == list(CHECKS)


def test_nobody_is_asked_for_nothing(tmp_path: Path, server: Server, doctor: FakeDoctor) -> None:
    """A check that has nothing to do with the table does not ask it."""
    assert (
        collect_findings(make_context(tmp_path, machine(tmp_path), port=server.port), ("clock", "network"))
        == {}
    )
    assert doctor.asked == []


def test_another_program_at_the_port(tmp_path: Path) -> None:
    """Where something else answers, or an older table, and no table plays, everything is looked at here."""
    with serve(create_app(FakePageService(tmp_path)), "127.0.0.1", 0) as stranger:
        assert collect_findings(make_context(tmp_path, machine(tmp_path), port=stranger.port), CHECKS) == {}


def test_a_real_one(tmp_path: Path) -> None:
    """A table as it is played answers for itself, from its own folder."""
    settings = Settings(camera="none", host="127.0.0.1", port=0, state_dir=tmp_path)
    with play(settings) as playing:
        asked = make_context(tmp_path, machine(tmp_path / "root"), host="127.0.0.1", port=playing.server.port)
        found = collect_findings(asked, CHECKS)
    assert found.keys() == RUNNING_TABLE_CHECKS
    assert found["camera"].found == "There is none, as the settings say: people tap the dice in."
    assert found["button"].found == "The key on the page is the bell."
    assert found["backup"].found.startswith("Nothing was played yet")
    assert {one.mark for one in found.values()} <= {Mark.GOOD, Mark.LOOK}
