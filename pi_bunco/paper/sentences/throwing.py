"""What a throw scores, in sentences."""

from pi_bunco.paper.sentences.item import Item, say_always, say_either, say_points
from pi_bunco.rules import Sheet
from pi_bunco.sentences import say, say_list


def _say_minis(sheet: Sheet) -> str:
    below, above = sheet.mini_below, sheet.mini_above
    if below == above:
        if below:
            return say(
                "Three alike of any other number are a mini bunco and score {points}.",
                points=say_points(below),
            )
        if _say_cup(sheet):
            return say(
                "There are no minis: without the dice cup's bonus, three alike of another number score "
                "nothing and pass the dice on."
            )
        return say("There are no minis: three alike of another number score nothing and pass the dice on.")
    low = say("score {points} (a low bunco)", points=say_points(below)) if below else say("score nothing")
    high = say("score {points} (a high bunco)", points=say_points(above)) if above else say("score nothing")
    return say("Three alike of a number below the target {low}, of one above it {high}.", low=low, high=high)


def _say_turn(sheet: Sheet) -> str:
    text = say("A player who scores throws again; one who does not passes the dice to the left.")
    minis = sheet.mini_below or sheet.mini_above
    if sheet.mini_ends_turn and minis:
        return say("{text} But a mini, though it scores, passes the dice on too.", text=text)
    return say("{text} A mini keeps the turn like any other score.", text=text) if minis else text


def _say_snake_eyes(sheet: Sheet) -> str:
    if not sheet.snake_eyes:
        return ""
    lost = say("Snake eyes: two 1s, not three, lose all points of the turn and pass the dice on.")
    return say("{text} In round 1 they score as usual.", text=lost) if sheet.first_target == 1 else lost


def _say_three_ones(sheet: Sheet) -> str:
    if not sheet.three_ones_wipe:
        return ""
    text = say(
        "Three 1s are an exception: they score nothing, take all points that the team has in this round, and "
        "pass the dice on."
    )
    if not sheet.teams:
        text = say("{text} A player who plays alone loses their own points.", text=text)
    if sheet.first_target == 1:
        text = say("{text} In round 1 they are a bunco.", text=text)
    return say("{text} In a roll-off they take nothing.", text=text)


def _say_cup(sheet: Sheet) -> str:
    if "cup" not in sheet.options or not sheet.cup_bonus:
        return ""
    return say(
        "With the dice-cup bonus, three alike of a number printed on the dice cup score {points} more, in "
        "any round.",
        points=say_points(sheet.cup_bonus),
    )


_BAD_PLACES = {
    "cocked": say("leans"),
    "stacked": say("lies on another"),
    "cut": say("is half off the mat"),
}


def _say_thrown_again(sheet: Sheet) -> str:
    places = [words for kind, words in _BAD_PLACES.items() if sheet.rerolls(kind)]
    if not places:
        return ""
    return say("If a die {lies}, the throw scores nothing and is thrown again.", lies=say_either(places))


_CALLED_THROWS = {"bunco": say("a bunco"), "mini": say("a mini")}


def _say_calls(sheet: Sheet) -> str:
    if not sheet.needs_call or "calls" not in sheet.options:
        return say("Nothing has to be called to count.")
    return say(
        "In a game with calls, {what} must be called before the table's next throw; uncalled, the throw "
        "scores nothing, but the turn goes on.",
        what=say_list([what for kind, what in _CALLED_THROWS.items() if kind in sheet.needs_call]),
    )


def _say_credit(sheet: Sheet) -> str:
    minis = "minis" in sheet.card and (sheet.mini_below or sheet.mini_above)
    if sheet.two_win:
        return (
            say("The player who threw a bunco or mini records it.")
            if minis
            else say("The player who threw a bunco records it.")
        )
    text = say("Only the player who threw a bunco records it; their partner does not.")
    if minis:
        text = say("Only the player who threw a bunco or mini records it; their partner does not.")
    with_ghost = say("{text} A ghost's counts for the partner who throws for it.", text=text)
    return with_ghost if sheet.ghosts_buncos == "partner" else text


def _say_rounds(sheet: Sheet) -> str:
    if sheet.first_target > 1:
        return say(
            "A set has five rounds. The target is the round's number: the first one is round 2, for 2s, the "
            "last one round 6, for 6s. No round is for 1s."
        )
    return say("A set has six rounds. The target is the round's number: 1s in round 1, 2s in round 2, …")


THROWING = (
    Item(
        ("rounds", "first_target"),
        _say_rounds,
    ),
    Item(("points",), say_always(say("Three dice are thrown. Each that shows the target scores 1 point."))),
    Item(
        ("bunco",),
        lambda sheet: say(
            "Three of the target are a bunco and score {points} instead.", points=say_points(sheet.bunco)
        ),
    ),
    Item(("mini_below", "mini_above"), _say_minis),
    Item(("cup_bonus",), _say_cup),
    Item(("turn", "mini_ends_turn"), _say_turn),
    Item(("snake_eyes",), _say_snake_eyes),
    Item(("three_ones_wipe",), _say_three_ones),
    Item(("cocked", "stacked", "cut"), _say_thrown_again),
    Item(("needs_call",), _say_calls),
    Item(("credit", "ghosts_buncos"), _say_credit),
)
