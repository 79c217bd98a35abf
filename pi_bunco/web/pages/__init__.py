"""The kinds of pages, one folder each. ``KINDS`` is the only list of them.

Each kind's ``page.py``, or ``kind.py``, says what it is made of: :class:`~pi_bunco.web.page_kind.PageKind`.
"""

from pi_bunco.web.pages.api_reference.page import API_REFERENCE
from pi_bunco.web.pages.calibrate.page import CALIBRATE
from pi_bunco.web.pages.camera.page import CAMERA
from pi_bunco.web.pages.cameras.page import CAMERAS
from pi_bunco.web.pages.doctor.page import DOCTOR
from pi_bunco.web.pages.evenings import page as evenings_page  # noqa: F401 - as below
from pi_bunco.web.pages.evenings.kind import EVENINGS
from pi_bunco.web.pages.gone.page import GONE
from pi_bunco.web.pages.guide.page import GUIDE
from pi_bunco.web.pages.host import page  # noqa: F401 - it adds its addresses
from pi_bunco.web.pages.host.kind import HOST_PAGE
from pi_bunco.web.pages.house import page as house_page  # noqa: F401 - as above
from pi_bunco.web.pages.house.kind import HOUSE
from pi_bunco.web.pages.join.page import JOIN
from pi_bunco.web.pages.let_in.page import LET_IN
from pi_bunco.web.pages.me.page import ME
from pi_bunco.web.pages.money.page import MONEY
from pi_bunco.web.pages.new.page import NEW
from pi_bunco.web.pages.paper.page import PAPER
from pi_bunco.web.pages.people.page import PEOPLE
from pi_bunco.web.pages.pin.page import PIN
from pi_bunco.web.pages.restarting.page import RESTARTING
from pi_bunco.web.pages.results.page import RESULTS
from pi_bunco.web.pages.retabulate.page import RETABULATE
from pi_bunco.web.pages.room import page as room_page  # noqa: F401 - as above
from pi_bunco.web.pages.room.kind import ROOM_PAGE
from pi_bunco.web.pages.rules.page import RULES
from pi_bunco.web.pages.secure.page import SECURE
from pi_bunco.web.pages.setup.page import SETUP
from pi_bunco.web.pages.staff.page import STAFF_PAGE
from pi_bunco.web.pages.table.kind import TABLE
from pi_bunco.web.pages.welcome.page import WELCOME
from pi_bunco.web.pages.wifi.page import WIFI

KINDS = (
    WELCOME,
    SETUP,
    TABLE,
    GONE,
    RESULTS,
    ROOM_PAGE,
    HOST_PAGE,
    LET_IN,
    PIN,
    ME,
    JOIN,
    WIFI,
    RULES,
    GUIDE,
    PAPER,
    NEW,
    HOUSE,
    CAMERA,
    CAMERAS,
    CALIBRATE,
    DOCTOR,
    SECURE,
    PEOPLE,
    EVENINGS,
    RETABULATE,
    MONEY,
    STAFF_PAGE,
    API_REFERENCE,
    RESTARTING,
)
"""All kinds of pages."""
WELCOME_KINDS = (SETUP, PIN, WIFI, RULES, GUIDE, HOUSE, CAMERAS, RESTARTING)
"""The kinds of pages that are served while there is no game."""
