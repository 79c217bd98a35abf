#!/bin/sh
# Opens the table's page on this machine's own screen as soon as it answers, and again if the browser stops.
set -u
port=$(sed -n 's/^port *= *\([0-9]*\).*/\1/p' /etc/pi-bunco/table.toml 2>/dev/null | head -n 1)
host=$(sed -n 's/^host *= *"\([^"]*\)".*/\1/p' /etc/pi-bunco/table.toml 2>/dev/null | head -n 1)
case $host in
    '' | 0.0.0.0 | ::) host=127.0.0.1 ;;
    *:*) host="[$host]" ;;
esac
page="http://$host:${port:-8080}/?screen" # nobody need tap this screen: it shows the room, or where the pages are
browser=$(command -v chromium || command -v chromium-browser) || exit 1
# The profile is in memory and new at every start, to spare the card.
profile=${XDG_RUNTIME_DIR:-/tmp}/pi-bunco-kiosk
if [ -n "${WAYLAND_DISPLAY:-}" ]; then platform=wayland; else platform=x11; fi

until python3 -I -c 'import sys, urllib.request as u; u.urlopen(sys.argv[1], timeout=5)' "$page" 2>/dev/null; do
    sleep 1
done
while :; do
    rm -rf "$profile"
    "$browser" --kiosk --ozone-platform=$platform --user-data-dir="$profile" --disk-cache-size=1 \
        --no-first-run --disable-background-networking --disable-component-update --disable-sync \
        --password-store=basic --noerrdialogs --disable-infobars --autoplay-policy=no-user-gesture-required "$page"
    sleep 2
done
