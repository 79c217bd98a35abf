"""Acts on the bell's button: it rings, ends the round, switches the machine off, or forgets PIN and devices.

A press acts when the button is released, so a stuck button does nothing. The state of the game when the press
begins decides what the press may do: if the round ends by itself meanwhile, the press does not ring for the
next round. The page explains what a long press will do.
"""

import threading
import time
from collections.abc import Callable
from typing import Literal

import structlog

from pi_bunco.devices.bell.patterns import WARNINGS
from pi_bunco.devices.ports import BellDevice, Lamp, Press, Stage
from pi_bunco.devices.ports import Ring as Sound
from pi_bunco.equipment.bell import UP, choose_lamp
from pi_bunco.equipment.poweroff import power_off
from pi_bunco.errors import Trouble
from pi_bunco.game.commands import EndRoundNow, RingBell
from pi_bunco.game.decide import JustEnded
from pi_bunco.game.seen import SeenMoment
from pi_bunco.machine.threads import start_thread
from pi_bunco.room.shown_room import ShownRoom
from pi_bunco.sentences import say
from pi_bunco.views.devices import BellButton

_log = structlog.get_logger()

BY = "button"
"""The sender of the button's commands in the log."""
OFF_DELAY = 3.0
"""Seconds from the announcement that the machine switches off until it does so.

In this time every page shows the announcement, and the tone ends."""

AGAIN_SECONDS = 10.0
"""Seconds for which the pages say that another press starts the next round."""

Effect = Literal["ring", "end", "nothing"]  # of a press on the game

_NOTHING_YET = say("Let go now, and nothing happens.")
HELD_NOTES = {
    Stage.WARN_END: BellButton("warn_end", say("Keep holding the button to end the round."), _NOTHING_YET),
    Stage.END: BellButton(
        "end",
        say("Let go now to end the round."),
        say("Changed your mind? Keep holding until it ticks again."),
    ),
    Stage.WARN_OFF: BellButton(
        "warn_off", say("Keep holding the button to switch the table off."), _NOTHING_YET
    ),
    Stage.OFF: BellButton(
        "off",
        say("Let go now to switch the table off."),
        say("Changed your mind? Keep holding for ten seconds more."),
    ),
    Stage.STUCK: BellButton(
        "stuck",
        say("The bell's button is stuck: it has been down for 20 seconds."),
        say("Free it, or check its wires; until then ring on the page."),
    ),
}
"""What the page says while the button is held, at each stage of the press."""
FORGET_NOTE = BellButton(
    "forget",
    say("Let go now to forget the host's PIN and all devices."),
    say("Changed your mind? Keep holding for ten seconds more."),
)
"""What the page says if the button was already down when the table started, and is still held."""
SWITCHING_OFF_NOTE = BellButton(
    "going",
    say("The table is switching itself off. Nothing is lost."),
    say("Pull the plug once the green light on the Raspberry Pi has stopped blinking."),
)
"""What the page says until the machine is off."""


def _run_later(seconds: float, action: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, action)
    timer.daemon = True
    start_thread(timer)


class Button:
    """Listens to the bell's button.

    Parameters
    ----------
    bell
        Plays the sounds and controls the lamp.
    room
        The table.
    switch_off
        Switches the machine off, or raises :class:`Trouble`.
    forget
        Forgets the host's PIN and all devices, or raises :class:`Trouble`.
    run_later
        Calls a function after this many seconds.
    """

    def __init__(
        self,
        bell: BellDevice,
        room: ShownRoom,
        switch_off: Callable[[], None] = power_off,
        *,
        forget: Callable[[], None],
        run_later: Callable[[float, Callable[[], None]], None] = _run_later,
    ) -> None:
        self._bell = bell
        self._room = room
        self._switch_off = switch_off
        self._forget = forget
        self._run_later = run_later
        self._effect: Effect = "nothing"
        self._seen: SeenMoment | None = None  # the moment at which the press began
        self._asked: SeenMoment | None = None  # the moment about which the last press has asked
        self._pressed: float | None = None

    @property
    def seconds_pressed(self) -> float | None:
        """Seconds since the button was pressed, ``None`` if it is not pressed."""
        return None if self._pressed is None else time.monotonic() - self._pressed

    def __call__(self, press: Press) -> None:
        """Act on what the button did."""
        if press.since_start and press.stage is Stage.OFF:
            self._act_on_press_at_start(let_go=press.let_go)
        elif press.let_go:
            self._act_on_release(press.stage)
        elif press.stage is Stage.SHORT:
            self._pressed = time.monotonic()
            self._seen = self._room.view().here.moment
            self._effect = self._find_effect()
        else:
            self._warn(press.stage)

    def _find_effect(self) -> Effect:
        """Return what a press would do now."""
        can = self._room.view().can
        return "ring" if can.ring else "end" if can.end_round else "nothing"

    def _warn(self, stage: Stage) -> None:
        """Show on the page what happens if the button is held longer, or released now."""
        if stage in (Stage.WARN_END, Stage.END) and self._effect != "end":
            return
        self._room.send(HELD_NOTES[stage])
        if stage is Stage.STUCK:
            _log.warning("the button is stuck")
            self._bell.light(Lamp.STUCK)
        self._bell.sound(WARNINGS[stage])

    def _act_on_release(self, stage: Stage) -> None:
        if stage is Stage.OFF:
            self._begin_switching_off()
            return
        self._room.send(UP)
        if stage is Stage.STUCK:
            _log.info("the button came up again")
            self._bell.light(choose_lamp(self._room.view()))
        elif self._effect == "ring" and stage is not Stage.WARN_OFF:
            self._send_command(
                RingBell(by=BY, seen=self._seen, sure=self._asked is not None and self._asked == self._seen)
            )
        elif self._effect == "end" and stage is Stage.END:
            self._send_command(EndRoundNow(by=BY, seen=self._seen))
        else:
            self._show_no_effect()

    def _act_on_press_at_start(self, *, let_go: bool) -> None:
        """Forget PIN and devices if the button was down at the start; only the owner can do that."""
        if not let_go:
            self._room.send(FORGET_NOTE)
            self._bell.sound(WARNINGS[Stage.OFF])
            return
        self._room.send(UP)
        try:
            self._forget()
        except Trouble as why:
            _log.error("PIN and devices were not forgotten", why=str(why))
            self._bell.sound(Sound.REFUSED)
        else:
            self._bell.sound(Sound.FORGOT)

    def _send_command(self, command: RingBell | EndRoundNow) -> None:
        if self._find_effect() != self._effect:
            self._show_no_effect()
            return
        try:
            self._room.ask(command)
        except JustEnded as why:
            self._ask_for_another_press(why)
        except Trouble as why:
            _log.info("the button was refused", command=type(command).__name__, why=str(why))
            self._show_no_effect()

    def _ask_for_another_press(self, why: JustEnded) -> None:
        """Say that the press may have meant the end of the round, and that another one starts the next."""
        self._asked = self._seen
        note = BellButton("again", why.text, why.remedy)
        self._room.send(note)
        self._bell.sound(Sound.REFUSED)
        self._run_later(AGAIN_SECONDS, lambda: self._clear(note))

    def _clear(self, note: BellButton) -> None:
        if self._room.view().button == note:
            self._room.send(UP)

    def _show_no_effect(self) -> None:
        """Play the sound for a press that did nothing."""
        self._bell.sound(Sound.DOUBT if self._room.view().doubt else Sound.REFUSED)

    def _begin_switching_off(self) -> None:
        _log.warning("switching off: the button was held")
        self._room.send(SWITCHING_OFF_NOTE)
        self._bell.sound(Sound.OFF)
        try:
            self._run_later(OFF_DELAY, self._finish_switching_off)
        except Trouble as trouble:
            self._report_still_on(trouble)

    def _finish_switching_off(self) -> None:
        try:
            self._switch_off()
        except Trouble as trouble:
            self._report_still_on(trouble)

    def _report_still_on(self, trouble: Trouble) -> None:
        _log.error("not switched off", why=str(trouble))
        self._room.send(BellButton("staying", trouble.text, trouble.remedy))
        self._bell.sound(Sound.REFUSED)
