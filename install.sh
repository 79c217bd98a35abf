#!/usr/bin/env bash
# Installs pi-bunco on this machine, or repairs it: sudo bash install.sh   (options: bash install.sh --help)
# In a checkout, in a bundle (make bundle) and in the wheel it needs the files of tools/install/ beside it.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
# shellcheck source-path=SCRIPTDIR
. "$here/tools/install/output.sh"
. "$here/tools/install/source.sh"
. "$here/tools/install/packages.sh"
. "$here/tools/install/version.sh"
. "$here/tools/install/system.sh"
. "$here/tools/install/wifi.sh"
. "$here/tools/install/boot.sh"
. "$here/tools/install/screen.sh"
. "$here/tools/install/check.sh"
. "$here/tools/install/remove.sh"

usage() {
    cat <<'END'
Installs pi-bunco on a Raspberry Pi (or any Debian 12 or 13), and starts it now and at every boot.
Run the same command again at any time: it repairs what is missing and keeps your settings and games.

  sudo bash install.sh              install, or update to the version in this folder
  sudo bash install.sh --back       go back to the version before
  sudo bash install.sh --uninstall  remove everything except the games and the settings
       bash install.sh --dry-run    show what would be done, and do nothing

  --from SOURCE    what to install: a checkout, a wheel, or a folder made by `make bundle`  [this folder]
  --wheels DIR     use the Python packages of a folder of wheels, without the internet
  --sha256 SUM     install a wheel only if it has this sum, which came with the release in another way
  --kiosk          show the table's page on this machine's own screen  [if a screen is connected]
  --no-kiosk       do not show it
  --country CODE   let the Wi-Fi use the radio channels of this country, such as US or DE  [as it is]
  --no-boot        do not change the boot settings (--boot: add what is missing)  [--boot]
  -h, --help       show this page

Your choice about screen and boot settings also counts for later runs and updates.
END
}

DO=install SOURCE=$here WHEELS='' SUM='' KIOSK='' BOOT='' COUNTRY='' DRY=no
given=("$@")
while [ $# -gt 0 ]; do
    case $1 in
        --uninstall) DO=remove ;;
        --back) DO=back ;;
        --dry-run) DRY=yes ;;
        --kiosk) KIOSK=yes ;;
        --no-kiosk) KIOSK=no ;;
        --boot) BOOT=yes ;;
        --no-boot) BOOT=no ;;
        --from | --wheels)
            [ $# -ge 2 ] || stop "$1 needs a file or folder after it." "See: bash install.sh --help."
            if [ "$1" = --from ]; then SOURCE=$(readlink -m "$2"); else WHEELS=$(readlink -m "$2"); fi
            shift
            ;;
        --country)
            [[ ${2:-} =~ ^[a-zA-Z]{2}$ ]] || stop "--country needs the two letters of your country." "Such as: --country US"
            COUNTRY=${2^^}
            shift
            ;;
        --sha256)
            [[ ${2:-} =~ ^[0-9a-fA-F]{64}$ ]] || stop "--sha256 needs the sum of the wheel: 64 digits and letters a to f." \
                "Copy it from the release."
            SUM=${2,,}
            shift
            ;;
        -h | --help) usage; exit 0 ;;
        *) stop "$1 is not an option of install.sh." "See: bash install.sh --help." ;;
    esac
    shift
done

[ "$DRY" = yes ] || [ "$(id -u)" = 0 ] ||
    stop "Only the administrator may install." "Run: sudo bash install.sh ${given[*]}"
# Nothing in the folder where somebody typed the command may run as root: Python would import from there.
cd /
one_at_a_time
trap broken_off INT TERM HUP

case $DO in
    remove) remove_all; exit 0 ;;
    back) go_back; exit 0 ;;
esac

look_at_source
check_sum
hand_over "${given[@]}"
may_update
KIOSK=$(choice kiosk "$KIOSK" look) BOOT=$(choice boot "$BOOT" yes)
step "1 of 6" "Debian packages"; need_packages
step "2 of 6" "pi-bunco itself, with what it needs"; need_version
step "3 of 6" "User, settings, service"; need_system; need_country
step "4 of 6" "Boot settings"; need_boot
step "5 of 6" "Screen"; need_screen
step "6 of 6" "Start and check"; switch_over; look_at_all
