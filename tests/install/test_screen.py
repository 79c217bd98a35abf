"""The page on the machine's own screen: shown where there is one, as somebody chose, and kept."""

from pathlib import Path

import pytest

from tests.install.parts import installer, part

# A screen, a browser and enough memory; what would be put into the system is only told.
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

# The rest of the system's part, without a system.
SYSTEM = """
new_assets=$here
put() { new_placed+=("$3"); }
xargs() { cat >/dev/null; }
udevadm() { :; }
"""


@pytest.mark.parametrize("desktop", ["yes", "no"])
def test_screen_that_is_off_keeps_the_page(tmp_path: Path, desktop: str) -> None:
    """Once the page was shown, a run while the television is off leaves it; so does the way back."""
    script = f"{SCREEN}{SYSTEM}DESKTOP={desktop}; need_system; need_screen; SHOWN=no\n"
    again = part(tmp_path, f"{script}echo ==; need_system; need_screen; has_kiosk && echo kept")
    assert again.returncode == 0, again.stderr
    assert "no screen is connected" not in again.stdout.split("==")[1]
    assert again.stdout.endswith("kept\n")
    assert part(tmp_path, f"{SCREEN}{SYSTEM}DESKTOP={desktop}; need_system; has_kiosk").returncode == 0


def test_without_a_screen_there_is_no_page_on_it(tmp_path: Path) -> None:
    """Where none is connected and none was, that is said, and nothing is set up."""
    done = part(tmp_path, f"{SCREEN}SHOWN=no; need_screen; has_kiosk || echo none")
    assert "no screen is connected" in done.stdout
    assert done.stdout.endswith("none\n")


def test_small_board_is_spared_the_browser(tmp_path: Path) -> None:
    """A board with half a gigabyte shows no page of its own unless somebody says so."""
    small = f"{SCREEN}memory() {{ echo 450000; }}\n"
    assert "too little memory" in part(tmp_path, f"{small}need_screen").stdout
    assert "opens on this screen" in part(tmp_path, f"{small}KIOSK=yes; need_screen").stdout


def test_page_is_taken_off_the_screen(tmp_path: Path) -> None:
    """--no-kiosk takes back both kinds."""
    both = f"{SCREEN}need_screen; DESKTOP=no; rm $AUTOSTART; need_screen; : >$AUTOSTART\n"
    assert part(tmp_path, f"{both}KIOSK=no; need_screen; has_kiosk || echo none").stdout.endswith("none\n")


def test_choice_counts_for_later_runs(tmp_path: Path) -> None:
    """What was said once is meant until something else is said; a dry run remembers nothing."""
    ask = "choice kiosk '' look"
    assert part(tmp_path, ask).stdout == "look\n"
    assert part(tmp_path, f"choice kiosk no look; {ask}").stdout == "no\nno\n"
    assert part(tmp_path, f"DRY=yes; choice kiosk yes look; {ask}").stdout == "yes\nno\n"
    assert part(tmp_path, f"choice kiosk yes look; {ask}").stdout == "yes\nyes\n"


def test_dry_run_says_what_was_chosen() -> None:
    """The words reach the steps they are about."""
    assert "no kiosk, as you chose" in installer("--dry-run", "--no-kiosk").stdout
