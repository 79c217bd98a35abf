"""The host's choice whether this Pi follows another one is kept, and starts the program again."""

from pathlib import Path

import pytest

from pi_bunco.app.pis.choice import FollowChoice
from pi_bunco.app.service import StopRequest
from pi_bunco.errors import Trouble
from pi_bunco.link.joining import JoinTrouble
from pi_bunco.link.state import FOLDER, FOLLOW_FILE


def test_choice_is_kept_until_it_is_taken_back(tmp_path: Path) -> None:
    """After each choice the program starts again, and then finds what was chosen."""
    starts: list[str] = []
    choice = FollowChoice(tmp_path, lambda: starts.append("again"))
    assert choice.find_head() is None
    choice.follow("192.168.1.20")
    assert FollowChoice(tmp_path, lambda: None).find_head() == "http://192.168.1.20:8080/"
    choice.leave()
    choice.leave()  # a second tap
    assert (choice.find_head(), len(starts)) == (None, 3)


def test_no_address_is_no_choice(tmp_path: Path) -> None:
    """What is no address is refused, and nothing is kept or started again."""
    starts: list[str] = []
    choice = FollowChoice(tmp_path, lambda: starts.append("again"))
    with pytest.raises(JoinTrouble, match="no address"):
        choice.follow("ftp://hall")
    assert (choice.find_head(), starts) == (None, [])


def test_damaged_choice_is_named(tmp_path: Path) -> None:
    """A damaged file is named with its path, and the program does not guess."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / FOLLOW_FILE).write_text("rubbish")
    with pytest.raises(Trouble, match=FOLLOW_FILE):
        FollowChoice(tmp_path, lambda: None).find_head()


def test_program_starts_again_only_if_somebody_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary stop ends the program; after the request it runs its own command again."""
    ran: list[list[str]] = []
    monkeypatch.setattr("os.execv", lambda _, words: ran.append(words))
    monkeypatch.setattr("sys.orig_argv", ["python3", "-m", "pi_bunco", "run"])
    stop = StopRequest()
    stop.ask()
    stop.start_again()
    assert not ran
    stop.ask_for_restart()
    stop.start_again()
    assert [words[1:] for words in ran] == [["-m", "pi_bunco", "run"]]
    assert stop.wait(0)
