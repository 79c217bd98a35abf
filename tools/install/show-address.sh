#!/bin/sh
# Keeps the table's address on the console, above the login: as text and as a QR code, anew when it changes.
# A shell and not Python: it waits all the time, and a small board has little memory.
set -eu
file=/run/issue.d/pi-bunco.issue

show() {
    mkdir -p /run/issue.d
    # agetty reads a backslash as the beginning of something; there is none in what is shown.
    if /usr/local/bin/pi-bunco address >"$file.new" 2>&1; then
        echo >>"$file.new"
        if ! cmp -s "$file.new" "$file"; then
            mv "$file.new" "$file"
            agetty --reload 2>/dev/null || true
        fi
    fi
}

show
# Several lines come with each change; after the first wait a moment for the others.
ip -o monitor address | while read -r _; do
    sleep 2
    show
done
