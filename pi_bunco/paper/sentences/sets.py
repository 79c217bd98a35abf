"""Sets, winners, awards, breaks, finals and options, in sentences."""

from collections.abc import Callable

from pi_bunco.paper.sentences.item import Item, say_lines, say_points
from pi_bunco.rules import Award, Sheet
from pi_bunco.sentences import Sentence, say, say_count, say_list, say_series

_AWARDS = {
    "most_buncos": say("most buncos"),
    "most_wins": say("most wins"),
    "most_losses": say("most losses"),
    "even": say("as many wins as losses"),
    "most_minis": say("most minis"),
    "most_points": say("most points"),
    "fewest_points": say("fewest points"),
    "traveling": say("the traveling bag"),
    "costume": say("best costume"),
    "last_bunco": say("the last bunco"),
    "loser_lottery": say("a loser lottery, drawn among those without a prize"),
}
_AMONG = {
    "room": say("Awards"),
    "group": say("In each group of three tables"),
    "groups": say("To a whole group"),
}
_CARD = {
    "wins": say("wins"),
    "losses": say("losses"),
    "buncos": say("buncos"),
    "minis": say("minis"),
    "points": say("points"),
    "team": say("team's number"),
}
_OPTIONS = {
    "calls": say("Calls: what must be called counts only when it is."),
    "traveling": say(
        "Traveling: three alike of a chosen number take the bag, in any round or in all but the one "
        "where they are a bunco; or any mini does. The player who holds it at the end wins it."
    ),
    "cup": say("Dice-cup bonus: as above."),
    "goal": say("Another goal at a single table; 11 points are a quick game."),
}


def _say_sets(sheet: Sheet) -> str:
    if sheet.first_target > 1:
        return say_count(
            "A game has one set of five rounds, or as many as are agreed.",
            "A game has {count} sets of five rounds, or as many as are agreed.",
            sheet.sets,
        )
    return say_count(
        "A game has one set of six rounds, or as many as are agreed.",
        "A game has {count} sets of six rounds, or as many as are agreed.",
        sheet.sets,
    )


def _say_winner(sheet: Sheet) -> str:
    if not sheet.winner:
        return ""
    steps, *later = (_STEPS[step] for step in sheet.winner)
    for step in later:
        steps = say("{first}; still tied: {step}", first=steps, step=step)
    text = say("The set is won with {steps}.", steps=steps)
    if "rolloff" not in sheet.winner:
        return text
    return say(
        "{text} In the roll-off, three dice each give the order, highest total first; then turns with "
        "the target of the last round, and the first to reach {goal} wins.",
        text=text,
        goal=say_points(sheet.rolloff_goal),
    )


_STEPS = {"wins": say("most wins"), "buncos": say("most buncos"), "rolloff": say("a roll-off")}


def say_award(award: Award) -> str:
    """Say what an award is for, and its prize.

    >>> say_award(Award("most_minis", "group", "$50"))
    'most minis $50'
    """
    name = _AWARDS[award.what]
    return say("{what} {prize}", what=name, prize=award.prize) if award.prize else name


def _say_awards(sheet: Sheet) -> str:
    if not sheet.awards:
        goals = {say("the win of the set"): bool(sheet.winner), say("the grand prize"): sheet.finals}
        others = [goal for goal, exists in goals.items() if exists]
        if not others:
            return say("There are no awards.")
        return say("There are no awards but {others}.", others=say_list(others))
    text = []
    for among, name in _AMONG.items():
        awards = [say_award(award) for award in sheet.awards if award.among == among]
        if awards:
            text.append(say("{among}: {awards}.", among=name, awards=say_series(awards)))
    return say_lines((*text, say("Tied players share an award.")))


def _say_card(sheet: Sheet) -> str:
    lines = [_CARD[line] for line in sheet.card]
    if sheet.master_sheet:
        return say(
            "One master score sheet at the head table has everybody's {what}; there are no cards.",
            what=say_list(lines) if lines else "",
        )
    if not lines:
        return say("There are no score cards.")
    return say("Each player keeps a score card with their {what}.", what=say_list(lines))


def _say_breaks(sheet: Sheet) -> str:
    if not sheet.breaks:
        return ""
    numbers = [str(number) for number in sorted(sheet.breaks)]
    if len(numbers) == 1:
        return say("There is a break after round {round} of each set.", round=numbers[0])
    return say("There is a break after rounds {rounds} of each set.", rounds=say_list(numbers))


def _say_drawings(sheet: Sheet) -> str:
    if not sheet.drawings or not sheet.breaks:
        return ""
    return say("At each break a player is drawn at random; nobody twice until everybody has been.")


_VERIFIED = {"bunco": say("bunco"), "mini": say("mini"), "win": say("win")}


def _say_verified(sheet: Sheet) -> str:
    if not sheet.verified:
        return ""
    what = say_list([word for kind, word in _VERIFIED.items() if kind in sheet.verified])
    return say("Staff confirm each {what}. Awards are final when all is confirmed.", what=what)


_TRAVELING = {
    "agreed": _OPTIONS["traveling"],
    "bunco": say("Traveling: any bunco takes the bag. The player who holds it at the end wins it."),
    "mini": say(
        "Traveling: any three alike of a number other than the target take the bag. The player who "
        "holds it at the end wins it."
    ),
    "three_alike": say(
        "Traveling: any three alike take the bag, a bunco too. The player who holds it at the end wins it."
    ),
}


def _say_options(sheet: Sheet) -> str:
    said = _OPTIONS | {"traveling": _TRAVELING[sheet.traveling_by]}
    return say_lines([said[name] for name in sheet.options]) if sheet.options else say("There are none.")


def _say_if_finals(sentence: Sentence) -> Callable[[Sheet], str]:
    """Return a function that says this of sheets with finals."""
    return lambda sheet: sentence if sheet.finals else ""


def _say_semi_final(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    if sheet.first_target > 1:
        return say_count(
            "The semi-final is one set of five rounds.",
            "The semi-final is {count} sets of five rounds.",
            sheet.semi_final_sets,
        )
    return say_count(
        "The semi-final is one set of six rounds.",
        "The semi-final is {count} sets of six rounds.",
        sheet.semi_final_sets,
    )


def _say_break_before(sheet: Sheet) -> str:
    if not sheet.finals or sheet.break_before_finals is None:
        return ""
    return say_count(
        "Before it there is a break of {count} minute.",
        "Before it there is a break of {count} minutes.",
        sheet.break_before_finals,
    )


SETS = (
    Item(("sets",), _say_sets),
    Item(("winner",), _say_winner),
    Item(("awards",), _say_awards),
    Item(("card", "master_sheet"), _say_card),
)

BREAKS = (
    Item(("breaks",), _say_breaks),
    Item(("drawings",), _say_drawings),
    Item(("verified",), _say_verified),
)

FINALS = (
    Item(
        ("finals",),
        _say_if_finals(
            say(
                "After the last set the player of each group with most wins and the one with most buncos go "
                "to the semi-final."
            )
        ),
    ),
    Item(
        ("places",),
        _say_if_finals(
            say(
                "A player who leads both takes the place for wins, and the next in buncos the other. Tied "
                "for a place: one die each at the same time; those who show a 6 stay in, until one is left."
            )
        ),
    ),
    Item(("break_before_finals",), _say_break_before),
    Item(("semi_final_sets",), _say_semi_final),
    Item(
        ("final_four",),
        _say_if_finals(
            say(
                "The final table has four: most wins and most buncos of the semi-final, one drawn from the "
                "other semi-finalists, and a wild card drawn from all other players."
            )
        ),
    ),
    Item(
        ("grand_prize",),
        _say_if_finals(
            say(
                "They throw one die for the order, lowest first, then three dice each in turn. The first to "
                "throw three 1s wins the grand prize."
            )
        ),
    ),
)

OPTIONS = (Item(("options", "traveling_by"), _say_options),)
