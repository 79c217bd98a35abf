"""Semi-final and final, in sentences."""

from pi_bunco.paper.sentences.item import Item
from pi_bunco.rules import Sheet
from pi_bunco.sentences import say, say_count


def _say_finals(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return say(
        "After the last set the player of each group with most wins and the one with most buncos go to the "
        "semi-final."
    )


def _say_places(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return say(
        "Who leads both takes the place for wins, and the next in buncos the other. Tied for a place: one "
        "die each at the same time; those who show a 6 stay in, until one is left."
    )


def _say_semi_final(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return say_count(
        "The semi-final is one set of six rounds.",
        "The semi-final is {count} sets of six rounds.",
        sheet.semi_final_sets,
    )


def _say_break_before(sheet: Sheet) -> str:
    if not sheet.finals or sheet.break_before_finals is None:
        return ""
    return say("Before it there is a break of {minutes} minutes.", minutes=sheet.break_before_finals)


def _say_final_four(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return say(
        "The final table has four: most wins and most buncos of the semi-final, one drawn from the other "
        "semi-finalists, and a wild card drawn from all other players."
    )


def _say_grand_prize(sheet: Sheet) -> str:
    if not sheet.finals:
        return ""
    return say(
        "They throw one die for the order, lowest first, then three dice each in turn. The first to throw "
        "three 1s wins the grand prize."
    )


FINALS = (
    Item(("finals",), _say_finals),
    Item(("places",), _say_places),
    Item(("break_before_finals",), _say_break_before),
    Item(("semi_final_sets",), _say_semi_final),
    Item(("final_four",), _say_final_four),
    Item(("grand_prize",), _say_grand_prize),
)
