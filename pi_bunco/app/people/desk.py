"""Shows what is stored about people, and deletes it when the host wants that."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pi_bunco.app.people.refusals import COPIES, find_refusal, refuse_second
from pi_bunco.app.people.retention import PhotoRetention
from pi_bunco.app.people.wish import Wish, load_wish, save_wish
from pi_bunco.dates import say_date
from pi_bunco.errors import Trouble
from pi_bunco.game.refused import Refused
from pi_bunco.game.renaming import find_spellings
from pi_bunco.game.roster import (
    EveningGuests,
    find_free_names,
    gather_guests,
    read_evenings,
    read_imported_evenings,
)
from pi_bunco.rules import SHEETS, load_sheet
from pi_bunco.sentences import say
from pi_bunco.settings.config import STICK, is_stick_mounted
from pi_bunco.store import BACKUPS, KeptThrows, Photos
from pi_bunco.store.imported import read_imported_games
from pi_bunco.store.kept_throws import FOLDER as KEPT
from pi_bunco.store.package import list_numbered
from pi_bunco.store.photos import StoredPhoto, list_photos, parse_name
from pi_bunco.store.rewrite import list_old_copies, read_games
from pi_bunco.views.people import Deletion, GuestPlan, StoredBackups, StoredEvening, StoredPhotos, StoredView

_DATE = slice(-len("2026-01-05.zip"), -len(".zip"))
"""Where the date is in the name of a backup."""
_MAX_MEGABYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class DeletionDesk:
    """Implements :class:`pi_bunco.web.ports.people.PeopleDesk` for a running table.

    Attributes
    ----------
    folder
        The state directory.
    photos
        Its photos.
    kept
        The pictures that are kept for learning, ``None`` if that is off.
    retention
        Knows how long photos stay, and which game is being played.
    start_again
        Ends the program soon, and starts it again: then it deletes what the host wants.
    """

    folder: Path
    photos: Photos
    kept: KeptThrows | None
    retention: PhotoRetention
    start_again: Callable[[], None]

    def view(self) -> StoredView:
        """Return all that is stored about people."""
        evenings = read_evenings(self.folder)
        imported = read_imported_evenings(self.folder)
        photos = list_photos(self.folder)
        kept = self._get_kept()
        return StoredView(
            guests=gather_guests((*evenings, *imported)),
            evenings=tuple(self._describe(each, photos) for each in reversed(evenings)),
            photos=StoredPhotos(
                len(photos),
                sum(photo.size for photo in photos),
                min((_name_day(photo.saved) for photo in photos), default=""),
                self.retention.days,
            ),
            kept=kept.amount.pictures if kept else 0,
            keeps=self.kept is not None,
            backups=tuple(self._list_backups()),
            imported=len(imported),
            copies=tuple(path.name for path in list_old_copies(self.folder, COPIES)),
            deletion=_describe_wish(load_wish(self.folder)),
        )

    def plan_guest(self, name: str) -> GuestPlan:
        """Return what would happen if a guest were deleted.

        Raises
        ------
        Refused
            If they cannot be deleted now.
        """
        games = self._check(Wish(name=name))
        evenings = sum(bool(find_spellings(lines, name)) for lines in games.values())
        known = (
            *read_evenings(self.folder, hide=False),
            *read_imported_evenings(self.folder, hide=False),
        )
        return GuestPlan(name, evenings, find_free_names(known, 1)[0])

    def plan_game(self, game: int) -> StoredEvening:
        """Return an evening that can be deleted.

        Raises
        ------
        Refused
            If there is none with this number, or it cannot be deleted now.
        """
        self._check(Wish(game=game))
        return self._find_evening(game)

    def forget_guest(self, name: str) -> None:
        """Delete a guest for good: the program starts again for it (:class:`Refused`: not now)."""
        self._check(Wish(name=name))
        self._begin(Wish(name=name))

    def forget_game(self, game: int) -> None:
        """Delete an evening for good: the program starts again for it (:class:`Refused`: not now)."""
        self._check(Wish(game=game))
        self._begin(Wish(game=game))

    def try_again(self) -> None:
        """Go on with a deletion that is not complete: the program starts again."""
        self.start_again()

    def give_up(self) -> None:
        """Forget a deletion that was not possible. One that was begun is completed all the same."""
        wish = load_wish(self.folder)
        if wish and not wish.number:
            save_wish(Wish(stage="done"), self.folder)

    def list_photos(self, game: int) -> Sequence[StoredPhoto]:
        """Return the photos of an evening, oldest first (:class:`Refused`: there is no such evening)."""
        self._find_evening(game)
        return [photo for photo in list_photos(self.folder) if photo.game == game]

    def forget_photos(self, names: Sequence[str]) -> None:
        """Delete some photos for good.

        Raises
        ------
        Refused
            If one is of the game that is being played.
        OSError
            If the disk does not take it.
        """
        running = self.retention.find_running()
        if any(parse_name(name)[0] == running for name in names):
            raise Refused(
                say("This evening is being played, and somebody may still ask for its photos."),
                say("Play it to its end, or begin a new game; then delete them."),
            )
        self.photos.remove(names)

    def forget_all_photos(self) -> int:
        """Delete all photos for good, except those of the game that is being played; return how many."""
        return self.retention.remove_all()

    def forget_kept(self) -> None:
        """Delete all pictures that are kept for learning, for good."""
        kept = self._get_kept()
        if kept:
            kept.remove_game(None)

    def choose_days(self, days: int) -> None:
        """Let photos stay so many days from now on (:class:`OSError`: the disk does not take that)."""
        self.retention.choose(days)

    def _get_kept(self) -> KeptThrows | None:
        if self.kept:
            return self.kept
        # Pictures stay there after somebody has switched that off.
        return KeptThrows(self.folder, _MAX_MEGABYTES) if (self.folder / KEPT).is_dir() else None

    def _check(self, wish: Wish) -> dict[int, list[str]]:
        """Return the games of the log, or raise why a wish cannot be fulfilled."""
        refuse_second(self.folder)
        games = read_games(self.folder) | read_imported_games(self.folder)
        if refusal := find_refusal(wish, games, self.folder):
            raise refusal
        return games

    def _begin(self, wish: Wish) -> None:
        try:
            save_wish(wish, self.folder)
        except OSError as error:
            raise Trouble(
                say("Nothing was deleted: the disk cannot be written ({why}).", why=error.strerror),
                say("“{heading}” says what is wrong with the disk.", heading=say("Is everything working?")),
            ) from error
        self.start_again()

    def _find_evening(self, game: int) -> StoredEvening:
        photos = list_photos(self.folder)
        for evening in read_evenings(self.folder):
            if evening.game == game:
                return self._describe(evening, photos)
        raise Refused(say("There is no evening {number}.", number=game), say("Look at the list again."))

    def _describe(self, evening: EveningGuests, photos: Sequence[StoredPhoto]) -> StoredEvening:
        own = [photo for photo in photos if photo.game == evening.game]
        title = load_sheet(evening.title).title if evening.title in SHEETS else evening.title
        return StoredEvening(
            game=evening.game,
            date=evening.time[:10],
            title=title,
            tables=evening.tables,
            guests=len(evening.names),
            photos=len(own),
            photo_bytes=sum(photo.size for photo in own),
            is_running=evening.game == self.retention.find_running(),
            is_demo=not evening.counts,
        )

    def _list_backups(self) -> Sequence[StoredBackups]:
        places = [(False, self.folder / BACKUPS), *([(True, STICK)] if is_stick_mounted() else [])]
        found = []
        for on_stick, folder in places:
            try:
                dates = sorted(path.name[_DATE] for _, path in list_numbered(folder))
            except OSError:  # a stick that is being pulled out
                continue
            found.append(StoredBackups(on_stick, len(dates), *((dates[0], dates[-1]) if dates else ())))
        return found


def _describe_wish(wish: Wish | None) -> Deletion | None:
    if wish is None or not (wish.is_open or wish.number or wish.text):
        return None
    return Deletion(
        is_done=wish.stage == "done",
        is_refused=wish.stage == "refused",
        game=wish.game,
        stands_for=wish.stands_for,
        evenings=wish.evenings,
        photos=wish.photos,
        is_listed=wish.listed,
        text=wish.text,
        remedy=wish.remedy,
    )


def _name_day(seconds: float) -> str:
    return say_date(date.fromtimestamp(seconds))  # noqa: DTZ012 - the host's own day
