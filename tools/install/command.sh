#!/bin/sh
# The command pi-bunco, as install.sh installs it. It uses the table's settings, unless the command names other ones.
export PI_BUNCO_CONFIG=/etc/pi-bunco/table.toml
program=/opt/pi-bunco/current/bin/pi-bunco
if ! [ -x "$program" ]; then
    echo "pi-bunco is only partly installed, because its installation was interrupted. Run again, in its folder: sudo bash install.sh" >&2
    exit 2
fi
# As root, it acts in the table's folder as the table's user (pi_bunco/cli/owner.py).
exec "$program" "$@"
