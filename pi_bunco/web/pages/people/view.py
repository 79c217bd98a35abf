"""Says in words what is stored about people."""

from collections.abc import Sequence
from dataclasses import dataclass

from pi_bunco.access.devices import Device
from pi_bunco.game.roster import EarlierGuest
from pi_bunco.limits import PHOTOS_FOR_EVER
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.store.photos import StoredPhoto
from pi_bunco.views.people import Deletion, StoredBackups, StoredEvening, StoredPhotos, StoredView
from pi_bunco.web.pages.people.words import name_date, name_days, name_evening, name_size
from pi_bunco.web.ports.people import PeopleDesk

_CHOICES = (0, 7, 30, 365, PHOTOS_FOR_EVER)
"""The days that the host can choose."""


@dataclass(frozen=True, slots=True)
class DeletionNews:
    """What became of the last deletion: in words, what to do, and whether one can try again or give up."""

    heading: Sentence
    lines: tuple[str, ...]
    is_good: bool
    may_try: bool = False
    may_give_up: bool = False


@dataclass(frozen=True, slots=True)
class GuestLine:
    """A guest: their name, and in words how often they were there."""

    name: str
    says: Sentence


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening: its number, its name, what it has, its photos, and whether it can be deleted."""

    game: int
    title: Sentence
    says: Sentence
    photos: Sentence | None
    may_delete: bool


@dataclass(frozen=True, slots=True)
class Inventory:
    """All that the page shows."""

    news: DeletionNews | None
    guests: tuple[GuestLine, ...]
    evenings: tuple[EveningLine, ...]
    imported: Sentence | None
    photos: Sentence
    has_photos: bool
    days: int
    choices: tuple[tuple[int, Sentence], ...]
    kept: Sentence
    has_kept: bool
    backups: tuple[Sentence, ...]
    copies: Sentence | None
    devices: Sentence


@dataclass(frozen=True, slots=True)
class Album:
    """The photos of an evening. ``may_delete``: it is not being played."""

    game: int
    title: Sentence
    photos: tuple[StoredPhoto, ...]
    may_delete: bool


def make_inventory(view: StoredView, devices: Sequence[tuple[Device, object, object]]) -> Inventory:
    """Return in words what is stored.

    Parameters
    ----------
    view
        What is stored.
    devices
        The devices that the door knows.
    """
    days = view.photos.days
    return Inventory(
        news=_make_news(view.deletion) if view.deletion else None,
        guests=tuple(GuestLine(guest.name, _say_evenings(guest)) for guest in view.guests),
        evenings=tuple(map(_make_evening, view.evenings)),
        imported=say_count(
            "{count} evening of another Pi, on its own page",
            "{count} evenings of other Pis, on their own pages",
            view.imported,
        )
        if view.imported
        else None,
        photos=_say_photos(view.photos),
        has_photos=view.photos.count > 0,
        days=days,
        choices=tuple((each, name_days(each)) for each in sorted({*_CHOICES, days})),
        kept=_say_kept(view),
        has_kept=view.kept > 0,
        backups=tuple(map(_say_backups, view.backups)),
        copies=say(
            "Older logs that were set aside, in {folders}. Any deletion here deletes them too.",
            folders=", ".join(view.copies),
        )
        if view.copies
        else None,
        devices=_say_devices([device for device, *_ in devices]),
    )


def make_album(desk: PeopleDesk, game: int) -> Album:
    """Return the photos of an evening (:class:`pi_bunco.game.refused.Refused`: there is no such evening)."""
    photos = tuple(desk.list_photos(game))
    evening = next(each for each in desk.view().evenings if each.game == game)
    return Album(game, name_evening(evening), photos, may_delete=not evening.is_running)


def _make_news(deletion: Deletion) -> DeletionNews:
    if deletion.is_refused:
        return DeletionNews(say("Nothing was deleted."), (deletion.text, deletion.remedy), is_good=False)
    what = _say_deleted(deletion)
    if not deletion.is_done:
        lines = (*what, deletion.text, deletion.remedy)
        return DeletionNews(
            say("Not everything is deleted yet."),
            tuple(filter(None, lines)),
            is_good=False,
            may_try=True,
            may_give_up=not what,
        )
    listed = (say("The settings still name this guest: delete the name under “players” in table.toml."),)
    return DeletionNews(
        say("It is deleted for good."),
        (
            *what,
            say("A new backup is made, and the older ones on this Pi are deleted."),
            *(listed if deletion.is_listed else ()),
            say("Plug in each USB stick with backups once: its older ones are deleted then."),
        ),
        is_good=True,
    )


def _say_deleted(deletion: Deletion) -> tuple[Sentence, ...]:
    if deletion.stands_for:
        return (
            say_count(
                "“{names}” stands for the guest in {count} evening. All scores are the same as before.",
                "“{names}” stands for the guest in {count} evenings. All scores are the same as before.",
                deletion.evenings,
                names=", ".join(deletion.stands_for),
            ),
        )
    if deletion.game and deletion.is_done:
        return (
            say_count(
                "Evening {number} is gone, and {count} photo with it.",
                "Evening {number} is gone, and {count} photos with it.",
                deletion.photos,
                number=deletion.game,
            ),
        )
    return ()


def _say_evenings(guest: EarlierGuest) -> Sentence:
    if not guest.evenings:
        return say("only on the list of a game that nobody played")
    if not guest.last:
        return say_count("{count} evening", "{count} evenings", guest.evenings)
    return say_count(
        "{count} evening, on {last}",
        "{count} evenings, the last on {last}",
        guest.evenings,
        last=name_date(guest.last),
    )


def _make_evening(evening: StoredEvening) -> EveningLine:
    guests = say_count("{count} guest", "{count} guests", evening.guests)
    tables = say_count("{count} table", "{count} tables", evening.tables)
    if evening.is_running:
        says = say("{guests}, {tables}; on the pages now", guests=guests, tables=tables)
    elif evening.is_demo:
        says = say("{guests}, {tables}; nobody played it", guests=guests, tables=tables)
    else:
        says = say("{guests}, {tables}", guests=guests, tables=tables)
    photos = say_count("{count} photo, {size}", "{count} photos, {size}", evening.photos,
                       size=name_size(evening.photo_bytes))  # fmt: skip
    return EveningLine(
        evening.game,
        name_evening(evening),
        says,
        photos if evening.photos else None,
        may_delete=not evening.is_running,
    )


def _say_photos(photos: StoredPhotos) -> Sentence:
    if not photos.count:
        return say("There are no photos of dice.")
    return say_count(
        "There is {count} photo of dice, {size}, from {oldest}.",
        "There are {count} photos of dice, {size} in all, the oldest from {oldest}.",
        photos.count,
        size=name_size(photos.bytes),
        oldest=name_date(photos.oldest),
    )


def _say_kept(view: StoredView) -> Sentence:
    count = say_count("{count} picture", "{count} pictures", view.kept)
    if view.keeps:
        return say(
            "Pictures of throws that somebody has put right are kept, so that the reader can learn: {count}.",
            count=count,
        )
    if view.kept:
        return say("No more pictures are kept for learning, but {count} from before are.", count=count)
    return say("No pictures are kept for learning.")


def _say_backups(backups: StoredBackups) -> Sentence:
    if not backups.count:
        return say("On the USB stick: none.") if backups.on_stick else say("On this Pi’s card: none.")
    oldest, newest = name_date(backups.oldest), name_date(backups.newest)
    if backups.count == 1:
        if backups.on_stick:
            return say("On the USB stick: one backup, from {newest}.", newest=newest)
        return say("On this Pi’s card: one backup, from {newest}.", newest=newest)
    if backups.on_stick:
        return say(
            "On the USB stick: {number} backups, from {oldest} to {newest}.",
            number=backups.count,
            oldest=oldest,
            newest=newest,
        )
    return say(
        "On this Pi’s card: {number} backups, from {oldest} to {newest}.",
        number=backups.count,
        oldest=oldest,
        newest=newest,
    )


def _say_devices(devices: Sequence[Device]) -> Sentence:
    names = [device.name for device in devices if device.name]
    if not devices:
        return say("No device has been let in, and none is asking.")
    count = say_count("{count} device", "{count} devices", len(devices))
    if names:
        return say(
            "{count} with a code and a cookie, some with names that you gave them: {names}.",
            count=count,
            names=", ".join(names),
        )
    return say("{count} with a code and a cookie, without names.", count=count)
