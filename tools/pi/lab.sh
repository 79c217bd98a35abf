# shellcheck shell=bash disable=SC2034 # other scripts use HERE and SUITE
# Shared by the other scripts of this folder: the folder of the virtual Pi, and functions that do a step only once.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
LAB=${PI_BUNCO_LAB:-$HOME/.cache/pi-bunco-pi}
SUITE=trixie
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

say() { printf 'virtual Pi: %s\n' "$*" >&2; }

stop() {
    say "$1"
    say "$2"
    exit 2
}

# once NAME FILES... -- COMMAND...: runs a command, unless it already ran with the same content of these files.
once() {
    local name=$1 files=() sum
    shift
    while [ "$1" != -- ]; do files+=("$1") && shift; done
    shift
    sum=$(cat "${files[@]}" | sha256sum | cut -c1-16)
    [ "$(cat "$LAB/.done-$name" 2>/dev/null)" = "$sum" ] && return
    say "$name ..."
    "$@"
    echo "$sum" >"$LAB/.done-$name"
}

# need COMMAND:PACKAGE...: stops without root, and installs the packages of missing commands.
need() {
    local missing=()
    [ "$(id -u)" = 0 ] || stop "making a Debian root needs root." "Run it again with sudo."
    for each in "$@"; do command -v "${each%%:*}" >/dev/null || missing+=("${each##*:}"); done
    [ ${#missing[@]} = 0 ] && return
    say "installing ${missing[*]} ..."
    apt-get -qq update >/dev/null || say "the package lists could not be updated; the old ones are used"
    apt-get -qq install -y --no-install-recommends "${missing[@]}" >/dev/null ||
        stop "could not install ${missing[*]}." "Install it by hand, then run this again."
}

# bootstrap FOLDER PACKAGES...: installs a fresh Debian into a folder, from the servers of this system's apt.
bootstrap() {
    local folder=$1
    shift
    rm -rf "$folder.new" "$folder"
    mmdebstrap --quiet --variant=minbase --include="$(IFS=,; echo "$*")" "$SUITE" "$folder.new"
    mv "$folder.new" "$folder"
}

# Makes an ext4 image of a folder, with free space, and with the usual options, as on a real card.
make_disk() { # FOLDER IMAGE
    local used
    used=$(du -sm "$1" | cut -f1)
    rm -f "$2.new"
    truncate -s "$((used + used / 4 + 1400))M" "$2.new"
    mkfs.ext4 -q -F -d "$1" "$2.new"
    mv "$2.new" "$2"
}
