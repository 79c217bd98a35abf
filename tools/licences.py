"""Writes ``LICENCES.md``: the licence of everything that is installed with pi-bunco."""

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "LICENCES.md"
VENDOR = ROOT / "pi_bunco" / "web" / "static" / "vendor"
VOICES = ROOT / "pi_bunco" / "web" / "static" / "voice"
LANGUAGES = ROOT / "pi_bunco" / "languages"
PAPER_FONTS = ROOT / "pi_bunco" / "paper" / "pdf" / "lexend"
LEXEND = "LICENSE-Lexend.txt"
LOCKS = ("requirements.lock", "requirements-numpy1.lock")
ACCEPTED = frozenset(
    {
        "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "EPL-2.0", "LGPL-3.0-only",
        "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Zlib",
    }
)  # fmt: skip
"""Licences that a package installed with pi-bunco may have; BSD: a BSD licence without further detail."""
_OLD_NAMES = {
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSFL": "PSF-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Names of licences from before there were SPDX expressions."""
_BRINGS = {
    "numpy": "OpenBLAS (BSD-3-Clause), libgfortran (GPL-3.0-or-later WITH GCC-exception-3.1), "
    "libquadmath (LGPL-2.1-or-later)",
    "opencv-python-headless": "FFmpeg (LGPL-2.1-or-later) and those in its `LICENSE-3RD-PARTY.txt`",
    "pillow": "FreeType, libjpeg-turbo, libtiff, libwebp, OpenJPEG and those in its `LICENSE`",
}
"""Libraries inside a package's wheel that have another licence than the package."""
_HEAD = """\
# Licences

pi-bunco itself is under the [MIT licence](LICENSE), with all that it has learnt (`models/`) and its drawings.
`make licences` writes this page from the packages themselves, and refuses a licence that does not suit."""
_BESIDE = """\
Python packages, unchanged, each with its own licence text in its folder `*.dist-info`; the versions are those
of the locks. What only tests or trains is not installed on a table and not in this list. Debian's packages
have theirs in `/usr/share/doc`."""


class Unsuitable(ValueError):
    """A package has no accepted licence, or states none."""


def make_page() -> str:
    """Return the page as it should be.

    Raises
    ------
    Unsuitable
        If a package's licence is none of :data:`ACCEPTED`, or a third-party file has no row or no licence
        text.
    """
    parts = [
        _HEAD,
        "## In the wheel",
        _make_table(("file", "licence", "its text"), (*_list_vendored(), *_list_voices())),
    ]
    parts += [
        "## Installed beside it",
        _BESIDE,
        _make_table(("package", "version", "licence", "its wheel brings"), _list_packages()),
    ]
    return "\n\n".join(parts) + "\n"


def _list_vendored() -> Iterator[tuple[str, ...]]:
    """Yield the third-party files in the wheel, from ``VENDOR.md``."""
    rows = re.findall(
        r"^\| `(.+?)` \|.*\| ([^|]+), `(.+?)` \|$", (VENDOR / "VENDOR.md").read_text("utf-8"), re.MULTILINE
    )
    listed = {name for name, _, _ in rows}
    there = {path.name for path in VENDOR.iterdir()} - {"VENDOR.md"} - {text for _, _, text in rows}
    if listed != there:
        raise Unsuitable(f"VENDOR.md and the files beside it differ: {sorted(listed ^ there)}")
    for name, licence, text in rows:
        if not (VENDOR / text).exists():
            raise Unsuitable(f"{name} has no licence text")
        yield f"`{name}`", licence, f"[`{text}`]({(VENDOR / text).relative_to(ROOT).as_posix()})"
        if text == LEXEND:  # papers have two weights of the same font
            for font in sorted(PAPER_FONTS.glob("*.ttf")):
                yield f"`{font.name}`", licence, f"[`{text}`]({(VENDOR / text).relative_to(ROOT).as_posix()})"


def _list_voices() -> Iterator[tuple[str, ...]]:
    """Yield the voices that spoke the lines of the pages, from ``VOICES.md``."""
    rows = re.findall(
        r"^\| `(\w+)` \| (.+?) \|.*\| ([^|]+), `(.+?)` \|$",
        (VOICES / "VOICES.md").read_text("utf-8"),
        re.MULTILINE,
    )
    there = {path.name for path in VOICES.iterdir() if path.is_dir()}
    there |= {path.parent.name for path in LANGUAGES.glob("*/voice")}
    if {name for name, *_ in rows} != there:
        raise Unsuitable(f"VOICES.md and the folders of voices differ: {sorted(there)}")
    for name, voice, licence, text in rows:
        if not (VOICES / text).exists():
            raise Unsuitable(f"{name} has no licence text")
        yield (
            f"`voice/{name}`: {voice}",
            licence,
            f"[`{text}`]({(VOICES / text).relative_to(ROOT).as_posix()})",
        )


def list_locked() -> dict[str, list[str]]:
    """Return the packages of all locks with their versions, in alphabetical order."""
    found: dict[str, list[str]] = {}
    for lock in LOCKS:
        for name, version in re.findall(
            r"^([\w.-]+)==([\w.]+)", (ROOT / lock).read_text("utf-8"), re.MULTILINE
        ):
            versions = found.setdefault(name, [])
            versions += [version] if version not in versions else []
    return dict(sorted(found.items()))


def _list_packages() -> Iterator[tuple[str, ...]]:
    for name, versions in list_locked().items():
        try:
            licence = find_licence(metadata(name))
        except PackageNotFoundError as error:
            raise Unsuitable(f"{name} is not installed here, so nobody knows its licence") from error
        yield f"`{name}`", ", ".join(versions), licence, _BRINGS.get(name, "")


def find_licence(package: PackageMetadata) -> str:
    """Return a package's licence as an SPDX expression.

    Raises
    ------
    Unsuitable
        If it has no accepted licence.
    """
    facts = package.json
    classifiers = [
        str(classifier).rpartition(" :: ")[2]
        for classifier in facts.get("classifier", ())
        if classifier.startswith("License")
    ]
    old = [_OLD_NAMES.get(name, name) for name in (str(facts.get("license", "")), *classifiers) if name]
    licence = str(facts.get("license_expression", "")) or next((name for name in old if name in ACCEPTED), "")
    if not licence or not set(re.split(r" AND | OR ", licence.strip("()"))) <= ACCEPTED:
        raise Unsuitable(f"{facts['name']} is under {licence or old or 'no licence'}: see whether that suits")
    return licence


def _make_table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


if __name__ == "__main__":
    PAGE.write_text(make_page(), "utf-8")
