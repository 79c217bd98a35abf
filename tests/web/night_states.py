"""States of a table's page outside the rounds, with numbers as in a real night."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pi_bunco.game.moment import Phase
from pi_bunco.views.claims import ClaimLine
from pi_bunco.views.results import AwardLine, DrawnName, Results, SetLine
from pi_bunco.views.table import AskView, StepView, TableView
from tests.web.states import asking, begin, between, by_hand, make_throw, over, playing

NAMES = ("Ann", "Bob", "Cy", "Di")
LONGEST = ("Wilhelmina-Alexandra", "Bartholomew Maximil.", "Christopher Jonathan", "Dorothea Friederike")


def outside_rounds(  # noqa: PLR0913 - a moment outside the rounds has this many parts
    phase: Phase,
    title: str,
    text: str,
    *,
    among: tuple[str, ...],
    dice: int = 3,
    target: int = 6,
    **more: Any,
) -> TableView:
    """Return a state outside the rounds: one player throws, or each of them throws one die."""
    each = among if phase == "one_each" else ()
    base = begin()
    return replace(
        base,
        revision=300,
        phase=phase,
        round=6,
        target=target,
        sets=1,
        rounds=over().rounds[:6],
        thrower=among[0] if phase not in ("one_each", "draw") else None,
        dice=dice,
        need=AskView(title, text, each, among),
        can=replace(base.can, ring=False, enter=phase != "draw", undo=StepView(299, "Undo +2")),
        **more,
    )


def order(names: tuple[str, ...] = NAMES[:3]) -> TableView:
    """Return a roll-off for a set in which tied players throw for the order."""
    text = f"{', '.join(names)} are equal. Three dice each for the order: the highest total goes first."
    last = make_throw(
        301, names[-1], 1, (5, 3, 6), 1, f"Total 14, {names[0]} throws now", points=14, rolloff=True
    )
    last = replace(last, hits=(False,) * 3, kind="points")
    return outside_rounds(
        "order", "Roll-off for set 1", text, among=names, teams=False, last=last, course=(last,)
    )


def set_rolloff() -> TableView:
    """Return a roll-off for a set: the first player with five points wins it."""
    course = (
        make_throw(310, "Bob", 1, (6, 1, 6), 6, "+2", rolloff=True),
        make_throw(311, "Bob", 1, (6, 2, 3), 6, "+1", rolloff=True),
        make_throw(312, "Bob", 1, (1, 2, 3), 6, "No points", rolloff=True),
        make_throw(313, "Ann", 0, (1, 6, 6), 6, "+2, Ann throws again", rolloff=True),
    )
    text = "Rolling for sixes: the first with 5 points wins the set."
    base = outside_rounds("set_rolloff", "Roll-off for set 1", text, among=("Bob", "Ann"))
    return replace(
        base, title="Boxed Bunco", rules="boxed", teams=False, thrower="Ann", last=course[-1], course=course
    )


def one_each(
    names: tuple[str, ...] = NAMES, text: str = "One die each for the order: the lowest goes first."
) -> TableView:
    """Return a state in which two to four players throw one die each."""
    title = "The final" if len(names) > 2 else "A place at the final table"
    return outside_rounds("one_each", title, text, among=names, dice=len(names))


def draw(names: tuple[str, ...] = ("Bob", "Di")) -> TableView:
    """Return a state in which the host can draw a name."""
    text = "The wild card is drawn from everybody else."
    base = outside_rounds("draw", "The final", text, among=names, dice=0)
    results = Results(semi_finalists=NAMES, finalists=("Ann", "Cy"))
    return replace(base, can=replace(base.can, draw="Draw a name"), results=results)


def final(names: tuple[str, ...] = NAMES) -> TableView:
    """Return the state of the final table, where three ones win."""
    texts = ("Not yet", "Not yet", f"Not yet, {names[2 % len(names)]} throws now")
    throws = ((1, 4, 6), (2, 5, 3), (1, 3, 1))
    course = tuple(
        make_throw(
            320 + at,
            names[(at + 2) % len(names)],
            0,
            throws[at],
            1,
            texts[at],
            points=0,
            kind="nothing",
            rolloff=True,
        )
        for at in range(3)
    )
    base = outside_rounds("final", "The final", "Three ones win the grand prize.", among=names, target=1)
    return replace(base, thrower=names[2 % len(names)], last=course[-1], course=course)


AWARDS = (
    AwardLine("most_buncos", "group", "Most buncos", "", ("Di",), "4 buncos", "$100", "", 2, final=False),
    AwardLine("most_minis", "group", "Most minis", "", ("Cy",), "11 minis", "$50", "", 1, final=False),
    AwardLine(
        "most_wins", "group", "Most wins", "", ("Ann", "Bob"), "4 wins", "$40", "$20 each", 3, final=False
    ),
    AwardLine("costume", "group", "Best costume", "", (), "", "$25", "", 0, final=False),
    AwardLine(
        "most_buncos",
        "groups",
        "Team with most buncos",
        "",
        ("Team 1",),
        "9 buncos",
        "$100",
        "",
        2,
        final=False,
    ),
    AwardLine("costume", "groups", "Team with best costume", "", ("Team 1",), "", "$25", "", 0, final=True),
)


def claims(names: tuple[str, ...] = NAMES) -> tuple[ClaimLine, ...]:
    """Return claims for the staff. One of the first player's is confirmed, and all of the last player's."""
    kinds = ("bunco, round 1", "mini, round 1", "win, round 1", "mini, round 3", "win, round 3")
    return tuple(
        ClaimLine(f"{kind}:{name}", name, kind, confirmed=name == names[-1] or (name == names[0] and at == 0))
        for number, name in enumerate(names)
        for at, kind in enumerate(kinds[: 5 - number])
    )


def casino_over(awards: tuple[AwardLine, ...] = AWARDS) -> TableView:
    """Return the end of a casino game: two players share an award; staff and judge are not done."""
    results = Results(
        awards=awards,
        drawn=("Bob", "Di: a mug", "Ann"),
        claims=claims(),
        verifies=True,
        teams=("Team 1",),
        members=(NAMES,),
    )
    return replace(
        over(), title="Casino", rules="casino", sets=1, set=1, rounds=over().rounds[:6], results=results
    )


def grand_prize() -> TableView:
    """Return the end of a tournament."""
    results = Results(
        semi_finalists=NAMES, finalists=("Ann", "Cy", "Bob", "Di"), grand_prize="Cy", final=True
    )
    return replace(
        over(),
        title="Tournament Bunco",
        rules="tournament",
        sets=3,
        set=3,
        rounds=over().rounds[:18],
        winners=("Cy",),
        results=results,
    )


def all_final() -> TableView:
    """Return the end of a classic game whose awards are final. Players with long names share one."""
    lines = (
        AwardLine(
            "most_wins", "room", "Most wins", "", LONGEST[:2], "14 wins", "$40", "$20 each", 0, final=True
        ),
        AwardLine("traveling", "room", "Traveling", "", ("Ann",), "", "the fuzzy dice", "", 0, final=True),
        AwardLine("even", "room", "Even wins and losses", "", (), "", "", "", 0, final=True),
    )
    return replace(over(), results=Results(awards=lines, final=True))


def pause() -> TableView:
    """Return a break in which the host can draw a name."""
    base = between()
    return replace(base, rest="A break", can=replace(base.can, draw="Draw a name"))


def snake_eyes() -> TableView:
    """Return a state after two ones, which cost the points of the turn."""
    base = playing()
    last = make_throw(
        52,
        "Ann",
        0,
        (1, 4, 1),
        3,
        "Snake eyes! The turn's points are lost, Bob throws now",
        kind="snake_eyes",
    )
    last = replace(last, points=0, hits=(False,) * 3)
    return replace(base, last=last, course=(*base.course, last), thrower="Bob", then="Cy")


def three_ones() -> TableView:
    """Return a state after three ones, which took all points of the round."""
    base = playing()
    headline, detail = "−12", "Three ones! All points are lost, Bob throws now"
    last = make_throw(52, "Ann", 0, (1, 1, 1), 3, f"{detail} ({headline})", kind="wipe")
    last = replace(last, headline=headline, detail=detail, points=-12, hits=(False,) * 3)
    return replace(base, last=last, course=(*base.course, last), thrower="Bob", then="Cy")


def between_sets() -> TableView:
    """Return the state between two sets. A roll-off has decided the first one."""
    lines = tuple(replace(line, set=1, round=at + 1) for at, line in enumerate(over().rounds[:6]))
    results = Results(sets=(SetLine(1, ("Bob",), "by a roll-off"),))
    base = replace(between(), set=2, sets=2, round=1, target=1, rounds=lines, results=results)
    return replace(base, title="Boxed Bunco", rules="boxed")


NIGHT: dict[str, Callable[[], TableView]] = {
    "order": order,
    "order-long": lambda: order(LONGEST),
    "set-rolloff": set_rolloff,
    "set-rolloff-by-hand": lambda: replace(set_rolloff(), camera=by_hand().camera),
    "one-each-2": lambda: one_each(
        NAMES[:2], "Ann and Bob have equal wins. One die each at the same time: a six stays in."
    ),
    "one-each-4": one_each,
    "one-each-long-by-hand": lambda: replace(one_each(LONGEST), camera=by_hand().camera),
    "one-each-2-by-hand": lambda: replace(one_each(NAMES[:2]), camera=by_hand().camera),
    "doubtful-one-each": lambda: asking(one_each(), wanted=4, reason="I cannot tell whose die is whose."),
    "doubtful-one-each-3": lambda: asking(
        one_each(LONGEST[:3], f"{', '.join(LONGEST[:3])} have equal wins. One die each: a six stays in."),
        reason="I cannot tell whose die is whose.",
        likely=((6, 3, 6),),
    ),
    "draw": draw,
    "draw-long": lambda: draw(LONGEST),
    "final": final,
    "final-long": lambda: final(LONGEST),
    "final-2-by-hand": lambda: replace(final(NAMES[2::-2]), camera=by_hand().camera),
    "semi-final": lambda: replace(
        playing(), stage="semi_final", sets=1, title="Tournament Bunco", rules="tournament"
    ),
    "pause": pause,
    "pause-drawn": lambda: replace(
        pause(),
        rest="A break of 45 minutes",
        results=Results(
            drawn=("Bob", LONGEST[1]), newest=DrawnName(LONGEST[1], "The drawing", "a mug", "Ann")
        ),
        can=between().can,
    ),
    "between-sets": between_sets,
    "time-limit": lambda: replace(playing(), minutes_left=12),
    "last-minute": lambda: replace(by_hand(), minutes_left=1),
    "snake-eyes": snake_eyes,
    "three-ones": three_ones,
    "casino-over": casino_over,
    "grand-prize": grand_prize,
    "all-final": all_final,
}
