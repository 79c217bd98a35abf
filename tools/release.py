"""Makes a release, and tries it on an empty system: ``make release``. With ``--trial`` it only tries.

It checks that version and changelog agree; that two builds give the same wheel and sdist, and the sdist the
same wheel; that nothing of this machine is in them; and that the wheel can be installed into an empty
environment with the locked packages, and reads a throw there. Then it runs the tests in the virtual Pi,
unless ``--without-pi`` leaves them out, and puts both archives into ``dist/``. It tags and sends nothing.
"""

import argparse
import getpass
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pi_bunco import __version__
from tools import addresses, virtual_pi

ROOT = Path(__file__).resolve().parents[1]
NEEDED = (
    "LICENSE",
    "SECURITY.md",
    "CHANGELOG.md",
    "examples/README.md",
    "docs/reference.md",
    "requirements.lock",
)
"""Files that a person with only the sdist needs."""
_SECTION = re.compile(r"^## (\S+) – (.+)$", re.MULTILINE)
_MAIL = re.compile(rb"[\w.+-]+@(?!example\.)[\w-]+\.(?:com|org|net|io|de)\b")
_EPOCH = "1767225600"  # 2026-01-01: the time of the files in the archives, so that builds are reproducible


class NotReady(Exception):
    """The release cannot be made; the message says why."""


def main() -> int:
    """Make the release, print each step, and return an exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--trial", action="store_true", help="also where the changelog says unreleased")
    parser.add_argument(
        "--without-pi", action="store_true", help="do not run the tests in a virtual Pi (a trial never does)"
    )
    options = parser.parse_args()
    trial, in_pi = options.trial, not (options.trial or options.without_pi)
    try:
        check_changelog((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__, trial=trial)
        _say(f"version {__version__} has its section in the changelog")
        if not trial:
            _check_tree()
        if in_pi:
            _check_machine()
        with tempfile.TemporaryDirectory() as scratch:
            built = build_archives(Path(scratch))
            _say("wheel and sdist are built, twice alike, and the sdist builds the same wheel")
            for archive in built:
                check_inside(read_contents(archive), list_local_names())
            _say("nothing of this machine is in them")
            _try_wheel(
                next(archive for archive in built if archive.suffix == ".whl"), Path(scratch) / "empty"
            )
            _say("the wheel installs into an empty environment, and reads a throw there")
            if in_pi:
                _test_in_virtual_pi()
            _say(f"the tests in the virtual Pi {'passed' if in_pi else 'were NOT run'}")
            (ROOT / "dist").mkdir(exist_ok=True)
            for archive in built:
                shutil.copy2(archive, ROOT / "dist")
                _say(f"dist/{archive.name}  sha256 {hashlib.sha256(archive.read_bytes()).hexdigest()}")
    except NotReady as error:
        _say(f"not ready: {error}")
        return 1
    if empty := [name for name, address in addresses.load_addresses().items() if not address]:
        _say(f"addresses.toml has no address yet for: {', '.join(empty)}")
    _say("a trial: nothing is released" if trial else f"now tag it: git tag v{__version__}")
    return 0


def check_changelog(text: str, version: str, *, trial: bool = False) -> None:
    """Check that the newest section of the changelog is that of the version, with a day and with lines.

    In a trial it may be unreleased, or below the unreleased section of the next version.

    Raises
    ------
    NotReady
        If the section is missing, has no day, or is empty.
    """
    begin = _SECTION.search(text)
    if trial and begin and begin[1] != version and begin[2] == "unreleased":
        text = text[begin.end() :]
    sections = _SECTION.findall(text)
    if not sections or sections[0][0] != version:
        raise NotReady(f"the changelog's newest section is not that of {version}")
    if not trial and not re.fullmatch(r"\d{4}-\d\d-\d\d", sections[0][1]):
        raise NotReady(
            f"the changelog says of {version} “{sections[0][1]}”: write the day, such as 2026-05-01"
        )
    begin = _SECTION.search(text)
    body = _SECTION.split(text[begin.start() :])[3] if begin else ""
    if not re.search(r"^- ", body, re.MULTILINE):
        raise NotReady(f"the changelog says nothing of {version}")


def _check_tree() -> None:
    done = subprocess.run(
        ["/usr/bin/env", "git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    if done.stdout:
        raise NotReady(f"these files are not committed:\n{done.stdout}")


def _check_machine() -> None:
    if obstacle := virtual_pi.find_obstacle():
        raise NotReady(
            f"the tests in a virtual Pi cannot run: {obstacle}. "
            "To leave them out: make release RELEASE=--without-pi"
        )


def _test_in_virtual_pi() -> None:
    if not virtual_pi.run_tests():
        raise NotReady("tests in the virtual Pi failed, or it could not be built; see above")


def build_archives(folder: Path) -> tuple[Path, Path]:
    """Build the sdist and the wheel into a folder, and return their paths.

    Raises
    ------
    NotReady
        If a second build differs, or the sdist does not give the same wheel as the checkout.
    """
    first, second, third = (folder / name for name in ("first", "second", "from_sdist"))
    for to in (first, second):
        _run_build(ROOT, to, "--sdist", "--wheel")
    (sdist,), (wheel,) = first.glob("*.tar.gz"), first.glob("*.whl")
    for archive in (sdist, wheel):
        if (second / archive.name).read_bytes() != archive.read_bytes():
            raise NotReady(f"{archive.name} comes out differently a second time")
    with tarfile.open(sdist) as unpacked:
        # Python 3.11.2, as in Debian 12, has no filters yet (PEP 706).
        unpacked.extraction_filter = getattr(tarfile, "data_filter", None)
        unpacked.extractall(folder)  # noqa: S202 - an archive that was built just now
    _run_build(folder / sdist.name.removesuffix(".tar.gz"), third, "--wheel")
    if read_contents(third / wheel.name) != read_contents(wheel):
        raise NotReady("the sdist does not make the same wheel")
    return sdist, wheel


def _run_build(checkout: Path, to: Path, *what: str) -> None:
    words: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        *what,
        "--outdir",
        to,
        checkout,
    ]
    done = subprocess.run(
        words, env=os.environ | {"SOURCE_DATE_EPOCH": _EPOCH}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise NotReady(f"it cannot be built:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def read_contents(archive: Path) -> dict[str, bytes]:
    """Return the files in a wheel or an sdist, by their paths."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(archive) as sdist:
        found = ((member.name, sdist.extractfile(member)) for member in sdist.getmembers())
        return {name.partition("/")[2]: file.read() for name, file in found if file}


def check_inside(files: Mapping[str, bytes], names: tuple[str, ...]) -> None:
    """Check that an archive has all that it needs, and nothing of this machine.

    Parameters
    ----------
    files
        Its files, by their paths.
    names
        Names that must not be in it: of the user, of the folder.

    Raises
    ------
    NotReady
        If a file is missing or has something of this machine; the message names the file.
    """
    if "PKG-INFO" in files and (missing := [name for name in NEEDED if name not in files]):
        raise NotReady(f"the sdist lacks {', '.join(missing)}")
    wrong = [f"{path}: {what}" for path, data in files.items() for what in _find_leaks(path, data, names)]
    if wrong:
        raise NotReady("what belongs to one machine is inside:\n" + "\n".join(wrong[:20]))


def _find_leaks(path: str, data: bytes, names: tuple[str, ...]) -> Iterator[str]:
    if "__pycache__" in path or path.endswith((".pyc", ".env", ".sqlite")):
        yield "is made by running"
    if b"\0" in data[:4096]:
        return
    yield from (f"names {name}" for name in names if name.encode() in data)
    if path.endswith((".lock", "package-lock.json")) and b"://" in data:
        yield "names an address: a lock installs from wherever one is"
    yield from (f"has the address {mail.decode()}" for mail in set(_MAIL.findall(data)))


def list_local_names() -> tuple[str, ...]:
    """Return names that belong to this machine: its folders, and the user."""
    commands = (["git", "config", key] for key in ("user.name", "user.email"))
    user_names = [
        subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
        for words in commands
    ]
    home, user = str(Path.home()), getpass.getuser()
    folders = [
        str(ROOT),
        *([] if home in {"/", "/root"} else [home]),
        *([] if user == "root" else [f"/{user}/"]),
    ]
    return tuple(name for name in (*folders, *user_names) if len(name) > 3)  # noqa: PLR2004 - shorter ones are words


def _try_wheel(wheel: Path, folder: Path) -> None:
    """Install the wheel with the locked packages into an empty environment, and let it read a throw."""
    venv.create(folder, with_pip=True)
    pip: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
    ]
    program = folder / "bin" / "pi-bunco"
    _run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", ROOT / "requirements.lock"])
    _run([*pip, "--no-deps", wheel])
    if __version__ not in _run([program, "--version"]):
        raise NotReady("the installed program says another version")
    _run([folder / "bin" / "python", "-c", "import pi_bunco.app.play"])
    if json.loads(_run([program, "rehearse", "--throws", "1", "--json"]))["right"] != 1:
        raise NotReady("the installed program does not read a throw")


def _run(words: list[str | Path]) -> str:
    env = {"PATH": os.environ["PATH"], "HOME": str(Path.home())} | {
        key: value for key, value in os.environ.items() if key.startswith("PIP_")
    }
    done = subprocess.run(words, cwd="/", env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReady(f"{' '.join(map(str, words))} ends with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


def _say(text: str) -> None:
    sys.stdout.write(f"release: {text}\n")


if __name__ == "__main__":
    sys.exit(main())
