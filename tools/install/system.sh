# shellcheck shell=bash
# Everything outside of $OPT: the units and rules of the folder systemd/, the user, the settings, the command.

need_system() {
    new_placed=()
    local units=$new_assets/systemd
    put_units "$units"
    put 755 "$new_assets/tools/install/show-address.sh" /usr/local/libexec/pi-bunco/show-address
    put 755 "$new_assets/tools/install/kiosk.sh" /usr/local/libexec/pi-bunco/kiosk
    put 755 "$new_assets/tools/install/command.sh" /usr/local/bin/pi-bunco
    # The step for the screen comes later, and not at all when the table goes back to another version.
    if [ -e "$AUTOSTART" ]; then new_placed+=("$AUTOSTART"); fi
    if [ "$DRY" = yes ]; then
        say "would make the user pi-bunco, $ETC/table.toml (unless it exists), and $VAR"
        return
    fi
    placed_in /etc/sysusers.d | quietly xargs systemd-sysusers ||
        stop "The user pi-bunco could not be made." "Look at the lines above."
    placed_in /etc/tmpfiles.d | quietly xargs systemd-tmpfiles --create ||
        stop "The folders for games and settings could not be made." "Look at the lines above."
    need_settings "$units/table.toml"
    forget_old_files
    if systemd_runs; then
        systemctl daemon-reload
        if udevadm control --reload 2>/dev/null; then
            udevadm trigger --subsystem-match=gpio --subsystem-match=dma_heap || true
        fi
    fi
}

put_units() { # FOLDER
    local each
    for each in "$1"/*.{service,timer,path,socket,target,mount}; do
        if [ -e "$each" ]; then put 644 "$each" "/etc/systemd/system/${each##*/}"; fi
    done
    put_folder "$1/sysusers.d" /etc/sysusers.d
    put_folder "$1/tmpfiles.d" /etc/tmpfiles.d
    put_folder "$1/udev" /etc/udev/rules.d
    put_folder "$1/journald.conf.d" /etc/systemd/journald.conf.d
    put_folder "$1/system.conf.d" /etc/systemd/system.conf.d
    put_folder "$1/polkit" /etc/polkit-1/rules.d
    # Only NetworkManager reads them, and only for connections that it shares.
    if [ -d /etc/NetworkManager ]; then put_folder "$1/dnsmasq-shared.d" /etc/NetworkManager/dnsmasq-shared.d; fi
}

placed_in() { printf '%s\n' "${new_placed[@]}" | grep "^$1/"; }

put_folder() { # FROM TO
    local each
    for each in "$1"/*; do
        if [ -f "$each" ]; then put 644 "$each" "$2/${each##*/}"; fi
    done
}

# The settings belong to the host: they are written once, for the devices of this machine, and never again.
need_settings() { # TEMPLATE
    if [ -e "$ETC/table.toml" ]; then
        say "$ETC/table.toml stays as it is"
        report_new_devices
        return
    fi
    local camera changes
    camera=$(camera_here)
    changes=(-e "s|^camera = \"[^\"]*\"|camera = \"$camera\"|")
    is_installed python3-lgpio || changes+=(-e 's|^# bell = "[^"]*"|bell = "mock"        |')
    # The file is written completely or not at all, because a later run does not change it.
    mkdir -p "$ETC"
    sed "${changes[@]}" "$1" >"$ETC/table.toml.new"
    chmod 644 "$ETC/table.toml.new"
    sync "$ETC/table.toml.new"
    mv "$ETC/table.toml.new" "$ETC/table.toml"
    case $camera in
        none) note "No camera was found, so people tap the dice on the page. When you have one, name it in $ETC/table.toml, then run: sudo systemctl restart pi-bunco" ;;
        *) say "wrote $ETC/table.toml: the camera is $camera" ;;
    esac
}

# If the settings were written before the machine had a camera or pins, they do not name them.
report_new_devices() {
    local camera
    camera=$(camera_here)
    if [ "$camera" != none ] && grep -q '^camera = "none"' "$ETC/table.toml"; then
        note "People tap the dice, as $ETC/table.toml says. If a camera should read them, write there camera = \"$camera\", then run: sudo systemctl restart pi-bunco"
    elif [ "$camera" = picamera2 ] && grep -q '^camera = "usb"' "$ETC/table.toml"; then
        note "A USB camera reads the dice, as $ETC/table.toml says. If the Pi's own camera should read them, write there camera = \"picamera2\", then run: sudo systemctl restart pi-bunco"
    fi
    if is_installed python3-lgpio && grep -q '^bell = "mock"' "$ETC/table.toml"; then
        note "The page is the bell, as $ETC/table.toml says. If you have a bell on the pins, name its board there, then run: sudo systemctl restart pi-bunco"
    fi
}

VIDEO=/sys/class/video4linux

# A Pi's own camera has a /dev/video0 too, but it takes no pictures without picamera2.
camera_here() {
    if is_installed python3-picamera2; then echo picamera2
    elif grep -q /usb <<<"$(readlink -f "$VIDEO"/video* 2>/dev/null)"; then echo usb
    else echo none; fi
}

# Removes the files of an older version that this one does not have.
forget_old_files() {
    local each placed
    placed=$(printf '%s\n' "${new_placed[@]}" | sort -u)
    if [ -f "$PLACED" ]; then
        while read -r each; do
            if ! grep -qxF "$each" <<<"$placed"; then take_away "$each"; fi
        done <"$PLACED"
    fi
    printf '%s\n' "$placed" >"$PLACED"
}

take_away() { # FILE
    case $1 in
        /etc/systemd/system/*.*)
            if systemd_runs; then systemctl --quiet stop "${1##*/}" || true; fi
            if grep -q '^\[Install\]' "$1" 2>/dev/null; then quietly systemctl disable "${1##*/}" || true; fi
            ;;
    esac
    rm -f "$1"
}

# Units with an [Install] part start by themselves, now and at every boot; the kiosk's unit only if there is a screen.
start_table() {
    local unit
    for unit in $(own_units); do
        if [ "$unit" = pi-bunco-kiosk.service ] || ! grep -q '^\[Install\]' "/etc/systemd/system/$unit"; then continue; fi
        quietly systemctl enable "$unit" || return 1
        # The table starts last, because this script waits for it.
        if [ "$unit" != pi-bunco.service ] && systemd_runs; then quietly systemctl restart "$unit" || note "$unit did not start."; fi
    done
    if ! systemd_runs; then say "systemd does not run here, so the table starts at the next boot."; return; fi
    say "starting the table ..."
    quietly systemctl restart pi-bunco.service && page_answers
}

own_units() { sed -n 's|^/etc/systemd/system/||p' "$PLACED"; }
