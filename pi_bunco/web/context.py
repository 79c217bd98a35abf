"""The parts of an application that requests need, and how a request finds them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from flask import Flask, current_app

from pi_bunco.access.door import Door
from pi_bunco.views.calibration import Calibrator
from pi_bunco.web.ports.cameras import CameraDesk
from pi_bunco.web.ports.doctor import Doctor
from pi_bunco.web.ports.evenings import PastEvenings
from pi_bunco.web.ports.house import HouseShelf
from pi_bunco.web.ports.people import PeopleDesk
from pi_bunco.web.ports.pis import HeadChoice, OtherPis, SparePi
from pi_bunco.web.ports.room import PagePort
from pi_bunco.web.ports.secure import SecurePages
from pi_bunco.web.ports.sounds import SoundDesk
from pi_bunco.web.ports.sponsors import SponsorShelf
from pi_bunco.web.ports.welcome import WelcomeDesk
from pi_bunco.web.ports.wifi import OwnWifi
from pi_bunco.web.slow_work import SlowWork
from pi_bunco.web.streams import Streams

PARTS = "pi_bunco.parts"
"""The key of the :class:`AppParts` in an application's extensions."""


@dataclass(frozen=True, slots=True)
class AppParts:
    """The parts of an application.

    Attributes
    ----------
    service
        The room, which answers the pages' requests.
    streams
        The event streams of the open pages.
    door
        Decides which device may do what.
    calibrators
        The calibrator of each table that has a camera.
    doctor
        Examines the room; ``None``: there is none.
    other_pis
        The Pis that follow this one; ``None``: none can.
    follow_choice
        The host's choice whether this Pi follows another one; ``None``: it cannot be made on pages.
    spare
        This Pi, if it follows another one and may become the head.
    camera_desk
        Gives cameras to tables; ``None``: it cannot be done on pages.
    own_wifi
        The Pi's own Wi-Fi; ``None``: another Pi has it.
    people
        Knows what is stored about people, and deletes it; ``None``: another Pi does.
    secure_pages
        The pages over HTTPS; ``None``: there are none.
    sponsors
        The pictures of sponsors; ``None``: this page shows none.
    evenings
        Knows the past evenings; ``None``: another Pi does.
    sounds
        Keeps the choice of sounds and the host's own recordings; ``None``: another Pi does.
    house
        The files of the house sheets; ``None``: another Pi has them.
    welcome
        Keeps the answers of the welcome; ``None``: there is a game.
    papers, examinations
        Make papers and examine the room, one after another.
    """

    service: PagePort
    streams: Streams
    door: Door
    calibrators: Mapping[int, Calibrator]
    doctor: Doctor | None
    other_pis: OtherPis | None = None
    follow_choice: HeadChoice | None = None
    spare: SparePi | None = None
    camera_desk: CameraDesk | None = None
    own_wifi: OwnWifi | None = None
    people: PeopleDesk | None = None
    secure_pages: SecurePages | None = None
    sponsors: SponsorShelf | None = None
    sounds: SoundDesk | None = None
    evenings: PastEvenings | None = None
    house: HouseShelf | None = None
    welcome: WelcomeDesk | None = None
    papers: SlowWork = field(default_factory=lambda: SlowWork("papers"))
    examinations: SlowWork = field(default_factory=lambda: SlowWork("examinations"))


def get_parts(app: Flask | None = None) -> AppParts:
    """Return the parts of an application, by default of the current one."""
    return cast("AppParts", (app or current_app).extensions[PARTS])


def get_service() -> PagePort:
    """Return the room of the current application."""
    return get_parts().service
