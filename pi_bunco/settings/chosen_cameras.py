"""The cameras that people have chosen on pages: which table has which, and which were added by address."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated

import structlog
from pydantic import Field, TypeAdapter, ValidationError

from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.limits import TABLES
from pi_bunco.machine.disk import make_dir, write_atomic
from pi_bunco.sentences import say
from pi_bunco.settings.config import Settings

_log = structlog.get_logger()

FILE = "cameras.json"
"""The name of the file in the state folder."""
ASIDE = "cameras-damaged.json"
"""What a damaged file is called from then on. It replaces an older one."""
MAX_ADDED = 50
"""Most cameras that are kept by their address: two for each table."""
_MAX_BYTES = 100_000
_MAX_NAME = 500
_Table = Annotated[int, Field(ge=1, le=TABLES)]
_Name = Annotated[str, Field(min_length=1, max_length=_MAX_NAME)]


class TooManyCameras(Trouble):
    """No further camera can be kept by its address."""


@dataclass(frozen=True, slots=True)
class ChosenCameras:
    """What people have chosen on pages.

    Attributes
    ----------
    cameras
        The camera of each table about which somebody has decided, as the settings name it.
    added
        The names of further cameras, such as a phone's address.

    >>> chosen = ChosenCameras().give(2, "http://10.0.0.7:8080/video")
    >>> chosen.apply(Settings(camera="usb")).get_camera(2)
    'http://10.0.0.7:8080/video'
    """

    cameras: Mapping[_Table, _Name] = field(default_factory=dict)
    added: Annotated[tuple[_Name, ...], Field(max_length=MAX_ADDED)] = ()

    def give(self, table: int, camera: str) -> "ChosenCameras":
        """Return the choice with another camera at a table."""
        return replace(self, cameras={**self.cameras, table: camera})

    def add(self, camera: str) -> "ChosenCameras":
        """Return the choice with a further camera, the newest last.

        Raises
        ------
        TooManyCameras
            If there are :data:`MAX_ADDED` others. None is left out for it: guests may add their phones.
        """
        others = tuple(each for each in self.added if each != camera)
        if len(others) >= MAX_ADDED:
            raise TooManyCameras(
                say("{count} cameras are kept by their address, and no more fit.", count=MAX_ADDED),
                say("Remove one that is not there any more, on the page Tables and cameras."),
            )
        return replace(self, added=(*others, camera))

    def remove(self, camera: str) -> "ChosenCameras":
        """Return the choice without a camera that was added."""
        return replace(self, added=tuple(each for each in self.added if each != camera))

    def apply(self, settings: Settings) -> Settings:
        """Return the settings with these cameras. Tables about which nobody has decided keep theirs."""
        before = {1: settings.camera, **settings.stations}
        cameras = before | dict(self.cameras)
        return settings if cameras == before else settings.give_cameras(cameras)


_FILE_TYPE = TypeAdapter(ChosenCameras)


def load_chosen(folder: Path) -> ChosenCameras:
    """Return what people have chosen on the pages of the table with this state folder.

    A damaged file is set aside, so that the table still starts: nobody there may have a terminal. Then the
    settings count, and people can choose again.

    Raises
    ------
    Trouble
        If the disk does not give the file.
    """
    file = folder / FILE
    try:
        return _FILE_TYPE.validate_json(bounded.read(file, _MAX_BYTES))
    except FileNotFoundError:
        return ChosenCameras()
    except ValidationError:
        _log.warning("the chosen cameras are damaged; choose them again", kept_as=ASIDE)
        file.replace(folder / ASIDE)
        return ChosenCameras()
    except OSError as error:
        raise Trouble(
            say("The cameras of the tables in {file} cannot be read ({why}).", file=file, why=error.strerror),
            say("Delete that file, and choose the cameras again on the page Tables and cameras."),
        ) from error


def save_chosen(chosen: ChosenCameras, folder: Path) -> None:
    """Keep what people have chosen. Only this user may read it, since an address may have a password.

    Raises
    ------
    OSError
        If the disk does not take it. What was chosen before stays.
    """
    make_dir(folder)
    write_atomic(folder / FILE, _FILE_TYPE.dump_json(chosen), private=True)
