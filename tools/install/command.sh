#!/bin/sh
# The command pi-bunco, as install.sh installs it. It uses the table's settings, unless the command names other ones.
export PI_BUNCO_CONFIG=/etc/pi-bunco/table.toml
program=/opt/pi-bunco/current/bin/pi-bunco
if ! [ -x "$program" ]; then
    echo "pi-bunco is only partly installed, because its installation was interrupted. Run again, in its folder: sudo bash install.sh" >&2
    exit 2
fi
[ "$(id -u)" = 0 ] || exec "$program" "$@"
# The table runs as another user, who must be able to read the files that the administrator writes.
case ${1:-} in update | address | -* | '') exec "$program" "$@" ;; esac
"$program" "$@"
status=$?
chown -R pi-bunco:pi-bunco /var/lib/pi-bunco 2>/dev/null
exit $status
