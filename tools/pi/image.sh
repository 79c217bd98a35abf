#!/bin/bash
# Makes the card ready.ext4: installs this checkout's pi-bunco on the virtual Pi's card, from a bundle, with install.sh
# and without a network. The card without pi-bunco is blank.ext4: a test installs on it inside the running Pi.
# shellcheck source=tools/pi/lab.sh
source "$(dirname "${BASH_SOURCE[0]}")/lab.sh"

TOP=$(cd "$HERE/../.." && pwd)
PYTHON=${PI_BUNCO_PYTHON:-$TOP/.venv/bin/python}

list_sources() { find "$TOP"/{pi_bunco,hardware,models,systemd,tools/install} "$TOP"/{install.sh,pyproject.toml,requirements.lock} \
    "$TOP/tools/bundle.py" -type f -not -path '*/__pycache__/*' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum; }

make_bundle() { "$PYTHON" "$TOP/tools/bundle.py" --machine x86_64 --python 3.13 --to "$LAB/bundle" >/dev/null; }

install_bundle() {
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
        sed -i "s/^camera = [^#]*/camera = \"picamera2\" /; s/^bell = [^#]*/bell = \"gpio:generic\" /; s/^# players = \[/players = [/" "$1/merged/etc/pi-bunco/table.toml"
        umount "$1/merged/mnt" "$1/merged/proc"
        source "$2/lab.sh"; make_disk "$1/merged" "$1/ready.ext4"' _ "$LAB" "$HERE"
    rm -rf "$over"
}

need mkfs.ext4:e2fsprogs
list_sources >"$LAB/sources"
once blank "$LAB/.done-settings" "$HERE/lab.sh" -- make_disk "$LAB/root" "$LAB/blank.ext4"
once bundle "$LAB/sources" "$HERE/image.sh" -- make_bundle
once install "$LAB/.done-settings" "$LAB/.done-bundle" "$HERE/image.sh" "$HERE/lab.sh" -- install_bundle
