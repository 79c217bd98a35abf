"""The program is killed while taps are on their way: each counts once, or its page says that it may not."""

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.e2e.conftest import Running
from tests.e2e.test_page import api, free_port, page, pytestmark

__all__ = ["page"]

pytestmark = [*pytestmark, pytest.mark.nightly]

KILLS, TAPS = 5, 4
FOLLOW = """() => {
  window.taps = new Map(); // by their token: whether the table took them
  window.told = 0;
  const ask = window.fetch;
  window.fetch = async (address, said) => {
    if (!String(address).endsWith('/enter')) return ask(address, said);
    const { token } = Object.fromEntries(said.body);
    const tap = { dice: said.body.getAll('dice').join('').replace(/\\D/g, ''), ok: false };
    if (!window.taps.has(token)) window.taps.set(token, tap);
    const answer = await ask(address, said);
    if (answer.ok) window.taps.get(token).ok = true;
    return answer;
  };
  new MutationObserver((all) => { window.told += all.filter((one) => one.target.matches('#toast.shown.bad')
    && !/\\bbad\\b/.test(one.oldValue)).length; })
    .observe(document.getElementById('toast'),
      { attributes: true, attributeFilter: ['class'], attributeOldValue: true });
}"""


def counted(table: Running, number: int) -> list[str]:
    """Return the dice of a table's throws that are logged."""
    view = table.get(f"api/table/{number}")
    return ["".join(map(str, thrown["dice"])) for thrown in view["course"]]


def in_order(some: list[str], among: list[str]) -> bool:
    """Return whether all of some stand among others, in that order."""
    rest = iter(among)
    return all(one in rest for one in some)


def test_no_tap_is_lost_in_silence_or_doubled(start: Callable[..., Any], page: Any) -> None:
    """Taps go out while the program dies at any moment, and is back after a while."""
    luck = Random(7)
    names = ",".join(f"P{number}" for number in range(12))
    options = ("--camera", "none", "--host", "127.0.0.1", "--port", free_port(), "--players", names)
    table = start(*options, "--roles", "off")
    table.address = door = "{0.scheme}://{0.netloc}/".format(urlsplit(table.address))
    table.post("api/table/1/ring")
    pages = [page, *(page.context.browser.new_page() for _ in range(2))]
    for number, one in enumerate(pages, 1):
        one.goto(f"{door}t/{number}")
        one.wait_for_selector(".mid .keys button")
        one.evaluate(FOLLOW)
    tapped: dict[int, list[str]] = {number: [] for number in (1, 2, 3)}
    for _ in range(KILLS):
        for tap in range(TAPS):
            for number, one in enumerate(pages, 1):
                tapped[number].append(luck.choice(("234", "456", "266", "246")))
                for face in tapped[number][-1]:
                    one.keyboard.press(face)
            if tap == TAPS - 1:
                time.sleep(luck.choice((0, 0.005, 0.02, 0.06)))
        table.kill()
        time.sleep(luck.choice((0.2, 3)))
        table = start(*options, "--roles", "off")
        table.address = door
        for one in pages:
            api.expect(one.locator("#stale")).to_be_hidden(timeout=60_000)
            api.expect(one.locator("body")).not_to_have_class(re.compile(r"\bsending\b"), timeout=60_000)
    for number, one in enumerate(pages, 1):
        taken = one.evaluate("[...window.taps.values()].filter((tap) => tap.ok).map((tap) => tap.dice)")
        logged = counted(table, number)
        assert in_order(taken, logged)
        assert in_order(logged, tapped[number])
        assert len(tapped[number]) == KILLS * TAPS
        assert len(logged) == len(tapped[number]) or one.evaluate("window.told")
