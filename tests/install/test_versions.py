"""The current version and the previous one: updates, the way back, and versions that do not start."""

import json
from pathlib import Path

import pytest

from tests.install.parts import run_part

TWO_VERSIONS = """
for each in 1-0.1.0 2-0.2.0; do mkdir -p "$OPT/versions/$each"; echo sum >"$OPT/versions/$each/whole"; done
ln -s versions/1-0.1.0 "$OPT/current"
OLD=versions/1-0.1.0 NEW=versions/2-0.2.0
assets_of() { echo "$here"; }
need_system() { echo "units of $new_assets"; }
may_update() { :; }
"""


def read_link(folder: Path, name: str) -> str:
    return str((folder / "opt" / name).readlink())


def test_new_version_that_starts_is_used(tmp_path: Path) -> None:
    """If the new version starts, it is the current one, and the old one is the previous one."""
    done = run_part(tmp_path, f"{TWO_VERSIONS}\nstart_table() {{ return 0; }}\nswitch_over")
    assert done.returncode == 0, done.stderr
    assert (read_link(tmp_path, "current"), read_link(tmp_path, "previous")) == (
        "versions/2-0.2.0",
        "versions/1-0.1.0",
    )


def test_new_version_that_does_not_start_is_replaced(tmp_path: Path) -> None:
    """If the new version does not start, the old one plays again with its own units and a message."""
    starts = '[ "$(readlink "$OPT/current")" = versions/1-0.1.0 ] && echo "old started"'
    done = run_part(tmp_path, f"{TWO_VERSIONS}\nstart_table() {{ {starts}; }}\nswitch_over")
    assert done.returncode == 2
    assert read_link(tmp_path, "current") == "versions/1-0.1.0"
    assert "old started" in done.stdout
    assert "units of" in done.stdout
    assert "The new version did not start, so the one before plays again." in done.stderr
    assert not (
        tmp_path / "opt/versions/2-0.2.0"
    ).exists()  # the card has no room for versions that nobody uses


def test_previous_version_stays_if_a_new_one_does_not_start(tmp_path: Path) -> None:
    """If a new version does not start, the previous version is the same as before."""
    three = 'mkdir "$OPT/versions/3-0.3.0"; echo sum >"$OPT/versions/3-0.3.0/whole"; NEW=versions/3-0.3.0'
    plays = 'OLD=versions/2-0.2.0; ln -sfn "$OLD" "$OPT/current"; ln -s versions/1-0.1.0 "$OPT/previous"'
    starts = '[ "$(readlink "$OPT/current")" != versions/3-0.3.0 ]'
    done = run_part(tmp_path, f"{TWO_VERSIONS}\n{three}; {plays}\nstart_table() {{ {starts}; }}\nswitch_over")
    assert done.returncode == 2
    assert (read_link(tmp_path, "current"), read_link(tmp_path, "previous")) == (
        "versions/2-0.2.0",
        "versions/1-0.1.0",
    )


def test_only_two_versions_are_kept(tmp_path: Path) -> None:
    """Versions other than the current and the previous one are removed, to save space on the card."""
    more = 'mkdir "$OPT/versions/0-0.0.9" "$OPT/versions/3-0.3.0"'
    run_part(tmp_path, f"{TWO_VERSIONS}\n{more}\nstart_table() {{ return 0; }}\nswitch_over")
    kept = sorted(path.name for path in (tmp_path / "opt" / "versions").iterdir())
    assert kept == ["1-0.1.0", "2-0.2.0"]


MAKE = """
choose_lock() { LOCK=lock; }
sum_of_source() { echo sum; }
works() { [ -e "$1/works" ]; }
make_version() { NEW=made; echo making; }
"""


def test_version_that_is_complete_is_not_made_again(tmp_path: Path) -> None:
    """A complete version that works is used, and is made again only if it does not work."""
    done = run_part(
        tmp_path, f'{TWO_VERSIONS}{MAKE}: >"$OPT/versions/2-0.2.0/works"; need_version; echo "$NEW"'
    )
    assert done.stdout.endswith("is there already (2-0.2.0)\nversions/2-0.2.0\n"), done.stderr
    again = run_part(tmp_path / "again", f'{TWO_VERSIONS}{MAKE}need_version; echo "$NEW"')
    assert again.stdout == "making\nmade\n"


def test_current_version_is_preferred(tmp_path: Path) -> None:
    """Of two equal versions that work, the current one stays in use."""
    both = ': >"$OPT/versions/1-0.1.0/works"; : >"$OPT/versions/2-0.2.0/works"'
    assert run_part(tmp_path, f'{TWO_VERSIONS}{MAKE}{both}; need_version; echo "$NEW"').stdout.endswith(
        "versions/1-0.1.0\n"
    )


def test_unfinished_versions_are_removed_first(tmp_path: Path) -> None:
    """An unfinished version is removed before the next one is made, to save space on the card."""
    unfinished = 'mkdir "$OPT/versions/3-0.3.0"; python3() { ls "$OPT/versions"; exit; }'
    script = f"{TWO_VERSIONS}{unfinished}; make_version sum"
    assert run_part(tmp_path, script).stdout.split()[-2:] == ["1-0.1.0", "2-0.2.0"]


@pytest.mark.parametrize(("free", "said"), [(450, "520 MB, and only 450 MB are free"), (550, "")])
def test_version_needs_room(tmp_path: Path, free: int, said: str) -> None:
    """A new version is not begun if it would fill the card. It needs the current one's size and 100 MB."""
    disk = f'du() {{ printf "420\\t.\\n"; }}; df() {{ printf "Avail\\n%s\\n" {free}; }}'
    done = run_part(tmp_path, f"{TWO_VERSIONS}{disk}; python3() {{ echo begun; exit 0; }}; make_version sum")
    assert said in done.stderr
    assert ("begun" in done.stdout) == (not said), done.stderr


def test_back_exchanges_the_versions(tmp_path: Path) -> None:
    """``--back`` exchanges the current and the previous version."""
    script = f'{TWO_VERSIONS}\nln -s versions/2-0.2.0 "$OPT/previous"\nstart_table() {{ return 0; }}\n'
    assert run_part(tmp_path, f"{script}go_back").returncode == 0
    assert (read_link(tmp_path, "current"), read_link(tmp_path, "previous")) == (
        "versions/2-0.2.0",
        "versions/1-0.1.0",
    )


def test_back_without_a_previous_version_is_refused(tmp_path: Path) -> None:
    """``--back`` is refused if there is no previous version, or if it is unfinished."""
    done = run_part(tmp_path, f"{TWO_VERSIONS}\ngo_back")
    assert (done.returncode, "There is no version before this one." in done.stderr) == (2, True)
    half = 'ln -s versions/2-0.2.0 "$OPT/previous"; rm "$OPT/versions/2-0.2.0/whole"'
    (tmp_path / "half").mkdir()
    assert run_part(tmp_path / "half", f"{TWO_VERSIONS}\n{half}\ngo_back").returncode == 2


def test_numpy_of_the_system_decides_the_lock(tmp_path: Path) -> None:
    """On a system with numpy 1 the lock with numpy 1 is used, because its picamera2 is built for that."""
    modules = tmp_path / "modules"
    modules.mkdir()
    for version, lock in (("1.24.2", "requirements-numpy1.lock"), ("2.2.4", "requirements.lock")):
        (modules / "numpy.py").write_text(f"__version__ = '{version}'\n", "utf-8")
        system = f'python3() {{ shift; (cd {modules}; PYTHONDONTWRITEBYTECODE=1 command python3 "$@"); }}'
        done = run_part(tmp_path, f'{system}; choose_lock; echo "${{LOCK##*/}}"')
        assert done.stdout == f"{lock}\n", done.stderr


def try_version(folder: Path, kind: str, read_ms: float) -> tuple[int, str, str]:
    """Try a version with this result of a throw; return the exit status, standard error, and notes."""
    counts = dict.fromkeys(("right", "doubtful", "wrong", "missed", "double"), 0) | {kind: 1}
    count = json.dumps({"shown": 1} | counts | {"stages_ms": {"render": 70.0, "read": read_ms}})
    (folder / "bin").mkdir(exist_ok=True)
    for name, command in (("python", ":"), ("pi-bunco", f"echo '{count}'")):
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{command}\n", "utf-8")
        (folder / "bin" / name).chmod(0o755)
    script = 'NOTES=(); code=0; works "$folder" >"$folder/said" || code=$?; echo "$code"; echo "${NOTES[*]}"'
    done = run_part(folder, script)
    code, notes = done.stdout.splitlines()
    return int(code), done.stderr, notes


@pytest.mark.parametrize("kind", ["doubtful", "wrong", "missed", "double"])
def test_version_that_misreads_does_not_work(tmp_path: Path, kind: str) -> None:
    """If the throw is not read right, the version does not work, and the result is printed."""
    code, errors, notes = try_version(tmp_path, kind, 50.0)
    assert (code, notes) == (1, "")
    assert f'"{kind}": 1' in errors


def test_version_on_a_slow_machine_works_with_a_note(tmp_path: Path) -> None:
    """A version that reads slowly but right works; a note says that it is slow."""
    assert try_version(tmp_path, "right", 450.81) == (0, "", "")
    code, errors, notes = try_version(tmp_path, "right", 4093.2)
    assert (code, errors) == (0, "")
    assert "it read a picture in 4 seconds" in notes
    assert "pi-bunco doctor" in notes
