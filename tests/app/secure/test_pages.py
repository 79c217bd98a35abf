"""HTTPS is switched on and off, and its certificate follows the machine's addresses and its time."""

import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pi_bunco.app.doctor.secure import judge_no_table, judge_secure
from pi_bunco.app.secure.choice import load_choice
from pi_bunco.app.secure.known_time import PROGRAM_MADE
from pi_bunco.app.secure.pages import FOLDER, SecurePageKeeper
from pi_bunco.certificates.span import Span
from pi_bunco.errors import Trouble
from pi_bunco.findings import Mark
from pi_bunco.game.refused import Refused
from pi_bunco.settings.config import Settings
from pi_bunco.store import BACKUPS, Log, back_up
from pi_bunco.web import Server, create_app, serve
from pi_bunco.web.ports.secure import SecureView
from tests.app.doctor.stand_ins import FakeMachine
from tests.web.conftest import FakePageService
from tests.web.wire.callers import connect

NOW = datetime(2027, 5, 2, 12, tzinfo=UTC)
EPOCH = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)


class World:
    """A machine whose address and clock a test sets."""

    def __init__(self, folder: Path) -> None:
        self.clock = NOW
        self.answers: dict[str, str] = {}
        self.machine = FakeMachine(folder / "machine", self.answers)
        self.settings = Settings(camera="none", host="127.0.0.1", secure_port=0, state_dir=folder / "state")
        self.give_address("192.168.1.20")

    def give_address(self, address: str) -> None:
        links = [{"ifname": "eth0", "addr_info": [{"local": address}]}]
        self.answers["ip"] = json.dumps(links)

    def set_clock_by_network(self) -> None:
        path = self.machine.root / "run/systemd/timesync/synchronized"
        path.parent.mkdir(parents=True)
        path.touch()

    def start(self) -> SecurePageKeeper:
        return SecurePageKeeper(self.settings, self.machine, lambda: self.clock)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serve(create_app(FakePageService(tmp_path)), "127.0.0.1", 0) as server:
        yield server


def to_milliseconds(time: datetime) -> int:
    return int(time.timestamp() * 1000)


def get_span(pages: SecurePageKeeper) -> Span:
    valid = pages.view().valid
    assert valid is not None
    return valid


def test_nothing_is_open_until_it_is_switched_on(world: World, server: Server) -> None:
    """A table begins without HTTPS, and makes no key."""
    with closing(world.start()) as pages:
        pages.begin(server)
        view = pages.view()
        assert (view.is_on, view.port, view.valid) == (False, None, None)
        assert (pages.make_profile(), pages.get_root()) == (None, None)
    assert not (world.settings.state_dir / FOLDER).exists()


def test_it_is_on_after_a_restart(world: World, server: Server) -> None:
    """The same authority and the same certificate are used again."""
    with closing(world.start()) as pages:
        pages.begin(server)
        pages.switch_on(to_milliseconds(NOW))
        first, chain = pages.view(), (world.settings.state_dir / FOLDER / "pages.pem").read_bytes()
        connect(first.port or 0).close()
    with closing(world.start()) as pages:
        pages.begin(server)
        again = pages.view()
        assert again.is_on
        assert (again.fingerprint, again.valid, again.hosts) == (first.fingerprint, first.valid, first.hosts)
        assert (world.settings.state_dir / FOLDER / "pages.pem").read_bytes() == chain
        pages.switch_off()
        assert pages.view().port is None
    assert not load_choice(world.settings.state_dir / FOLDER).on


def test_only_the_owner_can_read_it(world: World) -> None:
    """Keys are private, also while they are written, and the folder is closed."""
    world.start().switch_on(None)
    folder = world.settings.state_dir / FOLDER
    assert folder.stat().st_mode & 0o777 == 0o700
    keys = [path for path in folder.iterdir() if b"PRIVATE KEY" in path.read_bytes()]
    assert {path.name: path.stat().st_mode & 0o777 for path in keys} == {
        "authority.pem": 0o600,
        "pages.pem": 0o600,
    }


def test_no_backup_has_the_keys(world: World) -> None:
    """A stick may get lost. After a new card, devices install a new certificate."""
    state = world.settings.state_dir
    with Log(state):
        pass
    world.start().switch_on(None)
    backup = back_up(state, state / BACKUPS)
    assert backup is not None
    with zipfile.ZipFile(backup.path) as archive:
        assert not [name for name in archive.namelist() if "pem" in name or FOLDER in name]


def test_another_address_needs_another_certificate(world: World) -> None:
    """It is renewed without a restart, by the same authority."""
    pages = world.start()
    pages.switch_on(None)
    before = pages.view()
    assert "192.168.1.20" in before.hosts
    assert "192.168.1.99" not in before.hosts
    world.give_address("192.168.1.99")
    pages.refresh()
    after = pages.view()
    assert "192.168.1.99" in after.hosts
    assert after.fingerprint == before.fingerprint
    assert {"127.0.0.1", "10.42.0.1", "bunco.local", "localhost"} <= set(after.hosts)


def test_what_fits_is_not_made_again(world: World) -> None:
    """The half minute's look changes nothing if nothing has changed."""
    pages = world.start()
    pages.switch_on(None)
    context = pages._get_context()
    pages.refresh()
    assert pages._get_context() is context


def test_a_public_address_is_named_as_one_that_cannot_be_secure(world: World) -> None:
    """The other addresses work, and the doctor says so."""
    world.give_address("8.8.4.4")
    pages = world.start()
    pages.switch_on(None)
    view = pages.view()
    assert "8.8.4.4" in view.uncovered
    assert "8.8.4.4" in judge_secure(view, NOW).found
    assert judge_secure(view, NOW).mark is Mark.LOOK


@pytest.mark.parametrize("clock", [EPOCH, NOW - timedelta(days=300), NOW, NOW + timedelta(days=3000)])
def test_host_says_the_time(world: World, clock: datetime) -> None:
    """Whatever the Pi believes, devices with a right clock accept the certificate: now and for two years."""
    world.clock = clock
    pages = world.start()
    pages.switch_on(to_milliseconds(NOW))
    valid = get_span(pages)
    assert valid.begin < NOW - timedelta(days=20)
    assert valid.end > NOW + timedelta(days=700)
    assert valid.end - valid.begin <= timedelta(days=825)


def test_it_is_renewed_when_half_of_it_is_over(world: World) -> None:
    """A Pi that runs for years needs no restart for that."""
    pages = world.start()
    pages.switch_on(None)
    before = get_span(pages)
    world.clock += timedelta(days=300)
    pages.refresh()
    assert get_span(pages) == before
    world.clock += timedelta(days=200)
    pages.refresh()
    assert get_span(pages).begin > before.begin


def test_without_a_time_the_program_s_own_counts(world: World) -> None:
    """A Pi that believes in 1970 goes by when the program was made. The doctor asks for more."""
    world.clock = EPOCH
    pages = world.start()
    pages.switch_on(None)
    assert get_span(pages).begin >= PROGRAM_MADE - timedelta(days=31)
    found = judge_secure(pages.view(), pages.find_time())
    assert (found.mark, "no device of the host’s has told the time" in found.found) == (Mark.LOOK, True)
    pages.note_time(to_milliseconds(NOW + timedelta(days=900)))
    assert get_span(pages).begin > NOW + timedelta(days=800)
    assert judge_secure(pages.view(), pages.find_time()).mark is Mark.GOOD


def test_a_wrong_browser_is_put_right_by_the_next(world: World) -> None:
    """A tablet whose clock is years ahead makes a useless certificate, until a right one opens the page."""
    world.clock = EPOCH
    pages = world.start()
    pages.switch_on(to_milliseconds(NOW + timedelta(days=2000)))
    assert get_span(pages).begin > NOW
    pages.note_time(to_milliseconds(NOW))
    assert get_span(pages).begin < NOW < get_span(pages).end


def test_the_network_s_clock_counts_alone(world: World) -> None:
    """Then no browser is believed."""
    world.set_clock_by_network()
    pages = world.start()
    pages.switch_on(to_milliseconds(NOW + timedelta(days=2000)))
    assert get_span(pages).begin < NOW
    assert pages.view().is_time_known


def test_a_new_beginning_makes_the_old_root_worthless(world: World) -> None:
    """Another authority signs from now on. It needs HTTPS to be on."""
    pages = world.start()
    with pytest.raises(Refused):
        pages.begin_again()
    pages.switch_on(None)
    before = pages.view()
    pages.begin_again()
    assert pages.view().fingerprint not in ("", before.fingerprint)


def test_damage_is_shown_and_can_be_left_behind(world: World, server: Server) -> None:
    """A damaged key stops only HTTPS. A new beginning puts it right without a restart."""
    world.start().switch_on(None)
    (world.settings.state_dir / FOLDER / "authority.pem").write_bytes(b"?")
    with closing(world.start()) as pages:
        pages.begin(server)
        view = pages.view()
        assert view.trouble is not None
        assert "authority.pem is damaged" in view.trouble.text
        assert judge_secure(view, NOW).mark is Mark.BAD
        pages.begin_again()
        assert pages.view().trouble is None
        connect(pages.view().port or 0).close()


def test_a_taken_port_is_shown(world: World, server: Server) -> None:
    """The plain pages go on. When the port is free, it is opened by itself."""
    world.settings = world.settings.model_copy(update={"secure_port": server.port})
    with closing(world.start()) as pages:
        pages.begin(server)
        pages.switch_on(None)
        trouble = pages.view().trouble
        assert trouble is not None
        assert "taken by another program" in trouble.text
        assert "--secure-port" in trouble.remedy


def test_a_full_disk_refuses_the_switch(world: World) -> None:
    """What cannot be kept is not switched on."""
    world.settings.state_dir.mkdir(parents=True)
    (world.settings.state_dir / FOLDER).write_text("a file in the way")
    pages = world.start()
    with pytest.raises(Trouble, match="cannot be written"):
        pages.switch_on(None)
    assert not pages.view().is_on


@pytest.mark.parametrize(
    "text", ["", "{", '{"on": "perhaps"}', '{"on": true, "told": "noon"}', '{"on":true,"x":1}' * 99]
)
def test_a_damaged_choice_is_off(tmp_path: Path, text: str) -> None:
    """Nothing is switched on by chance."""
    (tmp_path / "choice.json").write_text(text)
    assert not load_choice(tmp_path).on


def test_doctor_s_other_findings() -> None:
    """Off is good, an old certificate is bad, and without a table nothing is said."""
    assert judge_secure(SecureView(), NOW).mark is Mark.GOOD
    assert judge_no_table().mark is Mark.GOOD
    old = SecureView(is_on=True, port=8443, valid=Span(NOW, NOW + timedelta(days=1)), is_time_known=True)
    assert judge_secure(old, NOW).mark is Mark.GOOD
    assert judge_secure(old, NOW + timedelta(days=2)).mark is Mark.BAD
    assert judge_secure(old, NOW - timedelta(days=2)).mark is Mark.BAD
    assert judge_secure(SecureView(is_on=True), NOW).mark is Mark.BAD
