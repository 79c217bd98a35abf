"""What the bell's button does at the table."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Lamp, Press, Stage
from pi_bunco.devices.ports import Ring as Sound
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import EndRoundNow, RingBell
from pi_bunco.game.refused import Refused
from pi_bunco.stations.button import GOING, Button
from pi_bunco.views.devices import BellButton
from pi_bunco.views.live import RoomMessage
from pi_bunco.views.table import PossibleActions, TableView
from pi_bunco.views.throw_views import DoubtView
from tests.stations.test_bell_sounds import PLAYING

RINGS = PossibleActions(ring=True, end_round=False, enter=False, call=False, undo=None, redo=None)
ENDS = replace(RINGS, ring=False, end_round=True)
NEITHER = replace(RINGS, ring=False)
READY = replace(PLAYING, phase="ready", can=RINGS)
IN_A_ROUND = replace(PLAYING, can=ENDS)
OVER = replace(PLAYING, phase="over", can=NEITHER)
DOUBTFUL = replace(PLAYING, can=NEITHER, doubt=DoubtView(9, "Glare.", None, (2, 4), (), 3, (), 0, "Ann"))


class FakePageService:
    """A table that a test lays, and that writes down what it is told."""

    def __init__(self) -> None:
        self.now = READY
        self.asked: list[object] = []
        self.told: list[str] = []
        self.refusal: Exception | None = None

    def view(self) -> TableView:
        return self.now

    def ask(self, command: object) -> TableView:
        if self.refusal:
            raise self.refusal
        self.asked.append(command)
        return self.now

    def send(self, said: RoomMessage) -> None:
        assert isinstance(said, BellButton)
        self.told.append(said.stage)
        self.now = replace(self.now, button=said)


class Power:
    """The machine's switch."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self.offs = 0
        self.forgotten = 0
        self.soon: list[Callable[[], None]] = []

    def forget(self) -> None:
        if self.trouble:
            raise self.trouble
        self.forgotten += 1

    def off(self) -> None:
        if self.trouble:
            raise self.trouble
        self.offs += 1


@pytest.fixture
def service() -> FakePageService:
    return FakePageService()


@pytest.fixture
def power() -> Power:
    return Power()


@pytest.fixture
def bell(service: FakePageService, power: Power) -> MockBell:
    bell = MockBell()
    bell.on_press(Button(bell, service, power.off, forget=power.forget, run_later=power.soon.append))  # type: ignore[arg-type] # stands in
    return bell


R, E, N = [RingBell(by="button")], [EndRoundNow(by="button")], list[object]()
W, L, OFF, NO = Sound.WARN_END, Sound.LET_GO, Sound.WARN_OFF, Sound.REFUSED


@pytest.mark.parametrize(
    ("table", "held", "asked", "sounded"),
    [
        (READY, Stage.SHORT, R, []),
        (READY, Stage.WARN_END, R, []),
        (READY, Stage.END, R, []),
        (READY, Stage.WARN_OFF, N, [OFF, NO]),
        (IN_A_ROUND, Stage.SHORT, N, [NO]),
        (IN_A_ROUND, Stage.WARN_END, N, [W, NO]),
        (IN_A_ROUND, Stage.END, E, [W, L]),
        (IN_A_ROUND, Stage.WARN_OFF, N, [W, L, OFF, NO]),
        (DOUBTFUL, Stage.SHORT, N, [Sound.DOUBT]),
        (DOUBTFUL, Stage.END, N, [Sound.DOUBT]),
        (DOUBTFUL, Stage.WARN_OFF, N, [OFF, Sound.DOUBT]),
        (OVER, Stage.SHORT, N, [NO]),
        (OVER, Stage.END, N, [NO]),
    ],
)
def test_button_does_what_the_table_can_take(  # noqa: PLR0913, PLR0917 - a row of the table
    table: TableView,
    held: Stage,
    asked: list[object],
    sounded: list[Sound],
    bell: MockBell,
    service: FakePageService,
) -> None:
    """Each length of press at each table: what it asks for, and what is heard; then nobody holds it."""
    service.now = table
    bell.press(held)
    assert service.asked == asked
    assert list(bell.sounded) == sounded
    assert service.now.button == BellButton("up")


def test_button_tells_the_page_what_holding_on_leads_to(bell: MockBell, service: FakePageService) -> None:
    """In a round the page goes through every stage with the finger; each has words of its own."""
    service.now = IN_A_ROUND
    bell.hold(Stage.STUCK)
    assert service.told == ["warn_end", "end", "warn_off", "off", "stuck"]
    assert service.now.button.remedy


def test_button_between_rounds_warns_of_switching_off_only(bell: MockBell, service: FakePageService) -> None:
    """Where there is no round to end, nobody is warned of ending it."""
    bell.hold(Stage.OFF)
    assert service.told == ["warn_off", "off"]


@pytest.mark.parametrize("table", [READY, IN_A_ROUND, DOUBTFUL, OVER])
def test_button_held_very_long_switches_off_once_it_is_let_go(
    table: TableView, bell: MockBell, service: FakePageService, power: Power
) -> None:
    """At any time: the tone and the page say so first, and only then is the machine asked."""
    service.now = table
    bell.hold(Stage.OFF)
    assert power.soon == []
    bell.press(Stage.OFF)
    assert bell.sounded[-1] is Sound.OFF
    assert service.now.button == GOING
    assert (len(power.soon), power.offs) == (1, 0)
    power.soon[0]()
    assert (power.offs, service.asked) == (1, [])


def test_button_says_when_the_machine_stays_on(
    bell: MockBell, service: FakePageService, power: Power
) -> None:
    """A machine that will not switch off is told of on the page, with another way."""
    power.trouble = Trouble("It will not.", "Pull harder.")
    bell.press(Stage.OFF)
    power.soon[0]()
    assert service.now.button == BellButton("staying", "It will not.", "Pull harder.")
    assert bell.sounded[-1] is Sound.REFUSED


@pytest.mark.parametrize("table", [READY, IN_A_ROUND])
def test_button_that_is_stuck_does_nothing_and_is_told_of(
    table: TableView, bell: MockBell, service: FakePageService, power: Power
) -> None:
    """It neither rings nor ends nor switches off; page, tone and lamp say so until it comes up again."""
    service.now = table
    bell.hold(Stage.STUCK)
    assert (service.asked, power.soon) == ([], [])
    assert (service.now.button.stage, bell.sounded[-1], bell.lit) == ("stuck", Sound.STUCK, Lamp.STUCK)
    bell._listener(Press(Stage.STUCK, let_go=True))
    assert (service.asked, power.soon) == ([], [])
    assert service.now.button == BellButton("up")
    assert bell.lit is (Lamp.READY if table is READY else Lamp.PLAYING)


def test_button_does_not_begin_a_round_under_a_finger_that_ends_one(
    bell: MockBell, service: FakePageService
) -> None:
    """A round that is over while somebody holds the button to end it is not followed by another."""
    service.now = IN_A_ROUND
    bell.hold(Stage.END)
    service.now = READY
    bell._listener(Press(Stage.END, let_go=True))
    assert service.asked == []
    assert bell.sounded[-1] is Sound.REFUSED


def test_button_does_not_end_a_round_that_began_under_the_finger(
    bell: MockBell, service: FakePageService
) -> None:
    """A tap on the page that rings while the button is down leaves nothing to this press."""
    bell.hold(Stage.WARN_END)
    service.now = IN_A_ROUND
    bell._listener(Press(Stage.WARN_END, let_go=True))
    assert service.asked == []
    assert bell.sounded[-1] is Sound.REFUSED


@pytest.mark.parametrize("refusal", [Refused("The round is over.", "Look."), TimeoutError()])
def test_button_that_is_refused_is_heard_to_be(
    refusal: Exception, bell: MockBell, service: FakePageService
) -> None:
    """A throw that was faster, or a disk that is full, leaves a press that did nothing: one low beep."""
    service.refusal = refusal
    bell.press()
    assert list(bell.sounded) == [Sound.REFUSED]


def test_button_held_through_the_start_forgets_once_it_is_let_go(
    bell: MockBell, service: FakePageService, power: Power
) -> None:
    """Tone and page say when to let go; then PIN and devices are forgotten, and nothing else is done."""
    bell.press(Stage.OFF, since_start=True)
    assert list(bell.sounded) == [Sound.LET_GO, Sound.FORGOT]
    assert service.told == ["forget", "up"]
    assert (power.forgotten, power.soon, service.asked) == (1, [], [])


@pytest.mark.parametrize("stage", [Stage.SHORT, Stage.WARN_END, Stage.END, Stage.WARN_OFF])
def test_button_let_go_too_early_forgets_nothing(stage: Stage, bell: MockBell, power: Power) -> None:
    """Who leans on the button while the table starts has lost nothing."""
    bell.press(stage, since_start=True)
    assert power.forgotten == 0
    assert list(bell.sounded) == []


def test_button_stuck_through_the_start_forgets_nothing(
    bell: MockBell, service: FakePageService, power: Power
) -> None:
    """It is called stuck, and coming up again it neither forgets nor switches off."""
    bell.press(Stage.STUCK, since_start=True)
    assert (power.forgotten, power.soon, service.asked) == (0, [], [])
    assert list(bell.sounded) == [Sound.LET_GO, Sound.STUCK]
    assert service.told == ["forget", "stuck", "up"]


def test_button_held_long_later_forgets_nothing(bell: MockBell, power: Power) -> None:
    """A press that began after the start switches off, as ever."""
    bell.press(Stage.OFF)
    assert (power.forgotten, len(power.soon)) == (0, 1)


def test_button_says_when_nothing_could_be_forgotten(
    bell: MockBell, service: FakePageService, power: Power
) -> None:
    """One short beep instead of the others; the game goes on."""
    power.trouble = Trouble("It cannot be removed.", "Use sudo.")
    bell.press(Stage.OFF, since_start=True)
    assert list(bell.sounded) == [Sound.LET_GO, Sound.REFUSED]
    assert service.now.button == BellButton("up")
