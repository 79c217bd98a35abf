"""What a throw scores, in sentences."""

from pi_bunco.paper.sentences.item import Item, always, join_words, points
from pi_bunco.rules import Sheet


def _minis(sheet: Sheet) -> str:
    below, above = sheet.mini_below, sheet.mini_above
    if below == above:
        if not below:
            unless = "without the dice cup's bonus, " if _cup(sheet) else ""
            return (
                f"There are no minis: {unless}three alike of another number score nothing and pass "
                "the dice on."
            )
        return f"Three alike of any other number are a mini bunco and score {points(below)}."
    low = f"score {points(below)} (a low bunco)" if below else "score nothing"
    high = f"score {points(above)} (a high bunco)" if above else "score nothing"
    return f"Three alike of a number below the target {low}, of one above it {high}."


def _turn(sheet: Sheet) -> str:
    turn = "A player who scores throws again; one who does not passes the dice to the left."
    minis = sheet.mini_below or sheet.mini_above
    if sheet.mini_ends_turn and minis:
        return f"{turn} But a mini, though it scores, passes the dice on too."
    return f"{turn} A mini keeps the turn like any other score." if minis else turn


def _snake_eyes(sheet: Sheet) -> str:
    if not sheet.snake_eyes:
        return ""
    return (
        "Snake eyes: two 1s, not three, lose all points of the turn and pass the dice on. "
        "In round 1 they score as ever."
    )


def _cup(sheet: Sheet) -> str:
    if "cup" not in sheet.options or not sheet.cup_bonus:
        return ""
    return (
        "With the dice-cup bonus, three alike of a number printed on the dice cup score "
        f"{points(sheet.cup_bonus)} more, in any round."
    )


def _again(sheet: Sheet) -> str:
    lies = {"cocked": "leans", "stacked": "lies on another", "cut": "is half off the mat"}
    badly = [says for kind, says in lies.items() if sheet.rerolls(kind)]
    return (
        f"A throw of which a die {join_words(badly, 'or')} scores nothing and is thrown again."
        if badly
        else ""
    )


def _calls(sheet: Sheet) -> str:
    if not sheet.needs_call or "calls" not in sheet.options:
        return "Nothing has to be called to count."
    what = join_words([f"a {kind}" for kind in ("bunco", "mini") if kind in sheet.needs_call])
    return (
        f"In a game with calls, {what} must be called before the table's next throw; uncalled, the throw "
        "scores nothing, but the turn goes on."
    )


def _credit(sheet: Sheet) -> str:
    recorded = "minis" in sheet.card and (sheet.mini_below or sheet.mini_above)
    minis = " or mini" if recorded else ""
    credit = f"Only the player who threw a bunco{minis} records it; their partner does not."
    for_partner = sheet.ghosts_buncos == "partner"
    return f"{credit} A ghost's counts for the partner who throws for it." if for_partner else credit


THROWING = (
    Item(
        ("rounds",),
        always("A set has six rounds. The target is the round's number: 1s in round 1, 2s in round 2, …"),
    ),
    Item(("points",), always("Three dice are thrown. Each that shows the target scores 1 point.")),
    Item(
        ("bunco",),
        lambda sheet: f"Three of the target are a bunco and score {points(sheet.bunco)} instead.",
    ),
    Item(("mini_below", "mini_above"), _minis),
    Item(("cup_bonus",), _cup),
    Item(("turn", "mini_ends_turn"), _turn),
    Item(("snake_eyes",), _snake_eyes),
    Item(("cocked", "stacked", "cut"), _again),
    Item(("needs_call",), _calls),
    Item(("credit", "ghosts_buncos"), _credit),
)
