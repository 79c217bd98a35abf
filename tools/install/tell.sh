# shellcheck shell=bash
# How install.sh tells what it does, and the one place where a dry run differs from a real one.

OPT=/opt/pi-bunco
ETC=/etc/pi-bunco
VAR=/var/lib/pi-bunco
PLACED=$OPT/placed # the files that were put outside of $OPT, one a line: what --uninstall takes away

NOTES=() # what people must see, said again at the end

step() { printf '\n%s  %s\n' "$1" "$2"; }
say() { printf '%s\n' "$*" | fold -s -w 76 | sed 's/^/   /'; }
note() { say "$*"; NOTES+=("$*"); }

stop() { # WHAT REMEDY
    printf 'install.sh: %s %s\n' "$1" "$2" >&2
    exit 2
}

# Does a command, or in a dry run only says it.
run() {
    if [ "$DRY" = yes ]; then say "would do: $*"; else "$@"; fi
}

# Does a command whose output matters only if it fails.
quietly() {
    if [ "$DRY" = yes ]; then say "would do: $*"; return; fi
    local out
    if ! out=$("$@" 2>&1); then
        printf '%s\n' "$out" | tail -n 15 >&2
        return 1
    fi
}

# Puts a file where it belongs if it is not there already just so; remembers it for --uninstall.
put() { # MODE FROM TO
    new_placed+=("$3")
    # Before it is written: what is broken off in the middle can be taken away, too.
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

# Two at once would put different versions into each other's way.
one_at_a_time() {
    if [ "$DRY" = yes ] || [ -n "${PI_BUNCO_INSTALLING:-}" ]; then return; fi
    mkdir -p /run/lock
    exec 9>/run/lock/pi-bunco-install
    flock -n 9 || stop "Another install.sh is at work." "Wait until it is done."
    export PI_BUNCO_INSTALLING=yes
}

# What was said now, or in an earlier run, or else.
choice() { # NAME NOW ELSE
    local file=$ETC/chosen-$1
    if [ -z "$2" ]; then cat "$file" 2>/dev/null || echo "$3"; return; fi
    if [ "$DRY" = no ]; then mkdir -p "$ETC"; echo "$2" >"$file"; fi
    echo "$2"
}

# Ctrl-C, or the line to the machine is gone. (When the power goes nobody can say so; the next run does the same.)
broken_off() {
    stop "Broken off before it was done; the games and settings are as they were." "Give the same command again."
}

systemd_runs() { [ -d /run/systemd/system ]; }
