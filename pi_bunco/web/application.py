"""Makes the web application from its parts."""

from collections.abc import Mapping, Sequence
from functools import partial

from flask import Flask

from pi_bunco import limits
from pi_bunco.access.door import Door
from pi_bunco.sentences import Catalogue
from pi_bunco.views.calibration import Calibrator
from pi_bunco.web import access, api, files, join_pis, language
from pi_bunco.web import sounds as sound_routes
from pi_bunco.web.bare_app import make_bare_app
from pi_bunco.web.context import PARTS, AppParts
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages import KINDS
from pi_bunco.web.pages.host.requests import REQUESTS, CorrectionRequests
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
from pi_bunco.web.ports.wifi import OwnWifi
from pi_bunco.web.serve_pages import make_page_blocks
from pi_bunco.web.streams import Streams


def create_app(  # noqa: PLR0913 - each of another kind
    service: PagePort,
    *,
    calibrators: Mapping[int, Calibrator] | None = None,
    examiner: Doctor | None = None,
    names: MachineNames | None = None,
    door: Door | None = None,
    other_pis: OtherPis | None = None,
    follow_choice: HeadChoice | None = None,
    spare: SparePi | None = None,
    camera_desk: CameraDesk | None = None,
    own_wifi: OwnWifi | None = None,
    people: PeopleDesk | None = None,
    secure_pages: SecurePages | None = None,
    sponsors: SponsorShelf | None = None,
    sounds: SoundDesk | None = None,
    evenings: PastEvenings | None = None,
    house: HouseShelf | None = None,
    catalogues: Mapping[str, Catalogue] | None = None,
    kinds: Sequence[PageKind] = KINDS,
    most_streams: int = limits.STREAMS,
    heartbeat: float = 2.0,
) -> Flask:
    """Make the application for a room.

    Parameters
    ----------
    service
        The room: it answers the pages' requests.
    calibrators
        The calibrator of each table that has a camera; ``None``: no table has one.
    examiner
        The doctor that examines the room; ``None``: there is none.
    names
        The names of this machine; ``None``: only its addresses and ``localhost``.
    door
        Decides which device may do what; ``None``: every device may do everything.
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
        The pictures of sponsors on the television; ``None``: there are none.
    sounds
        Keeps the choice of sounds and the host's own recordings; ``None``: another Pi does.
    evenings
        Knows the past evenings; ``None``: another Pi does.
    house
        The files of the house sheets; ``None``: another Pi has them.
    catalogues
        The languages besides English, by their codes; ``None``: those that are installed.
    kinds
        The kinds of pages.
    most_streams
        How many pages are kept up to date at once. If there are more, the oldest stream of the address with
        most of them is closed.
    heartbeat
        Seconds without an event after which a stream sends a ``beat``. A page that misses three of them shows
        that it is out of date.
    """
    app = make_bare_app(kinds, (files, api, access, join_pis, sound_routes), names, catalogues, heartbeat)
    streams = Streams(
        service,
        most=most_streams,
        heartbeat=heartbeat,
        calibrators=calibrators,
        make_blocks=partial(make_page_blocks, app),
        make_translator=partial(language.make_translator, app),
    )
    app.extensions[PARTS] = AppParts(
        service,
        streams,
        door or Door(),
        calibrators or {},
        examiner,
        other_pis,
        follow_choice,
        spare,
        camera_desk,
        own_wifi,
        people,
        secure_pages,
        sponsors,
        sounds,
        evenings,
        house,
    )
    app.extensions[REQUESTS] = CorrectionRequests()
    app.extensions[language.ROOM_LANGUAGE] = lambda: service.view_room().sound.language
    return app
