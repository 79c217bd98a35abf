"""Sentences about how a round begins and ends, and how a tie is decided."""

from pi_bunco.paper.sentences.item import Item, say_always, say_points
from pi_bunco.rules import Sheet
from pi_bunco.sentences import say, say_count


def _say_start(sheet: Sheet) -> str:
    if sheet.starts == "seat_1":
        return say("Seat 1, the scorekeeper, throws first at every table.")
    if sheet.starts == "winner":
        return say(
            "A winner of the last round throws first at every table: the one in the lowest seat. "
            "In the first round, and where no winner sits, seat 1 does."
        )
    return say(
        "At a single table the player to the left of the last round's winner throws first; at several "
        "tables seat 1 does, the scorekeeper."
    )


def _say_round_end(sheet: Sheet) -> str:
    goal = say_points(sheet.goal)
    team = say("player") if sheet.two_win else say("side") if sheet.layouts else say("team")
    return {
        "head": say(
            "The round ends for the whole room when a {team} at the head table has {goal}. "
            "Until then the other tables play on, past that score too.",
            team=team,
            goal=goal,
        ),
        "any": say(
            "The round ends for the whole room as soon as a {team} at any table has {goal}.",
            team=team,
            goal=goal,
        ),
        "each": say(
            "A {team} that has {goal} wins its table. That table waits; the others play on "
            "until each has its winner.",
            team=team,
            goal=goal,
        ),
        "host": say("No score ends a round; the host does."),
    }[sheet.round_end]


def _say_goal_alone(sheet: Sheet) -> str:
    if sheet.goal_alone_at_several_tables is None or not (sheet.layouts or sheet.two_win):
        return ""
    goal = say_points(sheet.goal_alone_at_several_tables)
    return say("Where there are several tables, a player who plays alone needs {goal}.", goal=goal)


_BUNCO_ENDS = {
    "head": say("A bunco at the head table ends the round. A bunco at another table does not."),
    "any": say("A bunco at any table ends the round for the whole room."),
    "each": say("A bunco at any table ends the round at every table that is still playing."),
    "host": say("A bunco at any table ends the round for the whole room."),
}
_POINTS_END = {
    "head": say(
        "A bunco at the head table ends the round, by its points. At another table the turn goes on."
    ),
    "any": say("A bunco at any table ends the round, by its points."),
    "each": say("A bunco ends the round for its own table only, by its points. The other tables play on."),
}


def _say_bunco_ends(sheet: Sheet) -> str:
    if sheet.bunco_ends:
        return _BUNCO_ENDS[sheet.round_end]
    if sheet.round_end == "host" or sheet.bunco < sheet.goal:
        return say("A bunco does not end the round; the turn goes on.")
    return _POINTS_END[sheet.round_end]


def _say_turns_end(sheet: Sheet) -> str:
    if sheet.round_end == "host":
        return say("When the round ends, {then}", then=_say_open_turns(sheet))
    if sheet.round_end != "each":
        return say("Then {then}", then=_say_open_turns(sheet))
    if sheet.ending_table == sheet.other_tables == "stop":
        return say("Turns stop at once. Points thrown so far count, and each table's leader wins it.")
    who = say("a bunco or the host") if sheet.bunco_ends else say("the host")
    return say(
        "At the goal the turn stops at once. When {who} ends the round, {then}",
        who=who,
        then=_say_open_turns(sheet),
    )


def _say_open_turns(sheet: Sheet) -> str:
    """Say which turns go on when the round has ended, and which stop."""
    finish = say("a player who has begun a turn finishes it, and throws as long as they score")
    unbegun = say("A player who holds the dice but has not thrown does not throw.")
    here, there = sheet.ending_table, sheet.other_tables
    if here == there == "stop":
        return say("all turns stop at once, at every table. Points thrown so far count.")
    if here == there:
        return say(
            "{finish}, at every table, the one that ended the round too. {unbegun}",
            finish=finish,
            unbegun=unbegun,
        )
    head = sheet.round_end in ("head", "host")
    ended = say("the head table") if head else say("the table that ended it")
    if here == "stop":
        return say(
            "{ended} stops at once. At the other tables {finish}. {unbegun}",
            ended=ended,
            finish=finish,
            unbegun=unbegun,
        )
    return say("at {ended} {finish}. The other tables stop at once.", ended=ended, finish=finish)


def _say_everybody_throws(sheet: Sheet) -> str:
    if not sheet.everybody_throws:
        return ""
    return say(
        "But no score and no bunco ends a round before each player of that table has had a whole turn "
        "in it. If such a score or bunco has come by then, the round ends at once; otherwise it ends at the "
        "next one."
    )


def _say_minutes(sheet: Sheet) -> str:
    if sheet.round_minutes is None:
        return ""
    return say_count(
        "A round lasts one minute at most; then the host ends it.",
        "A round lasts {count} minutes at most; then the host ends it.",
        sheet.round_minutes,
    )


def _say_host(sheet: Sheet) -> str:
    if sheet.round_end == "host":
        return say("The host ends the round whenever it is time.")
    return say("The host may end a round early, as if the score had ended it.")


def _say_rolloff(sheet: Sheet) -> str:
    each = say("side in the tie (the lowest seat)") if sheet.layouts else say("team (seats 1 and 2)")
    how = {
        "sessions": say(
            "Each player of the table plays one whole turn, seat 1 first, and everything "
            "scores as in the round. Still equal after all of them: another session."
        ),
        "hits": say(
            "Three dice, one throw each, passing left from the next player; the first throw "
            "with a target wins for its side. Three alike of another number are no hit."
        ),
        "die_off": say(
            "One player of each {each} throws one die at the same time. The only "
            "one to show a 6 wins; both or neither: again.",
            each=each,
        ),
        "to5": say(
            "Those in the tie take turns, from the next player. A target scores 1 point, a bunco {bunco}; "
            "other three alike score nothing and end the turn. The first to reach {goal} wins.",
            bunco=say_points(sheet.bunco),
            goal=say_points(sheet.rolloff_goal),
        ),
    }[sheet.rolloff]
    if sheet.two_win:
        return say(
            "If equal scores leave open who the two winners are, those who are equal roll off. If both "
            "places are open, the winner of the roll-off has one, and the others roll off again. {how}",
            how=how,
        )
    return say("Equal scores are decided by a roll-off. {how}", how=how)


def _say_winners(sheet: Sheet) -> str:
    if not sheet.two_win:
        return say("The higher score wins the table. Its winners record a W, the others an L.")
    if sheet.layouts:
        return say(
            "The two with the highest scores win a table of four; at a smaller table the highest wins. They "
            "record a W, the others an L."
        )
    return say("The two with the highest scores win the table. They record a W, the others an L.")


ROUNDS = (
    Item(("bell",), say_always(say("The head table starts every round with the bell."))),
    Item(("starts",), _say_start),
    Item(("round_end", "goal"), _say_round_end),
    Item(("goal_alone_at_several_tables",), _say_goal_alone),
    Item(("bunco_ends",), _say_bunco_ends),
    Item(("everybody_throws",), _say_everybody_throws),
    Item(("ending_table", "other_tables"), _say_turns_end),
    Item(("round_minutes",), _say_minutes),
    Item(("host",), _say_host),
    Item(("winners", "two_win"), _say_winners),
)


TIES = (
    Item(("rolloff", "rolloff_goal"), _say_rolloff),
    Item(("only_ties",), say_always(say("What is thrown in a roll-off decides the tie and nothing else."))),
)
