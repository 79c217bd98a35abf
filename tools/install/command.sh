#!/bin/sh
# The command pi-bunco on a machine where install.sh put it: it means the table's settings unless told others.
export PI_BUNCO_CONFIG=/etc/pi-bunco/table.toml
program=/opt/pi-bunco/current/bin/pi-bunco
if ! [ -x "$program" ]; then
    echo "pi-bunco is here in part only: its installation was broken off. Give again, in its folder: sudo bash install.sh" >&2
    exit 2
fi
[ "$(id -u)" = 0 ] || exec "$program" "$@"
# What the administrator writes there must stay readable for the table, which is another user.
case ${1:-} in update | address | -* | '') exec "$program" "$@" ;; esac
"$program" "$@"
status=$?
chown -R pi-bunco:pi-bunco /var/lib/pi-bunco 2>/dev/null
exit $status
