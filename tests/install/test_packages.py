"""Debian packages that a bundle carries: they are taken first, from the bundle alone."""

from pathlib import Path

from tests.install.parts import run_part

PREPARE = """
SOURCE="$folder/a stick/bundle"
packages=$SOURCE/packages/$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
mkdir -p "$packages"
printf 'Package: mosquitto\\n\\nPackage: exfatprogs\\n' >"$packages/Packages"
# Nothing is installed on this machine: each call is noted, and a package is there after it.
env() {
    printf '%s\\n' "$*" >>"$folder/calls"
    case $* in
        *' update') cat "$(sed 's/.*SourceList=\\([^ ]*\\).*/\\1/' <<<"$*")" >"$folder/source" ;;
        *' install '*) touch "$folder/has-${!#}" ;;
    esac
    case $* in *exfatprogs) return "${BROKEN:-0}" ;; esac
}
is_installed() { case $1 in mosquitto | exfatprogs | fonts-dejavu-core) [ -e "$folder/has-$1" ] ;; esac; }
has_pip_maker() { return 0; }
has_python() { return 0; }
is_offered() { return 1; }
wifi_packages() { :; }
"""


def test_packages_of_the_bundle_come_first(tmp_path: Path) -> None:
    """What the bundle has is taken from it, and only from it; what it lacks is asked for as before."""
    done = run_part(tmp_path, f"{PREPARE} need_packages")
    assert done.returncode == 0, done.stderr
    calls = (tmp_path / "calls").read_text().splitlines()
    installs = [call for call in calls if " install " in call]
    assert [call.split()[-1] for call in installs] == ["exfatprogs", "mosquitto"]
    assert all("Dir::Etc::SourceParts=/dev/null" in call for call in installs)
    assert "deb [trusted=yes] file:" in (tmp_path / "source").read_text()
    assert "a%20stick" in (tmp_path / "source").read_text()
    assert "installed mosquitto from the bundle" in done.stdout
    assert "still missing: fonts-dejavu-core" in done.stdout


def test_package_that_does_not_fit_is_reported(tmp_path: Path) -> None:
    """One that cannot be installed stops neither the others nor the installation."""
    done = run_part(tmp_path, f"BROKEN=1; {PREPARE} need_packages")
    assert done.returncode == 0, done.stderr
    assert "exfatprogs could not be installed from the bundle" in done.stdout
    assert "installed mosquitto from the bundle" in done.stdout


def test_bundle_without_packages_changes_nothing(tmp_path: Path) -> None:
    """Most bundles carry none: then apt's own servers are asked at once."""
    done = run_part(tmp_path, f'{PREPARE} rm -r "$SOURCE/packages"; need_packages')
    assert done.returncode == 0, done.stderr
    assert "from the bundle" not in done.stdout
    assert "missing: exfatprogs fonts-dejavu-core mosquitto" in done.stdout
