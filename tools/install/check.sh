# shellcheck shell=bash
# The self-test at the end, the notes, and the address.

REBOOT=no

port_here() { sed -n 's/^port *= *\([0-9]*\).*/\1/p' "$ETC/table.toml" 2>/dev/null | head -n 1 | grep . || echo 8080; }

# Prints where the table answers on this machine: on all its addresses, unless the settings name one.
host_here() {
    local host
    host=$(sed -n 's/^host *= *"\([^"]*\)".*/\1/p' "$ETC/table.toml" 2>/dev/null | head -n 1)
    case $host in
        '' | 0.0.0.0 | ::) echo 127.0.0.1 ;;
        *:*) echo "[$host]" ;;
        *) echo "$host" ;;
    esac
}

# A page that answers proves more than a service that is active.
page_answers() {
    local k
    for ((k = 0; k < 60; k++)); do
        if python3 -I -c 'import sys, urllib.request as u; u.urlopen(f"http://{sys.argv[1]}/", timeout=5)' "$(host_here):$(port_here)" 2>/dev/null; then
            say "the page answers"
            return
        fi
        sleep 1
    done
    return 1
}

look_at_all() {
    if [ "$DRY" = yes ]; then
        say "would check everything with pi-bunco doctor and show the address"
        printf '\nThis was a dry run: nothing was done.\n'
        return
    fi
    local doctor=(/usr/local/bin/pi-bunco doctor)
    if "${doctor[@]}" --help >/dev/null 2>&1; then
        say "pi-bunco doctor checks camera, bell, card and network:"
        echo
        # A missing camera or bell is reported, but the installation has not failed.
        "${doctor[@]}" || true
    fi
    if [ ${#NOTES[@]} -gt 0 ]; then
        printf '\nPlease note\n'
        local each
        for each in "${NOTES[@]}"; do printf '%s\n' "$each" | fold -s -w 75 | sed '1s/^/ * /; 2,$s/^/   /'; done
    fi
    if [ "$REBOOT" = yes ]; then printf '\nRestart the machine once for the new boot settings: sudo reboot\n'; fi
    printf '\npi-bunco %s is installed. ' "$VERSION"
    /usr/local/bin/pi-bunco address || true
}
