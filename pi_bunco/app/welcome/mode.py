"""The life of a Pi that has no game yet: it asks for one on its pages until one is in the log."""

from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass

from pi_bunco.access.door import Door, DoorConfig
from pi_bunco.access.file import AccessFile, AccessTrouble
from pi_bunco.access.roles import HOST
from pi_bunco.app.address import OwnAddress, collect_own_names
from pi_bunco.app.camera_desk import open_planning_desk
from pi_bunco.app.house_folder import HouseFolder
from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.room_equipment import check_cameras
from pi_bunco.app.service import StopRequest, notify
from pi_bunco.app.welcome.desk import FirstGameDesk, FolderSheets
from pi_bunco.app.welcome.file import remove_answers
from pi_bunco.app.wifi_device import open_wifi
from pi_bunco.app.wifi_switch import WifiSwitch, open_front_door
from pi_bunco.equipment.bell import open_table_bell
from pi_bunco.game.keeper import Keeper
from pi_bunco.game.lines import HEAD
from pi_bunco.settings.config import RolesSetting, Settings
from pi_bunco.store import Log, Photos
from pi_bunco.web.guard import MachineNames
from pi_bunco.web.pages.setup.plan import make_plan
from pi_bunco.web.server import serve
from pi_bunco.web.welcome_application import create_welcome_app
from pi_bunco.web.wire.handover import Handover

_LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Welcomed:
    """What follows after the welcome.

    Attributes
    ----------
    settings
        The settings with which the game goes on.
    handover
        The port of the pages. Devices that ask before the game's own pages are there wait for them.
        ``None``: the log has a game already, so nobody was asked.
    """

    settings: Settings
    handover: Handover | None = None


@dataclass(frozen=True, slots=True)
class Welcome:
    """Asks for the first game until it is in the log, or this Pi must stop.

    Attributes
    ----------
    settings
        The settings of this Pi.
    stop
        Asks it to stop.
    show_address
        Shows the person who started it where the pages are.
    choice
        Lets people follow another Pi instead; ``None``: it cannot be chosen on pages.
    show_code
        Takes the host's code while it is wanted, and what was shown last, and returns what is shown now.
    """

    settings: Settings
    stop: StopRequest
    show_address: Callable[[Settings], None]
    choice: FollowChoice | None = None
    show_code: Callable[[str | None, str | None], str | None] = lambda code, _: code

    def run(self) -> Welcomed | None:
        """Ask for the game. Return what is needed to play it, or ``None`` if this Pi must stop.

        Raises
        ------
        pi_bunco.errors.Trouble
            If the log or the port cannot be opened, or there is no such camera, bell or board.
        """
        settings = self.settings
        with ExitStack() as stack:
            enter = stack.enter_context
            log = enter(Log(settings.state_dir))
            keeper = Keeper(log, Photos(settings.state_dir))
            is_wanted = settings.welcome and (settings.new or keeper.finished)
            if not (is_wanted or keeper.is_empty):
                remove_answers(settings.state_dir)  # a power cut may have left them
                return Welcomed(settings)
            check_cameras(settings)
            with settings.add_place("bell"):
                bell = open_table_bell(settings.bell_used)
            enter(closing(bell[0]))
            desk = FirstGameDesk(settings, keeper, bell)
            door = Door(
                DoorConfig(
                    file=AccessFile(settings.state_dir),
                    roles=choose_roles(settings),
                    mock=settings.mock,
                )
            )
            bell[0].on_press(desk.make_listener(door.reset))
            own_address = OwnAddress(settings)
            own_wifi = enter(closing(WifiSwitch(open_wifi(settings), lambda: own_address.settings.port)))
            names = MachineNames(lambda: collect_own_names(settings))
            sheets = FolderSheets(settings)

            def list_tables() -> range:
                return range(HEAD, max(make_plan(desk.view(), sheets.list_sheets()).tables, 1) + 1)

            cameras = enter(closing(open_planning_desk(settings, list_tables)))
            desk.get_settings = lambda: cameras.settings
            app = create_welcome_app(
                desk,
                sheets,
                names=names,
                door=door,
                own_wifi=own_wifi,
                follow_choice=self.choice,
                camera_desk=cameras,
                house=HouseFolder(settings.state_dir, settings.rules),
            )
            server = enter(
                serve(
                    app,
                    settings.address,
                    settings.port,
                    per_address=settings.per_address,
                    front_door=open_front_door(names, own_wifi.is_on),
                )
            )
            own_address.note_port(server.port)
            self.show_address(settings.model_copy(update={"port": server.port}))
            code = self.show_code(door.wanted_code, None)
            while not desk.begun.wait(_LOOK_SECONDS):
                notify("WATCHDOG=1")
                code = self.show_code(door.wanted_code, code)
                if self.stop.wait(0):
                    return None
            handover = server.hand_over()
        remove_answers(settings.state_dir)
        return Welcomed(cameras.settings.model_copy(update={"new": False, "port": server.port}), handover)


def choose_roles(settings: Settings) -> RolesSetting:
    """Return whether devices have roles in a welcome.

    Everybody may answer until there is a PIN, unless a device is the host's from an evening before: then a
    stranger does not take over from it.
    """
    if settings.roles == "off":
        return "off"
    with suppress(AccessTrouble):  # with a damaged file nobody is let in anyway
        saved = AccessFile(settings.state_dir).load()
        if saved and any(device.role == HOST for device in saved.devices):
            return "on"
    return "auto"
