# shellcheck shell=bash
# Boot settings of a Raspberry Pi: adds what the table needs, reports it, and keeps a copy of each old file.

FIRMWARE=/boot/firmware # bookworm and later
BEGIN='# pi-bunco: begin' END='# pi-bunco: end'

need_boot() {
    if [ ! -f $FIRMWARE/config.txt ]; then
        say "This is not a Raspberry Pi ($FIRMWARE/config.txt is missing): there are no boot settings to change."
        return
    fi
    if [ "$BOOT" = no ]; then say "not changed, as you chose"; return; fi
    need_camera_found
    need_memory_counted
}

# The firmware looks for the Pi's camera, unless somebody has switched that off or named a camera.
need_camera_found() {
    local file=$FIRMWARE/config.txt
    if grep -qE '^\s*(camera_auto_detect=1|dtoverlay=(imx|ov|arducam))' $file; then
        say "the firmware already looks for the camera"
        return
    fi
    if [ "$DRY" = yes ]; then say "would add camera_auto_detect=1 to $file"; return; fi
    keep_a_copy $file
    {
        cat $file
        printf '%s\n[all]\ncamera_auto_detect=1\n%s\n' "$BEGIN" "$END"
    } | replace $file
    note "Added camera_auto_detect=1 to $file. The old file is kept as $file.before-pi-bunco."
    REBOOT=yes
}

# Without this setting Raspberry Pi's kernel does not count a service's memory, so its memory limit has no effect.
need_memory_counted() {
    local file=$FIRMWARE/cmdline.txt line
    [ -f $file ] || return 0
    line=$(head -n 1 $file)
    case " $line " in
        *' cgroup_enable=memory '*) say "the kernel already counts memory"; return ;;
    esac
    if [ "$DRY" = yes ]; then say "would add cgroup_enable=memory to $file"; return; fi
    keep_a_copy $file
    : >"$ETC/added-cgroup_enable"
    # One line, or the Pi does not start.
    printf '%s cgroup_enable=memory\n' "$line" | replace $file
    note "Added cgroup_enable=memory to $file. The old file is kept as $file.before-pi-bunco."
    REBOOT=yes
}

take_boot_back() {
    local file=$FIRMWARE/config.txt
    if [ -f $file ] && grep -qxF "$BEGIN" $file; then
        sed "/^$BEGIN\$/,/^$END\$/d" $file | replace $file
        say "removed our lines from $file"
    fi
    file=$FIRMWARE/cmdline.txt
    if [ -f $file ] && [ -e "$ETC/added-cgroup_enable" ]; then
        sed 's/ cgroup_enable=memory//' $file | replace $file
        rm -f "$ETC/added-cgroup_enable"
        say "removed our setting from $file"
    fi
}

keep_a_copy() { # only once: the first copy is the file without our changes
    [ -e "$1.before-pi-bunco" ] || cp -p "$1" "$1.before-pi-bunco"
}

# Writes a complete new file before it replaces the old one, because the power may fail at any moment.
replace() { # FILE
    cat >"$1.new"
    sync "$1.new"
    mv "$1.new" "$1"
    sync "$FIRMWARE"
}
