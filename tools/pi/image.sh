#!/bin/bash
# Puts this checkout's pi-bunco onto the virtual Pi's card with its own install.sh, from a bundle, without
# a network: ready.ext4. The card before that is blank.ext4; a test installs on it inside the running Pi.
# shellcheck source=tools/pi/lab.sh
source "$(dirname "${BASH_SOURCE[0]}")/lab.sh"

TOP=$(cd "$HERE/../.." && pwd)
PYTHON=${PI_BUNCO_PYTHON:-$TOP/.venv/bin/python}

sources() { find "$TOP"/{pi_bunco,hardware,models,systemd,tools/install} "$TOP"/{install.sh,pyproject.toml,requirements.lock} \
    "$TOP/tools/bundle.py" -type f -not -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; }

bundle() { "$PYTHON" "$TOP/tools/bundle.py" --machine x86_64 --python 3.13 --to "$LAB/bundle" >/dev/null; }

# ext4 from a folder, with room to play; no journal tricks, as a card has it.
disk() { # FOLDER IMAGE
    local used
    used=$(du -sm "$1" | cut -f1)
    rm -f "$2.new"
    truncate -s "$((used + used / 4 + 600))M" "$2.new"
    mkfs.ext4 -q -F -d "$1" "$2.new"
    mv "$2.new" "$2"
}

installed() {
    local over="$LAB/over" merged="$LAB/merged"
    rm -rf "$over"
    mkdir -p "$over/upper" "$over/work" "$merged"
    # shellcheck disable=SC2016 # the words are for the inner shell
    unshare --mount bash -euc '
        mount -t overlay overlay -o "lowerdir=$1/root,upperdir=$1/over/upper,workdir=$1/over/work" "$1/merged"
        mount -t proc proc "$1/merged/proc"
        mount --bind "$1/bundle" "$1/merged/mnt"
        chroot "$1/merged" bash /mnt/install.sh --no-boot --no-kiosk >"$1/install.log" 2>&1 ||
            { tail -n 20 "$1/install.log" >&2; exit 2; }
        sed -i "s/^camera = [^#]*/camera = \"picamera2\" /; s/^bell = [^#]*/bell = \"gpio:generic\" /" "$1/merged/etc/pi-bunco/table.toml"
        umount "$1/merged/mnt" "$1/merged/proc"
        source "$2/lab.sh"; eval "$3"; disk "$1/merged" "$1/ready.ext4"' _ "$LAB" "$HERE" "$(declare -f disk)"
    rm -rf "$over"
}

need mkfs.ext4:e2fsprogs
sources >"$LAB/sources"
once blank "$LAB/.done-settings" -- disk "$LAB/root" "$LAB/blank.ext4"
once bundle "$LAB/sources" "$HERE/image.sh" -- bundle
once install "$LAB/.done-settings" "$LAB/.done-bundle" "$HERE/image.sh" -- installed
