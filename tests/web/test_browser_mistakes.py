"""Forty mistakes of every age and kind, corrected by taps on every screen; the taps are counted."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pi_bunco.game.commands import (
    CorrectThrow,
    EndRoundNow,
    EnterDice,
    InsertThrow,
    NewGame,
    RedoStep,
    RingBell,
    UndoStep,
    VoidThrow,
)
from pi_bunco.game.round_key import RoundKey
from pi_bunco.web import create_app, serve
from tests.web.driving import DRIVEN, EVERY_SIZE, SIZES, wait_for_commands
from tests.web.real_service import RealService, open_service

pytestmark = [*DRIVEN, pytest.mark.nightly]

MISTAKES = 40
ROUNDS = 4
COUNT_TAPS = """() => { window.taps = 0;
  document.addEventListener('click', (tap) => { window.taps += tap.isTrusted; }, true); }"""


def play(service: RealService, chance: Random) -> None:
    """Play four rounds, and begin the fifth."""
    for round_ in range(1, ROUNDS + 2):
        service.ask(RingBell())
        if round_ > ROUNDS:
            for dice in ((5, 1, 2), (1, 3, 4), (5, 5, 2), (2, 3, 6), (6, 4, 1), (1, 1, 2)):
                service.ask(EnterDice(dice))
            return
        for _ in range(12):
            if service.view().phase == "playing":
                service.ask(EnterDice(tuple(chance.choices((1, 2, 3, 4, 5, 6, round_), k=3))))
        if service.view().phase == "playing":
            service.ask(EndRoundNow())
        while service.view().phase != "ready":
            service.ask(EnterDice(tuple(chance.choices(range(1, 7), k=3))))


def tap(page: Any, *selectors: str) -> None:
    """Tap these elements, one after another."""
    for selector in selectors:
        page.locator(selector).first.click()


@EVERY_SIZE
def test_any_mistake_can_be_corrected(browser: Any, tmp_path: Path, size: str) -> None:
    """A correction takes two taps in this round, four in an earlier one. Missing dice are tapped as well."""
    chance = Random(size)
    width, height = SIZES[size]
    names = ("Ann", "Bob", "Cy", "Di")
    with open_service(tmp_path, NewGame("classic", names, sets=1)) as service:
        play(service, chance)
        page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
        with serve(create_app(service), "127.0.0.1", 0) as server:
            page.goto(f"http://127.0.0.1:{server.port}/t/1")
            page.wait_for_selector(".slip")
            page.evaluate(COUNT_TAPS)
            for _ in range(MISTAKES):
                correct_mistake(page, service, chance)
        page.close()


def correct_mistake(page: Any, service: RealService, chance: Random) -> None:
    """Correct one mistake and undo the correction; check the number of taps."""
    view = service.view()
    ages = [*range(1, ROUNDS + 1), None, None, None]  # people see most mistakes at once
    age = chance.choice(ages)
    if age is None:
        throws, way, most = view.course, [], 2
    else:
        found = service.view_round(1, RoundKey(1, age))
        assert found
        throws, way, most = found.throws, [f".rounds li:nth-child({age}) button"], 4
    kind = chance.choice(("misread", "void", "missing"))
    thrown = chance.choice(
        throws[:-1] if kind == "missing" and way else throws
    )  # nothing follows the last throw
    slip = f"{'#dialog ' if way else ''}[data-do=open][data-seq='{thrown.seq}']"
    service.commands.clear()
    page.evaluate("window.taps = 0")
    dice = 0
    if kind == "misread":
        at = chance.randrange(3)
        face = chance.choice([face for face in range(1, 7) if face != thrown.dice[at]])
        right = (*thrown.dice[:at], face, *thrown.dice[at + 1 :])
        tap(page, *way, slip, f"#dialog [data-at='{at}'][data-face='{face}']")
        expected: Any = CorrectThrow(thrown.seq, right, was=tuple(thrown.dice))
    elif kind == "void":
        tap(page, *way, slip, "#dialog [data-do=void]")
        expected = VoidThrow(thrown.seq)
    else:
        right, dice = tuple(chance.choices(range(1, 7), k=3)), 3
        tap(
            page,
            *way,
            slip,
            "#dialog .correct [data-do=missing]",
            *(f"#dialog .keys [data-face='{n}']" for n in right),
        )
        expected = InsertThrow(thrown.seq, right)
    if way:
        tap(page, "#dialog [data-do=sure]")
    command = wait_for_commands(page, service, 2 if way else 1)[-1]  # an earlier round asks first
    assert command == replace(expected, sure=bool(way))
    assert page.evaluate("window.taps") - dice <= most
    while service.view().revision == view.revision:  # the command is recorded before it is done
        page.wait_for_timeout(20)
    can = service.view().can
    if kind == "void" and thrown == view.last:  # the newest throw is taken back, as by undo
        assert can.redo
        service.ask(RedoStep(can.redo.seq))
    else:
        assert can.undo
        service.ask(UndoStep(can.undo.seq))
    assert service.view().course == view.course
    page.wait_for_timeout(400)  # until the dialog has opened that names the throws which did not count
    if page.locator("#dialog[open]").count():
        page.keyboard.press("Escape")
    page.wait_for_selector("#dialog:not([open])", state="attached")
