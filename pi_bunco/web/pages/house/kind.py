"""What the pages of house sheets are made of: the list of them, and the form for one."""

from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, request

from pi_bunco.chance.length import estimate_length
from pi_bunco.errors import Trouble
from pi_bunco.limits import KEY
from pi_bunco.paper.sentences import list_sections
from pi_bunco.rules import SHEETS, Sheet, load_sheet
from pi_bunco.sentences import Sentence, say, say_count
from pi_bunco.settings.house import SheetTrouble
from pi_bunco.views.words import adapt_trouble
from pi_bunco.web.context import get_parts, get_service
from pi_bunco.web.failures import require
from pi_bunco.web.page_kind import PageKind
from pi_bunco.web.pages.house.draft import SheetDraft, is_playable
from pi_bunco.web.pages.house.view import view_editor
from pi_bunco.web.ports.house import HouseFile, HouseShelf
from pi_bunco.web.serve_pages import serve_page
from pi_bunco.web.slow_work import wait_for

HOUSE = PageKind(
    folder=Path(__file__).parent,
    called=lambda _: say("the house sheets"),
    routes=Blueprint("house", __name__),
    styles="base head results options house",
    script="house",
)


@dataclass(frozen=True, slots=True)
class ListedSheet:
    """A house sheet in the list.

    Attributes
    ----------
    file
        Its file.
    title
        Its name.
    parent
        The name of the printed sheet that it is based on; ``""``: it cannot be read.
    changes
        Each sentence in which it differs, with the printed sheet's.
    faults
        What is wrong with its file.
    note
        Why no game can begin by it although it can be read; ``""``: one can.
    """

    file: HouseFile
    title: str
    parent: str = ""
    changes: tuple[tuple[str, str], ...] = ()
    faults: tuple[str, ...] = ()
    note: str = ""


def read_action() -> list[str]:
    """Return what the tapped button does, and with what."""
    return request.form.get("do", "").split() or ["look"]


def get_shelf() -> HouseShelf:
    """Return the files of the house sheets. A Pi that follows another one has none (404)."""
    return require(get_parts().house)


def find_file(slug: str) -> HouseFile:
    """Return the file of a house sheet (404: there is none of this name)."""
    return require(get_shelf().find(slug[:KEY]))


def serve_list(*, saved: str = "", wrong: Trouble | None = None) -> str:
    """Serve the list of house sheets, perhaps with what is wrong with a file that was chosen."""
    sheets = [list_sheet(file) for file in get_shelf().list_files()]
    return serve_page(
        HOUSE,
        "list",
        sheets=sheets,
        printed=[load_sheet(slug) for slug in SHEETS],
        saved=next((each.title for each in sheets if each.file.slug == saved), ""),
        wrong=wrong.text if isinstance(wrong, SheetTrouble) else "",
        faults=wrong.faults if isinstance(wrong, SheetTrouble) else (),
        trouble=adapt_trouble(None if isinstance(wrong, SheetTrouble) else wrong),
        is_first=get_parts().welcome is not None,
    )


def list_sheet(file: HouseFile) -> ListedSheet:
    """Return what the list shows about a house sheet."""
    if file.written is None:
        faults = file.trouble.faults or (file.trouble.text,) if file.trouble else ()
        return ListedSheet(file, file.slug, faults=faults)
    sheet, parent = file.written.sheet, file.written.parent
    rules = (rule for section in list_sections(file.written) for rule in section.rules)
    fault = next((each.fault for each in get_service().list_sheets() if each.slug == sheet.slug), "")
    return ListedSheet(
        file,
        sheet.title,
        parent.title if parent else "",
        tuple((rule.sentence, rule.parent) for rule in rules if rule.parent is not None),
        note=fault,
    )


def serve_editor(
    draft: SheetDraft,
    stamp: str,
    *,
    wrong: Trouble | None = None,
    asks_length: bool = False,
    leaves: bool = False,
) -> str:
    """Serve the form for a sheet. ``leaves``: the host wants to leave it, and its answers are not saved."""
    reading = draft.read()
    view = view_editor(draft, reading, is_begun=wrong is None)
    return serve_page(
        HOUSE,
        it=view,
        file_stamp=stamp,
        began=request.form.get("began") or draft.make_mark(),
        leaves=leaves,
        wrong=adapt_trouble(wrong),
        says=_say_state(view.changes, view.faults),
        length=_say_length(reading.written.sheet) if asks_length and is_playable(reading) else "",
    )


def _say_state(changes: int, faults: int) -> Sentence:
    if faults:
        return say_count(
            "{count} answer cannot stay as it is.", "{count} answers cannot stay as they are.", faults
        )
    if not changes:
        return say("Everything is as on the printed sheet.")
    return say_count(
        "{count} rule differs from the printed sheet.",
        "{count} rules differ from the printed sheet.",
        changes,
    )


def _say_length(sheet: Sheet) -> Sentence:
    """Say how long a night by a sheet is. While it is estimated, no worker waits."""
    made = wait_for(
        get_parts().papers, ("length", sheet), lambda: estimate_length(sheet), lambda _: True, urgent=True
    )
    if made.longest is None:
        return say(
            "With {guests} guests an evening would not end before the next morning.", guests=made.guests
        )
    return say(
        "With {guests} guests, {rounds} rounds take {shortest} to {longest} minutes, if each table throws "
        "every 6 seconds. Moving and breaks come on top.",
        guests=made.guests,
        rounds=made.rounds,
        shortest=made.shortest,
        longest=made.longest,
    )
