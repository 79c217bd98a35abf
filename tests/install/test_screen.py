"""The page on the machine's screen: set up if there is one, or as chosen, and kept in later runs."""

from pathlib import Path

import pytest

from tests.install.parts import run_installer, run_part

# Pretends that there are a screen, a browser and enough memory; nothing is installed.
SCREEN = """
has_screen() { [ "$SHOWN" = yes ]; }
memory() { echo 4000000; }
need_browser() { echo chromium; }
has_desktop() { [ "$DESKTOP" = yes ]; }
put_text() { new_placed+=("$2"); cat >"$2"; }
command() { return 0; }
systemctl() { case $1 in
    is-enabled) [ -e "$folder/enabled" ] ;;
    enable) : >"$folder/enabled" ;;
    disable) rm "$folder/enabled" ;;
esac; }
SHOWN=yes DESKTOP=yes
"""

# Replaces the other commands of need_system.
SYSTEM = """
new_assets=$here
put() { new_placed+=("$3"); }
xargs() { cat >/dev/null; }
udevadm() { :; }
"""


@pytest.mark.parametrize("desktop", ["yes", "no"])
def test_screen_that_is_off_later_keeps_the_page(tmp_path: Path, desktop: str) -> None:
    """If the screen is off in a later run, or before an update is undone, the page on it stays set up."""
    script = f"{SCREEN}{SYSTEM}DESKTOP={desktop}; need_system; need_screen; SHOWN=no\n"
    again = run_part(tmp_path, f"{script}echo ==; need_system; need_screen; has_kiosk && echo kept")
    assert again.returncode == 0, again.stderr
    assert "no screen is connected" not in again.stdout.split("==")[1]
    assert again.stdout.endswith("kept\n")
    assert run_part(tmp_path, f"{SCREEN}{SYSTEM}DESKTOP={desktop}; need_system; has_kiosk").returncode == 0


def test_screen_that_is_missing_gets_no_page(tmp_path: Path) -> None:
    """If no screen is connected, the output says so, and nothing is set up."""
    done = run_part(tmp_path, f"{SCREEN}SHOWN=no; need_screen; has_kiosk || echo none")
    assert "no screen is connected" in done.stdout
    assert done.stdout.endswith("none\n")


def test_screen_of_a_small_board_gets_no_page(tmp_path: Path) -> None:
    """A board with half a gigabyte of memory shows the page only on request."""
    small = f"{SCREEN}memory() {{ echo 450000; }}\n"
    assert "too little memory" in run_part(tmp_path, f"{small}need_screen").stdout
    assert "opens on this screen" in run_part(tmp_path, f"{small}KIOSK=yes; need_screen").stdout


def test_no_kiosk_removes_the_page(tmp_path: Path) -> None:
    """``--no-kiosk`` removes the page with and without a desktop."""
    both = f"{SCREEN}need_screen; DESKTOP=no; rm $AUTOSTART; need_screen; : >$AUTOSTART\n"
    assert run_part(tmp_path, f"{both}KIOSK=no; need_screen; has_kiosk || echo none").stdout.endswith(
        "none\n"
    )


def test_choice_is_kept_for_later_runs(tmp_path: Path) -> None:
    """A choice is kept until another one is made; a dry run keeps nothing."""
    ask = "choice kiosk '' look"
    assert run_part(tmp_path, ask).stdout == "look\n"
    assert run_part(tmp_path, f"choice kiosk no look; {ask}").stdout == "no\nno\n"
    assert run_part(tmp_path, f"DRY=yes; choice kiosk yes look; {ask}").stdout == "yes\nno\n"
    assert run_part(tmp_path, f"choice kiosk yes look; {ask}").stdout == "yes\nyes\n"


def test_dry_run_prints_the_choice() -> None:
    """A dry run with --no-kiosk prints that there is no kiosk."""
    assert "no kiosk, as you chose" in run_installer("--dry-run", "--no-kiosk").stdout
