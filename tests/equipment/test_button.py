"""What the bell's button does at each length of press, and what it reports."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_bunco.devices.bell.mock import MockBell
from pi_bunco.devices.ports import Lamp, Press, Stage
from pi_bunco.devices.ports import Ring as Sound
from pi_bunco.equipment.button import SWITCHING_OFF_NOTE, Button
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import EndRoundNow, RingBell
from pi_bunco.game.refused import Refused, Unanswered
from pi_bunco.room.shown_room import RoomMessage
from pi_bunco.views.devices import BellButton
from pi_bunco.views.table import PossibleActions, TableView
from pi_bunco.views.throw_views import DoubtView
from tests.equipment.test_bell_sounds import PLAYING

RINGS = PossibleActions(ring=True, end_round=False, enter=False, call=False, undo=None, redo=None)
ENDS = replace(RINGS, ring=False, end_round=True)
NEITHER = replace(RINGS, ring=False)
READY = replace(PLAYING, phase="ready", can=RINGS)
IN_A_ROUND = replace(PLAYING, can=ENDS)
OVER = replace(PLAYING, phase="over", can=NEITHER)
DOUBTFUL = replace(PLAYING, can=NEITHER, doubt=DoubtView(9, "Glare.", None, (2, 4), (), 3, (), 0, "Ann"))


class FakePageService:
    """A table with a view that tests set; it records the commands and the stages that it gets."""

    def __init__(self) -> None:
        self.now = READY
        self.commands: list[object] = []
        self.stages: list[str] = []
        self.refusal: Exception | None = None

    def view(self) -> TableView:
        return self.now

    def ask(self, command: object) -> TableView:
        if self.refusal:
            raise self.refusal
        self.commands.append(command)
        return self.now

    def send(self, message: RoomMessage) -> None:
        assert isinstance(message, BellButton)
        self.stages.append(message.stage)
        self.now = replace(self.now, button=message)


class FakePower:
    """Counts how often the machine is switched off and how often access is forgotten, or raises."""

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
def power() -> FakePower:
    return FakePower()


@pytest.fixture
def bell(service: FakePageService, power: FakePower) -> MockBell:
    bell = MockBell()
    bell.on_press(
        Button(
            bell,
            service,  # type: ignore[arg-type] # stands in
            power.off,
            forget=power.forget,
            run_later=lambda _, action: power.soon.append(action),
        )
    )
    return bell


R, E, N = [RingBell(by="button")], [EndRoundNow(by="button")], list[object]()
W, L, OFF, NO = Sound.WARN_END, Sound.LET_GO, Sound.WARN_OFF, Sound.REFUSED


@pytest.mark.parametrize(
    ("table", "held", "commands", "sounded"),
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
def test_button_does_what_the_table_allows(  # noqa: PLR0913, PLR0917 - a row of the table
    table: TableView,
    held: Stage,
    commands: list[object],
    sounded: list[Sound],
    bell: MockBell,
    service: FakePageService,
) -> None:
    """A press of each length sends the right commands and sounds in each phase; then the button is up."""
    service.now = table
    bell.press(held)
    assert service.commands == commands
    assert list(bell.sounded) == sounded
    assert service.now.button == BellButton("up")


def test_button_reports_each_stage_to_the_page(bell: MockBell, service: FakePageService) -> None:
    """While the button is held in a round, the page gets each stage, and the last one has a remedy."""
    service.now = IN_A_ROUND
    bell.hold(Stage.STUCK)
    assert service.stages == ["warn_end", "end", "warn_off", "off", "stuck"]
    assert service.now.button.remedy


def test_button_between_rounds_warns_of_switching_off_only(bell: MockBell, service: FakePageService) -> None:
    """Between rounds there is no warning about ending a round."""
    bell.hold(Stage.OFF)
    assert service.stages == ["warn_off", "off"]


@pytest.mark.parametrize("table", [READY, IN_A_ROUND, DOUBTFUL, OVER])
def test_button_held_very_long_switches_off_after_its_release(
    table: TableView, bell: MockBell, service: FakePageService, power: FakePower
) -> None:
    """In each phase, the ring and the page announce it first; only then the machine is switched off."""
    service.now = table
    bell.hold(Stage.OFF)
    assert power.soon == []
    bell.press(Stage.OFF)
    assert bell.sounded[-1] is Sound.OFF
    assert service.now.button == SWITCHING_OFF_NOTE
    assert (len(power.soon), power.offs) == (1, 0)
    power.soon[0]()

    assert (power.offs, service.commands) == (1, [])


def test_button_reports_that_the_machine_stays_on(
    bell: MockBell, service: FakePageService, power: FakePower
) -> None:
    """If switching off fails, the page shows why and what to do instead."""
    power.trouble = Trouble("It will not.", "Pull harder.")
    bell.press(Stage.OFF)
    power.soon[0]()
    assert service.now.button == BellButton("staying", "It will not.", "Pull harder.")
    assert bell.sounded[-1] is Sound.REFUSED


@pytest.mark.parametrize("table", [READY, IN_A_ROUND])
def test_button_that_is_stuck_does_nothing_and_is_reported(
    table: TableView, bell: MockBell, service: FakePageService, power: FakePower
) -> None:
    """A stuck button sends no command; page, ring and lamp report it until it comes up again."""
    service.now = table
    bell.hold(Stage.STUCK)
    assert (service.commands, power.soon) == ([], [])
    assert (service.now.button.stage, bell.sounded[-1], bell.lit) == ("stuck", Sound.STUCK, Lamp.STUCK)
    bell._listener(Press(Stage.STUCK, let_go=True))
    assert (service.commands, power.soon) == ([], [])
    assert service.now.button == BellButton("up")
    assert bell.lit is (Lamp.READY if table is READY else Lamp.PLAYING)


def test_button_held_to_end_a_round_does_not_begin_another(bell: MockBell, service: FakePageService) -> None:
    """If the round ends while the button is held to end it, the release does not begin another round."""
    service.now = IN_A_ROUND
    bell.hold(Stage.END)
    service.now = READY
    bell._listener(Press(Stage.END, let_go=True))
    assert service.commands == []
    assert bell.sounded[-1] is Sound.REFUSED


def test_button_does_not_end_a_round_that_began_while_it_was_held(
    bell: MockBell, service: FakePageService
) -> None:
    """If a tap on the page begins a round while the button is down, its release does not end that round."""
    bell.hold(Stage.WARN_END)
    service.now = IN_A_ROUND
    bell._listener(Press(Stage.WARN_END, let_go=True))
    assert service.commands == []
    assert bell.sounded[-1] is Sound.REFUSED


@pytest.mark.parametrize("refusal", [Refused("The round is over.", "Look."), Unanswered()])
def test_button_sounds_if_its_command_is_refused(
    refusal: Exception, bell: MockBell, service: FakePageService
) -> None:
    """If the game refuses the command or does not answer, the bell plays the ring ``REFUSED``."""
    service.refusal = refusal
    bell.press()
    assert list(bell.sounded) == [Sound.REFUSED]


def test_button_held_through_the_start_forgets_after_its_release(
    bell: MockBell, service: FakePageService, power: FakePower
) -> None:
    """Ring and page ask to release the button; then PIN and devices are forgotten, and no command is sent."""
    bell.press(Stage.OFF, since_start=True)
    assert list(bell.sounded) == [Sound.LET_GO, Sound.FORGOT]

    assert service.stages == ["forget", "up"]
    assert (power.forgotten, power.soon, service.commands) == (1, [], [])


@pytest.mark.parametrize("stage", [Stage.SHORT, Stage.WARN_END, Stage.END, Stage.WARN_OFF])
def test_button_released_too_early_forgets_nothing(stage: Stage, bell: MockBell, power: FakePower) -> None:
    """A short press that began before the start forgets nothing and makes no sound."""
    bell.press(stage, since_start=True)
    assert power.forgotten == 0
    assert list(bell.sounded) == []


def test_button_stuck_through_the_start_forgets_nothing(
    bell: MockBell, service: FakePageService, power: FakePower
) -> None:
    """A button that is stuck since the start is reported as stuck; its release does nothing."""
    bell.press(Stage.STUCK, since_start=True)
    assert (power.forgotten, power.soon, service.commands) == (0, [], [])
    assert list(bell.sounded) == [Sound.LET_GO, Sound.STUCK]
    assert service.stages == ["forget", "stuck", "up"]


def test_button_held_long_after_the_start_forgets_nothing(bell: MockBell, power: FakePower) -> None:
    """A long press that began after the start switches the machine off, and forgets nothing."""
    bell.press(Stage.OFF)
    assert (power.forgotten, len(power.soon)) == (0, 1)


def test_button_sounds_if_forgetting_fails(
    bell: MockBell, service: FakePageService, power: FakePower
) -> None:
    """If forgetting fails, the ring is ``REFUSED`` instead of ``FORGOT``."""
    power.trouble = Trouble("It cannot be removed.", "Use sudo.")
    bell.press(Stage.OFF, since_start=True)
    assert list(bell.sounded) == [Sound.LET_GO, Sound.REFUSED]
    assert service.now.button == BellButton("up")
