# shellcheck shell=bash
# The source of the installation: a checkout, a bundle or a wheel. Its own installer then takes over.

# Sets KIND, SOURCE (absolute) and, for a bundle, WHEELS and WHEEL.
look_at_source() {
    [ -e "$SOURCE" ] || stop "There is no $SOURCE." "Name a checkout, a wheel or a bundle with --from."
    SOURCE=$(readlink -f "$SOURCE")
    if [ -n "$WHEELS" ]; then
        [ -d "$WHEELS" ] || stop "There is no folder $WHEELS." "Name a folder of wheels with --wheels."
        WHEELS=$(readlink -f "$WHEELS")
    fi
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

# The installer that came with a version knows best what that version needs, so it takes over.
hand_over() { # the options that were given
    if [ -n "${PI_BUNCO_HANDED_OVER:-}" ]; then return; fi
    local theirs=$SOURCE
    if [ "$KIND" = wheel ] && [ ! -f "$theirs/install.sh" ]; then
        has_python || stop "A wheel can only be unpacked with Python." "Do first: sudo apt-get install python3"
        theirs=$(mktemp -d)
        python3 -m zipfile -e "$WHEEL" "$theirs" ||
            stop "$WHEEL is damaged: it cannot be unpacked." "Copy it again."
        theirs=$theirs/pi_bunco/_assets
        [ -f "$theirs/install.sh" ] || stop "$WHEEL contains no install.sh." "Use a newer wheel of pi-bunco."
    fi
    if [ "$theirs/install.sh" -ef "$here/install.sh" ]; then return; fi
    export PI_BUNCO_HANDED_OVER=yes
    exec bash "$theirs/install.sh" "$@" --from "$SOURCE"
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
        python3 -V
    } | sha256sum | cut -c 1-16
}

# A game is never interrupted, so the installed version is asked whether one is being played.
may_update() {
    local now=$OPT/current/bin/pi-bunco
    if [ "$DRY" = yes ] || ! [ -x "$now" ]; then return; fi
    local status=0 said
    said=$(cd / && "$now" update --check --state-dir "$VAR" 2>&1) || status=$?
    # Only this status means a game. A version that cannot answer has to be replaced anyway.
    if [ $status = 3 ]; then printf '%s\n' "$said" >&2; exit 2; fi
}
