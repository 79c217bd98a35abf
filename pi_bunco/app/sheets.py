"""The sheets as the new-game page offers them: from the rules' facts to a guest's words."""

from pi_bunco.rules import SHEETS, load_sheet
from pi_bunco.table.header import FEWEST, SEATS
from pi_bunco.web.desk import Option, SheetChoice

_LINES = {
    "classic": "The catalogue sheet: partners change each round, four sets.",
    "casino": "The event sheet: finish your turn after the bell, raise your hand for a mini.",
    "houseparty": "Tables race each other: a bunco anywhere ends the round.",
    "tournament": "A tie is settled by one die each: the first six wins.",
    "boxed": "Each for herself at one table: low buncos 7, high buncos 5.",
}
_OPTIONS = {
    "calls": Option("calls", "flag", "Buncos must be called", "A bunco counts when somebody taps Call."),
    "traveling": Option("traveling", "traveling", "Traveling", "Which three alike take the bag."),
    "cup": Option("cup", "faces", "Dice-cup bonus", "Three alike of a number on the cup bring 5 more."),
    "goal": Option("goal", "number", "Points that win a round", "Empty for 21; 11 is the quick game."),
}


def choices() -> tuple[SheetChoice, ...]:
    """Give the five printed sheets, ``classic`` first."""
    return tuple(_choice(slug) for slug in SHEETS)


def _choice(slug: str) -> SheetChoice:
    sheet = load_sheet(slug)
    return SheetChoice(
        slug=slug,
        title=sheet.title,
        line=_LINES[slug],
        least=FEWEST,
        most=SEATS,
        teams=sheet.teams,
        sets=sheet.sets,
        options=tuple(_OPTIONS[name] for name in sheet.options),
    )
