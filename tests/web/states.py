"""States of a table's page in the rounds, with numbers as in a real game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pi_bunco.rules import Dice, Kind
from pi_bunco.views.devices import Banner, CameraStatus
from pi_bunco.views.moment import HereView, MomentView
from pi_bunco.views.results import GuestCard
from pi_bunco.views.room import GuestsView, RoomTableView, RoomView
from pi_bunco.views.short_names import make_short_names
from pi_bunco.views.table import (
    Alert,
    PlayerView,
    PossibleActions,
    RoundLine,
    SeatMove,
    SideView,
    StepView,
    TableView,
)
from pi_bunco.views.throw_views import DoubtView, RerollView, ThrowView
from tests.web.drawing import BOXES


def make_throw(  # noqa: PLR0913, PLR0917 - a throw has this many parts
    seq: int, thrower: str, side: int, dice: Dice, target: int, says: str, **more: Any
) -> ThrowView:
    """Return a throw of a table's view, with its photo."""
    hit = len(set(dice)) == 1
    points = (21 if dice[0] == target else 5) if hit else dice.count(target)
    kind: Kind = ("bunco" if dice[0] == target else "mini") if hit else ("points" if points else "nothing")
    base = ThrowView(
        seq=seq,
        thrower=thrower,
        side=side,
        dice=dice,
        hits=tuple(hit or value == target for value in dice),
        points=points,
        kind=kind,
        says=says,
        headline=says.partition(", ")[0],
        detail=says.partition(", ")[2],
        image=f"{''.join(map(str, dice))}.jpg",
        boxes=BOXES,
        by="camera",
        corrected=False,
        rolloff=False,
        taken=1_700_000_000.25,
    )
    return replace(base, **more)


def make_player(name: str, seat: int, **more: Any) -> PlayerView:
    """Return a player with their score card in the third round."""
    cards = {1: (2, 0, 1, 0, 44), 2: (0, 2, 0, 1, 25), 3: (1, 1, 0, 2, 40), 4: (1, 1, 1, 0, 29)}
    wins, losses, buncos, minis, points = cards[seat]
    base = PlayerView(
        name=name,
        seat=seat,
        side=(seat - 1) % 2,
        throwing=False,
        next=False,
        ghost=False,
        wins=wins,
        losses=losses,
        buncos=buncos,
        minis=minis,
        points=points,
        bag=False,
    )
    return replace(base, **more)


def add_cards(view: TableView) -> TableView:
    """Return a state with the score cards of its players."""
    if view.cards:
        return view
    sets = sorted({line.set for line in view.rounds})
    rounds = [[line for line in view.rounds if line.set == number] for number in sets]
    cards = tuple(
        GuestCard(name=player.name, wins=player.wins, losses=player.losses, buncos=player.buncos,
                  minis=player.minis, points=player.points, bag=player.bag,
                  marks=tuple(tuple(player.name in line.winners for line in lines) for lines in rounds))
        for player in view.players
        if not player.ghost
    )  # fmt: skip
    return replace(view, cards=cards)


def playing() -> TableView:
    """Return a state in round 3: Ann has just scored two and throws again."""
    course = (
        make_throw(41, "Ann", 0, (3, 3, 6), 3, "+2, Ann throws again"),
        make_throw(42, "Ann", 0, (5, 5, 5), 3, "Mini! +5, Ann throws again"),
        make_throw(43, "Ann", 0, (1, 2, 4), 3, "Nothing, Bob's turn"),
        make_throw(44, "Bob", 1, (3, 1, 3), 3, "+2, Bob throws again"),
        make_throw(45, "Bob", 1, (2, 2, 6), 3, "Nothing, Cy's turn"),
        make_throw(46, "Cy", 0, (4, 4, 4), 3, "Mini! +5, Cy throws again"),
        make_throw(47, "Cy", 0, (1, 6, 4), 3, "Nothing, Di's turn", corrected=True),
        make_throw(48, "Di", 1, (5, 5, 5), 3, "Mini! +5, Di throws again"),
        make_throw(49, "Di", 1, (3, 3, 2), 3, "+2, Di throws again"),
        make_throw(
            50, "Di", 1, (6, 1, 4), 3, "Nothing, Ann's turn", image=None, boxes=(), by="tap", taken=None
        ),
        make_throw(51, "Ann", 0, (3, 5, 3), 3, "+2, Ann throws again"),
    )
    return TableView(
        revision=52,
        game="game-1",
        title="Classic Bunco",
        rules="classic",
        sets=4,
        table=1,
        phase="playing",
        moment=MomentView(
            now="Set 1, round 3: rolling for threes.", next="Next: round 4, rolling for fours."
        ),
        here=HereView("Ann throws.", "throw", newest=51, seen="1.1-3.playing"),
        set=1,
        round=3,
        target=3,
        teams=True,
        sides=(
            SideView(
                "US", ("Ann", "Cy"), (1, 3), 14, (2, 7, 12, 14), throwing=True, winner=False, chance=0.71
            ),
            SideView("THEM", ("Bob", "Di"), (2, 4), 9, (2, 7, 9), throwing=False, winner=False, chance=0.29),
        ),
        players=(
            make_player("Ann", 1, throwing=True),
            make_player("Bob", 2, next=True),
            make_player("Cy", 3),
            make_player("Di", 4),
        ),
        thrower="Ann",
        then="Bob",
        last=course[-1],
        course=course,
        doubt=None,
        rounds=(
            RoundLine(1, 1, ((("Ann", "Cy"), 23), (("Bob", "Di"), 8)), ("Ann", "Cy"), rolloff=False),
            RoundLine(1, 2, ((("Ann", "Di"), 21), (("Bob", "Cy"), 17)), ("Ann", "Di"), rolloff=False),
        ),
        moves=(),
        one_die_each=(),
        winners=(),
        unused=(),
        told="",
        goal="to 21",
        alerts=(),
        can=PossibleActions(
            ring=False, end_round=True, enter=True, call=False, undo=StepView(51, "Undo +2"), redo=None
        ),
        camera=CameraStatus("live", "camera live", mock=False),
        banners=(),
        dice=3,
    )


def roomful(count: int) -> RoomView:
    """Return a room with this number of tables, each in the state of :func:`playing`."""
    now = playing()
    seats = tuple(player.name for player in now.players)
    table = RoomTableView(
        table=1,
        seats=seats,
        sides=tuple(side.players for side in now.sides),
        scores=tuple(side.score for side in now.sides),
        winners=(),
        standing="playing",
        thrower=now.thrower,
        doubt=False,
    )
    return RoomView(
        revision=now.revision,
        game=now.game,
        title=now.title,
        rules=now.rules,
        status="playing",
        set=now.set,
        sets=now.sets,
        round=now.round,
        target=now.target,
        ended=False,
        tables=tuple(replace(table, table=number) for number in range(1, count + 1)),
        moment=MomentView(
            now="Set 1, round 3: rolling for threes.", next="Next: round 4, rolling for fours."
        ),
        guests=GuestsView((), (), ()),
        countdown=0,
    )


def begin() -> TableView:
    """Return the state before the first bell."""
    return replace(
        playing(),
        revision=1,
        phase="ready",
        round=1,
        target=1,
        sides=tuple(
            replace(side, score=0, tally=(), throwing=False, chance=None) for side in playing().sides
        ),
        players=tuple(
            replace(player, throwing=False, next=False, wins=0, losses=0, buncos=0, minis=0, points=0)
            for player in playing().players
        ),
        then=None,
        last=None,
        course=(),
        rounds=(),
        can=PossibleActions(ring=True, end_round=False, enter=False, call=False, undo=None, redo=None),
        dice=0,
    )


def between() -> TableView:
    """Return the state after round 2: players change partners for round 3."""
    base = playing()
    return replace(
        begin(),
        revision=40,
        round=3,
        target=3,
        rounds=base.rounds,
        last=make_throw(39, "Ann", 0, (2, 2, 5), 2, "+2, and the round is over"),
        course=base.course[:3],
        moves=(SeatMove("Di", 1, 2, 1, 3), SeatMove("Cy", 1, 3, 1, 4), SeatMove("Bob", 1, 4, 1, 2)),
        players=(make_player("Ann", 1), make_player("Bob", 2), make_player("Di", 3), make_player("Cy", 4)),
        can=PossibleActions(
            ring=True, end_round=False, enter=False, call=False, undo=StepView(39, "Undo +2"), redo=None
        ),
    )


def not_final() -> TableView:
    """Return the state after round 2, while the Pi of the table may have more throws of it."""
    base = between()
    now = "Round 2 is over, but not final: the Pi of table 1 is not heard."
    return replace(
        base,
        rounds=(*base.rounds[:-1], replace(base.rounds[-1], winners=())),
        sides=tuple(replace(side, winner=False) for side in base.sides),
        moves=(),
        thrower=None,
        players=tuple(make_player(name, seat) for seat, name in enumerate(("Ann", "Di", "Cy", "Bob"), 1)),
        moment=replace(base.moment, part="settling", now=now, waiting=(1,)),
        can=replace(base.can, ring=False),
    )


def between_tables() -> TableView:
    """Return the state after round 2: two players go to another table, and two come from there."""
    base = between()
    return replace(
        base,
        moves=(
            SeatMove("Cy", 1, 1, 2, 1),
            SeatMove("Ann", 1, 3, 2, 2),
            SeatMove("Eve", 2, 2, 1, 1),
            SeatMove("Gus", 2, 4, 1, 3),
            SeatMove("Di", 1, 2, 1, 4),
        ),
        players=(
            make_player("Eve", 1),
            make_player("Bob", 2),
            make_player("Gus", 3),
            make_player("Di", 4),
        ),
        thrower="Eve",
    )


def doubtful() -> TableView:
    """Return a state with a question about a die that leans."""
    return replace(
        playing(),
        revision=53,
        doubt=DoubtView(
            seq=52,
            reason="The second die from the left leans on another: throw again.",
            image="364.jpg",
            dice=(3, 6, 4),
            boxes=BOXES,
            wanted=3,
            likely=((3, 6, 4), (3, 6, 5), (3, 3, 4), (3, 6, 6)),
            waiting=1,
            thrower="Ann",
            kind="cocked",
            follows=(
                "+1, Ann throws again",
                "+1, Ann throws again",
                "+2, Ann throws again",
                "+1, Ann throws again",
            ),
            which=1,
        ),
        can=replace(playing().can, enter=False),
    )


def touched() -> TableView:
    """Return a state with a question about dice of which only one has moved."""
    return _change_doubt(kind="part", reason="Only one die moved.", which=None, waiting=0,
                         likely=((1, 3, 3),), follows=("+2, Ann throws again",))  # fmt: skip


def unsure() -> TableView:
    """Return a state with a question about one unsure face."""
    return _change_doubt(kind="unsure", reason="Is the second die from the left a five or a six?", waiting=0)


def late() -> TableView:
    """Return a state with a question about dice that fell when the bell rang."""
    return _change_doubt(
        kind="late", which=None, waiting=0, likely=((3, 6, 4),), follows=("",),
        reason="The bell rang while these dice were thrown. Had they left the hand before it?",
    )  # fmt: skip


def _change_doubt(**fields: Any) -> TableView:
    base = doubtful()
    assert base.doubt is not None
    return replace(base, doubt=replace(base.doubt, **fields))


def again(base: TableView | None = None, **more: Any) -> TableView:
    """Return a state with a ruling: a die leans, so the dice are thrown again."""
    base = base or playing()
    ruling = RerollView(
        seq=53,
        kind="cocked",
        reason="The second die from the left leans on another: throw again.",
        image="364.jpg",
        boxes=BOXES,
        dice=(3, 6, 4),
        thrower=base.thrower,
    )
    return replace(
        base,
        revision=54,
        again=replace(ruling, **more),
        can=replace(base.can, undo=StepView(53, "Undo “throw again”")),
    )


def rolloff() -> TableView:
    """Return a roll-off: both sides have 21 points."""
    base = playing()
    last = make_throw(70, "Bob", 1, (3, 3, 4), 3, "+2, Bob throws again", rolloff=True)
    return replace(
        base,
        revision=71,
        phase="rolloff",
        sides=(
            replace(
                base.sides[0], score=21, tally=(2, 7, 12, 14, 21), rolloff=1, throwing=False, chance=0.45
            ),
            replace(base.sides[1], score=21, tally=(2, 7, 9, 21), rolloff=2, throwing=True, chance=0.55),
        ),
        thrower="Bob",
        then="Cy",
        last=last,
        course=(*base.course, last),
    )


def boxed_rolloff(count: int) -> TableView:
    """Return a roll-off between the first two of several players who each play alone."""
    base, last = boxed(count), make_throw(70, "Bob", 1, (3, 3, 4), 3, "+2, Bob throws again", rolloff=True)
    tied = [
        replace(side, score=14, rolloff=points, chance=0.5)
        for side, points in zip(base.sides, (1, 2), strict=False)
    ]
    return replace(
        base,
        phase="rolloff",
        sides=(*tied, *base.sides[2:]),
        last=last,
        course=(*base.course, last),
    )


def dieoff() -> TableView:
    """Return a die-off in a tournament: each side throws one die on its half of the mat."""
    base = rolloff()
    last = make_throw(
        71, "Ann", 0, (3, 5), 3, "No six: again", image="335.jpg", boxes=BOXES[:2], rolloff=True
    )
    return replace(
        base,
        last=last,
        course=(*base.course, last),
        phase="dieoff",
        dice=2,
        title="Tournament Bunco",
        rules="tournament",
        one_die_each=("Ann", "Bob"),
        thrower=None,
        then=None,
        sides=tuple(replace(side, rolloff=None, throwing=False) for side in base.sides),
        players=tuple(replace(player, throwing=player.seat < 3) for player in base.players),
        can=replace(base.can, undo=StepView(70, "Undo 3-5")),
    )


def over() -> TableView:
    """Return the end of a game, after the last round of the last set."""
    return replace(
        begin(),
        revision=400,
        phase="over",
        set=4,
        round=6,
        target=6,
        rounds=tuple(
            replace(playing().rounds[(at * at) % 2], set=at // 6 + 1, round=at % 6 + 1) for at in range(24)
        ),
        winners=("Ann",),
        players=(
            make_player("Ann", 1, wins=14, losses=10, buncos=3, minis=9, points=412, bag=True),
            make_player("Bob", 2, wins=11, losses=13, buncos=2, minis=8, points=377),
            make_player("Cy", 3, wins=12, losses=12, buncos=2, minis=11, points=391),
            make_player("Di", 4, wins=11, losses=13, buncos=4, minis=7, points=398),
        ),
        can=PossibleActions(
            ring=False, end_round=False, enter=False, call=False, undo=StepView(399, "Undo +3"), redo=None
        ),
    )


def by_hand() -> TableView:
    """Return a state without a camera, where dice are tapped. A banner says that the disk is nearly full."""
    base = playing()
    last = replace(base.course[-1], image=None, boxes=(), by="tap", taken=None)
    return replace(
        base,
        last=last,
        course=(*base.course[:-1], last),
        camera=CameraStatus("none", "no camera", mock=False),
        banners=(Banner("The disk is nearly full.", "Delete something from the card."),),
    )


def trouble() -> TableView:
    """Return a state in which the camera gives no pictures."""
    return replace(
        playing(),
        camera=CameraStatus(
            "trouble",
            "The Pi camera has given no picture for 4 seconds.",
            mock=False,
            remedy="Check the ribbon cable at both ends and restart the Pi.",
        ),
    )


def mock() -> TableView:
    """Return a state of the mock table, where the mock host has answered a question."""
    return replace(
        playing(),
        told="The mock host answered 3-5-3.",
        camera=CameraStatus("live", "mock camera", mock=True),
    )


def long() -> TableView:
    """Return a state with very long names, scores of three digits, forty throws and a ghost."""
    names = ("Wilhelmina-Alexandra", "Bartholomew Maximil.", "Christopher Jonathan", "ghost 1")
    base = playing()
    course = tuple(
        make_throw(
            100 + at, names[at % 4], at % 2, ((1, 3, 3), (3, 3, 3), (2, 4, 6))[at % 3], 3, "+2, goes on"
        )
        for at in range(40)
    )
    last = make_throw(
        139, names[0], 0, (3, 3, 3), 3, "Bunco! +21, Wilhelmina-Alexandra throws again", corrected=True
    )
    return replace(
        base,
        sides=(
            replace(base.sides[0], players=names[::2], score=128, tally=tuple(range(2, 129, 7)), chance=0.97),
            replace(
                base.sides[1], players=names[1::2], score=107, tally=tuple(range(1, 108, 5)), chance=0.03
            ),
        ),
        players=tuple(
            make_player(name, seat, throwing=seat == 1, next=seat == 2, ghost=seat == 4)
            for seat, name in enumerate(names, start=1)
        ),
        thrower=names[0],
        then=names[1],
        last=last,
        course=(*course, last),
        told="The mock host answered a doubtful throw: 3-5-3.",
        camera=CameraStatus("live", "mock camera", mock=True),
        can=replace(base.can, undo=StepView(139, "Undo Bunco! +21"), call=True),
    )


def boxed(count: int) -> TableView:
    """Return a state in which each player plays alone and has their own card."""
    base = playing()
    names = ("Ann", "Bob", "Cy", "Di")[:count]
    scores = (14, 9, 17, 3)
    return replace(
        base,
        title="Boxed Bunco",
        rules="boxed",
        sets=1,
        teams=False,
        sides=tuple(
            SideView(
                name,
                (name,),
                (at + 1,),
                scores[at],
                (2, 3, scores[at]),
                throwing=at == 0,
                winner=False,
                chance=0.25,
            )
            for at, name in enumerate(names)
        ),
        players=base.players[:count],
        course=tuple(replace(throw, side=at % count) for at, throw in enumerate(base.course)),
    )


SIXTY = (
    "Wilhelmina-Alexandra von Hohenstein-Löwenburg the 3rd of Ame",
    "מרים בת-שבע אברמוביץ׳ כהן-לוי משפחת רוזנברג מירושלים עיר הק",
    "🎲🎲🎲 Dice Queen of the Whole Wide Western Hemisphere 🎲🎲🎲🎲🎲🎲",
    "x" * 60,
)
"""The longest names that a record may have. One of them has no place to break."""


def sixty(base: TableView) -> TableView:
    """Return a state with names of sixty letters."""
    new = dict(zip(("Ann", "Bob", "Cy", "Di"), SIXTY, strict=True))
    return replace(
        base,
        sides=tuple(replace(side, players=tuple(new[name] for name in side.players)) for side in base.sides),
        players=tuple(replace(player, name=new[player.name]) for player in base.players),
        moves=tuple(replace(move, name=new[move.name]) for move in base.moves),
        rounds=tuple(
            replace(line, winners=tuple(new[name] for name in line.winners),
                    sides=tuple((tuple(new[name] for name in names), score) for names, score in line.sides))
            for line in base.rounds
        ),
        short_names=make_short_names(SIXTY),
        thrower=new.get(base.thrower or ""),
        then=new.get(base.then or ""),
    )  # fmt: skip


def first_throw() -> TableView:
    """Return a state before the first throw of a round, at a table without a camera."""
    return replace(by_hand(), last=None, course=(), banners=())


def asking(base: TableView, **more: Any) -> TableView:
    """Return a state with a question about a throw; `more` changes fields of the doubt."""
    doubt = doubtful().doubt
    assert doubt is not None
    if "likely" in more:
        more = {"follows": ("+1, Wilhelmina throws again",) * len(more["likely"]), "which": None, **more}
    return replace(
        base,
        revision=base.revision + 1,
        doubt=replace(doubt, thrower=base.thrower, **more),
        can=replace(base.can, enter=False),
    )


BUNCO = Alert(51, "bunco", "Bunco!", "Ann threw three threes", image="333.jpg")

CUT = "The second die from the left is not wholly in the picture: throw again."
STACKED = "The third die from the left lies on another: throw again."
COVERED = "A hand lies over the dice: take it away."
FEWER = "I see two dice, not three. Is one hidden, or off the mat?"

STATES: dict[str, Callable[[], TableView]] = {
    "begin": begin,
    "between": between,
    "between-tables": between_tables,
    "not-final": not_final,
    "playing": playing,
    "doubtful": doubtful,
    "again": again,
    "again-dieoff": lambda: again(dieoff(), image=None, boxes=(), thrower=None),
    "again-long": lambda: again(long(), kind="cut", reason=CUT),
    "again-boxed-3": lambda: again(boxed(3), kind="stacked", reason=STACKED),
    "again-boxed-4": lambda: again(boxed(4)),
    "doubtful-covered": lambda: asking(
        playing(), kind="covered", reason=COVERED, likely=(), dice=(), boxes=()
    ),
    "doubtful-part": touched,
    "doubtful-unsure": unsure,
    "doubtful-late": late,
    "doubtful-fewer": lambda: asking(playing(), kind="fewer", reason=FEWER, likely=(), dice=(3, 6)),
    "rolloff": rolloff,
    "rolloff-2": lambda: boxed_rolloff(2),
    "rolloff-3": lambda: boxed_rolloff(3),
    "rolloff-4": lambda: boxed_rolloff(4),
    "dieoff": dieoff,
    "over": over,
    "by-hand": by_hand,
    "trouble": trouble,
    "mock": mock,
    "long": long,
    "long-first": lambda: sixty(first_throw()),
    "long-playing": lambda: sixty(playing()),
    "long-between": lambda: sixty(between()),
    "long-not-final": lambda: sixty(not_final()),
    "doubtful-boxed-3": lambda: asking(boxed(3)),
    "doubtful-boxed-4": lambda: asking(boxed(4)),
    "doubtful-long": lambda: asking(long(), likely=((3, 3, 3), (3, 3, 5), (3, 3, 1))),
    "doubtful-dieoff": lambda: asking(dieoff(), wanted=2, likely=(), image=None, boxes=(), dice=()),
    "ready-trouble": lambda: replace(between(), camera=trouble().camera, banners=trouble().banners),
    "ready-boxed-3": lambda: replace(boxed(3), phase="ready", thrower="Bob"),
    "boxed-2": lambda: boxed(2),
    "boxed-3": lambda: boxed(3),
    "boxed-4": lambda: boxed(4),
}
