"""What is stored about people on this Pi, for the page that shows it."""

from dataclasses import dataclass

from pi_bunco.game.roster import EarlierGuest


@dataclass(frozen=True, slots=True)
class StoredEvening:
    """An evening in the log.

    Attributes
    ----------
    game
        The number of its game.
    date
        Its date, ``2026-01-05``, or ``""`` if the log does not say it.
    title
        The title of its sheet.
    tables, guests
        How many there were.
    photos, photo_bytes
        How many photos of its dice there are, and their size.
    is_running
        Whether it is being played, so that nothing of it can be deleted.
    is_demo
        Whether nobody played it: it was not begun, or mock people played.
    """

    game: int
    date: str
    title: str
    tables: int
    guests: int
    photos: int
    photo_bytes: int
    is_running: bool = False
    is_demo: bool = False


@dataclass(frozen=True, slots=True)
class StoredPhotos:
    """The photos of dice: how many, their bytes, the date of the oldest, and for how many days they stay."""

    count: int
    bytes: int
    oldest: str
    days: int


@dataclass(frozen=True, slots=True)
class StoredBackups:
    """The backups in one place.

    Attributes
    ----------
    on_stick
        Whether they are on a USB stick.
    count
        How many there are.
    oldest, newest
        The dates in their names; ``""`` without any.
    """

    on_stick: bool
    count: int
    oldest: str = ""
    newest: str = ""


@dataclass(frozen=True, slots=True)
class Deletion:
    """The last deletion of a guest or an evening.

    Attributes
    ----------
    is_done
        Whether it is complete on this Pi.
    is_refused
        Whether nothing was deleted.
    game
        The evening that was deleted; 0: it was a guest.
    stands_for
        The names that stand for the guest.
    evenings, photos
        In how many evenings they stand, and how many photos of the evening were deleted.
    is_listed
        Whether the settings still name the guest.
    text, remedy
        Why it is not complete, and what to do.
    """

    is_done: bool
    is_refused: bool
    game: int
    stands_for: tuple[str, ...]
    evenings: int
    photos: int
    is_listed: bool
    text: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class StoredView:
    """All that is stored about people.

    Attributes
    ----------
    guests
        The guests of all evenings, those of the last evening first.
    evenings
        The evenings, newest first.
    photos
        The photos of dice.
    kept
        How many pictures are kept for learning; ``keeps``: whether more are kept.
    backups
        The backups on the card, and those on a stick if one is plugged in.
    imported
        How many evenings came from other Pis as files.
    copies
        The names of the folders with older logs, which were set aside.
    deletion
        The last deletion, ``None`` if there was none.
    """

    guests: tuple[EarlierGuest, ...]
    evenings: tuple[StoredEvening, ...]
    photos: StoredPhotos
    kept: int
    keeps: bool
    backups: tuple[StoredBackups, ...]
    imported: int
    copies: tuple[str, ...]
    deletion: Deletion | None


@dataclass(frozen=True, slots=True)
class GuestPlan:
    """What would happen to a guest: their ``name``, in how many ``evenings``, and the name there instead."""

    name: str
    evenings: int
    stands_for: str
