"""Who sits where and who moves, in sentences."""

from pi_bunco.paper.sentences.item import Item, say_lines
from pi_bunco.rules import Layout, Sheet
from pi_bunco.sentences import say, say_series


def _say_layouts(sheet: Sheet) -> str:
    ghosts = say("Ghosts fill empty seats; the partner throws for them.")
    if sheet.two_win:
        ghosts = say("Ghosts fill empty seats; the next player to the left throws for them. A ghost can win.")
    if not sheet.layouts and sheet.two_win:
        return say("Four at a table, and each plays alone. {ghosts}", ghosts=ghosts)
    if not sheet.layouts:
        return say("Four at a table, partners across from each other. {ghosts}", ghosts=ghosts)
    lines = [
        say(
            "{number}: {tables}",
            number=number,
            tables=say_series([_say_layout(sheet, table) for table in tables]),
        )
        for number, tables in enumerate(sheet.layouts, 1)
        if tables
    ]
    return say_lines(
        (
            say("How each number of players sits (alone: each plays for themselves):"),
            *lines,
            say("More: four at a table, and each plays alone. {ghosts}", ghosts=ghosts)
            if sheet.two_win
            else say("More: four at a table, partners across from each other. {ghosts}", ghosts=ghosts),
        )
    )


def _say_layout(sheet: Sheet, table: Layout) -> str:
    teams = table.teams and not sheet.two_win
    return say("4 in teams") if teams else say("{seats} alone", seats=table.seats)


def _say_winners_move(sheet: Sheet) -> str:
    if sheet.winners_move == sheet.losers_move == "stay":
        return say("Nobody changes tables.")
    first = _say_first_table(sheet)
    return {
        "stay": say("The winners stay at their table."),
        "up": say("The winners go up one table; those of {first} stay.", first=first),
        "down": say("The winners go down one table; those of the last table stay."),
        "next": say("The winners go to the next table, those of the last table to {first}.", first=first),
        "top_to_bottom": say(
            "The winners of {first} go to the last table; all other winners stay.", first=first
        ),
    }[sheet.winners_move]


def _say_losers_move(sheet: Sheet) -> str:
    if sheet.winners_move == sheet.losers_move == "stay":
        return ""
    first = _say_first_table(sheet)
    return {
        "stay": say("The losers stay at their table."),
        "up": say("The losers go up one table; those of {first} stay.", first=first),
        "down": say("The losers go down one table; those of the last table stay."),
        "next": say("The losers go to the next table, those of the last table to {first}.", first=first),
        "top_to_bottom": say(
            "The losers of {first} go to the last table; all other losers stay.", first=first
        ),
    }[sheet.losers_move]


def _say_first_table(sheet: Sheet) -> str:
    return say("table 1") if sheet.move_among == "room" else say("the first table")


def _say_move_among(sheet: Sheet) -> str:
    if sheet.move_among == "room":
        stays = sheet.winners_move == sheet.losers_move == "stay"
        return "" if stays else say("They move through the whole room.")
    return say(
        "They move within groups of three tables: 1 to 3, 4 to 6 and so on; tables left over join the last "
        "group."
    )


def _say_pairs(sheet: Sheet) -> str:
    if not sheet.layouts:
        return ""
    if sheet.pairs_move_together:
        return say("Both players of a table of two go where its loser goes.")
    return say("At a table of two, winner and loser go their own ways, as at other tables.")


def _say_partners(sheet: Sheet) -> str:
    return "" if sheet.two_win else say("Nobody has the same partner in two rounds in a row.")


MOVING = (
    Item(("layouts", "two_win"), _say_layouts),
    Item(("winners_move",), _say_winners_move),
    Item(("losers_move",), _say_losers_move),
    Item(("move_among",), _say_move_among),
    Item(("pairs_move_together",), _say_pairs),
    Item(("partners",), _say_partners),
)
