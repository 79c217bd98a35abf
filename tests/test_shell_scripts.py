"""The shell scripts of the project: each is read by shellcheck, and each call leads somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.shell_calls import Run, find_scripts, read_script

ROOT = Path(__file__).parents[1]
SCRIPTS, SOURCED = find_scripts(ROOT)


def find_lost(tmp_path: Path, text: str) -> list[str]:
    """Return the places and names of the lost calls of a script."""
    run = Run(tmp_path)
    run.follow(read_script(Path("a.sh"), text))
    return [lost.removeprefix("a.sh:").removesuffix(" is not defined here") for lost in sorted(run.lost)]


def test_scripts_are_found(tmp_path: Path) -> None:
    """Scripts with any name are found by their first line, and those that others source."""
    for name, first_line in (
        (".ci/run", "#!/usr/bin/env bash"),
        ("tools/a.sh", "#!/bin/sh -e"),
        ("tools/lib.sh", "# for others"),
        ("tools/b.py", "#!/usr/bin/env python3"),
        (".venv/bin/activate.sh", "#!/bin/bash"),
        ("tools/js/node_modules/c.sh", "#!/bin/bash"),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"{first_line}\n")
    found = [[str(path.relative_to(tmp_path)) for path in paths] for paths in find_scripts(tmp_path)]
    assert found == [[".ci/run", "tools/a.sh"], ["tools/lib.sh"]]


def test_shellcheck_accepts_all_scripts() -> None:
    """Shellcheck finds nothing to report in any script or in what it sources."""
    shellcheck = Path(sys.executable).with_name("shellcheck")
    done = subprocess.run(
        [shellcheck, "-x", "-a", *SCRIPTS], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("", 0)


@pytest.mark.parametrize("script", [*SCRIPTS, *SOURCED], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_script_ends_a_pipe_early(script: Path) -> None:
    """Nothing is piped into ``grep -q``, which stops reading at the first match.

    With ``pipefail``, which only Bash has, the writer's broken pipe then counts as *not found*, now and then:
    an update has removed the table's own unit so.
    """
    text = script.read_text("utf-8")
    assert text.startswith("#!/bin/sh") or not re.search(r"\|\s*grep -[a-zA-Z]*q", text)


@pytest.mark.parametrize(
    "path",
    [
        ROOT / "install.sh",
        ROOT / "tools/setup.sh",
        *sorted((ROOT / "tools/install").glob("*.sh")),
        *sorted(path for path in (ROOT / "systemd").rglob("*") if path.is_file()),
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_python_takes_nothing_from_the_current_folder(path: Path) -> None:
    """Where root may run Python, it has ``-I``: otherwise it would import files of the current folder."""
    calls = re.findall(
        r"""(?:python3|/python|\$python"|\$each")"? +-(?!I\b)[cmV].*""", path.read_text("utf-8")
    )
    assert calls == []


def test_every_call_of_every_script_leads_somewhere() -> None:
    """Each command is a function that is defined by then, a builtin or a known program; no file is unused."""
    runs = [Run(script.parent) for script in SCRIPTS]
    for run, script in zip(runs, SCRIPTS, strict=True):
        run.follow(read_script(script, script.read_text("utf-8")))
    assert [lost for run in runs for lost in sorted(run.lost)] == []
    assert set().union(*(run.sourced for run in runs)) == set(SOURCED)


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        pytest.param("copy_old() { cp a b; }\ncopy_new x\n", ["2: copy_new"], id="renamed"),
        pytest.param("work() {\n  ls_all || return 1\n}\n", ["2: ls_all"], id="in a function nobody calls"),
        pytest.param('x=$(find_it "$1" | sort)\n', ["1: find_it"], id="in a substitution"),
        pytest.param("if ! ready; then exit; fi\n", ["1: ready"], id="in a condition"),
        pytest.param("early\nearly() { :; }\n", ["1: early"], id="defined later"),
        pytest.param(
            "a() { b; }\na\nb() { :; }\n", ["1: b"], id="defined later than what calls it is called"
        ),
        pytest.param("a() { b; }\nb() { a; }\na\n", [], id="defined in time, and in a circle"),
        pytest.param('run() { "$@"; }\nrun stop_all\nrun cp a b\n', ["2: stop_all"], id="as another's word"),
        pytest.param('once() { shift; "$@"; }\nonce a b -- make_it\n', ["2: make_it"], id="after --"),
        pytest.param(
            "trap clean_up EXIT\ntrap 'tidy \"a\"' INT\ntrap - EXIT\n",
            ["1: clean_up", "2: tidy"],
            id="trap",
        ),
        pytest.param("f() { :; }\nsudo bash -euc 'f; g' _\n", ["2: f", "2: g"], id="in an inner script"),
        pytest.param('f() { :; }\nbash -c \'eval "$1"; f\' _ "$(declare -f f)"\n', [], id="passed to it"),
        pytest.param('bash -c \'eval "$1"\' _ "$(declare -f f)"\n', ["1: f"], id="passed, but nowhere"),
        pytest.param(
            '"$python" -m pip\n./here.sh\n[ a = b ] && : || true\nlocal x=1\n', [], id="other commands"
        ),
    ],
)
def test_a_call_that_leads_nowhere_is_found(text: str, lost: list[str], tmp_path: Path) -> None:
    """A call of something that is not defined then is found wherever it stands, and nothing else is."""
    assert find_lost(tmp_path, text) == lost


def test_functions_of_sourced_files_are_known(tmp_path: Path) -> None:
    """What a sourced file defines is known from there on; a file that is not there is reported."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "say.sh").write_text("say() { printf a; }\n")
    (tmp_path / "here.sh").write_text("here() { say; }\n")
    lost = find_lost(
        tmp_path, 'say\n. "$HERE/lib/say.sh"\nsource "$(dirname "$0")/here.sh"\nhere\n. "${HERE}/no.sh"\n'
    )
    assert lost == ["1: say", '5: "${HERE}/no.sh"']
