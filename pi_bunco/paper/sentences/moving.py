"""Who sits where and who moves, in sentences."""

from pi_bunco.paper.sentences.item import Item, always
from pi_bunco.rules import Layout, Sheet


def _layouts(sheet: Sheet) -> str:
    four = "four at a table, partners across from each other"
    ghosts = "Ghosts fill empty seats; the partner throws for them."
    if not sheet.layouts:
        return f"{four.capitalize()}. {ghosts}"
    lines = [f"{n}: {', '.join(map(_laid, tables))}" for n, tables in enumerate(sheet.layouts, 1) if tables]
    return "\n".join(
        ("How so many players sit (alone: each plays for themselves):", *lines, f"More: {four}. {ghosts}")
    )


def _laid(table: Layout) -> str:
    return "4 in teams" if table.teams else f"{table.seats} alone"


def _winners_move(sheet: Sheet) -> str:
    if sheet.winners_move == sheet.losers_move == "stay":
        return "Nobody changes table."
    return _way("winners", sheet.winners_move, sheet)


def _losers_move(sheet: Sheet) -> str:
    if sheet.winners_move == sheet.losers_move == "stay":
        return ""
    return _way("losers", sheet.losers_move, sheet)


def _way(who: str, move: str, sheet: Sheet) -> str:
    first = "table 1" if sheet.move_among == "room" else "the first table"
    return {
        "stay": f"The {who} stay at their table.",
        "up": f"The {who} go up one table; those of {first} stay.",
        "down": f"The {who} go down one table; those of the last table stay.",
        "next": f"The {who} go to the next table, those of the last table to {first}.",
        "top_to_bottom": f"The {who} of {first} go to the last table; all other {who} stay.",
    }[move]


def _move_among(sheet: Sheet) -> str:
    if sheet.move_among == "room":
        return (
            "" if sheet.winners_move == sheet.losers_move == "stay" else "They move through the whole room."
        )
    return (
        "They move within groups of three tables: 1 to 3, 4 to 6 and so on; tables left over join the last "
        "group."
    )


def _pairs(sheet: Sheet) -> str:
    if not sheet.layouts:
        return ""
    if not sheet.pairs_move_together:
        return "At a table of two, winner and loser go their own ways, as at other tables."
    return "From a table of two both go on, to where its loser goes."


MOVING = (
    Item(("layouts",), _layouts),
    Item(("winners_move",), _winners_move),
    Item(("losers_move",), _losers_move),
    Item(("move_among",), _move_among),
    Item(("pairs_move_together",), _pairs),
    Item(("partners",), always("Nobody has the same partner in two rounds running.")),
)
