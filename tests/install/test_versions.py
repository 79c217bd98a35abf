"""The version that plays, the one before, and the way back when the new one does not start."""

import json
from pathlib import Path

import pytest

from tests.install.parts import part

TWO = """
for each in 1-0.1.0 2-0.2.0; do mkdir -p "$OPT/versions/$each"; echo sum >"$OPT/versions/$each/whole"; done
ln -s versions/1-0.1.0 "$OPT/current"
OLD=versions/1-0.1.0 NEW=versions/2-0.2.0
assets_of() { echo "$here"; }
need_system() { echo "units of $new_assets"; }
may_update() { :; }
"""


def link(folder: Path, name: str) -> str:
    return str((folder / "opt" / name).readlink())


def test_new_version_that_starts_plays(tmp_path: Path) -> None:
    """The links change places, and the one before stays for the way back."""
    done = part(tmp_path, f"{TWO}\nstart_table() {{ return 0; }}\nswitch_over")
    assert done.returncode == 0, done.stderr
    assert (link(tmp_path, "current"), link(tmp_path, "previous")) == ("versions/2-0.2.0", "versions/1-0.1.0")


def test_new_version_that_does_not_start_gives_way(tmp_path: Path) -> None:
    """The one before plays again, with its own units, and that is told with what to look at."""
    starts = '[ "$(readlink "$OPT/current")" = versions/1-0.1.0 ] && echo "old started"'
    done = part(tmp_path, f"{TWO}\nstart_table() {{ {starts}; }}\nswitch_over")
    assert done.returncode == 2
    assert link(tmp_path, "current") == "versions/1-0.1.0"
    assert "old started" in done.stdout
    assert "units of" in done.stdout
    assert "The new version did not start, so the one before plays again." in done.stderr


def test_way_back_stays_where_it_was_when_a_new_version_does_not_start(tmp_path: Path) -> None:
    """What --back leads to is the version before, not the one that plays."""
    three = 'mkdir "$OPT/versions/3-0.3.0"; echo sum >"$OPT/versions/3-0.3.0/whole"; NEW=versions/3-0.3.0'
    plays = 'OLD=versions/2-0.2.0; ln -sfn "$OLD" "$OPT/current"; ln -s versions/1-0.1.0 "$OPT/previous"'
    starts = '[ "$(readlink "$OPT/current")" != versions/3-0.3.0 ]'
    done = part(tmp_path, f"{TWO}\n{three}; {plays}\nstart_table() {{ {starts}; }}\nswitch_over")
    assert done.returncode == 2
    assert (link(tmp_path, "current"), link(tmp_path, "previous")) == ("versions/2-0.2.0", "versions/1-0.1.0")


def test_only_two_versions_are_kept(tmp_path: Path) -> None:
    """A card is small: what is neither in use nor the one before goes, half-made ones too."""
    more = 'mkdir "$OPT/versions/0-0.0.9" "$OPT/versions/3-0.3.0"'
    part(tmp_path, f"{TWO}\n{more}\nstart_table() {{ return 0; }}\nswitch_over")
    kept = sorted(path.name for path in (tmp_path / "opt" / "versions").iterdir())
    assert kept == ["1-0.1.0", "2-0.2.0"]


MAKE = """
choose_lock() { LOCK=lock; }
sum_of_source() { echo sum; }
works() { [ -e "$1/works" ]; }
make_version() { NEW=made; echo making; }
"""


def test_version_that_was_made_already_is_taken(tmp_path: Path) -> None:
    """What was whole when the power went is not made again; one that is broken by now is."""
    done = part(tmp_path, f'{TWO}{MAKE}: >"$OPT/versions/2-0.2.0/works"; need_version; echo "$NEW"')
    assert done.stdout.endswith("is there already (2-0.2.0)\nversions/2-0.2.0\n"), done.stderr
    again = part(tmp_path / "again", f'{TWO}{MAKE}need_version; echo "$NEW"')
    assert again.stdout == "making\nmade\n"


def test_version_that_plays_is_rather_taken(tmp_path: Path) -> None:
    """Of two that are the same the one that plays goes on playing."""
    both = ': >"$OPT/versions/1-0.1.0/works"; : >"$OPT/versions/2-0.2.0/works"'
    assert part(tmp_path, f'{TWO}{MAKE}{both}; need_version; echo "$NEW"').stdout.endswith(
        "versions/1-0.1.0\n"
    )


def test_half_made_ones_go_first(tmp_path: Path) -> None:
    """A card is small: what was broken off is gone before the next is made, not only when that is done."""
    script = (
        f"""{TWO}mkdir "$OPT/versions/3-0.3.0"; python3() {{ ls "$OPT/versions"; exit; }}; make_version sum"""
    )
    assert part(tmp_path, script).stdout.split()[-2:] == ["1-0.1.0", "2-0.2.0"]


def test_back_and_forth(tmp_path: Path) -> None:
    """--back changes places with the version before; again it changes back."""
    script = f'{TWO}\nln -s versions/2-0.2.0 "$OPT/previous"\nstart_table() {{ return 0; }}\n'
    assert part(tmp_path, f"{script}go_back").returncode == 0
    assert (link(tmp_path, "current"), link(tmp_path, "previous")) == ("versions/2-0.2.0", "versions/1-0.1.0")


def test_back_without_one_before_is_told(tmp_path: Path) -> None:
    """The first version has none before it; one that is half-made is none."""
    done = part(tmp_path, f"{TWO}\ngo_back")
    assert (done.returncode, "There is no version before this one." in done.stderr) == (2, True)
    half = 'ln -s versions/2-0.2.0 "$OPT/previous"; rm "$OPT/versions/2-0.2.0/whole"'
    (tmp_path / "half").mkdir()
    assert part(tmp_path / "half", f"{TWO}\n{half}\ngo_back").returncode == 2


def test_numpy_of_the_system_decides_the_lock(tmp_path: Path) -> None:
    """Apt's picamera2 of bookworm is built for numpy 1, so numpy 1 goes beside it; else the newest."""
    modules = tmp_path / "modules"
    modules.mkdir()
    for version, lock in (("1.24.2", "requirements-numpy1.lock"), ("2.2.4", "requirements.lock")):
        (modules / "numpy.py").write_text(f"__version__ = '{version}'\n", "utf-8")
        done = part(tmp_path, f"PYTHONPATH={modules} PYTHONDONTWRITEBYTECODE=1; export PYTHONPATH "
                              'PYTHONDONTWRITEBYTECODE; choose_lock; echo "${LOCK##*/}"')  # fmt: skip
        assert done.stdout == f"{lock}\n", done.stderr


def tried(folder: Path, kind: str, read_ms: float) -> tuple[int, str, str]:
    """Try a version whose one throw came to that; give what came of it, what was said, and the notes."""
    counts = dict.fromkeys(("right", "doubtful", "wrong", "missed", "double"), 0) | {kind: 1}
    count = json.dumps({"shown": 1} | counts | {"stages_ms": {"render": 70.0, "read": read_ms}})
    (folder / "bin").mkdir(exist_ok=True)
    for name, says in (("python", ":"), ("pi-bunco", f"echo '{count}'")):
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{says}\n", "utf-8")
        (folder / "bin" / name).chmod(0o755)
    script = 'NOTES=(); code=0; works "$folder" >"$folder/said" || code=$?; echo "$code"; echo "${NOTES[*]}"'
    done = part(folder, script)
    code, notes = done.stdout.splitlines()
    return int(code), done.stderr, notes


@pytest.mark.parametrize("kind", ["doubtful", "wrong", "missed", "double"])
def test_version_that_misreads_does_not_work(tmp_path: Path, kind: str) -> None:
    """Only a throw that was read right shows that dice are read here; else what came of it is told."""
    code, said, notes = tried(tmp_path, kind, 50.0)
    assert (code, notes) == (1, "")
    assert f'"{kind}": 1' in said


def test_slow_machine_works_and_is_told(tmp_path: Path) -> None:
    """What reads right reads dice, however long that takes; that it is slow is a note at the end."""
    assert tried(tmp_path, "right", 450.81) == (0, "", "")
    code, said, notes = tried(tmp_path, "right", 4093.2)
    assert (code, said) == (0, "")
    assert "it read a picture in 4 seconds" in notes
    assert "pi-bunco doctor" in notes
