"""What the pages need to show past evenings, the league, and evenings as files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pi_bunco.paper.pdf_kinds import PaperKind, PaperSize
from pi_bunco.views.evenings import EveningSummary, PastEvening
from pi_bunco.views.league import League


@dataclass(frozen=True, slots=True)
class EveningList:
    """All past evenings, newest first, and their stamps then: :meth:`PastEvenings.find_stamps`."""

    stamps: Mapping[str, str]
    evenings: tuple[EveningSummary, ...]


@dataclass(frozen=True, slots=True)
class OfferedEvening:
    """An evening in a file that has come, and how many photos are with it."""

    summary: EveningSummary
    photos: int


class PastEvenings(Protocol):
    """Knows the past evenings of this Pi. Any thread may call it.

    Each method raises :class:`pi_bunco.errors.Trouble` if the log cannot be read, and
    :class:`pi_bunco.game.refused.Refused` if something cannot be done now.
    """

    def find_stamps(self) -> Mapping[str, str]:
        """Return the keys of all past evenings, each with a text that changes with its lines. It is quick."""

    def list_all(self) -> EveningList:
        """Return all past evenings. After the first time only new ones take long."""

    def list_guests(self) -> Sequence[str]:
        """Return the names of all guests, those of the last evening first. It is quick."""

    def describe(self, key: str) -> PastEvening:
        """Return the whole of an evening. It takes a moment."""

    def draw(self, kind: PaperKind, key: str, size: PaperSize, language: str = "en") -> bytes:
        """Return a paper of an evening as PDF, in the language with a code. It takes long."""

    def read_record(self, key: str) -> list[str]:
        """Return the lines of an evening's record."""

    def find_photo(self, key: str, name: str) -> Path | None:
        """Return the file of a photo of an evening, ``None`` if there is none."""

    def pack(self, key: str, photos: tuple[str, ...]) -> bytes:
        """Return an evening as a file, with those of these photos that are there."""

    def add_piece(self, upload: str, at: int, piece: bytes) -> None:
        """Keep the next piece of a file, which begins at byte ``at``; at 0 a new file begins."""

    def preview(self, upload: str) -> OfferedEvening:
        """Return what is in a file that has come. Nothing is kept. It takes long."""

    def take(self, upload: str) -> str:
        """Take in a file that has come, and return the key of its evening."""

    def remove(self, key: str) -> None:
        """Delete an evening that came as a file, for good."""

    def get_league(self) -> League:
        """Return what the host has chosen for the league."""

    def save_league(self, league: League) -> None:
        """Keep what the host has chosen for the league (:class:`OSError`: the disk does not take it)."""
