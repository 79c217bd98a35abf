# shellcheck shell=bash
# Debian packages: what is missing is installed; what this system does not have is told, and the rest goes on.

# iproute2 tells when the address changes; systemd and util-linux are on every Pi and missing in the barest Debian.
# By dbus and polkitd the table may switch the machine off, when somebody holds the bell's button down for long.
BASIC=(python3 ca-certificates iproute2 systemd udev dbus polkitd)
# A stick that was pulled out in the midst of a backup is mended with them when it is put in again.
BASIC+=(dosfstools exfatprogs)
# What score cards and results are printed with; names in other letters need other fonts, which the paper then names.
BASIC+=(fonts-dejavu-core)
# Only Raspberry Pi OS has them: PyPI's picamera2 needs a compiler, and its lgpio for Python 3.13 is an empty stub.
PI=(python3-picamera2 python3-lgpio)

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
has_python() { python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_pip_maker() { python3 -c 'import ensurepip, venv' 2>/dev/null; }
is_offered() { [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]; }

fetch() { quietly env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"; }

need_packages() {
    command -v apt-get >/dev/null ||
        stop "This is no Debian." "Take Raspberry Pi OS (64-bit) or Debian 12 or 13."
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) stop "This system is $(dpkg --print-architecture); OpenCV is only made for 64 bits." \
            "Write the card again with the 64-bit Raspberry Pi OS." ;;
    esac
    local missing=() each lists=old
    for each in "${BASIC[@]}"; do is_installed "$each" || missing+=("$each"); done
    has_pip_maker || missing+=(python3-venv)
    for each in "${PI[@]}"; do is_installed "$each" || missing+=("$each"); done
    if [ ${#missing[@]} = 0 ]; then say "all there"; return; fi

    say "looking for ${missing[*]}"
    # Until what was broken off (by the power, say) is finished, apt installs nothing.
    [ "$DRY" = yes ] || quietly env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
    if quietly apt-get -qq update; then lists=new; else say "The package lists could not be renewed (no internet?)."; fi
    for each in "${missing[@]}"; do need_package "$each" "$lists"; done
    [ "$DRY" = yes ] || has_python ||
        stop "pi-bunco needs Python 3.11 or later." "Take Raspberry Pi OS bookworm or trixie; connect it to the internet once."
}

need_package() { # NAME LISTS
    if [ "$DRY" = yes ]; then say "would install $1, if this system has it"; return; fi
    if is_installed "$1"; then return; fi
    if ! is_offered "$1"; then
        case $1 in
            python3-picamera2) note "This system has no python3-picamera2 (Raspberry Pi OS has it). Without it a USB camera or a phone can look at the table; the Pi's own camera cannot." ;;
            python3-lgpio) note "This system has no python3-lgpio (Raspberry Pi OS has it). Without it the page is the bell; a button on the pins is not heard." ;;
            *) say "This system does not offer $1." ;;
        esac
    elif fetch "$1"; then
        say "installed $1"
    elif [ "$2" = old ]; then
        note "$1 could not be fetched. Connect the machine to the internet once and give the same command again."
    else
        note "$1 could not be installed; what apt said stands above. Give the same command again later."
    fi
}
