#!/bin/bash
# Makes the virtual Pi's card, without pi-bunco: Debian with the additions of Raspberry Pi OS. These are picamera2 and
# lgpio for the system's Python, two groups, and the rights to use pins and cameras.
# shellcheck source=tools/pi/lab.sh
source "$(dirname "${BASH_SOURCE[0]}")/lab.sh"

# shellcheck source=tools/pi/packages.sh
source "$HERE/packages.sh"

# Copies this machine's certificates, name servers and package index into a Debian root.
copy_network_settings() {
    install -D -m 644 /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"
    cp /etc/resolv.conf "$1/etc/resolv.conf"
    python3 -I -m pip config get global.index-url 2>/dev/null | sed '1s/^/[global]\nindex-url = /' >"$1/etc/pip.conf" || true
}

# Debian has neither lgpio nor picamera2. PyPI has no wheel of lgpio for this Python, only an empty stub.
build_wheels() {
    local builder="$LAB/builder"
    copy_network_settings "$builder"
    rm -rf "$builder/wheels"
    chroot "$builder" sh -c 'apt-get -qq update && apt-get -qq install -y --no-install-recommends "$@"' _ \
        "${COMPILERS[@]}" >"$LAB/wheels.log" 2>&1 ||
        stop "the compilers could not be installed: $(tail -n 3 "$LAB/wheels.log")" "All of it is in $LAB/wheels.log."
    copy_network_settings "$builder" # again, because the package ca-certificates has just written its own
    chroot "$builder" env PYPI=1 python3 -m pip wheel --quiet --no-deps --no-binary=:all: --no-build-isolation \
        --wheel-dir /wheels "${COMPILED[@]}" >>"$LAB/wheels.log" 2>&1 ||
        stop "lgpio could not be built: $(tail -n 3 "$LAB/wheels.log")" "All of it is in $LAB/wheels.log."
    chroot "$builder" python3 -m pip wheel --quiet --no-deps --wheel-dir /wheels \
        "${READY[@]}" >>"$LAB/wheels.log" 2>&1 ||
        stop "picamera2 could not be downloaded: $(tail -n 3 "$LAB/wheels.log")" "All of it is in $LAB/wheels.log."
}

make_card() {
    bootstrap "$LAB/root" "${SYSTEM[@]}"
    cp -r "$LAB/builder/wheels" "$LAB/root/wheels"
    chroot "$LAB/root" sh -c 'python3 -m pip install --quiet --no-deps --no-index --break-system-packages \
        --root-user-action=ignore /wheels/*.whl'
    rm -r "$LAB/root/wheels"
}

write_settings() {
    local root="$LAB/root" site=$LAB/root/usr/local/lib/python3.13/dist-packages
    local line='from virtual_picamera2 import VirtualPicamera2 as Picamera2  # the virtual Pi'
    cp "$HERE/guest/virtual_picamera2.py" "$HERE/guest/pykms.py" "$site/"
    grep -qxF "$line" "$site/picamera2/__init__.py" || echo "$line" >>"$site/picamera2/__init__.py"
    install -D -m 644 "$HERE/guest/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
    install -D -m 644 -t "$root/etc/tmpfiles.d" "$HERE/guest/pi.conf"
    install -D -m 644 -t "$root/etc/systemd/system.conf.d" "$HERE/guest/virtual.conf"
    install -D -m 644 -t "$root/etc/systemd/system" "$HERE/guest/agent.service"
    install -D -m 644 -t "$root/usr/local/lib/virtual-pi" "$HERE/guest/agent.py"
    mkdir -p "$root/lab"
    printf '%s\n' '/dev/ubda / ext4 defaults,noatime 0 1' 'none /lab hostfs ro,nofail 0 0' >"$root/etc/fstab"
    echo virtual-pi >"$root/etc/hostname"
    echo '127.0.0.1 localhost virtual-pi' >"$root/etc/hosts"
    : >"$root/etc/machine-id"
    touch "$root/etc/.updated" "$root/var/.updated" # so that the first start updates nothing
    chroot "$root" sh -c 'getent group gpio >/dev/null || groupadd --system gpio'
    local units=$root/etc/systemd/system each
    mkdir -p "$units/multi-user.target.wants"
    ln -sf ../agent.service "$units/multi-user.target.wants/"
    ln -sf /usr/lib/systemd/system/multi-user.target "$units/default.target"
    for each in e2scrub_reap.service getty@tty1.service serial-getty@ttyS0.service apt-daily.timer apt-daily-upgrade.timer mosquitto.service; do
        ln -sf /dev/null "$units/$each"
    done
}

need mmdebstrap
mkdir -p "$LAB"
once wheels "$HERE/packages.sh" -- build_wheels
once card "$HERE/packages.sh" "$LAB/.done-wheels" -- make_card
once settings "$LAB/.done-card" "$HERE/root.sh" "$HERE"/guest/* -- write_settings
