"""The view of one table: plain values, ready to be drawn or sent as JSON.

Views are made from the log and never stored. Their words are for guests.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from pi_bunco.game.moment import Phase
from pi_bunco.rules import Card, Dice
from pi_bunco.rules.quoting import quote_number
from pi_bunco.views.devices import Banner, BellButton, CameraStatus, KeptSlip, RoomSound
from pi_bunco.views.moment import HereView, MomentView
from pi_bunco.views.results import GuestCard, Results
from pi_bunco.views.throw_views import DoubtView, RerollView, ThrowView


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of the table: a team, or a player who plays alone.

    Attributes
    ----------
    name
        ``US``, ``THEM``, or the player's name where there are no teams.
    players, seats
        Its players, and where they sit (1 to 4).
    score
        Points in this round.
    tally
        The running totals of this round as a scorekeeper writes them. The last one is the score.
    throwing, winner
        Whether this side throws now, and whether it has won the round for sure.
    rolloff
        Points in the roll-off; ``None``: there is none, or this side is not in it.
    chance
        Chance to win the table, 0 to 1; ``None``: not known.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView(Card):
    """One player's seat, and their score card so far. The card of a ghost is empty."""

    name: str
    seat: int
    side: int
    throwing: bool
    next: bool
    ghost: bool
    bag: bool


Sides = tuple[tuple[tuple[str, ...], int], ...]
"""Each side's players and score."""


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A finished round: each side's score, the winners, and whether a roll-off decided it.

    There are no winners while the result may still change, because another Pi may have throws of the round.
    """

    set: int
    round: int
    sides: Sides
    winners: tuple[str, ...]
    rolloff: bool


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A player's change from ``seat`` of ``table`` to seat ``to`` of ``to_table``, which may be the same."""

    name: str
    table: int
    seat: int
    to_table: int
    to: int


@dataclass(frozen=True, slots=True)
class StepView:
    """A step that one tap undoes or redoes: the event that the tap voids, and the label of the button.

    ``host``: the step is one that only the host may do, such as new seats. So only the host may undo it.
    """

    seq: int
    what: str
    host: bool = False


@dataclass(frozen=True, slots=True)
class PossibleActions:
    """What can be done now. The page offers nothing else.

    ``draw``: the label of the button that draws. ``draw_more``: the label of the one that draws another name
    in the same break, which nobody has to do.
    """

    ring: bool
    end_round: bool
    enter: bool
    call: bool
    undo: StepView | None
    redo: StepView | None
    draw: str | None = None
    draw_more: str | None = None


@dataclass(frozen=True, slots=True)
class AskView:
    """What the night needs next outside the rounds.

    Attributes
    ----------
    title, text
        Its purpose, and what people do now.
    each
        The players who throw one die each, in this order; empty if one player throws or a name is drawn.
    among
        The players who take part, in the order of the turns if there is one. In a drawing: those who may be
        drawn.
    """

    title: str
    text: str
    each: tuple[str, ...]
    among: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContestView:
    """The throws outside the rounds: the ``phase``, the ``throws`` so far, and who throws next alone."""

    phase: Phase
    throws: tuple[ThrowView, ...]
    thrower: str | None


@dataclass(frozen=True, slots=True)
class Alert:
    """News that fills the whole screen once, and sounds the buzzer.

    ``id`` grows. A page shows each alert once, and none from before it was opened. ``kind`` is ``start`` (the
    bell starts a round), ``end`` (the round is over), ``bunco``, ``wipe`` (three 1s took points), or ``over``
    (the game is over). A sound of the bell (``Ring``) and a sound of the page (``sound.js``) have the same
    name. With ``stop`` somebody may be about to throw, so the alert stays until the dice rest.
    """

    id: int
    kind: Literal["start", "end", "bunco", "wipe", "over"]
    title: str
    text: str
    image: str | None = None
    stop: bool = False


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The time limit of the current round.

    Attributes
    ----------
    bell
        The number of the bell that began the round.
    minutes
        How long the round may last.
    since
        When that bell rang.
    rung
        Whether the limit has already ended this round. If the host undoes that, the round goes on without a
        limit.
    """

    bell: int
    minutes: int
    since: str
    rung: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game at one moment: what the view of a table and the view of the room have in common.

    Attributes
    ----------
    revision
        How many lines of this game the log has, with the header. It grows with everything that counts.
    game, title, rules, sets
        The game's name in the log, its sheet's title and slug, and how many sets it has.
    set, round, target
        The current set, round and target. In ``ready`` they are those of the round that the next bell starts.
    first_round
        The number of each set's first round. The last one is 6.
    stage
        Whether this is the game or its semi-final.
    need
        What is needed outside the rounds; ``None``: nothing.
    rest
        A sentence about the break, with its length; ``""``: there is no break.
    moves
        Who changes seats before the next round. A table's view has only moves from its seats or to them.
    winners
        Once the game is over: the winner of the grand prize, or the winners of the set; nobody if the sheet
        has neither.
    results
        Awards, set winners, drawings, finals, and the claims that staff confirm. While a round is played,
        only a page of results has them.
    bell_in
        After how many seconds the bell rings by itself, in steps; ``None``: it does not.
    moment
        What happens now, and what comes next.
    goal
        What score ends the round, in words; ``""`` if none does. In a room's view: the goal of all tables.
    short_names
        The short form of each long name in the room, for places with little room.
    sound
        Whether pages may make a sound now, and which one ends the round.
    """

    revision: int
    game: str
    title: str
    rules: str
    sets: int
    set: int
    round: int
    target: int
    first_round: int = 1
    stage: Literal["game", "semi_final"] = "game"
    need: AskView | None = None
    rest: str = ""
    moves: tuple[SeatMove, ...] = ()
    winners: tuple[str, ...] = ()
    results: Results = Results()  # noqa: RUF009 - frozen, so all may share it
    bell_in: int | None = None
    moment: MomentView = MomentView()  # noqa: RUF009 - frozen, so all may share it
    goal: str = ""
    short_names: Mapping[str, str] = field(default_factory=dict)
    sound: RoomSound = RoomSound()  # noqa: RUF009 - frozen, so all may share it


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView(GameView):
    """A table at one moment.

    Attributes
    ----------
    table
        Its number; 1 is the head table.
    can
        What can be done now.
    camera
        The state of its camera.
    banners
        What is wrong, and what to do.
    phase
        The current phase.
    here
        What happens now at this table.
    pause
        The clock of the present break, ``None`` if it has none. It counts from event ``bell``.
    teams
        Whether seats 1 and 3 play against 2 and 4. Otherwise each plays alone.
    places
        How many sides win the table: 1, or 2 at a table of four on a sheet where two win.
    sides, players
        The sides and players, in the order of the seats. Between rounds, the players are those of the next
        round. While another Pi may still have throws of the last round, they are those of the last round.
    thrower, then
        The player who throws now, and the one after them; ``None``: nobody. In ``ready`` the first is the one
        who throws first, once all Pis have settled the last round.
    stand_in
        The player who throws for :attr:`thrower` if that is a ghost or has left; otherwise ``None``.
    last
        The last throw of this round, or of the round just over.
    course
        This round's throws, oldest first, with the tries of a die-off; outside the rounds, those of the
        present roll-off or of the final.
    outside
        Other throws outside the rounds since the last bell, such as those for the order of a roll-off.
    doubt
        The oldest throw that waits for an answer.
    again
        The ruling, if the sheet has just decided that a throw is thrown again; otherwise ``None``.
    rounds
        The finished rounds, oldest first.
    one_die_each
        In a die-off: who throws one die each. If two do, they use the left and the right half of the mat.
    unused
        Events that lost their place through a correction.
    told
        The last event if guests did not see it happen, such as "The mock host rang the bell."; otherwise "".
    alerts
        The news that everybody should see and hear.
    finishing
        Whether the bell has ended the round and the thrower finishes their turn.
    dice
        How many dice the next throw has; 0: nobody throws.
    limit, minutes_left
        The time limit of the round, and how many minutes are left of it, rounded up; ``None``: no limit.
    button
        What the bell's button is about to do.
    moving
        Whether something moves on the mat although nobody should throw. STOP stays until it rests.
    cards
        The score cards of those who sit here, or of all guests if the results are included. While a round is
        played, they are there only with the results.
    game_cards
        In a semi-final, if the results are included: the score cards of the game before the semi-final.
    kept
        What was entered here and is not in the game yet.
    alone
        For how many whole minutes the Pi that plays the game was not heard, so that what is entered here is
        kept for it; ``None``: it is heard.
    uncounted
        Throws of this round that lost their place through a correction.
    uncounted_before
        The same for earlier rounds.
    goes_on
        Whether a correction has removed the end of this round, so that the next bell does not count.
    """

    table: int
    phase: Phase
    here: HereView = HereView()  # noqa: RUF009 - frozen, so all may share it
    pause: TimeLimit | None = None
    teams: bool
    sides: tuple[SideView, ...]
    players: tuple[PlayerView, ...]
    thrower: str | None
    then: str | None
    last: ThrowView | None
    course: tuple[ThrowView, ...]
    outside: tuple[ThrowView, ...] = ()
    doubt: DoubtView | None
    rounds: tuple[RoundLine, ...]
    one_die_each: tuple[str, ...]
    unused: tuple[int, ...]
    told: str
    alerts: tuple[Alert, ...]
    can: PossibleActions
    camera: CameraStatus
    banners: tuple[Banner, ...]
    finishing: bool = False
    dice: int = 0
    limit: TimeLimit | None = None
    minutes_left: int | None = None
    again: RerollView | None = None
    stand_in: str | None = None
    button: BellButton = BellButton("up")  # noqa: RUF009 - frozen, so all may share it
    moving: bool = False
    kept: tuple[KeptSlip, ...] = ()
    alone: int | None = None
    uncounted: tuple[ThrowView, ...] = ()
    uncounted_before: tuple[ThrowView, ...] = ()
    places: int = 1
    goes_on: bool = False
    cards: tuple[GuestCard, ...] = ()
    game_cards: tuple[GuestCard, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the view as plain JSON values. ``GET /api/table/N`` sends them."""
        values = asdict(self)
        if self.sets > _EXACT:  # a browser would round it
            values["sets"] = quote_number(self.sets)
        return values


_EXACT = 2**53 - 1
"""The largest whole number that a browser can hold exactly."""
