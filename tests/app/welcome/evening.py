"""A welcome in a folder of its own: its desk with a real log, its pages, and its devices."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile
from pi_bunco.app.welcome.desk import FirstGameDesk, FolderSheets
from pi_bunco.app.welcome.mode import choose_roles
from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import BellDevice
from pi_bunco.equipment.bell import UP
from pi_bunco.game.keeper import Keeper
from pi_bunco.sentences import Catalogue
from pi_bunco.settings.config import Settings
from pi_bunco.store import Log, Photos
from pi_bunco.views.devices import BellButton
from pi_bunco.web.ports.pis import HeadChoice
from pi_bunco.web.ports.wifi import OwnWifi
from pi_bunco.web.welcome_application import create_welcome_app

TWELVE = "Ann\nBob\nCy\nDi\nEve\nFay\nGil\nHal\nIvy\nJo\nKim\nLee"
"""Guests for three tables."""


@dataclass
class Evening:
    """A welcome that is being answered. :meth:`restart` is a power cut and another start."""

    folder: Path
    options: Mapping[str, Any] = field(default_factory=dict)
    bell: tuple[BellDevice, BellButton] = field(default_factory=lambda: (MockBell(), UP))
    own_wifi: OwnWifi | None = None
    follow_choice: HeadChoice | None = None
    catalogues: Mapping[str, Catalogue] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.opened = ExitStack()
        self._open()

    def _open(self) -> None:
        settings = Settings(**{"camera": "none", "state_dir": self.folder, **self.options})
        self.log = self.opened.enter_context(Log(self.folder))
        self.keeper = Keeper(self.log, Photos(self.folder))
        self.desk = FirstGameDesk(settings, self.keeper, self.bell)
        self.door = Door(DoorConfig(file=AccessFile(self.folder), roles=choose_roles(settings)))
        self.app = create_welcome_app(
            self.desk,
            FolderSheets(settings),
            door=self.door,
            own_wifi=self.own_wifi,
            follow_choice=self.follow_choice,
            catalogues=self.catalogues,
        )

    def restart(self) -> None:
        """Start again with what is on the disk."""
        self.opened.close()
        self._open()

    def switch_on(self, address: str = "10.0.0.8") -> FlaskClient:
        """Return the browser of another device."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        return client

    def switch_on_host(self, address: str = "10.0.0.8") -> FlaskClient:
        """Return the browser of a device that says that it is the host's."""
        host = self.switch_on(address)
        host.get("/welcome/device")
        assert send(host, "device", place="/host").status_code == 303
        return host

    def close(self) -> None:
        """Close the log."""
        self.opened.close()


def send(device: FlaskClient, step: str, *, seen: int | str = 999, **fields: Any) -> TestResponse:
    """Send the form of a step, and return the answer."""
    return device.post(f"/welcome/{step}", data={"seen": str(seen), **fields})


def answer_all(host: FlaskClient, names: str = TWELVE, rules: str = "classic", **tables: str) -> None:
    """Answer each question once, up to the last page."""
    answers: tuple[tuple[str, dict[str, Any]], ...] = (
        ("pin", {"do": "skip"}),
        ("rules", {"rules": rules}),
        ("names", {"names": names}),
        ("tables", tables),
        ("bell", {"do": "skip"}),
    )
    for step, fields in answers:
        assert send(host, step, **fields).status_code == 303, step
