"""The questions before something is deleted: exactly what goes, and what stays."""

from dataclasses import dataclass

from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.views.people import StoredView
from pi_bunco.web.pages.people.words import name_evening
from pi_bunco.web.ports.people import PeopleDesk


@dataclass(frozen=True, slots=True)
class Question:
    """A question before a deletion.

    Attributes
    ----------
    heading
        The question.
    goes, stays, later
        What goes, what stays, and what must be done by somebody, each as sentences.
    action, button
        The address that deletes it, and what is on the button.
    fields
        The fields of its form, each with its value.
    """

    heading: Sentence
    goes: tuple[Sentence, ...]
    stays: tuple[Sentence, ...]
    later: tuple[Sentence, ...]
    action: str
    button: Sentence
    fields: tuple[tuple[str, object], ...] = ()


_COPIES = say("All older backups of this Pi, and older logs that were set aside. A new backup is made first.")
_LATER = (
    say("A USB stick that is not plugged in: its older backups are deleted when you plug it in next."),
    say("Backups and papers that you have copied to other places: delete those there yourself."),
)
_RESTART = say(
    "The program starts again for this, within a minute. The game on the pages goes on, unless it is deleted."
)


def ask_about_guest(desk: PeopleDesk, name: str) -> Question:
    """Return the question before a guest is deleted (:class:`Refused`: they cannot be deleted now)."""
    plan = desk.plan_guest(name)
    return Question(
        say("Delete {name} for good?", name=plan.name),
        goes=(
            say_count(
                "The name {name} in {count} evening: “{other}” stands there instead.",
                "The name {name} in {count} evenings: “{other}” stands there instead.",
                plan.evenings,
                name=plan.name,
                other=plan.stands_for,
            ),
            say("The names of devices with {name} in them.", name=plan.name),
            _COPIES,
        ),
        stays=(
            say("Their throws and scores, since the results of others depend on them."),
            say("The photos of dice: they have no names. You can delete them separately."),
        ),
        later=(*_LATER, _RESTART),
        action="/people/guest",
        button=say("Delete {name} for good", name=plan.name),
        fields=(("name", plan.name),),
    )


def ask_about_evening(desk: PeopleDesk, game: int) -> Question:
    """Return the question before an evening is deleted (:class:`Refused`: it cannot be deleted now)."""
    evening = desk.plan_game(game)
    pictures = (
        say_count("{count} photo of its dice.", "{count} photos of its dice.", evening.photos)
        if evening.photos
        else say("It has no photos.")
    )
    return Question(
        say("Delete this evening for good: {evening}?", evening=name_evening(evening)),
        goes=(
            say_count(
                "All throws, scores and results of {count} guest.",
                "All throws, scores and results of {count} guests.",
                evening.guests,
            ),
            pictures,
            say("Pictures of this evening that are kept for learning."),
            _COPIES,
        ),
        stays=(say("All other evenings, with their numbers."),),
        later=(*_LATER, _RESTART),
        action="/people/evening",
        button=say("Delete this evening for good"),
        fields=(("game", evening.game),),
    )


def ask_about_photos(view: StoredView) -> Question:
    """Return the question before all photos are deleted."""
    running = sum(evening.photos for evening in view.evenings if evening.is_running)
    count = view.photos.count - running
    stays = (
        say("All throws and scores. Pages say that a photo is not there."),
        *((say("The photos of the game that is being played."),) if running else ()),
        *((say("The pictures that are kept for learning."),) if view.kept else ()),
    )
    return Question(
        say("Delete all photos of dice for good?"),
        goes=(say_count("{count} photo of dice.", "{count} photos of dice.", count),),
        stays=stays,
        later=(),
        action="/people/photos",
        button=say("Delete all photos for good"),
    )


def ask_about_kept(view: StoredView) -> Question:
    """Return the question before the pictures are deleted that are kept for learning."""
    return Question(
        say("Delete the pictures for learning for good?"),
        goes=(
            say_count(
                "{count} picture of a throw that somebody has put right.",
                "{count} pictures of throws that somebody has put right.",
                view.kept,
            ),
        ),
        stays=(say("All throws and scores, and the photos of dice that the pages show."),),
        later=(say("The reader cannot learn from them any more."),),
        action="/people/kept",
        button=say("Delete these pictures for good"),
    )
