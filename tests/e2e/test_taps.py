"""The program is killed while taps are under way. Each counts once, or its page says that it may not."""

import re
import time
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.e2e.conftest import RunningTable
from tests.e2e.test_page import api, free_port, page, pytestmark

__all__ = ["page"]

pytestmark = [*pytestmark, pytest.mark.nightly]

KILLS, TAPS = 5, 4
FOLLOW = """() => {
  window.taps = new Map(); // the dice of each tap by its token, and whether the table took them
  window.warnings = 0;
  const fetchReally = window.fetch;
  window.fetch = async (address, options) => {
    if (!String(address).endsWith('/enter')) return fetchReally(address, options);
    const { token } = Object.fromEntries(options.body);
    const tap = { dice: options.body.getAll('dice').join('').replace(/\\D/g, ''), ok: false };
    if (!window.taps.has(token)) window.taps.set(token, tap);
    const answer = await fetchReally(address, options);
    if (answer.ok) window.taps.get(token).ok = true;
    return answer;
  };
  new MutationObserver((changes) => { window.warnings += changes.filter((change) =>
    change.target.matches('#toast.shown.bad') && !/\\bbad\\b/.test(change.oldValue)).length; })
    .observe(document.getElementById('toast'),
      { attributes: true, attributeFilter: ['class'], attributeOldValue: true });
}"""


def list_throws(table: RunningTable, number: int) -> list[str]:
    """Return the dice of the throws that a table has logged."""
    view = table.get(f"api/table/{number}")
    return ["".join(map(str, thrown["dice"])) for thrown in view["course"]]


def is_subsequence(part: list[str], whole: list[str]) -> bool:
    """Return whether all items of a list are in another one, in the same order."""
    rest = iter(whole)
    return all(item in rest for item in part)


def test_no_tap_is_lost_silently_or_counts_twice(start: Callable[..., Any], page: Any) -> None:
    """Three pages send throws while the program is killed at random moments and started again."""
    luck = Random(7)
    names = ",".join(f"P{number}" for number in range(12))
    options = ("--camera", "none", "--host", "127.0.0.1", "--port", free_port(), "--players", names)
    table = start(*options, "--roles", "off")
    table.address = address = "{0.scheme}://{0.netloc}/".format(urlsplit(table.address))
    table.post("api/table/1/ring")
    pages = [page, *(page.context.browser.new_page() for _ in range(2))]
    for number, open_page in enumerate(pages, 1):
        open_page.goto(f"{address}t/{number}")
        open_page.wait_for_selector(".mid .keys button")
        open_page.evaluate(FOLLOW)
    tapped: dict[int, list[str]] = {number: [] for number in (1, 2, 3)}
    for _ in range(KILLS):
        for tap in range(TAPS):
            for number, open_page in enumerate(pages, 1):
                tapped[number].append(luck.choice(("234", "456", "266", "246")))
                for face in tapped[number][-1]:
                    open_page.keyboard.press(face)
            if tap == TAPS - 1:
                time.sleep(luck.choice((0, 0.005, 0.02, 0.06)))
        table.kill()
        time.sleep(luck.choice((0.2, 3)))
        table = start(*options, "--roles", "off")
        table.address = address
        for open_page in pages:
            api.expect(open_page.locator("#stale")).to_be_hidden(timeout=60_000)
            sending = re.compile(r"\bsending\b")
            api.expect(open_page.locator("body")).not_to_have_class(sending, timeout=60_000)
    for number, open_page in enumerate(pages, 1):
        taken = open_page.evaluate("[...window.taps.values()].filter((tap) => tap.ok).map((tap) => tap.dice)")
        logged = list_throws(table, number)
        assert is_subsequence(taken, logged)
        assert is_subsequence(logged, tapped[number])
        assert len(tapped[number]) == KILLS * TAPS
        assert len(logged) == len(tapped[number]) or open_page.evaluate("window.warnings")
