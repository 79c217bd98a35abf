#!/bin/sh
# Shows the table's address on the console, above the login, as text and as a QR code, and updates it when it changes.
# It is a shell script because it waits all the time, and Python would need more memory.
set -eu
file=/run/issue.d/pi-bunco.issue

show() {
    mkdir -p /run/issue.d
    # A backslash would be a command for agetty; the text contains none.
    if /usr/local/bin/pi-bunco address >"$file.new" 2>&1; then
        echo >>"$file.new"
        if ! cmp -s "$file.new" "$file"; then
            mv "$file.new" "$file"
            agetty --reload 2>/dev/null || true
        fi
    fi
}

show
# Each change prints several lines, so wait a moment after the first one.
ip -o monitor address | while read -r _; do
    sleep 2
    show
done
