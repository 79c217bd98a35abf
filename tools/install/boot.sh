# shellcheck shell=bash
# Boot settings of a Raspberry Pi: what the table needs, told, with a copy of each file as it was before.

FIRMWARE=/boot/firmware # bookworm and later
BEGIN='# pi-bunco: begin' END='# pi-bunco: end'

need_boot() {
    if [ ! -f $FIRMWARE/config.txt ]; then
        say "This is no Raspberry Pi ($FIRMWARE/config.txt is not there): nothing to set."
        return
    fi
    if [ "$BOOT" = no ]; then say "left alone, as you said"; return; fi
    need_camera_found
    need_memory_counted
}

# The firmware looks for the Pi's camera unless somebody switched that off or named a camera.
need_camera_found() {
    local file=$FIRMWARE/config.txt
    if grep -qE '^\s*(camera_auto_detect=1|dtoverlay=(imx|ov|arducam))' $file; then
        say "the camera is looked for already"
        return
    fi
    if [ "$DRY" = yes ]; then say "would add camera_auto_detect=1 to $file"; return; fi
    keep_a_copy $file
    {
        cat $file
        printf '%s\n[all]\ncamera_auto_detect=1\n%s\n' "$BEGIN" "$END"
    } | replace $file
    note "Added camera_auto_detect=1 to $file (a copy of it as it was: $file.before-pi-bunco)."
    REBOOT=yes
}

# Raspberry Pi's kernel does not count a service's memory unless it is told to, and then its limit is none.
need_memory_counted() {
    local file=$FIRMWARE/cmdline.txt line
    [ -f $file ] || return 0
    line=$(head -n 1 $file)
    case " $line " in
        *' cgroup_enable=memory '*) say "memory is counted already"; return ;;
    esac
    if [ "$DRY" = yes ]; then say "would add cgroup_enable=memory to $file"; return; fi
    keep_a_copy $file
    : >"$ETC/added-cgroup_enable"
    # One line, or the Pi does not start.
    printf '%s cgroup_enable=memory\n' "$line" | replace $file
    note "Added cgroup_enable=memory to $file (a copy of it as it was: $file.before-pi-bunco)."
    REBOOT=yes
}

take_boot_back() {
    local file=$FIRMWARE/config.txt
    if [ -f $file ] && grep -qxF "$BEGIN" $file; then
        sed "/^$BEGIN\$/,/^$END\$/d" $file | replace $file
        say "took our lines out of $file"
    fi
    file=$FIRMWARE/cmdline.txt
    if [ -f $file ] && [ -e "$ETC/added-cgroup_enable" ]; then
        sed 's/ cgroup_enable=memory//' $file | replace $file
        rm -f "$ETC/added-cgroup_enable"
        say "took our word out of $file"
    fi
}

keep_a_copy() { # the first one is the one before us
    [ -e "$1.before-pi-bunco" ] || cp -p "$1" "$1.before-pi-bunco"
}

# Writes a whole new file and only then lets it take the old one's place: the power may go at any moment.
replace() { # FILE
    cat >"$1.new"
    sync "$1.new"
    mv "$1.new" "$1"
    sync "$FIRMWARE"
}
