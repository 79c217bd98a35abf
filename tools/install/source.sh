# shellcheck shell=bash
# The source of the installation: a checkout, a bundle or a wheel. Its own installer then takes over.

# Sets KIND, SOURCE (absolute) and, for a bundle, WHEELS and WHEEL.
look_at_source() {
    [ -e "$SOURCE" ] || stop "There is no $SOURCE." "Name a checkout, a wheel or a bundle with --from."
    [ -z "$WHEELS" ] || [ -d "$WHEELS" ] || stop "There is no folder $WHEELS." "Name a folder of wheels with --wheels."
    if [ -f "$SOURCE/pi_bunco/__init__.py" ] && [ -f "$SOURCE/pyproject.toml" ]; then
        KIND=checkout
    elif [ -d "$SOURCE/wheels" ]; then
        KIND=wheel
        : "${WHEELS:=$SOURCE/wheels}"
        WHEEL=$(newest_wheel "$SOURCE/wheels")
        [ -n "$WHEEL" ] || stop "$SOURCE/wheels has no pi_bunco wheel." "Make the bundle again: make bundle."
    elif [ "${SOURCE##*/}" != "${SOURCE##*/pi_bunco-}" ] && [ "${SOURCE%.whl}" != "$SOURCE" ]; then
        KIND=wheel WHEEL=$SOURCE
        # If the wheels of its packages are in the same folder (such as on a stick), they are used.
        if [ -z "$WHEELS" ] && compgen -G "${SOURCE%/*}/numpy-*.whl" >/dev/null; then WHEELS=${SOURCE%/*}; fi
    else
        stop "$SOURCE is not a checkout, a bundle or a wheel of pi-bunco." \
            "Name one with --from, or run install.sh in the folder that you downloaded."
    fi
    if [ "$KIND" = checkout ]; then
        VERSION=$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$SOURCE/pi_bunco/__init__.py")
    else
        VERSION=${WHEEL##*/pi_bunco-}
        VERSION=${VERSION%%-*}
    fi
}

newest_wheel() { find "$1" -name 'pi_bunco-*.whl' | sort -V | tail -n 1; }

# Compares the wheel with the sum that somebody gave, or says that it was not compared.
check_sum() {
    if [ "$KIND" = checkout ]; then
        [ -z "$SUM" ] || stop "--sha256 is the sum of a wheel, and $SOURCE is a checkout." "Leave --sha256 out."
        return
    fi
    if [ -n "${PI_BUNCO_HANDED_OVER:-}" ]; then return; fi
    local found
    found=$(sha256sum <"$WHEEL")
    found=${found%% *}
    if [ -z "$SUM" ]; then
        note "${WHEEL##*/} was not compared with the sum of its release. It has $found; to compare it: --sha256 SUM"
    elif [ "$SUM" = "$found" ]; then
        say "${WHEEL##*/} has the sum of its release"
    else
        stop "${WHEEL##*/} has not the sum that you gave, but $found; nothing was changed." \
            "Do not use it. Copy the wheel again, and take its sum from the release."
    fi
}

# The installer that came with a version knows best what that version needs, so it takes over.
hand_over() { # the options that were given
    if [ -n "${PI_BUNCO_HANDED_OVER:-}" ]; then return; fi
    local theirs=$SOURCE
    if [ "$KIND" = wheel ] && [ ! -f "$theirs/install.sh" ]; then
        has_python || stop "A wheel can only be unpacked with Python." "Do first: sudo apt-get install python3"
        UNPACKED=$(mktemp -d)
        trap 'rm -rf "$UNPACKED"' EXIT
        python3 -I -m zipfile -e "$WHEEL" "$UNPACKED" ||
            stop "$WHEEL is damaged: it cannot be unpacked." "Copy it again."
        theirs=$UNPACKED/pi_bunco/_assets
        [ -f "$theirs/install.sh" ] || stop "$WHEEL contains no install.sh." "Use a newer wheel of pi-bunco."
    fi
    if [ "$theirs/install.sh" -ef "$here/install.sh" ]; then return; fi
    export PI_BUNCO_HANDED_OVER=yes
    # The paths are absolute here, and an older installer does not know --sha256.
    local words=(--from "$SOURCE") each skip=no status=0
    if [ -n "$WHEELS" ]; then words+=(--wheels "$WHEELS"); fi
    for each in "$@"; do
        if [ "$skip" = yes ]; then skip=no; continue; fi
        case $each in
            --from | --wheels | --sha256) skip=yes ;;
            *) words+=("$each") ;;
        esac
    done
    bash "$theirs/install.sh" "${words[@]}" || status=$?
    exit "$status"
}

# Prints a hash of everything in a version, so that another run does nothing if nothing has changed.
sum_of_source() { # LOCK
    {
        if [ "$KIND" = checkout ]; then
            (cd "$SOURCE" && find pi_bunco hardware models systemd tools/install install.sh pyproject.toml \
                -type f -not -name '*.pyc' -print0 | LC_ALL=C sort -z | xargs -0 sha256sum)
        else
            sha256sum <"$WHEEL"
        fi
        sha256sum <"$1"
        python3 -I -V
    } | sha256sum | cut -c 1-16
}

# A game is never interrupted, so the installed version is asked whether one is being played.
may_update() {
    local now=$OPT/current/bin/pi-bunco
    if [ "$DRY" = yes ] || ! [ -x "$now" ]; then return; fi
    local status=0 said
    said=$(as_table "$now" update --check --state-dir "$VAR" 2>&1) || status=$?
    # Only this status means a game. A version that cannot answer has to be replaced anyway.
    if [ $status = 3 ]; then printf '%s\n' "$said" >&2; exit 2; fi
}
