# shellcheck shell=bash
# sudo bash install.sh --uninstall removes everything except the games, the settings and Debian's packages.

remove_all() {
    if [ ! -e "$OPT" ] && [ ! -e /usr/local/bin/pi-bunco ]; then
        say "pi-bunco is not installed here."
        return
    fi
    may_update
    if [ "$DRY" = yes ]; then
        say "would stop and remove: $OPT and"
        if [ -f "$PLACED" ]; then sed 's/^/     /' "$PLACED"; fi
        say "would keep $VAR and $ETC"
        return
    fi
    local each
    if [ -f "$PLACED" ]; then
        while read -r each; do take_away "$each"; done <"$PLACED"
    fi
    rmdir /usr/local/libexec/pi-bunco /media/pi-bunco 2>/dev/null || true
    if systemd_runs; then systemctl daemon-reload; fi
    take_boot_back
    take_wifi_back
    # The browser's user and its folder contain nothing of the games.
    userdel pi-bunco-kiosk 2>/dev/null || true
    rm -rf /var/lib/pi-bunco-kiosk /run/pi-bunco "$OPT"
    printf '\npi-bunco is removed.\n'
    say "The games are still in $VAR, the settings in $ETC; the user pi-bunco stays, because it owns them. install.sh uses them again."
    say "Debian's packages stay too. To delete the games as well: sudo rm -r $VAR $ETC"
}
