"""The sheets that the pages offer, in the guest's language: the printed ones and the house's own."""

from pathlib import Path

from pi_bunco.game.new_game import MIN_PLAYERS
from pi_bunco.house import SheetTrouble, find_written, read_house_sheets
from pi_bunco.limits import SENTENCE
from pi_bunco.rules import SHEETS, Sheet, Written, load_sheet, load_written
from pi_bunco.rules.quoting import clip_text
from pi_bunco.sentences import say
from pi_bunco.web.port import Option, SheetChoice

SEATS = 4
"""The most players that the page of a new game asks for: those of one table."""


def list_choices(folder: Path) -> tuple[SheetChoice, ...]:
    """Return the printed sheets, ``classic`` first, then the house's own from ``folder`` by name."""
    printed = (_make_choice(load_sheet(slug)) for slug in SHEETS)
    house = (
        _make_faulty_choice(path, found)
        if isinstance(found, SheetTrouble)
        else _make_choice(found.sheet, house=found.sheet)
        for path, found in read_house_sheets(folder).items()
    )
    return (*printed, *house)


def find_clauses(sheet: Sheet, folder: Path) -> Written:
    """Return a game's sheet with its clauses, if they are known.

    A game stores a house's sheet without its clauses. They come from the sheet's file, if that still has the
    same rules.
    """
    if sheet.slug in SHEETS:
        return load_written(sheet.slug)
    try:
        found = find_written(sheet.slug, folder)
    except SheetTrouble:
        return Written(sheet)
    return found if found.sheet == sheet else Written(sheet)


def _make_choice(sheet: Sheet, house: Sheet | None = None) -> SheetChoice:
    sizes = [seats for seats in range(MIN_PLAYERS, SEATS + 1) if len(sheet.find_layouts(seats, 1) or ()) == 1]
    return SheetChoice(
        slug=sheet.slug,
        title=sheet.title,
        line=sheet.line,
        least=min(sizes, default=0),
        most=max(sizes, default=0),
        teams=sheet.teams,
        groups=sheet.move_among == "groups",
        sets=sheet.sets,
        options=tuple(_make_option(sheet, name) for name in sheet.options),
        house=house,
        fault=""
        if sizes
        else say("It is not for one table of {least} to {most} players.", least=MIN_PLAYERS, most=SEATS),
    )


def _make_option(sheet: Sheet, name: str) -> Option:
    match name:
        case "calls":
            return Option(
                name, "flag", say("Buncos must be called"), say("A bunco counts when somebody taps Call.")
            )
        case "traveling":
            return Option(name, "traveling", say("Traveling"), say("Which three alike take the bag."))
        case "cup":
            bonus = say("Three alike of a number on the cup bring {bonus} more.", bonus=sheet.cup_bonus)
            return Option(name, "faces", say("Dice-cup bonus"), bonus)
        case _:
            goal = say("Empty for {goal}; 11 is the quick game.", goal=sheet.goal)
            return Option(name, "number", say("Points that win a round"), goal)


def _make_faulty_choice(path: Path, trouble: SheetTrouble) -> SheetChoice:
    """Return an entry for a sheet that cannot be read, so that its author sees why."""
    return SheetChoice(
        slug=path.stem,
        title=path.stem,
        line="",
        least=0,
        most=0,
        teams=True,
        sets=1,
        fault=clip_text("; ".join(trouble.faults) or trouble.text, SENTENCE),
    )
