"""Keeps photos of throws that people corrected, with labels: a reader can learn this table's dice from them.

The folder has the layout that ``models/evaluate.py`` reads: ``labels.jsonl`` with one JSON object for each
picture, and the pictures in ``images/``. It contains pictures of the mat and values of dice, but no names.
"""

import json
import os
import re
import threading
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import structlog

from pi_bunco.machine.disk import fsync, link_or_copy, write_atomic
from pi_bunco.machine.disk_space import say_why
from pi_bunco.store.photos import find_newest, parse_name

_log = structlog.get_logger()

Body = dict[str, Any]

FOLDER = "kept"
LABELS = "labels.jsonl"
IMAGES = "images"
_PICTURE_NAME = re.compile(r"\d+-\d+\.jpg")
_MEGABYTE = 1_000_000

_SHARE_AFTER_TRIM = 0.9
"""Pictures over the limit are removed down to this share of it, since each removal rewrites the labels."""


@dataclass(frozen=True, slots=True)
class KeptAmount:
    """How many ``pictures`` are kept, and how many ``megabytes`` of at most ``limit`` they take.

    ``trouble`` is why the last throw could not be kept, ``""`` if nothing is wrong.
    """

    pictures: int
    megabytes: float
    limit: int
    trouble: str = ""


class KeptThrows:
    """The kept throws of a state directory. Nothing is written before the first throw is kept.

    After a power cut each label is complete and has its picture.

    Parameters
    ----------
    folder
        The state directory, which exists already.
    megabytes
        The limit for all pictures together. If they take more, the oldest are removed.
    """

    def __init__(self, folder: Path, megabytes: int) -> None:
        self._folder = folder / FOLDER
        self._images = self._folder / IMAGES
        self._limit = megabytes
        self._trouble = ""
        self._lock = threading.Lock()  # the writer keeps pictures, the host may delete them
        self._rows: dict[str, Body] = {}
        self._sizes: dict[str, int] = {}
        self._readable = True
        try:
            if self._folder.is_dir():
                self._open()
        except OSError as error:  # a damaged card: its files stay as they are
            self._readable = False
            self._note_trouble(error)

    @property
    def amount(self) -> KeptAmount:
        """How much is kept. Any thread may read this."""
        megabytes = round(sum(tuple(self._sizes.values())) / _MEGABYTE, 1)
        return KeptAmount(len(self._rows), megabytes, self._limit, self._trouble)

    def keep(self, picture: Path | None, name: str, label: Body) -> None:
        """Keep a picture with its label, or change the label of a kept picture.

        If the disk refuses it, :attr:`amount` reports the trouble and the game goes on.

        Parameters
        ----------
        picture
            The photo, ``None`` if it no longer exists.
        name
            The name under which it is kept.
        label
            The label's values besides ``image``.
        """
        with self._lock:
            self._keep(picture, name, label)

    def _keep(self, picture: Path | None, name: str, label: Body) -> None:
        row = {"image": f"{IMAGES}/{name}"} | label
        known = self._rows.get(name)
        if not self._readable or known == row or (picture is None and known is None):
            return
        try:
            if known is not None:
                self._rows[name] = row
                self._write_all()
            elif picture is not None:
                self._add(picture, name, row)
            self._trouble = ""
        except OSError as error:
            self._note_trouble(error)

    def drop(self, name: str) -> None:
        """Remove a picture and its label, if they are kept."""
        with self._lock:
            if name in self._rows:
                self._remove([name])

    def remove_game(self, game: int | None) -> int:
        """Remove all pictures of a game with their labels, and return how many; ``None``: of all games."""
        with self._lock:
            names = [name for name in self._rows if game is None or parse_name(name)[0] == game]
            if names:
                self._remove(names)
            return len(names)

    def _add(self, picture: Path, name: str, row: Body) -> None:
        self._images.mkdir(parents=True, exist_ok=True)
        place = self._images / name
        place.unlink(missing_ok=True)
        fsync(picture)
        link_or_copy(picture, place)
        fsync(self._images)
        labels = self._folder / LABELS
        first = not labels.exists()
        with labels.open("a", encoding="utf-8") as file:
            file.write(_format_line(row))
            file.flush()
            os.fsync(file.fileno())
        if first:
            fsync(self._folder)
        self._rows[name] = row
        self._sizes[name] = place.stat().st_size
        self._trim()

    def _trim(self) -> None:
        """Remove the oldest pictures if the limit is exceeded."""
        total = sum(self._sizes.values())
        if total > self._limit * _MEGABYTE:
            excess = total - self._limit * _MEGABYTE * _SHARE_AFTER_TRIM
            bytes_before = accumulate(self._sizes.values(), initial=0)  # of all older pictures
            oldest = zip(self._sizes, bytes_before, strict=False)
            self._remove([name for name, before in oldest if before < excess])

    def _remove(self, names: list[str]) -> None:
        """Remove labels and then their pictures, so that each label always has its picture."""
        for name in names:
            del self._rows[name]
            self._sizes.pop(name, None)
        try:
            self._write_all()
            for name in names:
                (self._images / name).unlink(missing_ok=True)
        except OSError as error:
            self._note_trouble(error)

    def _open(self) -> None:
        """Read the labels, and repair damage by a power cut or a person."""
        try:
            lines = (self._folder / LABELS).read_text("utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            lines = []
        for line in lines:
            try:
                row = json.loads(line)
                picture = self._folder / row["image"]
                self._sizes[picture.name] = picture.stat().st_size
                self._rows[picture.name] = row
            except (ValueError, KeyError, TypeError, OSError):
                continue
        try:
            if len(self._rows) < len(lines):
                self._write_all()
            for path in self._images.glob("*"):
                if _PICTURE_NAME.fullmatch(path.name) and path.name not in self._rows:
                    path.unlink()
        except OSError as error:
            self._note_trouble(error)

    def _write_all(self) -> None:
        write_atomic(self._folder / LABELS, "".join(map(_format_line, self._rows.values())).encode())

    def _note_trouble(self, error: OSError) -> None:
        self._trouble = say_why(error, self._folder)
        _log.warning("a throw is not kept", why=self._trouble)


def _format_line(row: Body) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def find_newest_kept(folder: Path) -> tuple[int, int] | None:
    """Return the game and event of the newest kept picture in a state directory, ``None`` without any."""
    return find_newest(folder / FOLDER / IMAGES)
