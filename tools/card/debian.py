"""Debian packages for the card, fetched by apt for a Pi's system; apt itself checks each file by its sum.

apt works in a folder of its own and leaves this machine's packages alone: no rights of root are needed.
"""

import hashlib
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tools.card.problem import CardProblem

TOP = Path(__file__).resolve().parents[2]
DPKG_DEB = "/usr/bin/dpkg-deb"

KEYS = (
    Path("/usr/share/keyrings/debian-archive-keyring.gpg"),
    Path("/usr/share/keyrings/debian-archive-keyring.pgp"),
)
PI_KEYS = (
    Path("/usr/share/keyrings/raspberrypi-archive-keyring.pgp"),
    Path("/usr/share/keyrings/raspberrypi-archive-keyring.gpg"),
    Path("/usr/share/keyrings/raspberrypi-archive-stable.gpg"),
    Path("/etc/apt/trusted.gpg.d/raspberrypi-archive-stable.gpg"),
)
"""Where Debian and Raspberry Pi OS keep the key of Raspberry Pi's packages, newest first."""

IN_EVERY_IMAGE = (
    "python3",
    "ca-certificates",
    "network-manager",
    "avahi-daemon",
    "openssh-server",
    "console-setup",
)
"""Packages of every Raspberry Pi OS (pi-gen, stages 0 to 2), besides Debian's important ones."""

FOR_OWN_WIFI = ("dnsmasq-base",)
"""What tools/install/wifi.sh needs besides network-manager, if the Pi makes a Wi-Fi of its own."""

COSTS = {
    "python3-picamera2": "The Pi's own camera reads no dice until the Pi has had internet once. "
    "The Raspberry Pi OS with desktop contains it. USB cameras, phones and taps work.",
    "python3-lgpio": "A bell on the pins stays silent until then. Raspberry Pi OS contains it.",
    "mosquitto": "Several Pis cannot play together until then.",
    "fonts-dejavu-core": "Printed score cards use another font until then.",
}
"""What people lose while a package is missing."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The packages of one system.

    Attributes
    ----------
    files
        The number of files.
    size
        Their size in bytes.
    missing
        The packages that install.sh wants and that no server offered.
    why
        Why Raspberry Pi's own server was not asked; ``""``: it was.
    """

    files: int
    size: int
    missing: tuple[str, ...]
    why: str


def read_wanted(top: Path = TOP) -> tuple[str, ...]:
    """Return the packages that install.sh may install, from its own list."""
    script = '. "$1"; printf "%s\\n" "${BASIC[@]}" python3-venv "${PI[@]}"'
    packages = str(top / "tools" / "install" / "packages.sh")
    command = ["bash", "-c", script, "_", packages]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return (*listed, *FOR_OWN_WIFI)


class Apt:
    """An apt of its own in a folder, for another system and machine.

    Parameters
    ----------
    folder
        An empty folder for its lists.
    suite
        Such as ``"trixie"``.
    machine
        Debian's name of it, such as ``"arm64"``.
    """

    def __init__(self, folder: Path, suite: str, machine: str) -> None:
        self._folder, self._suite, self._machine = folder, suite, machine
        for each in ("state/lists/partial", "cache/archives/partial", "etc/preferences.d", "etc/apt.conf.d"):
            (folder / each).mkdir(parents=True)
        (folder / "state/status").touch()
        (folder / "etc/sources.list").touch()

    def add_debian(self) -> None:
        """Use Debian's servers.

        Raises
        ------
        CardProblem
            If they cannot be reached, or this machine has not their key.
        """
        key = next((key for key in KEYS if key.exists()), None)
        if key is None:
            raise CardProblem(
                "Debian's key is not on this machine.",
                "Install it: sudo apt-get install debian-archive-keyring.",
            )
        servers = "http://deb.debian.org/debian", "http://deb.debian.org/debian-security"
        self._add(f"deb [signed-by={key}] {servers[0]} {self._suite} main")
        self._add(f"deb [signed-by={key}] {servers[1]} {self._suite}-security main")

    def add_raspberry_pi(self) -> None:
        """Use Raspberry Pi's server too.

        Raises
        ------
        CardProblem
            If it cannot be reached, or this machine has not its key.
        """
        key = next((key for key in PI_KEYS if key.exists()), None)
        if key is None:
            raise CardProblem(
                "The key of Raspberry Pi's packages is not on this machine.",
                "Make the folder on a Raspberry Pi, which has it.",
            )
        self._add(f"deb [signed-by={key}] http://archive.raspberrypi.com/debian {self._suite} main")

    def offers(self, name: str) -> bool:
        """Return whether a server offers a package."""
        return re.search(r"Candidate: [^(]", self._run("apt-cache", "policy", name)) is not None

    def list_needed(self, names: tuple[str, ...]) -> list[str]:
        """Return the packages that a Raspberry Pi OS needs for these, without those that it surely has."""
        base = ["?essential", "?priority(required)", "?priority(important)", *IN_EVERY_IMAGE]
        has = self._simulate(base)
        return sorted(self._simulate([*base, *names]) - has)

    def download(self, names: list[str], to: Path) -> None:
        """Fetch packages into a folder; apt checks their sums, which its signed lists contain."""
        if names:
            self._run("apt-get", "download", *names, cwd=to)

    def _add(self, line: str) -> None:
        sources = self._folder / "etc/sources.list"
        before = sources.read_text("utf-8")
        sources.write_text(f"{before}{line}\n", "utf-8")
        try:
            self._run("apt-get", "update", "--error-on=any")
        except subprocess.CalledProcessError as error:
            sources.write_text(before, "utf-8")
            server = line.split("] ", 1)[1].split(" ", 1)[0]
            said = (error.stderr or "").strip().splitlines()
            raise CardProblem(
                f"{server} did not answer as it should{': ' + said[-1] if said else ''}.",
                "Connect this machine to the internet, and run this again.",
            ) from error

    def _simulate(self, names: list[str]) -> set[str]:
        said = self._run("apt-get", "install", "--simulate", "--no-install-recommends", *names)
        return set(re.findall(r"^Inst (\S+)", said, re.MULTILINE))

    def _run(self, *command: str, cwd: Path | None = None) -> str:
        settings = {
            "Dir::Etc": self._folder / "etc",
            "Dir::Etc::Parts": self._folder / "etc/apt.conf.d",
            "Dir::Etc::SourceList": self._folder / "etc/sources.list",
            "Dir::Etc::SourceParts": "/dev/null",
            "Dir::State": self._folder / "state",
            "Dir::State::status": self._folder / "state/status",
            "Dir::Cache": self._folder / "cache",
            "APT::Architecture": self._machine,
            "APT::Architectures": self._machine,
            "APT::Sandbox::User": "",
            "Acquire::Retries": "3",
            "Acquire::Languages": "none",
        }
        words = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        done = subprocess.run(
            [command[0], "-qq", *words, *command[1:]], cwd=cwd, check=True, capture_output=True, text=True
        )
        return done.stdout


def can_fetch() -> bool:
    """Return whether this machine has apt; Windows and macOS have not."""
    return all(shutil.which(program) for program in ("apt-get", "apt-cache", DPKG_DEB))


def write_index(folder: Path) -> None:
    """Write the index of a folder of packages, with the sum of each file: apt's *flat repository*."""
    entries = []
    for downloaded in sorted(folder.glob("*.deb")):
        # apt writes the colon of a version as %3a, and would decode that in a name.
        file = downloaded.rename(folder / downloaded.name.replace("%3a", "-"))
        fields = subprocess.run(
            [DPKG_DEB, "--field", file], check=True, capture_output=True, text=True
        ).stdout
        content = file.read_bytes()
        entries.append(
            f"{fields.strip()}\nFilename: ./{file.name}\nSize: {len(content)}\n"
            f"SHA256: {hashlib.sha256(content).hexdigest()}\n"
        )
    (folder / "Packages").write_text("\n".join(entries), "utf-8")


def fetch(to: Path, suite: str, machine: str, scratch: Path) -> Fetched:
    """Fetch what install.sh needs on a system into a folder, with an index of it.

    Raises
    ------
    CardProblem
        If Debian's servers cannot be used. Without Raspberry Pi's, only its own packages are missing.
    """
    apt = Apt(scratch, suite, machine)
    apt.add_debian()
    why = ""
    try:
        apt.add_raspberry_pi()
    except CardProblem as problem:
        why = problem.what
    wanted = read_wanted()
    offered = tuple(name for name in wanted if apt.offers(name))
    to.mkdir(parents=True)
    apt.download(apt.list_needed(offered), to)
    write_index(to)
    files = list(to.glob("*.deb"))
    missing = tuple(name for name in wanted if name not in offered)
    return Fetched(len(files), sum(file.stat().st_size for file in files), missing, why)
