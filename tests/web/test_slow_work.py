"""Things that take seconds are made once for all who ask, and no worker waits for them."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from pi_bunco.web import create_app, serve
from pi_bunco.web.slow_work import SlowWork, TooManyJobs
from tests.web.conftest import FakePageService
from tests.web.doctors import WELL, FakeDoctor
from tests.web.wire.callers import PATIENCE, as_guests, connect, get


class Workshop:
    """Slow work whose first thing is made only when the test says so."""

    def __init__(self) -> None:
        self.work = SlowWork("papers")
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.made: list[str] = []
        self.first = self.work.request("first", self.make_first, self.never)
        assert self.begun.wait(PATIENCE)

    def make_first(self) -> str:
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        return self.make("first")

    def make(self, name: str) -> str:
        self.made.append(name)
        return f"the {name}"

    @staticmethod
    def never(_: str) -> bool:
        return False

    def request(self, name: str, **more: bool) -> "Future[str]":
        return self.work.request(name, lambda: self.make(name), self.never, **more)


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    workshop = Workshop()
    yield workshop
    workshop.go_on.set()


def test_all_who_ask_before_it_is_begun_share_one(workshop: Workshop) -> None:
    """Two things are made for forty who ask: the one that had begun, and one for all others."""
    asked = [workshop.request("first") for _ in range(40)]
    assert len(set(asked)) == 1
    assert asked[0] is not workshop.first
    workshop.go_on.set()
    assert asked[0].result(PATIENCE) == "the first"
    assert workshop.made == ["first", "first"]


def test_an_examination_that_has_begun_can_be_shared(workshop: Workshop) -> None:
    """With `join`, it need not begin after the request."""
    assert workshop.request("first", join=True) is workshop.first
    assert workshop.request("second", join=True) is not workshop.first


def test_a_thing_is_kept_while_it_is_current(workshop: Workshop) -> None:
    """It is made again only after a change. Of very many things the oldest are forgotten."""
    workshop.go_on.set()
    workshop.first.result(PATIENCE)
    now = "the first"

    def ask() -> "Future[str]":
        return workshop.work.request("first", lambda: now, lambda made: made == now)

    assert ask() is workshop.first
    now = "changed"
    assert ask().result(PATIENCE) == "changed"
    for number in range(9):
        workshop.request(str(number)).result(PATIENCE)
    assert ask().result(PATIENCE) == "changed"
    assert ask() is not workshop.first


def test_urgent_things_are_made_first(workshop: Workshop) -> None:
    """Things for the host overtake those for guests, also if a guest has asked for the same before."""
    asked = [workshop.request(name) for name in ("a", "b", "c")]
    workshop.request("d", urgent=True)
    assert workshop.request("b", urgent=True) is asked[1]
    workshop.go_on.set()
    asked[-1].result(PATIENCE)
    assert workshop.made == ["first", "d", "b", "a", "c"]


def test_only_a_few_things_wait(workshop: Workshop) -> None:
    """A guest who asks for many different things is refused. The host is not, up to a limit of their own."""
    for number in range(6):
        workshop.request(f"guest {number}")
    with pytest.raises(TooManyJobs):
        workshop.request("guest 6")
    workshop.request("guest 5")
    for number in range(30):
        workshop.request(f"host {number}", urgent=True)
    with pytest.raises(TooManyJobs):
        workshop.request("host 30", urgent=True)


def test_what_fails_is_made_again(workshop: Workshop) -> None:
    """All who wait get the error. The next one who asks starts again."""

    def fail() -> str:
        raise OSError("no font")

    workshop.go_on.set()
    with pytest.raises(OSError, match="no font"):
        workshop.work.request("broken", fail, lambda _: True).result(PATIENCE)
    assert workshop.request("broken").result(PATIENCE) == "the broken"


class SlowDoctor(FakeDoctor):
    """A doctor who needs as long as the test says."""

    def __init__(self) -> None:
        super().__init__(*WELL)
        self.go_on = threading.Event()

    def examine(self, names: tuple[str, ...]) -> Any:
        assert self.go_on.wait(PATIENCE)
        return super().examine(names)


@pytest.fixture
def doctor() -> Iterator[SlowDoctor]:
    doctor = SlowDoctor()
    yield doctor
    doctor.go_on.set()


@pytest.fixture
def app(tmp_path: Path, doctor: SlowDoctor) -> Flask:
    return create_app(FakePageService(tmp_path), examiner=doctor)


@pytest.fixture
def port(app: Flask) -> Iterator[int]:
    with serve(app, "127.0.0.1", 0, identify=as_guests) as server:
        yield server.port


def ask_forty(port: int, pool: ThreadPoolExecutor) -> "list[Future[tuple[int, bytes]]]":
    return [pool.submit(get, port, "/doctor", f"127.0.2.{number}") for number in range(1, 41)]


def test_no_worker_waits(port: int, doctor: SlowDoctor) -> None:
    """Forty guests ask for the doctor, and other pages are answered meanwhile. Then all get the same."""
    with ThreadPoolExecutor(40) as pool:
        asked = ask_forty(port, pool)
        for number in range(1, 21):
            assert get(port, "/", f"127.0.3.{number}")[0] == 200
        assert not any(future.done() for future in asked)
        doctor.go_on.set()
        answers = [future.result(PATIENCE) for future in asked]
    assert {status for status, _ in answers} == {200}
    assert all(b"Everything is working" in page for _, page in answers)
    assert len(doctor.requested) <= 2


def test_a_client_that_leaves_or_sends_more_is_no_problem(port: int, doctor: SlowDoctor) -> None:
    """One leaves while it waits. Another sends its next request at once, and gets both answers in order."""
    head = b" HTTP/1.1\r\nHost: bunco\r\n\r\n"
    gone = connect(port, "127.0.2.1")
    gone.sendall(b"GET /doctor" + head)
    gone.close()
    with connect(port, "127.0.2.2") as hasty:
        hasty.sendall(b"GET /doctor" + head)
        hasty.sendall(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert get(port, "/", "127.0.2.3")[0] == 200
        doctor.go_on.set()
        data = b""
        while more := hasty.recv(1 << 16):
            data += more
    assert data.count(b"HTTP/1.1 ") == 2


@pytest.mark.usefixtures("doctor")
def test_a_server_stops_although_somebody_waits(app: Flask) -> None:
    """The connection is closed."""
    with (
        serve(app, "127.0.0.1", 0, identify=as_guests) as server,
        connect(server.port, "127.0.2.1") as waiting,
    ):
        waiting.sendall(b"GET /doctor HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert get(server.port, "/", "127.0.2.3")[0] == 200
        server.stop()
        assert waiting.recv(1) == b""
