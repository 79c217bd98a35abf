# shellcheck shell=bash
# How install.sh reports what it does, and how a dry run differs from a real one.

OPT=/opt/pi-bunco
ETC=/etc/pi-bunco
VAR=/var/lib/pi-bunco
PLACED=$OPT/placed # lists the files outside of $OPT, one in a line; --uninstall removes them

NOTES=() # notes for people, which are shown again at the end

step() { printf '\n%s  %s\n' "$1" "$2"; }
say() { printf '%s\n' "$*" | fold -s -w 76 | sed 's/^/   /'; }
note() { say "$*"; NOTES+=("$*"); }

stop() { # WHAT REMEDY
    printf 'install.sh: %s %s\n' "$1" "$2" >&2
    exit 2
}

# Runs a command, or in a dry run only shows it.
run() {
    if [ "$DRY" = yes ]; then say "would run: $*"; else "$@"; fi
}

# Runs a command whose output matters only if it fails.
quietly() {
    if [ "$DRY" = yes ]; then say "would run: $*"; return; fi
    local out
    if ! out=$("$@" 2>&1); then
        printf '%s\n' "$out" | tail -n 15 >&2
        return 1
    fi
}

# Writes a file unless the same file is there already, and notes it for --uninstall.
put() { # MODE FROM TO
    new_placed+=("$3")
    # It is noted before it is written, so that a file of an interrupted run can be removed too.
    if [ "$DRY" = no ] && ! grep -qsxF "$3" "$PLACED"; then printf '%s\n' "$3" >>"$PLACED"; fi
    if cmp -s "$2" "$3" && [ "$(stat -c %a "$3")" = "$1" ]; then return; fi
    if [ "$DRY" = yes ]; then say "would write $3"; return; fi
    install -D -m "$1" "$2" "$3"
    say "wrote $3"
}

# The same for a text from standard input.
put_text() { # MODE TO
    local text
    text=$(mktemp)
    cat >"$text"
    put "$1" "$text" "$2"
    rm -f "$text"
}

# Two runs at once could mix two versions.
one_at_a_time() {
    if [ "$DRY" = yes ] || [ -n "${PI_BUNCO_INSTALLING:-}" ]; then return; fi
    mkdir -p /run/lock
    exec 9>/run/lock/pi-bunco-install
    flock -n 9 || stop "Another install.sh is running." "Wait until it has finished."
    export PI_BUNCO_INSTALLING=yes
}

# Prints the choice of this run, or that of an earlier run, or the default.
choice() { # NAME NOW DEFAULT
    local file=$ETC/chosen-$1
    if [ -z "$2" ]; then cat "$file" 2>/dev/null || echo "$3"; return; fi
    if [ "$DRY" = no ]; then mkdir -p "$ETC"; echo "$2" >"$file"; fi
    echo "$2"
}

# For Ctrl-C and a lost connection. After a power cut the next run repairs everything in the same way.
broken_off() {
    stop "Interrupted before it was done; games and settings are unchanged." "Run the same command again."
}

# Runs a program as the table's user: what opens that user's files as root could be led elsewhere by a link.
as_table() {
    if ! id pi-bunco >/dev/null 2>&1; then return; fi # there is no table yet
    setpriv --reuid=pi-bunco --regid=pi-bunco --init-groups "$@"
}

systemd_runs() { [ -d /run/systemd/system ]; }
