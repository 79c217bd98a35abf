"""The file with the key, the PIN's hash and the devices that are let in: ``access.json``."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Base64Bytes, BaseModel, ConfigDict, Field

from pi_bunco.access.cookies import KEY_BYTES
from pi_bunco.access.devices import MAX_LET_IN, Device
from pi_bunco.access.pin import SALT_BYTES, Pin
from pi_bunco.access.roles import GUEST, HOST, Role
from pi_bunco.errors import Trouble
from pi_bunco.files import bounded
from pi_bunco.limits import ACCESS_BYTES, DEVICE_NAME
from pi_bunco.machine import disk
from pi_bunco.machine.disk_space import say_why
from pi_bunco.sentences import say

FILE = "access.json"
_REMEDY = say("Only the machine itself may tap now. To forget PIN and devices: sudo pi-bunco pin --reset")

Stamp = tuple[int, int, int] | None
"""A value that changes whenever the file changes; ``None``: there is no file."""


class AccessTrouble(Trouble, OSError):
    """The file with the PIN and the devices is damaged, or cannot be read or written."""


@dataclass(frozen=True, slots=True)
class SavedAccess:
    """The content of the file.

    Attributes
    ----------
    key
        The key that signs cookies, 32 bytes.
    pin
        The host's PIN; ``None`` if none is set.
    devices
        The devices that are let in.
    """

    key: bytes
    pin: Pin | None = None
    devices: tuple[Device, ...] = ()

    def with_pin(self, pin: Pin, setter: str = "") -> "SavedAccess":
        """Return the content after a PIN was set.

        Devices that were the host's before there was a PIN are let in no more, since nobody has entered it on
        them.

        Parameters
        ----------
        pin
            The new PIN.
        setter
            The id of the device on which it was set.
        """
        stay = (each for each in self.devices if self.pin or each.role != HOST or each.id == setter)
        return replace(self, pin=pin, devices=tuple(stay))


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Pin(_Part):
    salt: Annotated[Base64Bytes, Field(min_length=SALT_BYTES, max_length=SALT_BYTES)]
    digest: Annotated[Base64Bytes, Field(min_length=32, max_length=32)]


class _Device(_Part):
    id: Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[\w-]+$")]
    code: Annotated[str, Field(min_length=1, max_length=10)]
    role: str
    table: int | None = None
    number: int | None = None  # of a role of another kind than a table's
    more: tuple[int, ...] | None = None  # its other numbers
    since: float
    name: Annotated[str, Field(max_length=DEVICE_NAME)] = ""


class _Access(_Part):
    access: Literal["pi-bunco/1"]
    key: Annotated[Base64Bytes, Field(min_length=KEY_BYTES, max_length=KEY_BYTES)]
    pin: _Pin | None = None
    devices: Annotated[tuple[_Device, ...], Field(max_length=MAX_LET_IN)] = ()


class AccessFile:
    """The file in a state folder.

    Parameters
    ----------
    folder
        The state folder.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def read_stamp(self) -> Stamp:
        """Return a value that changes whenever the file changes. It does not read the file."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        except OSError:
            return (0, 0, 0)
        return status.st_ino, status.st_mtime_ns, status.st_size

    def load(self) -> SavedAccess | None:
        """Return the content, ``None`` if there is no file.

        Raises
        ------
        AccessTrouble
            If it is damaged or cannot be read.
        """
        try:
            content = _Access.model_validate_json(bounded.read(self.path, ACCESS_BYTES))
            pin = Pin(content.pin.salt, content.pin.digest) if content.pin else None
            return SavedAccess(content.key, pin, tuple(map(_make_device, content.devices)))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise AccessTrouble(
                say("{path} cannot be read ({why}).", path=str(self.path), why=str(error.strerror)), _REMEDY
            ) from error
        except ValueError as error:
            raise AccessTrouble(say("{path} is damaged.", path=str(self.path)), _REMEDY) from error

    def save(self, saved: SavedAccess) -> None:
        """Write the file, completely or not at all. Only the owner can read it.

        Raises
        ------
        AccessTrouble
            If it cannot be written. Then the old file stays.
        """
        try:
            disk.make_dir(self.path.parent)
            disk.write_atomic(
                self.path,
                _make_content(saved).model_dump_json(indent=1, exclude_none=True).encode(),
                private=True,
            )
        except OSError as error:
            raise AccessTrouble(
                say("{path} cannot be written ({why}).", path=str(self.path), why=say_why(error, self.path)),
                say("Make room on the disk, or give write permission there: pi-bunco doctor disk card"),
            ) from error

    def forget(self) -> bool:
        """Remove the file, damaged or not, and return whether there was one.

        Raises
        ------
        AccessTrouble
            If it cannot be removed.
        """
        try:
            self.path.unlink()
            disk.fsync(self.path.parent)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise AccessTrouble(
                say("{path} cannot be removed ({why}).", path=str(self.path), why=str(error.strerror)),
                say("Run the command as its owner, or with sudo: sudo pi-bunco pin --reset"),
            ) from error
        return True


def _make_device(saved: _Device) -> Device:
    role = Role(saved.role, saved.number if saved.table is None else saved.table, saved.more or ())
    if role == GUEST:
        raise ValueError("a guest is not let in")
    return Device(saved.id, saved.code, role, role, saved.since, saved.name)


def _make_content(saved: SavedAccess) -> _Access:
    """Return the content to write. It is not validated: validation would decode the bytes as base64."""
    pin = _Pin.model_construct(salt=saved.pin.salt, digest=saved.pin.digest) if saved.pin else None
    devices = tuple(
        _Device.model_construct(
            id=device.id,
            code=device.code,
            role=device.role.name,
            table=device.role.table,
            number=None if device.role.table else device.role.number,
            more=device.role.more or None,
            since=device.since or 0.0,
            name=device.name,
        )
        for device in saved.devices
    )
    return _Access.model_construct(access="pi-bunco/1", key=saved.key, pin=pin, devices=devices)
