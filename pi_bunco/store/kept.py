"""Throws that people put right, kept as a labelled folder, so that a reader can learn this table's dice.

The folder has the shape that ``pi-bunco evaluate`` reads: ``labels.jsonl`` with one JSON object a picture,
and the pictures under ``images/``. It holds pictures of the mat and values of dice, and no names.
"""

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog

from pi_bunco.disk import fsync, write_atomic

_log = structlog.get_logger()

Body = dict[str, Any]

FOLDER = "kept"
LABELS = "labels.jsonl"
_IMAGES = "images"
_OURS = re.compile(r"\d+-\d+\.jpg")
_MEGABYTE = 1_000_000

_ROOM = 0.9
"""Beyond the limit so much of it stays, since the labels are written anew each time that something goes."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What is kept: how many ``pictures``, how many ``megabytes`` of at most ``limit``, and what is wrong."""

    pictures: int
    megabytes: float
    limit: int
    trouble: str = ""


class Kept:
    """The kept throws of a state directory; nothing is written before there is something to keep.

    After a power cut there is no label without its picture, and none that is cut off.

    Parameters
    ----------
    folder
        The state directory; it is there already.
    megabytes
        How much the pictures may take; the oldest go first.
    """

    def __init__(self, folder: Path, megabytes: int) -> None:
        self._folder = folder / FOLDER
        self._images = self._folder / _IMAGES
        self._limit = megabytes
        self._trouble = ""
        self._rows: dict[str, Body] = {}
        self._sizes: dict[str, int] = {}
        self._readable = True
        try:
            if self._folder.is_dir():
                self._open()
        except OSError as error:  # a damaged card: what is there is left as it is
            self._readable = False
            self._note(error)

    @property
    def holding(self) -> Holding:
        """How much is kept. May be asked by any thread."""
        megabytes = round(sum(tuple(self._sizes.values())) / _MEGABYTE, 1)
        return Holding(len(self._rows), megabytes, self._limit, self._trouble)

    def keep(self, picture: Path | None, name: str, label: Body) -> None:
        """Keep a picture with its label, or change the label of one that is kept.

        A disk that does not take it is reported in :attr:`holding`, and does not stop the game.

        Parameters
        ----------
        picture
            The photo; ``None`` if it is no longer there.
        name
            Its name, under which it is kept.
        label
            What the label says beside ``image``.
        """
        row = {"image": f"{_IMAGES}/{name}"} | label
        known = self._rows.get(name)
        if not self._readable or known == row or (picture is None and known is None):
            return
        try:
            if name in self._rows:
                self._rows[name] = row
                self._write_all()
            elif picture is not None:
                self._add(picture, name, row)
            self._trouble = ""
        except OSError as error:
            self._note(error)

    def drop(self, name: str) -> None:
        """Remove a picture, if it is kept."""
        if name in self._rows:
            self._remove([name])

    def _add(self, picture: Path, name: str, row: Body) -> None:
        self._images.mkdir(parents=True, exist_ok=True)
        place = self._images / name
        place.unlink(missing_ok=True)
        fsync(picture)
        try:
            os.link(picture, place)  # the photo's own bytes: nothing is written twice on the card
        except OSError:  # a file system without links
            shutil.copyfile(picture, place)
            fsync(place)
        fsync(self._images)
        labels = self._folder / LABELS
        first = not labels.exists()
        with labels.open("a", encoding="utf-8") as file:
            file.write(_line(row))
            file.flush()
            os.fsync(file.fileno())
        if first:
            fsync(self._folder)
        self._rows[name] = row
        self._sizes[name] = place.stat().st_size
        self._trim()

    def _trim(self) -> None:
        """Let the oldest pictures go, if there is more than may be."""
        total = sum(self._sizes.values())
        if total <= self._limit * _MEGABYTE:
            return
        gone = []
        for name, size in self._sizes.items():
            if total <= self._limit * _MEGABYTE * _ROOM:
                break
            gone.append(name)
            total -= size
        self._remove(gone)

    def _remove(self, names: list[str]) -> None:
        """Take pictures away: first their labels, so that none is ever left without its picture."""
        for name in names:
            del self._rows[name]
            self._sizes.pop(name, None)
        try:
            self._write_all()
            for name in names:
                (self._images / name).unlink(missing_ok=True)
        except OSError as error:
            self._note(error)

    def _open(self) -> None:
        """Read the labels, and mend what a power cut or a person has left of them."""
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
                if _OURS.fullmatch(path.name) and path.name not in self._rows:
                    path.unlink()
        except OSError as error:
            self._note(error)

    def _write_all(self) -> None:
        write_atomic(self._folder / LABELS, "".join(map(_line, self._rows.values())).encode())

    def _note(self, error: OSError) -> None:
        self._trouble = error.strerror or str(error)
        _log.warning("a throw is not kept", why=self._trouble)


def _line(row: Body) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
