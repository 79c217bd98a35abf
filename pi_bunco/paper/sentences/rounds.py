"""How a round begins and ends, and how a tie is decided, in sentences."""

from pi_bunco.paper.sentences.item import Item, always, points
from pi_bunco.rules import Sheet


def _starts(sheet: Sheet) -> str:
    if sheet.starts == "seat_1":
        return "Seat 1, the scorekeeper, throws first at every table."
    return (
        "At a single table the player to the left of the last round's winner throws first; at several "
        "tables seat 1 does, the scorekeeper."
    )


def _round_end(sheet: Sheet) -> str:
    goal = points(sheet.goal)
    team = "side" if sheet.layouts else "team"
    return {
        "head": f"The round ends for the whole room when a {team} at the head table has {goal}. "
        "Until then the other tables play on, past that score too.",
        "any": f"The round ends for the whole room as soon as a {team} at any table has {goal}.",
        "each": f"A {team} that has {goal} wins its table. That table waits; the others play on "
        "until each has its winner.",
        "host": "No score ends a round; the host does.",
    }[sheet.round_end]


def _alone(sheet: Sheet) -> str:
    if sheet.goal_alone_at_several_tables is None or not sheet.layouts:
        return ""
    goal = points(sheet.goal_alone_at_several_tables)
    return f"Where there are several tables, one who plays alone needs {goal}."


def _bunco_ends(sheet: Sheet) -> str:
    if sheet.bunco_ends:
        return {
            "head": "A bunco at the head table ends the round. A bunco at another table does not.",
            "any": "A bunco at any table ends the round for the whole room.",
            "each": "A bunco at any table ends the round at every table that is still playing.",
            "host": "A bunco at any table ends the round for the whole room.",
        }[sheet.round_end]
    if sheet.round_end == "host" or sheet.bunco < sheet.goal:
        return "A bunco does not end the round; the turn goes on."
    where = {"head": "at the head table", "any": "at any table", "each": "for that table alone"}
    return f"A bunco ends the round by its points only, {where[sheet.round_end]}; elsewhere the turn goes on."


def _turns_end(sheet: Sheet) -> str:
    if sheet.round_end == "host":
        return f"When the round ends, {_at_the_end(sheet)}"
    if sheet.round_end != "each":
        return f"Then {_at_the_end(sheet)}"
    if sheet.ending_table == sheet.other_tables == "stop":
        return "Turns stop at once. Points thrown so far count, and each table's leader wins it."
    who = "a bunco or the host" if sheet.bunco_ends else "the host"
    return f"At the goal the turn stops at once. When {who} ends the round, {_at_the_end(sheet)}"


def _at_the_end(sheet: Sheet) -> str:
    finish = "a player who has begun a turn finishes it, and throws as long as they score"
    unbegun = "A player who holds the dice but has not thrown does not throw."
    here, there = sheet.ending_table, sheet.other_tables
    if here == there == "stop":
        return "all turns stop at once, at every table. Points thrown so far count."
    if here == there:
        return f"{finish}, at every table, the one that ended the round too. {unbegun}"
    ended = "the head table" if sheet.round_end in ("head", "host") else "the table that ended it"
    if here == "stop":
        return f"{ended} stops at once. At the other tables {finish}. {unbegun}"
    return f"at {ended} {finish}. The other tables stop at once."


def _minutes(sheet: Sheet) -> str:
    if sheet.round_minutes is None:
        return ""
    minutes = "minute" if sheet.round_minutes == 1 else f"{sheet.round_minutes} minutes"
    return (
        f"A round lasts {'one ' if sheet.round_minutes == 1 else ''}{minutes} at most; then the host ends it."
    )


def _host(sheet: Sheet) -> str:
    if sheet.round_end == "host":
        return "The host ends the round whenever it is time."
    return "The host may end a round early, as if the score had."


def _rolloff(sheet: Sheet) -> str:
    each = "side in the tie (the lowest seat)" if sheet.layouts else "team (seats 1 and 2)"
    return (
        "Equal scores are decided by a roll-off. "
        + {
            "sessions": "Each player of the table plays one whole turn, seat 1 first, and everything "
            "scores as in the round. Still equal after all of them: another session.",
            "hits": "Three dice, one throw each, passing left from the next player; the first throw "
            "with a target wins for its side. Three alike of another number are no hit.",
            "die_off": f"One player of each {each} throws one die at the same time. The only "
            "one to show a 6 wins; both or neither: again.",
            "to5": "Those in the tie take turns, from the next player. A target scores 1 point, a bunco "
            f"{points(sheet.bunco)}; other three alike score nothing and end the turn. The first to reach "
            f"{points(sheet.rolloff_goal)} wins.",
        }[sheet.rolloff]
    )


ROUNDS = (
    Item(("bell",), always("The head table starts every round with the bell.")),
    Item(("starts",), _starts),
    Item(("round_end", "goal"), _round_end),
    Item(("goal_alone_at_several_tables",), _alone),
    Item(("bunco_ends",), _bunco_ends),
    Item(("ending_table", "other_tables"), _turns_end),
    Item(("round_minutes",), _minutes),
    Item(("host",), _host),
    Item(
        ("winners",),
        always("The higher score wins the table. Its winners record a W, the others an L."),
    ),
)


TIES = (
    Item(("rolloff", "rolloff_goal"), _rolloff),
    Item(("only_ties",), always("What is thrown in a roll-off decides the tie and nothing else.")),
)
