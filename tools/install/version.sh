# shellcheck shell=bash
# Each version has a folder: $OPT/versions/3-0.1.0 is a venv that sees the system's picamera2 and lgpio. The link
# `current` says which one plays, `previous` which one did before. A version counts only with its stamp `whole`, so a
# power cut in the middle leaves the old one playing.

# apt's picamera2 is built for the system's numpy and cannot be imported with another major version of numpy.
choose_lock() {
    LOCK=$here/requirements.lock
    if python3 -I -c 'import sys, numpy; sys.exit(int(numpy.__version__.split(".")[0]) > 1)' 2>/dev/null; then
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
    rm -rf "$OPT/tmp" # of a run that was interrupted
    choose_lock
    local sum
    sum=$(sum_of_source "$LOCK")
    OLD=$(readlink "$OPT/current" || true)
    local each
    # The version that plays, one that was made before a power cut, or the previous one.
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
    # Remove what interrupted runs have left, because a card is small.
    for each in "$OPT"/versions/*; do
        if [ ! -e "$each/whole" ]; then rm -rf "$each"; fi
    done
    need_room
    # A full card must not stop a table that plays, so an unfinished version is removed again.
    trap 'rm -rf "$OPT/$NEW" "$OPT/tmp"' EXIT
    mkdir -p "$OPT/tmp"
    python3 -I -m venv --system-site-packages --without-pip "$venv"
    packages_into "$venv" || stop "The Python packages could not be installed; the old version, if there is one, plays on." \
        "Connect the machine to the internet, or name a folder of wheels with --wheels (make bundle makes one)."
    itself_into "$venv" || stop "pi-bunco itself could not be installed; the old version, if there is one, plays on." \
        "Look at the lines above."
    works "$venv" || stop "The new version does not read dice on this machine; the old one, if there is one, plays on." \
        "Look at the lines above, then try again."
    # The files must be on the disk before the stamp, because the power may fail at any moment.
    sync -f "$OPT"
    printf '%s\n' "$1" >"$venv/whole"
    trap - EXIT
    rm -rf "$OPT/tmp"
    say "version $VERSION is installed and reads dice"
}

# A version that fills the card would leave no room to write throws down.
need_room() {
    local needed free
    needed=$(du -smL "$OPT/current" 2>/dev/null | cut -f 1 || true)
    needed=$((${needed:-650} + 100)) # 643 MB were measured on a new system
    free=$(df --output=avail -m "$OPT" | tail -n 1)
    ((free >= needed)) || stop \
        "A new version needs $needed MB, and only $((free)) MB are free; the old one, if there is one, plays on." \
        "Make room, such as with: sudo apt-get clean, or delete photos on the page /people, then try again."
}

# The venv has no pip of its own: the bundle's or the system's installs into it.
pip_on() { # VENV ARGUMENTS...
    local venv=$1 from=() each
    shift
    if [ -n "$WHEELS" ]; then from=(--no-index --find-links "$WHEELS"); fi
    each=$(compgen -G "${WHEELS:-/nowhere}/pip-*.whl" | head -n 1 || true)
    [ -n "$each" ] || each=$(python3 -I -c 'import ensurepip, pathlib; print(next(pathlib.Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl"), ""))' 2>/dev/null || true)
    [ -n "$each" ] || each=$(compgen -G '/usr/share/python-wheels/pip-*.whl' | head -n 1 || true)
    [ -n "$each" ] || stop "There is no pip for Python." "Do first: sudo apt-get install python3-venv"
    # /tmp is memory on trixie, and a board may have half a gigabyte.
    quietly env TMPDIR="$OPT/tmp" PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore \
        "$venv/bin/python" -I "$each/pip" install --quiet "${from[@]}" "$@"
}

packages_into() { pip_on "$1" --require-hashes --only-binary :all: -r "$LOCK"; }

itself_into() {
    if [ "$KIND" = wheel ]; then pip_on "$1" --no-deps "$WHEEL"; return; fi
    # Work on a copy, because building writes beside the sources, and the checkout belongs to another user.
    local copy=$OPT/tmp/checkout
    mkdir -p "$copy"
    (cd "$SOURCE" && cp -r pi_bunco hardware models systemd tools install.sh docs pyproject.toml README.md \
        CHANGELOG.md LICENSE requirements*.lock "$copy/")
    pip_on "$1" --no-deps --no-build-isolation "$copy"
}

# Tests a version: imports all that a table loads, and renders, reads and counts one throw, which needs OpenCV, numpy
# and the weights. The rehearsal has no clock, so a slow machine passes too, with a note.
works() { # VENV
    local out
    out=$("$1/bin/python" -I -c 'import pi_bunco.app.play' 2>&1 && "$1/bin/pi-bunco" rehearse --throws 1 --json 2>&1) ||
        { printf '%s\n' "$out" | tail -n 5 >&2; return 1; }
    [[ $out == *'"right": 1,'* ]] || { printf '%s\n' "$out" | tail -n 5 >&2; return 1; }
    # Two pictures of each throw are read before it counts.
    if [[ $out =~ \"read\":\ ([0-9]+) ]] && ((BASH_REMATCH[1] >= 2000)); then
        note "This machine is slow: it read a picture in $((BASH_REMATCH[1] / 1000)) seconds, so throws are shown" \
            "late. Other programs, heat or a weak power supply can cause this; check with: pi-bunco doctor"
    fi
}

assets_of() { "$1/bin/python" -I -c 'from pi_bunco.files.assets import find; print(find("systemd").parent)'; }

point() { # LINK VERSION
    ln -sfn "$2" "$OPT/$1.new" && mv -T "$OPT/$1.new" "$OPT/$1"
}

# Starts the new version. If it does not start, the old one plays again and the result is 1.
switch_over() {
    if [ "$DRY" = yes ]; then say "would let $OPT/current point to the new version and restart the table"; return; fi
    local before
    before=$(readlink "$OPT/previous" || true)
    if [ "$NEW" != "$OLD" ]; then
        if [ -n "$OLD" ]; then
            # A newer version may write lines that an older one cannot read.
            if [ -e "$VAR/log.sqlite3" ]; then
                quietly as_table "$OPT/$OLD/bin/pi-bunco" backup --state-dir "$VAR" ||
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
        if [ -e "$OPT/previous/whole" ]; then back="; go back to the version before with: sudo bash install.sh --back"; fi
        stop "The table does not start." "See why with: journalctl -u pi-bunco -n 50$back"
    fi
    say "The new version does not start: going back to ${OLD##*/}."
    point current "$OLD"
    # `previous` points again to the version that it had before.
    if [ -n "$before" ]; then point previous "$before"; else rm -f "$OPT/previous"; fi
    # The next try makes it again: what does not start must not fill the card.
    if [ "$NEW" != "$before" ]; then rm -rf "${OPT:?}/$NEW"; fi
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
    say "${before##*/} plays now; run the same command again to return to ${now##*/}."
}
