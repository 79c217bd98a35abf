# shellcheck shell=bash
# Debian packages: installs what is missing. A package that this system does not offer is reported, and the rest goes on.

# iproute2 reports changes of the address. systemd and util-linux are on every Pi, but not in a minimal Debian.
# With dbus and polkitd the table may switch the machine off when somebody holds the bell's button for long.
BASIC=(python3 ca-certificates iproute2 systemd udev dbus polkitd)
# They repair a stick that was pulled out during a backup, when it is plugged in again.
BASIC+=(dosfstools exfatprogs)
# The font of printed score cards and results. Names in other letters need other fonts, which the printed page then names.
BASIC+=(fonts-dejavu-core)
# It carries the messages between several Pis. pi-bunco starts it itself, and only if another Pi has asked.
BASIC+=(mosquitto)
# Only Raspberry Pi OS has them: PyPI's picamera2 needs a compiler, and its lgpio for Python 3.13 is an empty stub.
PI=(python3-picamera2 python3-lgpio)

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
has_python() { python3 -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
has_pip_maker() { python3 -I -c 'import ensurepip, venv' 2>/dev/null; }
is_offered() { [[ $(apt-cache policy "$1" 2>/dev/null) =~ Candidate:\ [^\(] ]]; }

fetch() { quietly env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@"; }

# Which folder of the bundle has packages for this system, such as packages/trixie. Most bundles have none.
packages_of_bundle() {
    local from
    from=$SOURCE/packages/$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    [ ! -f "$from/Packages" ] || echo "$from"
}

# Installs packages from the bundle, without internet. The folder's index has the sum of each file, and apt checks it.
# apt sees no other source meanwhile, so it does not mind that it never had a list of them.
fetch_from_bundle() { # FOLDER NAMES...
    local from=$1 work apt status=0
    shift
    work=$(mktemp -d)
    chmod 755 "$work" # apt reads the list as a user of its own
    mkdir -p "$work/lists/partial"
    # The folder is as trusted as install.sh beside it.
    printf 'deb [trusted=yes] file:%s ./\n' "${from// /%20}" >"$work/sources.list"
    apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o "Dir::Etc::SourceList=$work/sources.list"
        -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$work/lists")
    quietly "${apt[@]}" update || status=1
    local each
    for each in "$@"; do
        if [ $status = 0 ] && quietly "${apt[@]}" install -y --no-install-recommends "$each"; then
            say "installed $each from the bundle"
            quiet_broker "$each"
        else
            say "$each could not be installed from the bundle."
        fi
    done
    rm -rf "$work"
}

# Debian starts a broker of its own, which nobody needs here.
quiet_broker() { [ "$1" != mosquitto ] || quietly systemctl disable --now mosquitto.service || true; }

# Prints the packages that this system lacks.
list_missing() {
    local each
    for each in "${BASIC[@]}"; do is_installed "$each" || echo "$each"; done
    has_pip_maker || echo python3-venv
    for each in "${PI[@]}" $(wifi_packages); do is_installed "$each" || echo "$each"; done
}

need_packages() {
    command -v apt-get >/dev/null ||
        stop "This is not Debian." "Use Raspberry Pi OS (64-bit) or Debian 12 or 13."
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) stop "This system is $(dpkg --print-architecture); OpenCV is only built for 64 bits." \
            "Write the card again with the 64-bit Raspberry Pi OS." ;;
    esac
    local missing names each lists=old from carried=()
    names=$(list_missing)
    mapfile -t missing < <(printf '%s' "$names")
    if [ ${#missing[@]} = 0 ]; then say "all packages are installed"; return; fi

    say "missing: ${missing[*]}"
    # After an interrupted installation (such as by a power cut), apt installs nothing until dpkg has finished it.
    [ "$DRY" = yes ] || quietly env DEBIAN_FRONTEND=noninteractive dpkg --configure -a || true
    from=$(packages_of_bundle)
    if [ -n "$from" ] && [ "$DRY" = no ]; then
        for each in "${missing[@]}"; do
            if grep -qxF "Package: $each" "$from/Packages"; then carried+=("$each"); fi
        done
        if [ ${#carried[@]} -gt 0 ]; then fetch_from_bundle "$from" "${carried[@]}"; fi
        names=$(list_missing)
        mapfile -t missing < <(printf '%s' "$names")
        if [ ${#missing[@]} = 0 ]; then return; fi
        say "still missing: ${missing[*]}"
    fi
    if quietly apt-get -qq update; then lists=new; else say "The package lists could not be updated (no internet?)."; fi
    for each in "${missing[@]}"; do need_package "$each" "$lists"; done
    [ "$DRY" = yes ] || has_python ||
        stop "pi-bunco needs Python 3.11 or later." "Use Raspberry Pi OS bookworm or trixie; connect it to the internet once."
}

need_package() { # NAME LISTS
    if [ "$DRY" = yes ]; then say "would install $1, if this system offers it"; return; fi
    if is_installed "$1"; then return; fi
    if ! is_offered "$1"; then
        case $1 in
            python3-picamera2) note "This system has no python3-picamera2 (Raspberry Pi OS has it). Without it the table can use a USB camera or a phone, but not the Pi's own camera." ;;
            python3-lgpio) note "This system has no python3-lgpio (Raspberry Pi OS has it). Without it the page is the bell; a button on the pins does nothing." ;;
            *) say "This system does not offer $1." ;;
        esac
    elif fetch "$1"; then
        say "installed $1"
        quiet_broker "$1"
    elif [ "$2" = old ]; then
        note "$1 could not be downloaded. Connect the machine to the internet once and run the same command again."
    else
        note "$1 could not be installed; apt's message is above. Run the same command again later."
    fi
}
