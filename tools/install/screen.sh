# shellcheck shell=bash
# The page on the machine's own screen: in the desktop's session if there is a desktop, otherwise alone (cage).

AUTOSTART=/etc/xdg/autostart/pi-bunco-kiosk.desktop
ENOUGH=900000 # kilobytes: a smaller board has too little memory for the table and a browser

need_screen() {
    if [ "$KIOSK" = no ]; then
        take_screen_back
        say "no kiosk, as you chose"
        return
    fi
    if [ "$KIOSK" = look ] && has_kiosk; then KIOSK=yes; fi # the screen may be switched off now
    if [ "$KIOSK" = look ] && ! has_screen; then
        say "no screen is connected: the page is for tablets and phones (--kiosk shows it here anyway)"
        return
    fi
    if [ "$KIOSK" = look ] && [ "$(memory)" -lt $ENOUGH ]; then
        note "A screen is connected, but this board has too little memory for a browser: open the page on a tablet. (--kiosk tries it anyway.)"
        return
    fi
    local browser
    browser=$(need_browser) || { note "Chromium could not be installed, so this screen does not show the page."; return 0; }
    if has_desktop; then in_the_desktop "$browser"; else alone; fi
}

has_screen() { grep -qsx connected /sys/class/drm/card*-*/status; }
memory() { awk '/^MemTotal:/ {print $2}' /proc/meminfo; }
has_kiosk() { [ -e "$AUTOSTART" ] || systemctl is-enabled --quiet pi-bunco-kiosk.service 2>/dev/null; }
has_desktop() { [ -e /etc/systemd/system/display-manager.service ]; }

need_browser() {
    local each
    for each in chromium chromium-browser; do
        if command -v "$each"; then return; fi
    done
    for each in chromium chromium-browser; do
        if [ "$DRY" = yes ]; then echo "$each"; return; fi
        if is_offered "$each" && fetch "$each"; then command -v "$each"; return; fi
    done
    return 1
}

in_the_desktop() { # BROWSER
    put_text 644 "$AUTOSTART" <<END
[Desktop Entry]
Type=Application
Name=Bunco table
Exec=/usr/local/libexec/pi-bunco/kiosk
X-GNOME-Autostart-enabled=true
END
    say "the page opens on this screen when the desktop starts ($1)"
}

alone() {
    if ! command -v cage >/dev/null; then
        if [ "$DRY" = yes ]; then say "would install cage, if this system offers it"
        # bookworm's cage needs xwayland to start, and libpam-systemd to get a screen at login.
        elif ! is_offered cage || ! fetch cage xwayland libpam-systemd; then
            note "cage could not be installed, so this screen does not show the page."
            return
        fi
    fi
    run systemctl enable pi-bunco-kiosk.service
    if systemd_runs; then run systemctl restart pi-bunco-kiosk.service || note "The kiosk did not start: journalctl -u pi-bunco-kiosk"; fi
    say "the page is shown on this screen, now and after every boot"
}

take_screen_back() {
    if systemctl is-enabled --quiet pi-bunco-kiosk.service 2>/dev/null; then
        run systemctl disable --now pi-bunco-kiosk.service
    fi
    run rm -f "$AUTOSTART"
}
