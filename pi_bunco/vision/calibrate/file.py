"""Reads and writes the file of a calibration.

The file is a ZIP archive with ``calibration.json``, which people can read, and ``empty.png``, which they can
look at. ``stand.json`` has the camera's position, if it is known; pi-bunco 1.0.0 ignores it. The archive has
a checksum of each member, so that a damaged copy is noticed.
"""

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import cv2
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pi_bunco.errors import Trouble
from pi_bunco.files import archives, bounded
from pi_bunco.limits import CALIBRATION_BYTES, SETTINGS_BYTES
from pi_bunco.machine.disk import write_atomic
from pi_bunco.machine.disk_space import say_why
from pi_bunco.pictures import PictureFault, decode
from pi_bunco.sentences import say
from pi_bunco.vision.calibrate.calibration import Calibration
from pi_bunco.vision.calibrate.flat import LONGER_SIDE
from pi_bunco.vision.calibrate.shape import CornersTrouble, order_corners
from pi_bunco.vision.stand import Stand

_FACTS, _EMPTY, _STAND = "calibration.json", "empty.png", "stand.json"
_AGAIN = say("Copy it again, or calibrate anew with: pi-bunco calibrate")


class CalibrationTrouble(Trouble, ValueError):
    """A calibration cannot be read or written, or does not belong to this camera."""


class NoCalibration(CalibrationTrouble):
    """There is no calibration file at the path."""


Pixel = Annotated[float, Field(allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Corner = tuple[Pixel, Pixel]
Model = TypeVar("Model", bound=BaseModel)


class _Facts(BaseModel):
    model_config = ConfigDict(extra="forbid")

    format: Literal["pi-bunco calibration"] = "pi-bunco calibration"
    version: Literal[1] = 1
    picture: tuple[Annotated[int, Field(gt=0)], Annotated[int, Field(gt=0)]]
    corners: tuple[Corner, Corner, Corner, Corner]
    ratio: Annotated[float, Field(ge=0.1, le=10)]
    noise: Annotated[float, Field(ge=0, le=255)]
    die: Annotated[float, Field(ge=4, le=LONGER_SIDE)] | None
    size_mm: tuple[Positive, Positive] | None
    locked: dict[str, Pixel]


class _StandFacts(BaseModel):
    model_config = ConfigDict(extra="forbid")

    x: Pixel
    y: Pixel
    height: Positive


def save(calibration: Calibration, path: Path) -> None:
    """Write the file. An existing file is replaced only once the new one is complete.

    Raises
    ------
    CalibrationTrouble
        If the file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, pack(calibration))
    except OSError as error:
        raise CalibrationTrouble(
            say("The calibration cannot be written to {path} ({why}).", path=path, why=say_why(error, path)),
            say("Choose another with --to."),
        ) from error


def load(path: Path) -> Calibration:
    """Read the file.

    Raises
    ------
    CalibrationTrouble
        If there is none, it is damaged, or is no calibration.

    >>> load(Path("no/such.zip"))
    Traceback (most recent call last):
    pi_bunco.vision.calibrate.file.NoCalibration: There is no calibration at no/such.zip. Make one ...
    """
    data = _read(path)
    try:
        return unpack(data)
    except CalibrationTrouble as trouble:
        raise CalibrationTrouble(say("{path}: {why}", path=path, why=trouble.text), trouble.remedy) from None


def read_numbers(path: Path) -> str:
    """Return the numbers in the file as JSON, for people.

    Raises
    ------
    CalibrationTrouble
        If there is none, it is damaged, or is no calibration.
    """
    return _read_members(_read(path))[0].decode("utf-8", "replace")


def _read(path: Path) -> bytes:
    try:
        return bounded.read(path, CALIBRATION_BYTES)
    except FileNotFoundError:
        raise NoCalibration(
            say("There is no calibration at {path}.", path=path),
            say("Make one with: pi-bunco calibrate --to {path}", path=path),
        ) from None
    except OSError as error:
        raise CalibrationTrouble(
            say("The calibration {path} cannot be read ({why}).", path=path, why=error.strerror),
            say("Let pi-bunco read it. {again}.", again=_AGAIN),
        ) from error


def pack(calibration: Calibration) -> bytes:
    """Return the file's bytes."""
    facts = _Facts(
        picture=calibration.picture,
        corners=calibration.corners,
        ratio=calibration.ratio,
        noise=calibration.noise,
        die=calibration.die,
        size_mm=calibration.size_mm,
        locked=dict(calibration.locked),
    )
    picture = cv2.imencode(".png", calibration.empty)[1].tobytes()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(_make_entry(_FACTS), facts.model_dump_json(indent=2) + "\n", zipfile.ZIP_DEFLATED)
        archive.writestr(_make_entry(_EMPTY), picture)
        if calibration.stand is not None:
            stand = _StandFacts(**calibration.stand._asdict())
            archive.writestr(_make_entry(_STAND), stand.model_dump_json() + "\n")
    return packed.getvalue()


def _make_entry(name: str) -> zipfile.ZipInfo:
    """Return an archive entry without a time, so that the same calibration always gives the same file."""
    entry = zipfile.ZipInfo(name)
    entry.external_attr = 0o600 << 16
    return entry


def unpack(data: bytes) -> Calibration:
    """Return the calibration that the file's bytes contain.

    Raises
    ------
    CalibrationTrouble
        If they are damaged or no calibration.
    """
    numbers, picture, position = _read_members(data)
    facts = _check(_Facts, numbers, _FACTS)
    stand = Stand(**_check(_StandFacts, position, _STAND).model_dump()) if position else None
    try:
        order_corners(facts.corners, facts.picture)
    except CornersTrouble as trouble:
        raise CalibrationTrouble(trouble.text, _AGAIN) from None
    try:
        empty = decode(picture, LONGER_SIDE**2)
    except PictureFault as fault:
        raise CalibrationTrouble(say("{file} {why}.", file=_EMPTY, why=fault.text), _AGAIN) from None
    calibration = Calibration(
        picture=facts.picture,
        corners=facts.corners,
        ratio=facts.ratio,
        empty=empty,
        noise=facts.noise,
        die=facts.die,
        size_mm=facts.size_mm,
        stand=stand,
        locked=json.loads(numbers)["locked"],
    )
    width, height = calibration.flat.size
    if empty.shape != (height, width, 3):
        raise CalibrationTrouble(
            say(
                "{file} is not a picture of {width} x {height} pixels.",
                file=_EMPTY,
                width=width,
                height=height,
            ),
            _AGAIN,
        )
    return calibration


def _check(model: type[Model], data: bytes, member: str) -> Model:
    """Return the numbers of one member of the archive."""
    try:
        return model.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        why = first["msg"][0].lower() + first["msg"][1:]
        raise CalibrationTrouble(
            say("In {file} {where} does not fit: {why}.", file=member, where=where, why=why), _AGAIN
        ) from None


def _read_members(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the facts, the picture of the empty mat, and the camera's position, empty if there is none."""
    try:
        with archives.open_archive(io.BytesIO(data)) as archive:
            limits = {_FACTS: SETTINGS_BYTES, _EMPTY: CALIBRATION_BYTES}
            if _STAND in archive.namelist():
                limits[_STAND] = SETTINGS_BYTES
            if any(archive.getinfo(name).file_size > most for name, most in limits.items()):
                raise CalibrationTrouble(say("It is too large for a calibration."), _AGAIN)
            members = {name: b"".join(archives.unpack_pieces(archive, name)) for name in limits}
            return members[_FACTS], members[_EMPTY], members.get(_STAND, b"")
    except KeyError as error:
        missing = next(name for name in (_FACTS, _EMPTY) if name in str(error))
        raise CalibrationTrouble(
            say("It is not a calibration: it holds no {missing}.", missing=missing), _AGAIN
        ) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise CalibrationTrouble(
            say("It is damaged, or is not a calibration ({why}).", why=str(error)), _AGAIN
        ) from None
