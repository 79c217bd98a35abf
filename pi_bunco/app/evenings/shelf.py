"""Finds past evenings, and keeps a summary of each, which is made once: after its last line."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from pi_bunco.app.evenings import apart
from pi_bunco.app.evenings.league_file import load_league, save_league
from pi_bunco.app.evenings.summaries import load_summaries, save_summaries
from pi_bunco.app.people.imported import delete_imported
from pi_bunco.errors import Trouble
from pi_bunco.game.evening_identity import BEGINNING, find_identity
from pi_bunco.game.refused import Refused
from pi_bunco.game.roster import gather_guests, read_evenings, read_imported_evenings
from pi_bunco.limits import EVENING_BYTES, EVENING_PHOTOS, MEGABYTE
from pi_bunco.limits import IMPORTED as IMPORTED_EVENINGS
from pi_bunco.machine.apart import run_apart
from pi_bunco.machine.disk_space import say_why
from pi_bunco.paper.pdf_kinds import PaperKind, PaperSize
from pi_bunco.sentences import say
from pi_bunco.store.evening_file import pack_evening
from pi_bunco.store.imported import FOLDER as IMPORTED
from pi_bunco.store.imported import add_imported, list_imported, remove_drafts
from pi_bunco.store.past_games import list_stamps, read_game
from pi_bunco.store.photos import FOLDER as PHOTOS
from pi_bunco.store.photos import is_name
from pi_bunco.views.evenings import PastEvening
from pi_bunco.views.league import League
from pi_bunco.web.ports.evenings import EveningList, OfferedEvening

SUMMARIZE_SECONDS = 60.0
"""Seconds between two looks for evenings without a summary, so that no page waits for one."""
_FEW = 3
"""So many evenings are read in this process while nobody plays: to start another one would take longer."""
Made = TypeVar("Made")


class EveningShelf:
    """Implements :class:`pi_bunco.web.ports.evenings.PastEvenings` for a state directory.

    Parameters
    ----------
    folder
        The state directory.
    find_running
        Returns the number of the game that is being played, 0 if none is. It is no past evening yet.
    renew_backups
        Lets the backups be renewed soon after an evening was deleted. Otherwise the next start does it.
    """

    def __init__(
        self, folder: Path, find_running: Callable[[], int], renew_backups: Callable[[], None] = lambda: None
    ) -> None:
        self._folder, self._find_running, self._renew_backups = folder, find_running, renew_backups
        self._lock = threading.Lock()
        self._upload, self._data = "", bytearray()

    def remove_drafts(self) -> None:
        """Remove what a power cut has left of evenings that were being taken in or deleted, with their names.

        The program does this at its start. A disk that refuses it does not stop the table.
        """
        with suppress(OSError):
            remove_drafts(self._folder)

    def find_stamps(self) -> dict[str, str]:
        """Return the keys of all past evenings, each with a text that changes with its lines."""
        running = self._find_running()
        stamps = {str(game): stamp for game, stamp in list_stamps(self._folder).items() if game != running}
        return stamps | {f"p{identity}": stamp for identity, stamp in list_imported(self._folder).items()}

    def list_all(self) -> EveningList:
        """Return all past evenings, newest first.

        Another process reads those without a summary if they are many, or while somebody plays.

        An evening that is in the log and also came as a file is listed once.
        """
        with self._lock:
            stamps = self.find_stamps()
            known = load_summaries(self._folder)
            wanted = {f"{key} {stamp}": key for key, stamp in stamps.items()}
            missing = [place for place in wanted if place not in known]
            if missing:
                keys = [wanted[place] for place in missing]
                made = self._read(apart.summarize, keys, many=len(keys) > _FEW)
                known |= dict(zip(missing, made, strict=True))
            if missing or known.keys() != wanted.keys():
                known = {place: known[place] for place in wanted}
                save_summaries(self._folder, known)
        in_log = {each.identity for each in known.values() if not each.is_imported}
        shown = (each for each in known.values() if not (each.is_imported and each.identity in in_log))
        newest = sorted(shown, key=lambda each: (each.time, len(each.key), each.key), reverse=True)
        return EveningList(stamps, tuple(newest))

    def list_guests(self) -> tuple[str, ...]:
        """Return the names of the guests of all evenings, those of the last one first."""
        evenings = (*read_evenings(self._folder), *read_imported_evenings(self._folder))
        return tuple(guest.name for guest in gather_guests(evenings) if guest.evenings)

    def describe(self, key: str) -> PastEvening:
        """Return the whole of an evening."""
        return self._read(apart.describe, key)

    def draw(self, kind: PaperKind, key: str, size: PaperSize, language: str = "en") -> bytes:
        """Return a paper of an evening as PDF, drawn in another process."""
        return run_apart(apart.draw_paper, self._folder, kind, key, size, language)

    def read_record(self, key: str) -> list[str]:
        """Return the lines of an evening's record."""
        return apart.read_record(self._folder, key)

    def find_photo(self, key: str, name: str) -> Path | None:
        """Return the file of a photo of an evening, ``None`` if there is none."""
        inner = self._folder / IMPORTED / key[1:] if key.startswith("p") else self._folder
        path = inner / PHOTOS / name
        return path if is_name(name) and path.is_file() else None

    def pack(self, key: str, photos: tuple[str, ...]) -> bytes:
        """Return an evening as a file, with those of these photos that are there."""
        paths = {name: path for name in photos if (path := self.find_photo(key, name))}
        packed = {name: paths[name].read_bytes() for name in list(paths)[:EVENING_PHOTOS]}
        return pack_evening(self.read_record(key), packed)

    def add_piece(self, upload: str, at: int, piece: bytes) -> None:
        """Keep the next piece of a file. The first one begins a new file, and drops another one."""
        with self._lock:
            if at == 0:
                self._upload, self._data = upload, bytearray()
            if upload != self._upload or at != len(self._data):
                raise _miss_file()
            if at + len(piece) > EVENING_BYTES:
                raise Refused(
                    say(
                        "This file is too large: at most {most} MB are allowed.",
                        most=EVENING_BYTES // MEGABYTE,
                    ),
                    say("Choose the file of an evening; without photos it is small."),
                )
            self._data += piece

    def preview(self, upload: str) -> OfferedEvening:
        """Return what is in a file that has come, examined in another process."""
        file, summary = run_apart(apart.examine, self._get_file(upload))
        self._check_new(summary.identity)
        return OfferedEvening(summary, len(file.photos))

    def take(self, upload: str) -> str:
        """Take in a file that has come, and return the key of its evening."""
        data = self._get_file(upload)
        file, summary = run_apart(apart.examine, data)
        with self._lock:
            self._check_new(summary.identity)
            try:
                add_imported(self._folder, summary.identity, file.lines, file.photos)
            except OSError as error:
                raise Trouble(
                    say("The evening was not added: {why}.", why=say_why(error, self._folder)),
                    say("Make room on the card, and choose the file again."),
                ) from error
            self._upload, self._data = "", bytearray()
        return f"p{summary.identity}"

    def remove(self, key: str) -> None:
        """Delete an evening that came as a file, what the league has of it, and the backups with it."""
        with self._lock:
            delete_imported(self._folder, key[1:])
        self._renew_backups()

    def get_league(self) -> League:
        """Return what the host has chosen for the league."""
        return load_league(self._folder)

    def save_league(self, league: League) -> None:
        """Keep what the host has chosen for the league."""
        save_league(self._folder, league)

    def _read(self, read: Callable[[Path, Any], Made], what: object, *, many: bool = False) -> Made:
        """Read evenings in another process while somebody plays, or if they are many."""
        if many or self._find_running():
            return run_apart(read, self._folder, what)
        return read(self._folder, what)

    def _get_file(self, upload: str) -> bytes:
        if upload != self._upload or not self._data:
            raise _miss_file()
        return bytes(self._data)

    def _check_new(self, identity: str) -> None:
        """Refuse an evening that is here already, also one that is being played, and one too many."""
        running = self._find_running()
        log = {*list_stamps(self._folder), *([running] if running else [])}
        here = {find_identity(read_game(self._folder, game, most=BEGINNING)) for game in log}
        imported = list_imported(self._folder)
        if identity in here or identity in imported:
            raise Refused(
                say("This evening is here already."), say("Look for it in the list; nothing was added twice.")
            )
        if len(imported) >= IMPORTED_EVENINGS:
            raise Refused(
                say("There are {count} evenings from other Pis here, and no more fit.", count=len(imported)),
                say("Save an old one as a file, and delete it on its page; then choose this file again."),
            )


def _miss_file() -> Refused:
    return Refused(say("This file has not arrived completely."), say("Choose the file again."))
