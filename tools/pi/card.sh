#!/bin/bash
# Makes what the test of a card without a terminal needs: the folder of tools/card for the virtual Pi, and the card
# cloud.ext4, which is blank.ext4 with cloud-init as Raspberry Pi OS has it. The other tests start faster without it.
# shellcheck source=tools/pi/lab.sh
source "$(dirname "${BASH_SOURCE[0]}")/lab.sh"

TOP=$(cd "$HERE/../.." && pwd)
PYTHON=${PI_BUNCO_PYTHON:-$TOP/.venv/bin/python}

make_folder() {
    (cd "$TOP" && "$PYTHON" -m tools.card --machine x86_64 --system "$SUITE" --bundle "$LAB/bundle" --to "$LAB/card") >"$LAB/card.log" 2>&1 ||
        stop "the card's folder could not be made: $(tail -n 3 "$LAB/card.log")" "All of it is in $LAB/card.log."
}

add_cloud_init() {
    local over="$LAB/over" merged="$LAB/merged"
    rm -rf "$over"
    mkdir -p "$over/upper" "$over/work" "$merged"
    # shellcheck disable=SC2016 # the words are for the inner shell
    unshare --mount bash -euc '
        mount -t overlay overlay -o "lowerdir=$1/root,upperdir=$1/over/upper,workdir=$1/over/work" "$1/merged"
        mount -t proc proc "$1/merged/proc"
        cp /etc/resolv.conf "$1/merged/etc/resolv.conf"
        chroot "$1/merged" sh -c "apt-get -qq update &&
            apt-get -qq install -y --no-install-recommends cloud-init && apt-get clean" >"$1/cloud-init.log" 2>&1
        # As pi-gen does it (stage2/04-cloud-init).
        cp "$2/cloud.cfg" "$1/merged/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg"
        install -D -m 644 "$2/cloud-init.conf" "$1/merged/etc/systemd/system/cloud-init-main.service.d/boot.conf"
        # The test removes this when it has written the boot partition.
        touch "$1/merged/etc/cloud/cloud-init.disabled"
        umount "$1/merged/proc"
        source "$2/lab.sh"; make_disk "$1/merged" "$1/cloud.ext4"' _ "$LAB" "$HERE" ||
        stop "cloud-init could not be installed: $(tail -n 3 "$LAB/cloud-init.log")" "All of it is in $LAB/cloud-init.log."
    rm -rf "$over"
}

need mkfs.ext4:e2fsprogs
once cloud-init "$LAB/.done-settings" "$HERE/lab.sh" "$HERE/cloud.cfg" "$HERE/cloud-init.conf" "$HERE/card.sh" -- add_cloud_init
cat "$TOP"/tools/card/*.py "$TOP"/tools/card/first-start/* >"$LAB/card-sources"
once card-folder "$LAB/.done-bundle" "$LAB/card-sources" -- make_folder
