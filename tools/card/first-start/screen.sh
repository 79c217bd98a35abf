# shellcheck shell=bash
# What the screen shows while pi-bunco installs itself, and the log on the boot partition, which any computer can read.
# first-start.sh says where they are: SCREEN, LOG, and SPARE_LOG if the card cannot be written.

WIDTH=46 # of a sentence, in letters: a small screen with large letters has 50

# Large letters if the screen has room for them. Raspberry Pi OS has these fonts; without them the letters stay small.
large_letters() {
    local wide font
    wide=$(cut -d, -f1 /sys/class/graphics/fb0/virtual_size 2>/dev/null || echo 0)
    if [ "$wide" -ge 1600 ]; then font=Uni2-TerminusBold32x16
    elif [ "$wide" -ge 1000 ]; then font=Uni2-TerminusBold20x10
    else return 0; fi
    setfont -C "$SCREEN" "$font" 2>/dev/null || true
}

usual_letters() { setfont -C "$SCREEN" -R 2>/dev/null || setupcon --font-only 2>/dev/null || true; }

put() { printf '%b' "$1" 2>/dev/null >>"$SCREEN" || true; } # TEXT, which may have control codes

# The screen must not go dark after ten minutes without a key, and no cursor blinks. No screen is no fault.
clear_screen() { put '\033c\033[9;0]\033[?25l\n'; }

show() { # TEXT: a sentence or more, on the screen and in the log
    local folded
    folded=$(printf '%s\n' "$*" | fold -s -w "$WIDTH" | sed 's/^/  /; s/ *$//')
    printf '%s\n' "$folded" 2>/dev/null >>"$SCREEN" || true
    log "$*"
}

space() { put '\n'; }

title() { # TEXT
    put "\n  \033[1m$1\033[0m\n\n"
    log "$1"
}

# The log is on the disk after each line, because the power may fail at any moment.
log() {
    if printf '%s\n' "$*" 2>/dev/null >>"$LOG" && sync "$LOG" 2>/dev/null; then return 0; fi
    mkdir -p "${SPARE_LOG%/*}" && printf '%s\n' "$*" >>"$SPARE_LOG" || true
}

# A card that fails at each start for months must not fill up.
shorten_log() {
    if [ "$(stat -c %s "$LOG" 2>/dev/null || echo 0)" -gt 200000 ]; then
        tail -c 100000 "$LOG" >"$LOG.new" && mv "$LOG.new" "$LOG"
    fi
}
