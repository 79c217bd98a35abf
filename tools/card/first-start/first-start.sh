#!/usr/bin/env bash
# Installs pi-bunco from the card, shows it on the screen, and keeps a log on the boot partition.
# pi-bunco-first-start.service runs it at each start until it has succeeded. It never runs again after that.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
FIRMWARE=${PI_BUNCO_FIRMWARE:-/boot/firmware}
STATE=${PI_BUNCO_FIRST_START:-/var/lib/pi-bunco-first-start}
SCREEN=${PI_BUNCO_SCREEN:-/dev/tty1}
ISSUE=${PI_BUNCO_ISSUE:-/run/issue.d/pi-bunco-first-start.issue}
TABLE=${PI_BUNCO_COMMAND:-/usr/local/bin/pi-bunco}
LOG=$FIRMWARE/pi-bunco-log.txt
SPARE_LOG=${PI_BUNCO_SPARE_LOG:-/var/log/pi-bunco-log.txt}
BUNDLE=$FIRMWARE/pi-bunco
# shellcheck source-path=SCRIPTDIR
. "$here/screen.sh"

# Ends the line of the step before, and begins the next one. The step is noted, so that the next start can say where the
# power was cut.
step() { # SENTENCE
    end_step " done"
    printf '%s\n' "$1" >"$STATE/step"
    sync "$STATE/step"
    log "$1"
    put "  $1 ..."
}

end_step() { # WORD
    if [ -e "$STATE/step" ]; then put "$1" && space; fi
    rm -f "$STATE/step"
}

# The steps of install.sh in the words of the screen. It prints a line such as “2 of 6  pi-bunco itself”.
follow() {
    local line last='nothing'
    while IFS= read -r line; do
        log "    $line"
        [[ $line =~ ^[[:space:]]*$ ]] || last=$line
        case $line in
            '1 of 6  '*) step "2 of 7  Debian's packages" ;;
            '2 of 6  '*) step "3 of 7  pi-bunco itself (slow)" ;;
            '3 of 6  '*) step "4 of 7  The user and the settings" ;;
            '4 of 6  '*) step "5 of 7  The settings of the Pi" ;;
            '5 of 6  '*) step "6 of 7  The screen" ;;
            '6 of 6  '*) step "7 of 7  The table starts" ;;
            'install.sh: '*) printf '%s\n' "${line#install.sh: }" >"$STATE/reason" ;;
            'Please note') : >"$STATE/notes" ;;
        esac
    done
    # Without a reason, the last line is the best hint.
    printf 'The installation stopped, and gave no reason. Its last line was: %s\n' "$last" >"$STATE/last"
}

fail() { # REASON REMEDY
    : >"$STATE/failed"
    end_step " not done"
    title "pi-bunco is not installed yet."
    show "$1"
    space
    show "$2"
    space
    show "The Pi tries again at each start: switch it off, and on again. For people who help you there is the file pi-bunco-log.txt on the card; any computer can read it."
    # The login would clear the screen. It shows this text instead, above its own line.
    mkdir -p "${ISSUE%/*}"
    printf '\npi-bunco is not installed yet.\n\n%s\n\n%s\n\nThe Pi tries again at each start.\n\n' "$1" "$2" |
        fold -s -w 76 | sed 's/\\/\//g' >"$ISSUE"
    exit 1
}

# A card that was copied only in part, or pulled out too early, is found here and not in the middle of the installation.
look_at_files() {
    local wrong
    [ -f "$BUNDLE/sums.txt" ] ||
        fail "The folder pi-bunco on the card is not complete: sums.txt is missing." \
            "Put the card into a computer and copy the files again."
    if wrong=$(cd "$BUNDLE" && sha256sum --check --quiet sums.txt 2>/dev/null); then return; fi
    wrong=$(head -n 1 <<<"$wrong")
    fail "A file on the card is missing or damaged: ${wrong%%: *}" \
        "Put the card into a computer and copy the files again. If it happens again, take another card."
}

# The sum that the wheel had when the folder was made.
sum_of_wheel() { awk '/ wheels\/pi_bunco-/ {print $1}' "$BUNDLE/sums.txt"; }

# A folder can be made for one system only.
look_at_system() {
    local system
    system=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    if grep -qxF "$system" "$here/systems"; then return; fi
    fail "These files are for $(xargs <"$here/systems"), and the card has $system." \
        "Write the card again with the newest Raspberry Pi OS (64-bit), and copy the files again."
}

sum_of_boot_settings() { cat "$FIRMWARE/config.txt" "$FIRMWARE/cmdline.txt" 2>/dev/null | sha256sum; }

clear_screen
large_letters
trap usual_letters EXIT
mkdir -p "$STATE"
rm -f "$ISSUE"
shorten_log
log ""
log "---- $(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release), $(dpkg --print-architecture), $(awk '/^MemTotal/ {print int($2 / 1024)}' /proc/meminfo) MB of memory"
title "pi-bunco installs itself."
show "This takes five to fifteen minutes. Please leave the power on."
space
if [ -e "$STATE/step" ]; then
    show "The power was cut in the step \"$(cat "$STATE/step")\". Nothing is lost: the installation goes on."
    space
elif [ -e "$STATE/failed" ]; then
    show "The last start could not install it. This is another try."
    space
fi
rm -f "$STATE/step" "$STATE/failed" "$STATE/reason" "$STATE/notes"

step "1 of 7  The files on the card"
look_at_files
look_at_system
before=$(sum_of_boot_settings)
if ! bash "$BUNDLE/install.sh" --sha256 "$(sum_of_wheel)" 2>&1 </dev/null | follow; then
    fail "$(cat "$STATE/reason" 2>/dev/null || cat "$STATE/last")" \
        "If this happens at each start, write the card again, or ask somebody who can read the log."
fi
end_step " done"
: >"$STATE/done"
sync "$STATE/done"

title "pi-bunco is ready."
if [ -e "$STATE/notes" ]; then
    show "There are notes for you, for example if no camera was found. They are in the file pi-bunco-log.txt on the card, after the words \"Please note\"."
    space
fi
if [ "$before" != "$(sum_of_boot_settings)" ]; then
    show "The Pi starts once more now. Then this screen shows the address of the table."
    sleep "${PI_BUNCO_PAUSE:-15}"
    systemctl --no-block reboot
else
    # The login shows the address too, with a picture for the tablet's camera (pi-bunco-address.service).
    show "$("$TABLE" address | sed -n '/http/p' || true)"
    sleep "${PI_BUNCO_PAUSE:-15}"
fi
