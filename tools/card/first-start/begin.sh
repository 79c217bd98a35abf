#!/bin/sh
# Arranges that the Pi installs pi-bunco at each start until it is installed. cloud-init runs this at each start
# (vendor-data, Debian 13), or firstrun.sh runs it once (Debian 12).
here=$(cd "$(dirname "$0")" && pwd)
state=/var/lib/pi-bunco-first-start
unit=pi-bunco-first-start.service

if [ -e "$state/done" ]; then exit 0; fi
mkdir -p "$state"
# The unit is written completely or not at all, because the power may fail at any moment.
cp "$here/$unit" "/etc/systemd/system/$unit.new"
sync "/etc/systemd/system/$unit.new"
mv "/etc/systemd/system/$unit.new" "/etc/systemd/system/$unit"
systemctl daemon-reload
systemctl enable --quiet "$unit"
# firstrun.sh runs in a start of its own, which is not the place for an installation: the Pi restarts after it.
if ! grep -q 'systemd\.run=' /proc/cmdline; then
    systemctl start --no-block "$unit"
fi
