"""Blank Debian systems in folders: made once; each test writes to its own layer above them."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("PI_BUNCO_ROOTS_CACHE", "~/.cache/pi-bunco-roots")).expanduser()
ALL = ("trixie-amd64", "bookworm-amd64", "trixie-arm64", "bookworm-arm64")
NATIVE = {"x86_64": "amd64", "aarch64": "arm64"}[os.uname().machine]

# Settings with which pip and apt of this machine reach their registries.
_PASSED = (
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "PIP_DEFAULT_TIMEOUT",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
_CA = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")

# The processor of the oldest Pi that pi-bunco supports. qemu's default processor has SME, with which
# numpy's OpenBLAS multiplies matrices wrongly under qemu; no Pi has SME.
_CPU = "QEMU_CPU=cortex-a53"

# A separate instance of binfmt_misc (Linux 6.7 and later) runs arm64 programs by qemu in this namespace only.
_ARM = r"""
read -r _ <&"$1"; shift
mount -t proc proc /proc
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
m='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
k='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
printf '%s' ":a64:M::$m:$k:/usr/bin/qemu-aarch64-static:F" >/proc/sys/fs/binfmt_misc/register
exec "$@"
"""

# The overlay is mounted outside of the user namespace: inside it, folders cannot be renamed, as dpkg does.
_LAY = r"""
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2,workdir=$3" "$4"
cd "$4"
shift 4
exec "$@"
"""

_ENTER = r"""
top=$1 bundle=$2 ca=$3 net=$4; shift 4
# A mount from outside a user namespace is locked and cannot become the root; a new bind mount can.
mount --rbind . .
cd "$PWD"
mount -t proc proc proc
mount -t tmpfs tmp tmp
mount -t tmpfs run run
mount -t tmpfs dev dev
for each in null zero full random urandom tty; do
    touch "dev/$each"
    mount --bind "/dev/$each" "dev/$each"
done
mkdir -p -m 1777 dev/shm
mkdir -p mnt/checkout mnt/bundle run/lock
ln -s /proc/self/fd dev/fd
mkdir dev/pts
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
cp /etc/resolv.conf etc/resolv.conf
mount --bind "$top" mnt/checkout
mount -o remount,bind,ro mnt/checkout
if [ -n "$bundle" ]; then mount --bind "$bundle" mnt/bundle; mount -o remount,bind,ro mnt/bundle; fi
if [ -n "$ca" ]; then touch run/ca.crt; mount --bind "$ca" run/ca.crt; fi
if [ "$net" = no ]; then ip link set lo up; fi
# pivot_root instead of chroot, in which browsers could not make their user namespaces.
mkdir run/old
pivot_root . run/old
cd /
umount -l /run/old
rmdir /run/old
exec /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    HOME=/root TERM=dumb LC_ALL=C.UTF-8 "$@"
"""


@dataclass(frozen=True, slots=True)
class Root:
    """A Debian system, of which only the uppermost layer is written to.

    Attributes
    ----------
    name
        Its suite and machine, as in :data:`ALL`.
    layers
        Folders, the uppermost first.
    checkout
        The folder that is mounted at /mnt/checkout.
    """

    name: str
    layers: tuple[Path, ...]
    checkout: Path

    @property
    def emulated(self) -> bool:
        """Whether qemu runs its programs."""
        return not self.name.endswith(NATIVE)

    def add_layer(self, folder: Path) -> "Root":
        """Return the same system with a new layer on top, so that this one is not written to."""
        upper = Path(tempfile.mkdtemp(dir=folder, prefix="layer-"))
        for each in ("upper", "work", "merged"):
            (upper / each).mkdir()
        return replace(self, layers=(upper / "upper", *self.layers))

    def run(
        self, script: str, *, net: bool = False, bundle: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a shell script in it as root, with the checkout at /mnt/checkout, and a network if ``net``."""
        upper, *below = self.layers
        lower = ":".join(map(str, below))
        here = [upper, upper.parent / "work", upper.parent / "merged"]
        passed = [f"{name}={os.environ[name]}" for name in _PASSED if name in os.environ]
        if _CA:
            passed.append("PIP_CERT=/run/ca.crt")
        if self.emulated:
            passed.append(_CPU)
        mounts = [str(self.checkout), str(bundle or ""), _CA or ""]
        lay = ["unshare", "--mount", "bash", "-euc", _LAY, "_", lower, *map(str, here)]
        inner = ["bash", "-euc", _ENTER, "_", *mounts, "yes" if net else "no"]
        inner += [*passed, "bash", "-euo", "pipefail", "-c", script]
        apart = ["--mount", "--pid", "--fork", "--kill-child", *([] if net else ["--net"])]
        if self.emulated:
            return run_emulated(["unshare", *apart, *inner], lay)
        return subprocess.run([*lay, "unshare", *apart, *inner], capture_output=True, text=True, check=False)

    def check_output(self, script: str, *, net: bool = False, bundle: Path | None = None) -> str:
        """Run a shell script like :meth:`run`, assert that it succeeds, and return its output."""
        done = self.run(script, net=net, bundle=bundle)
        assert done.returncode == 0, f"{done.stdout[-3000:]}\n--\n{done.stderr[-3000:]}"
        return done.stdout


def run_emulated(command: list[str], before: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run a command, and its arm64 programs by qemu, in a new namespace; ``before`` starts outside of it."""
    ready, go = os.pipe()
    words = ["unshare", "--user", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
    with subprocess.Popen(
        [*before, *words, "bash", "-euc", _ARM, "_", str(ready), *command],
        pass_fds=[ready], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        while Path(f"/proc/{child.pid}/ns/user").readlink() == Path("/proc/self/ns/user").readlink():
            assert child.poll() is None, "the command ended before it had a user namespace"
        for kind in ("uid", "gid"):  # users have the same numbers outside, so that files keep their owners
            Path(f"/proc/{child.pid}/{kind}_map").write_text("0 0 4294967295\n", "utf-8")
        os.write(go, b"\n")
        out, err = child.communicate()
    os.close(ready)
    os.close(go)
    return subprocess.CompletedProcess(command, child.returncode, out, err)


def copy_checkout(to: Path) -> Path:
    """Copy the files that install.sh uses, because people may change the checkout during the tests."""
    for name in ("pi_bunco", "hardware", "models", "systemd", "tools", "docs"):
        shutil.copytree(TOP / name, to / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in TOP.iterdir():
        if path.is_file():
            shutil.copy(path, to / path.name)
    return to


def make_blank(name: str, checkout: Path) -> Root:
    """Return the blank root of this name, and make it first if it does not exist."""
    suite, machine = name.split("-")
    folder = CACHE / name
    if not folder.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        tar = CACHE / f"{name}.tar"
        make = ["mmdebstrap", "--quiet", "--variant=minbase", f"--architectures={machine}"]
        if machine != NATIVE:
            make += ["--mode=root", "--skip=check/qemu"]
        if not tar.exists():
            done = (subprocess.run if machine == NATIVE else _run_emulated_make)([*make, suite, tar])
            assert done.returncode == 0, f"mmdebstrap could not make {name}"
        unfinished = folder.with_name(f"{name}.new")
        unfinished.mkdir(exist_ok=True)
        subprocess.run(["tar", "-xf", tar, "-C", unfinished, "--exclude=./dev/*"], check=True)
        unfinished.rename(folder)
    return Root(name, (folder,), checkout)


def _run_emulated_make(command: list[str | Path]) -> subprocess.CompletedProcess[str]:
    done = run_emulated([str(word) for word in command])
    sys.stderr.write(done.stderr[-2000:])
    return done
