"""What the screen shows at the first start: the real script, in a rehearsal."""

from pathlib import Path

import pytest

from tools.card.rehearsal import ADDRESS, FAILS, Rehearsal, Shown

LONGEST = 48
"""Letters in a line: two of indent, and as many as fit on a small screen."""


@pytest.fixture
def rehearsal(tmp_path: Path) -> Rehearsal:
    """Return a card whose first start has not been yet."""
    return Rehearsal(tmp_path)


def join(shown: Shown) -> str:
    """Return the text on the screen in one line."""
    assert max(map(len, shown.screen)) <= LONGEST
    return " ".join(" ".join(shown.screen).split())


def test_each_step_and_the_address_are_shown(rehearsal: Rehearsal) -> None:
    """The steps come in their order, then the address; the log has the same and install.sh's own lines."""
    shown = rehearsal.start()
    text = join(shown)
    places = [text.index(f"{step} of 7 ") for step in range(1, 8)]
    assert places == sorted(places)
    assert text.index("pi-bunco is ready.") < text.index(ADDRESS)
    assert (shown.status, shown.issue, shown.restarts) == (0, "", False)
    assert (rehearsal.state / "done").exists()
    assert "7 of 7" in shown.log
    assert "6 of 6" in shown.log


def test_pi_starts_once_more_for_new_boot_settings(rehearsal: Rehearsal) -> None:
    """Nobody is there to type reboot, so it restarts itself, and only if it has to."""
    shown = rehearsal.start('echo cgroup_enable=memory >>"$FIRMWARE/cmdline.txt"')
    assert shown.restarts
    assert "The Pi starts once more now." in join(shown)


def test_notes_are_pointed_at(rehearsal: Rehearsal) -> None:
    """What install.sh notes for people is in the log, and the screen says where."""
    shown = rehearsal.start("printf '\\nPlease note\\n * No camera was found.\\n'")
    assert "There are notes for you" in join(shown)
    assert "No camera was found." in shown.log


def test_failure_shows_reason_and_remedy_and_tries_again(rehearsal: Rehearsal) -> None:
    """The reason is install.sh's own; the login shows it too; the next start says that it is another try."""
    shown = rehearsal.start(FAILS, steps=2)
    text = join(shown)
    assert "pi-bunco is not installed yet. The disk is full." in text
    assert "The Pi tries again at each start" in text
    assert "The disk is full." in shown.issue
    assert "The disk is full." in shown.log
    assert shown.status == 1
    assert not (rehearsal.state / "done").exists()

    again = rehearsal.start()
    assert "This is another try." in join(again)
    assert (again.status, again.issue) == (0, "")


def test_failure_without_a_reason_says_so(rehearsal: Rehearsal) -> None:
    """A program that was killed gives none; the one of an older try is not shown."""
    rehearsal.start(FAILS)
    text = join(rehearsal.start("kill -9 $$"))
    assert "gave no reason" in text
    assert "The disk is full" not in text


def test_power_cut_is_reported_with_its_step(rehearsal: Rehearsal) -> None:
    """The next start says where the power was cut, and goes on."""
    wait = f"until grep -q '3 of 7' {rehearsal.state}/step; do sleep 0.05; done"
    rehearsal.start(f"{wait}; kill -9 0", steps=2)
    text = join(rehearsal.start())
    assert 'The power was cut in the step "3 of 7 pi-bunco itself (slow)".' in text
    assert "pi-bunco is ready." in text
    assert "The power was cut" not in join(rehearsal.start())


@pytest.mark.parametrize("damage", ["missing", "changed", "sums"])
def test_incomplete_copy_is_found_first(rehearsal: Rehearsal, damage: str) -> None:
    """A card that was pulled out too early is named before anything is installed."""
    wheel = next((rehearsal.firmware / "pi-bunco" / "wheels").iterdir())
    # install.sh's stand-in gets its sum at each start, so the damage must come from inside the start.
    script = rehearsal.firmware / "pi-bunco" / "first-start" / "screen.sh"
    spoil = {"missing": f"rm {wheel}", "changed": f"echo x >{wheel}", "sums": 'rm "$BUNDLE/sums.txt"'}[damage]
    script.write_text(f"{script.read_text('utf-8')}\n{spoil}\n", "utf-8")
    shown = rehearsal.start()
    text = join(shown)
    assert ("sums.txt is missing" if damage == "sums" else f"missing or damaged: wheels/{wheel.name}") in text
    assert "copy the files again" in text
    assert "2 of 7" not in text
    assert shown.status == 1


def test_card_with_another_system_is_named(rehearsal: Rehearsal) -> None:
    """A folder for one system does not try its wheels on another one."""
    (rehearsal.firmware / "pi-bunco" / "first-start" / "systems").write_text("forky\n")
    text = join(rehearsal.start())
    assert "These files are for forky, and the card has" in text


def test_log_that_cannot_be_written_stops_nothing(rehearsal: Rehearsal) -> None:
    """The boot partition may be write-protected: the log is on the Pi's own partition then."""
    (rehearsal.firmware / "pi-bunco-log.txt").mkdir()
    assert rehearsal.start().status == 0
    assert "is ready" in (rehearsal.folder / "spare" / "log").read_text("utf-8")


def test_log_stays_small(rehearsal: Rehearsal) -> None:
    """A Pi that fails at each start for months does not fill its card."""
    log = rehearsal.firmware / "pi-bunco-log.txt"
    log.write_text("old line\n" * 40_000)
    rehearsal.start()
    assert log.stat().st_size < 120_000
    assert "is ready" in log.read_text("utf-8")
