"""At night: whatever is sent, no address breaks, and every answer is one that the description has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable

from pi_bunco.app.evenings.shelf import EveningShelf
from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.app.sound_desk import SoundKeeper
from pi_bunco.app.sponsor_folder import SponsorFolder
from pi_bunco.game.commands import EnterDice, NewGame, RingBell
from pi_bunco.store import Photos
from pi_bunco.web import create_app
from pi_bunco.web.api_document.document import get_document
from pi_bunco.web.ports.secure import SecureView
from tests.app.evenings.nights import make_pi
from tests.app.people.evenings import make_state
from tests.app.people.test_desk import Desk
from tests.app.welcome.evening import Evening
from tests.web.calibrations import FakeCalibrator
from tests.web.desks import FREE, MAT, PHONE, FakeDesk
from tests.web.doctors import FakeDoctor
from tests.web.pages.host.test_pis import FakePis
from tests.web.real_service import open_service
from tests.web.secure import FakeSecurePages
from tests.web.wifis import FakeOwnWifi

schemathesis = pytest.importorskip("schemathesis")  # also imported by name, since its plugin is switched off
NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gil", "Hal")
ENDLESS = ("/events",)
"""Addresses whose answers do not end."""
BROKEN = 500
EXAMPLES = 25
"""How many requests that fit, and how many that do not, are sent to each address."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Yield the pages of a real game at two tables, in its first round."""
    doctor = FakeDoctor()
    doctor.backup = tmp_path / "backup.zip"
    doctor.backup.write_bytes(b"PK")
    begun = (NewGame("classic", NAMES), RingBell(), EnterDice((1, 1, 4), table=1))
    make_pi(tmp_path / "pi", 1, 2)
    with open_service(tmp_path / "room", *begun) as service:
        service.find_photo = Photos(tmp_path / "room").find_path  # type: ignore[method-assign] # not the fake one
        yield create_app(
            service,
            examiner=doctor,
            calibrators={1: FakeCalibrator()},
            camera_desk=FakeDesk(MAT, FREE, PHONE),
            sponsors=SponsorFolder(tmp_path),
            sounds=SoundKeeper(tmp_path, lambda _: None),
            secure_pages=FakeSecurePages(
                SecureView(is_on=True, port=8443, plain_port=8080, called="A table")
            ),
            own_wifi=FakeOwnWifi(),
            other_pis=FakePis(),
            people=Desk(make_state(tmp_path / "state")).desk,
            evenings=EveningShelf(tmp_path / "pi", lambda: 0),
            house=make_shelf(tmp_path),
        )


def make_shelf(folder: Path) -> HouseFolder:
    """Return house sheets in a folder: a good one, and one with a fault."""
    shelf = HouseFolder(folder)
    for slug, goal in (("good", 11), ("bad", 0)):
        sheet = f'slug = "{slug}"\ntitle = "{slug}"\nparent = "classic"\ngoal = {goal}\n'
        shelf.save(slug, sheet.encode(), "")
    return shelf


@pytest.fixture
def welcome(tmp_path: Path) -> Iterator[Flask]:
    """Yield the pages that ask for the first game."""
    evening = Evening(tmp_path, own_wifi=FakeOwnWifi())
    yield evening.app
    evening.close()


@pytest.mark.nightly
# Schemathesis does not close the answers that are files.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("fits", [True, False], ids=["fits", "does-not-fit"])
@pytest.mark.parametrize("pages", ["app", "welcome"])
def test_no_request_breaks_an_address(request: pytest.FixtureRequest, pages: str, fits: bool) -> None:  # noqa: FBT001 - a parameter
    """Requests that fit the description, and others, get answers that are described, and never status 500."""
    app: Flask = request.getfixturevalue(pages)
    description = schemathesis.openapi.from_dict(get_document(app))
    description.app = app
    faults: dict[str, str] = {}
    for found in description.get_all_operations():
        operation = found.ok()
        if operation.path not in ENDLESS:
            faults |= find_faults(operation, fits=fits)
    assert faults == {}


def find_faults(operation: Any, *, fits: bool) -> dict[str, str]:
    """Return what is wrong with the answers of an address, by its method and path."""
    mode = schemathesis.GenerationMode.POSITIVE if fits else schemathesis.GenerationMode.NEGATIVE
    checks = [
        schemathesis.checks.CHECKS.get_one(name)
        for name in ("status_code_conformance", "content_type_conformance", "response_schema_conformance")
    ]

    @seed(7)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        response = case.call(headers={"Accept-Encoding": "identity"})
        assert response.status_code != BROKEN, response.text[:300]
        case.validate_response(response, checks=checks)

    try:
        send()
    except Unsatisfiable:  # every request to this address fits
        return {}
    except BaseExceptionGroup as faults:
        return {operation.label: "; ".join(map(str, faults.exceptions))[:900]}
    except Exception as fault:  # noqa: BLE001 - the other addresses are tried too
        return {operation.label: f"{fault!r}"[:900]}
    return {}
