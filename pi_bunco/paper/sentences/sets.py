"""Sets, winners, awards, breaks, options and finals, in sentences."""

from pi_bunco.paper.sentences.item import Item, join_words, points
from pi_bunco.rules import Award, Sheet

_AWARDS = {
    "most_buncos": "most buncos",
    "most_wins": "most wins",
    "most_losses": "most losses",
    "even": "as many wins as losses",
    "most_minis": "most minis",
    "most_points": "most points",
    "fewest_points": "fewest points",
    "traveling": "the traveling bag",
    "costume": "best costume",
}
_AMONG = {"room": "Awards", "group": "In each group of three tables", "groups": "To a whole group"}
_CARD = {"team": "team's number"}
_OPTIONS = {
    "calls": "Calls: what must be called counts only when it is.",
    "traveling": "Traveling: three alike of a chosen number, in any round or in any but that where they "
    "are a bunco, or else any mini, take the bag. Who holds it at the end wins it.",
    "cup": "Dice-cup bonus: as above.",
    "goal": "Another goal at a single table; 11 points are a quick game.",
}


def _sets(sheet: Sheet) -> str:
    sets = "one set" if sheet.sets == 1 else f"{sheet.sets} sets"
    return f"A game has {sets} of six rounds, or as many as are agreed."


def _winner(sheet: Sheet) -> str:
    if not sheet.winner:
        return ""
    steps = [_STEPS[step] for step in sheet.winner]
    won = f"The set is won with {'; still tied: '.join(steps)}."
    if "rolloff" not in sheet.winner:
        return won
    return (
        f"{won} In that, three dice each give the order, highest total first; then turns with the target of "
        f"the last round, and the first to reach {points(sheet.rolloff_goal)} wins."
    )


_STEPS = {"wins": "most wins", "buncos": "most buncos", "rolloff": "a roll-off"}


def award(given: Award) -> str:
    """Return what an award is for, and its prize.

    >>> award(Award("most_minis", "group", "$50"))
    'most minis $50'
    """
    return f"{_AWARDS[given.what]} {given.prize}".rstrip()


def _awards(sheet: Sheet) -> str:
    if not sheet.awards:
        others = ["the win of the set"] * bool(sheet.winner) + ["the grand prize"] * sheet.finals
        return f"There are no awards but {join_words(others)}." if others else "There are no awards."
    lines = []
    for among, name in _AMONG.items():
        given = [award(one) for one in sheet.awards if one.among == among]
        if given:
            lines.append(f"{name}: {', '.join(given)}.")
    return "\n".join((*lines, "Equals share an award."))


def _card(sheet: Sheet) -> str:
    what = join_words([_CARD.get(line, line) for line in sheet.card])
    if sheet.master_sheet:
        return f"One master score sheet at the head table has everybody's {what}; there are no cards."
    return f"Each player keeps a score card with their {what}." if what else "There are no score cards."


def _breaks(sheet: Sheet) -> str:
    if not sheet.breaks:
        return ""
    rounds = join_words([str(number) for number in sorted(sheet.breaks)])
    return f"There is a break after {'rounds' if len(sheet.breaks) > 1 else 'round'} {rounds} of each set."


def _drawings(sheet: Sheet) -> str:
    if not sheet.drawings or not sheet.breaks:
        return ""
    return "At each break a player is drawn at random; nobody twice before everybody was."


def _verified(sheet: Sheet) -> str:
    if not sheet.verified:
        return ""
    what = join_words([kind for kind in ("bunco", "mini", "win") if kind in sheet.verified])
    return f"Staff confirm each {what}. Awards are final when all is confirmed."


def _options(sheet: Sheet) -> str:
    return "\n".join(_OPTIONS[name] for name in sheet.options) or "There are none."


SETS = (
    Item(("sets",), _sets),
    Item(("winner",), _winner),
    Item(("awards",), _awards),
    Item(("card", "master_sheet"), _card),
)

BREAKS = (
    Item(("breaks",), _breaks),
    Item(("drawings",), _drawings),
    Item(("verified",), _verified),
)

OPTIONS = (Item(("options",), _options),)


def _finals(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return (
        "After the last set the player of each group with most wins and the one with most buncos go to the "
        "semi-final."
    )


def _places(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return (
        "Who leads both takes the place for wins, and the next in buncos the other. Tied for a place: one "
        "die each at the same time; those who show a 6 stay in, until one is left."
    )


def _semi_final(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    sets = "one set" if sheet.semi_final_sets == 1 else f"{sheet.semi_final_sets} sets"
    return f"The semi-final is {sets} of six rounds."


def _break_before(sheet: Sheet) -> str:
    if not sheet.finals or sheet.break_before_finals is None:
        return ""
    return f"Before it there is a break of {sheet.break_before_finals} minutes."


def _final_four(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return (
        "The final table has four: most wins and most buncos of the semi-final, one drawn from the other "
        "semi-finalists, and a wild card drawn from all other players."
    )


def _grand_prize(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return (
        "They throw one die for the order, lowest first, then three dice each in turn. The first to throw "
        "three 1s wins the grand prize."
    )


FINALS = (
    Item(("finals",), _finals),
    Item(("places",), _places),
    Item(("break_before_finals",), _break_before),
    Item(("semi_final_sets",), _semi_final),
    Item(("final_four",), _final_four),
    Item(("grand_prize",), _grand_prize),
)
