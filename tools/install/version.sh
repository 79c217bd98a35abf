# shellcheck shell=bash
# One folder a version: $OPT/versions/3-0.1.0 is a venv that sees the system's picamera2 and lgpio. The link
# `current` says which one plays, `previous` which one did before. A version counts only with its stamp `whole`, so a
# power cut in the middle leaves the old one playing.

# apt's picamera2 is built for the system's numpy: one of another age in the venv and it cannot be imported.
choose_lock() {
    LOCK=$here/requirements.lock
    if python3 -c 'import sys, numpy; sys.exit(int(numpy.__version__.split(".")[0]) > 1)' 2>/dev/null; then
        LOCK=$here/requirements-numpy1.lock
    fi
}

need_version() {
    NEW='' OLD=''
    if [ "$DRY" = yes ]; then
        say "would make $OPT/versions/N-$VERSION from $SOURCE"
        new_assets=$here
        return
    fi
    mkdir -p "$OPT/versions"
    rm -rf "$OPT/tmp" # of a run that was broken off
    choose_lock
    local sum
    sum=$(sum_of_source "$LOCK")
    OLD=$(readlink "$OPT/current" || true)
    local each
    # The one that plays, or one that was made before the power went, or the one before.
    for each in "$OPT/$OLD" "$OPT"/versions/*; do
        if [ "$(cat "$each/whole" 2>/dev/null)" = "$sum" ] && works "$each"; then NEW=versions/${each##*/}; break; fi
    done
    if [ -n "$NEW" ]; then say "version $VERSION is there already (${NEW##*/})"; else make_version "$sum"; fi
    new_assets=$(assets_of "$OPT/$NEW")
}

make_version() { # SUM
    local last each
    last=$(find "$OPT/versions" -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -n | tail -n 1)
    NEW=versions/$((${last%%-*} + 1))-$VERSION
    local venv=$OPT/$NEW
    say "making $venv (a few minutes on a Pi)"
    # Of runs that were broken off: a card is small.
    for each in "$OPT"/versions/*; do
        if [ ! -e "$each/whole" ]; then rm -rf "$each"; fi
    done
    # A full card must not stop a table that plays: what is half made goes away again.
    trap 'rm -rf "$OPT/$NEW" "$OPT/tmp"' EXIT
    mkdir -p "$OPT/tmp"
    python3 -m venv --system-site-packages --without-pip "$venv"
    packages_into "$venv" || stop "The Python packages could not be installed; the old version, if any, plays on." \
        "Connect the machine to the internet, or name a folder of wheels with --wheels (make bundle makes one)."
    itself_into "$venv" || stop "pi-bunco itself could not be installed; the old version, if any, plays on." \
        "Look at the lines above."
    works "$venv" || stop "The new version does not read dice on this machine; the old one, if any, plays on." \
        "Look at the lines above; then try once more."
    # On the disk before the stamp says so: the power may go at any moment.
    sync -f "$OPT"
    printf '%s\n' "$1" >"$venv/whole"
    trap - EXIT
    rm -rf "$OPT/tmp"
    say "version $VERSION is installed and reads dice"
}

# pip is not kept in the venv: the system's, or the one of the bundle, works on it from outside.
pip_on() { # VENV ARGUMENTS...
    local venv=$1 from=() each
    shift
    if [ -n "$WHEELS" ]; then from=(--no-index --find-links "$WHEELS"); fi
    each=$(compgen -G "${WHEELS:-/nowhere}/pip-*.whl" | head -n 1 || true)
    [ -n "$each" ] || each=$(python3 -c 'import ensurepip, pathlib; print(next(pathlib.Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"), ""))' 2>/dev/null || true)
    [ -n "$each" ] || each=$(compgen -G '/usr/share/python-wheels/pip-*.whl' | head -n 1 || true)
    [ -n "$each" ] || stop "There is no pip for Python." "Do first: sudo apt-get install python3-venv"
    # /tmp is memory on trixie, and a board may have half a gigabyte.
    quietly env TMPDIR="$OPT/tmp" PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore \
        "$venv/bin/python" "$each/pip" install --quiet "${from[@]}" "$@"
}

packages_into() { pip_on "$1" --require-hashes --only-binary :all: -r "$LOCK"; }

itself_into() {
    if [ "$KIND" = wheel ]; then pip_on "$1" --no-deps "$WHEEL"; return; fi
    # A copy: building writes beside the sources, and a checkout is somebody's.
    local copy=$OPT/tmp/checkout
    mkdir -p "$copy"
    (cd "$SOURCE" && cp -r pi_bunco hardware models systemd tools install.sh docs pyproject.toml README.md \
        CHANGELOG.md LICENSE requirements*.lock "$copy/")
    pip_on "$1" --no-deps --no-build-isolation "$copy"
}

# All that a table loads is there, and one throw through rendering, reading and rules shows that OpenCV, numpy and the
# weights are what they should be. The rehearsal has no clock: a slow machine reads the same, and is only told of.
works() { # VENV
    local out
    out=$(cd / && "$1/bin/python" -c 'import pi_bunco.app.play' 2>&1 && "$1/bin/pi-bunco" rehearse --throws 1 --json 2>&1) ||
        { printf '%s\n' "$out" | tail -n 5 >&2; return 1; }
    [[ $out == *'"right": 1,'* ]] || { printf '%s\n' "$out" | tail -n 5 >&2; return 1; }
    # Two pictures of each throw are read before it is told.
    if [[ $out =~ \"read\":\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 2000)); then
        note "This machine is slow: it read a picture in $((BASH_REMATCH[1] / 1000)) seconds, so a throw is told" \
            "late. What else it does, heat and a weak power supply make it so; look with: pi-bunco doctor"
    fi
}

assets_of() { "$1/bin/python" -c 'from pi_bunco.assets import find; print(find("systemd").parent)'; }

point() { # LINK VERSION
    ln -sfn "$2" "$OPT/$1.new" && mv -T "$OPT/$1.new" "$OPT/$1"
}

# Lets the new version play. Returns 1, with the old one playing again, if the new one does not come up.
switch_over() {
    if [ "$DRY" = yes ]; then say "would let $OPT/current point to the new version and restart the table"; return; fi
    local before
    before=$(readlink "$OPT/previous" || true)
    if [ "$NEW" != "$OLD" ]; then
        if [ -n "$OLD" ]; then
            # A newer version may write what an older one cannot read.
            if [ -e "$VAR/log.sqlite3" ]; then
                quietly /usr/local/bin/pi-bunco backup --state-dir "$VAR" ||
                    note "The games could not be backed up before the update; see above."
            fi
            point previous "$OLD"
        fi
        point current "$NEW"
        sync -f "$OPT"
    fi
    if start_table; then forget_old_versions; return; fi
    if [ "$NEW" = "$OLD" ] || [ -z "$OLD" ]; then
        local back=''
        if [ -e "$OPT/previous/whole" ]; then back="; the version before comes back with: sudo bash install.sh --back"; fi
        stop "The table does not start." "See why with: journalctl -u pi-bunco -n 50$back"
    fi
    say "The new version does not start: going back to ${OLD##*/}."
    point current "$OLD"
    # The way back is where it was.
    if [ -n "$before" ]; then point previous "$before"; else rm -f "$OPT/previous"; fi
    new_assets=$(assets_of "$OPT/$OLD")
    need_system
    start_table || true
    stop "The new version did not start, so the one before plays again." "See why with: journalctl -u pi-bunco -n 80"
}

forget_old_versions() {
    local each
    for each in "$OPT"/versions/*; do
        if [ ! "$each" -ef "$OPT/current" ] && [ ! "$each" -ef "$OPT/previous" ]; then rm -rf "$each"; fi
    done
}

# sudo bash install.sh --back
go_back() {
    local now before
    now=$(readlink "$OPT/current" || true)
    before=$(readlink "$OPT/previous" || true)
    if [ -z "$before" ] || [ ! -e "$OPT/$before/whole" ]; then
        stop "There is no version before this one." "Install one with: sudo bash install.sh --from WHEEL"
    fi
    may_update
    if [ "$DRY" = yes ]; then say "would go back from ${now##*/} to ${before##*/}"; return; fi
    point current "$before"
    point previous "$now"
    sync -f "$OPT"
    new_assets=$(assets_of "$OPT/$before")
    need_system
    start_table || stop "${before##*/} does not start." "See why with: journalctl -u pi-bunco -n 50"
    say "${before##*/} plays now; the same command again takes you back to ${now##*/}."
}
