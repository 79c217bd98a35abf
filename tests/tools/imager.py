"""What Raspberry Pi Imager writes onto the boot partition, in the forms of its versions 1.8 to 2.0."""

from pathlib import Path

CONFIG = b"# For more options see http://rptl.io/configtxt\ncamera_auto_detect=1\n"
COMMAND_LINE = b"console=serial0,115200 console=tty1 root=PARTUUID=d89b055c-02 rootfstype=ext4 rootwait"
SECRET = "$y$j9T$3N9Dd1rGmC1kzGxkYmBBd/$Ux2"  # noqa: S105 - of no real password
"""A part of a password's hash: it must never be in a log."""

USER_DATA = f"""#cloud-config
hostname: würfel-3
manage_etc_hosts: true
packages:
- avahi-daemon

apt:
  conf: |
    Acquire {{
      Check-Date "false";
    }};

timezone: Europe/Zürich
keyboard:
  model: pc105
  layout: "de"
enable_ssh: true
users:
- name: jörg
  groups: users,adm,dialout,audio,netdev,video,plugdev,cdrom,games,input,gpio,spi,i2c,render,sudo
  shell: /bin/bash
  lock_passwd: false
  passwd: {SECRET}

ssh_pwauth: true
runcmd:
  - [ rfkill, unblock, wifi ]
  - [ sh, -c, "for f in /var/lib/systemd/rfkill/*:wlan; do echo 0 > \\"$f\\"; done" ]
""".encode()
"""As of version 2.0, with a name and a quoted command that are easily damaged."""

META_DATA = b"dsmode: local\ninstance_id: rpios-image\n"
NETWORK = (
    b"network:\n  version: 2\n  wifis:\n    wlan0:\n      access-points:\n"
    b'        "Caf\xc3\xa9 \\"Bunco\\"":\n'
)

FIRST_RUN = f"""#!/bin/sh

set +e

CURRENT_HOSTNAME=$(cat /etc/hostname | tr -d " \\t\\n\\r")
if [ -f /usr/lib/raspberrypi-sys-mods/imager_custom ]; then
   /usr/lib/raspberrypi-sys-mods/imager_custom set_hostname bunco
else
   echo bunco >/etc/hostname
fi
if [ -f /usr/lib/userconf-pi/userconf ]; then
   /usr/lib/userconf-pi/userconf 'jörg' '{SECRET}'
fi
   /usr/lib/raspberrypi-sys-mods/imager_custom set_wlan  'Caf\u00e9 "Bunco" '"'"'s' '5e57' 'DE'
rm -f /boot/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/cmdline.txt
exit 0
""".encode()
"""As of version 1.8."""

RUN_FIRST = (
    b" systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot"
    b" systemd.unit=kernel-command-line.target"
)


def write_trixie(card: Path) -> Path:
    """Write a boot partition with cloud-init's files."""
    card.mkdir(exist_ok=True)
    (card / "config.txt").write_bytes(CONFIG)
    (card / "cmdline.txt").write_bytes(COMMAND_LINE + b" ds=nocloud;i=rpi-imager-1764000000000\n")
    (card / "user-data").write_bytes(USER_DATA)
    (card / "meta-data").write_bytes(META_DATA)
    (card / "network-config").write_bytes(NETWORK)
    return card


def write_bookworm(card: Path, *, customised: bool = True) -> Path:
    """Write a boot partition without cloud-init; customised, it has a firstrun.sh."""
    card.mkdir(exist_ok=True)
    (card / "config.txt").write_bytes(CONFIG)
    (card / "cmdline.txt").write_bytes(COMMAND_LINE + (RUN_FIRST if customised else b"") + b"\n")
    if customised:
        (card / "firstrun.sh").write_bytes(FIRST_RUN)
    return card
