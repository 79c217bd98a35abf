"""What a page shows of one table: plain values, ready to be drawn or sent as JSON.

Everything here is derived from the log; nothing is kept. Names and words are those a guest reads.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from pi_bunco.game.due import Phase
from pi_bunco.rules.quoting import quote_number
from pi_bunco.views.devices import Banner, BellButton, CameraStatus
from pi_bunco.views.results import Results
from pi_bunco.views.throw_views import Dice, DoubtView, RerollView, ThrowView


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of the table: a team, or a player who plays alone.

    Attributes
    ----------
    name
        ``US``, ``THEM``, or the player's name where there are no teams.
    players, seats
        Who plays for it, and where they sit (1 to 4).
    score
        Points in this round.
    tally
        The running totals of this round as the scorekeeper writes them; the last one stands.
    throwing, winner
        Whether the dice are here, and whether this side has won the round.
    rolloff
        Points in the roll-off; ``None`` when there is none, or this side is not in it.
    chance
        Chance to win the table, 0 to 1, ``None`` when it is not known.
    """

    name: str
    players: tuple[str, ...]
    seats: tuple[int, ...]
    score: int
    tally: Dice
    throwing: bool
    winner: bool
    rolloff: int | None = None
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player's score card so far, and where they sit. A ghost has a seat and no card."""

    name: str
    seat: int
    side: int
    throwing: bool
    next: bool
    ghost: bool
    wins: int
    losses: int
    buncos: int
    minis: int
    points: int
    bag: bool


@dataclass(frozen=True, slots=True)
class GuestCard:
    """A guest's score card so far.

    Attributes
    ----------
    name
        Whose it is.
    wins, losses, buncos, minis, points
        What stands on it.
    bag
        Whether they hold the traveling bag.
    marks
        For each set that was begun, whether they won each of its rounds.
    """

    name: str
    wins: int
    losses: int
    buncos: int
    minis: int
    points: int
    bag: bool
    marks: tuple[tuple[bool, ...], ...]


Sides = tuple[tuple[tuple[str, ...], int], ...]
"""Each side's players and score."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A finished round: each side's score, who won it, whether a roll-off decided it."""

    set: int
    round: int
    sides: Sides
    winners: tuple[str, ...]
    rolloff: bool


@dataclass(frozen=True, slots=True)
class SeatMove:
    """Where somebody sits next: from a seat at a table to another."""

    name: str
    table: int
    seat: int
    to_table: int
    to: int


@dataclass(frozen=True, slots=True)
class Step:
    """Something one tap does to the log: ``seq`` is the event it acts on, ``what`` names it.

    ``host``: what it takes back was the host's to do, such as new seats; so is this.
    """

    seq: int
    what: str
    host: bool = False


@dataclass(frozen=True, slots=True)
class Can:
    """What may be done now; the page offers nothing else. ``draw``: what the drawing's button says."""

    ring: bool
    end_round: bool
    enter: bool
    call: bool
    undo: Step | None
    redo: Step | None
    draw: str | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """What the night needs outside the rounds.

    Attributes
    ----------
    title, text
        What it is for, and what people do now.
    each
        Who throws one die each, in this order; nobody where one player throws or a name is drawn.
    among
        Who takes part in it, in the order of the turns where there is one; of a drawing: who may be drawn.
    """

    title: str
    text: str
    each: tuple[str, ...]
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Alert:
    """Something that takes the whole screen, and the buzzer, once.

    ``id`` grows; a page shows an alert once and none older than itself. ``kind`` is ``start`` (the
    bell starts a round), ``end`` (the round is over), ``bunco``, or ``over`` (the game is); each names a
    sound of the bell (``Ring``) and of the page (``sound.js``) too. With ``stop`` somebody may be about to
    throw: it stays until the dice rest.
    """

    id: int
    kind: Literal["start", "end", "bunco", "over"]
    title: str
    text: str
    image: str | None = None
    stop: bool = False


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The time limit of the round being played, where its sheet has one.

    Attributes
    ----------
    bell
        The number of the bell that began the round.
    minutes
        How long the round may last.
    since
        When that bell rang, by the clock on the wall.
    rung
        Whether the limit has ended this round before; a host who undid that goes on without it.
    """

    bell: int
    minutes: int
    since: str
    rung: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table at one moment.

    Attributes
    ----------
    revision
        How many events the log holds; grows with everything that counts.
    game, title, rules, sets
        The game's name in the log, its sheet's title and slug, and how many sets it has.
    phase, set, round, target
        Where the game is. In ``ready`` the round is the one that the next bell starts.
    teams
        Whether seats 1 and 3 play 2 and 4; else each plays alone.
    sides, players
        In the order of the seats.
    thrower, then
        Who throws now and who after them, ``None`` when nobody does; in ``ready`` who throws first.
    stand_in
        Who throws for :attr:`thrower`, who is a ghost or has left; ``None``: they throw themselves.
    last
        The last throw of this round, or of the round just over.
    course
        This round's throws, oldest first.
    doubt
        The oldest throw that waits for an answer.
    again
        The throw that has just been ruled to be thrown again, ``None`` where there is none.
    rounds
        The finished rounds, oldest first.
    moves
        Between rounds: who leaves a seat of this table, and who comes to one.
    left, right
        In a die-off: whose die is on the left and on the right half of the mat.
    winners
        When the game is over: who has won it: the grand prize, the set, or most rounds (ties shared).
    unused
        Events that a correction left without a place.
    told
        The last thing that was done for the guests ("The mock host rang the bell."), or "".
    alerts
        What just happened that everybody should see and hear.
    finishing
        Whether the bell has ended the round and the thrower finishes their turn.
    dice
        How many dice are thrown next, 0 while nobody throws.
    stage
        Whether the game is played or its semi-final.
    need
        What is needed outside the rounds, ``None`` where nothing is.
    rest
        That there is a break, and how long; ``""`` while there is none.
    results
        Awards, set winners, drawings, finals, what staff confirm.
    limit, minutes_left
        The time limit of the round, and how many begun minutes are left of it; ``None`` without one.
    button
        What the bell's button is about to do.
    bell_in
        After how many seconds the bell rings by itself, in steps; ``None``: it does not.
    moving
        Whether something moves on the mat while nobody is to throw: STOP stays until it rests.
    cards
        The score cards of those who sit here, or of all guests where the results are wanted; nothing while a
        round is played and they are not.
    game_cards
        In a semi-final, where the results are wanted: the score cards of the game before it.
    uncounted
        Throws of this round that a correction has left without a place.
    uncounted_before
        Those of earlier rounds.
    goes_on
        Whether a correction has taken the end of this round away, so that the next bell does not count.
    """

    revision: int
    game: str
    title: str
    rules: str
    sets: int
    table: int
    phase: Phase
    set: int
    round: int
    target: int
    teams: bool
    sides: tuple[SideView, ...]
    players: tuple[PlayerView, ...]
    thrower: str | None
    then: str | None
    last: ThrowView | None
    course: tuple[ThrowView, ...]
    doubt: DoubtView | None
    rounds: tuple[RoundLine, ...]
    moves: tuple[SeatMove, ...]
    left: str | None
    right: str | None
    winners: tuple[str, ...]
    unused: tuple[int, ...]
    told: str
    alerts: tuple[Alert, ...]
    can: Can
    camera: CameraStatus
    banners: tuple[Banner, ...]
    finishing: bool = False
    dice: int = 0
    stage: Literal["game", "semi_final"] = "game"
    need: Need | None = None
    rest: str = ""
    results: Results = Results()  # noqa: RUF009 - frozen, so all may share it
    limit: TimeLimit | None = None
    minutes_left: int | None = None
    again: RerollView | None = None
    stand_in: str | None = None
    button: BellButton = BellButton("up")  # noqa: RUF009 - likewise
    bell_in: int | None = None
    moving: bool = False
    uncounted: tuple[ThrowView, ...] = ()
    uncounted_before: tuple[ThrowView, ...] = ()
    goes_on: bool = False
    cards: tuple[GuestCard, ...] = ()
    game_cards: tuple[GuestCard, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the snapshot as plain JSON values, as ``GET /api/table/N`` sends it."""
        told = asdict(self)
        if self.sets > _EXACT:  # a browser would round it
            told["sets"] = quote_number(self.sets)
        return told


_EXACT = 2**53 - 1
"""The largest whole number that a browser has as it is."""
