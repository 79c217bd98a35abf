#!/bin/bash
# Builds the virtual Pi's kernel from Debian's source. It is User-Mode Linux, which runs as an ordinary program of this
# machine. The build uses PI_BUNCO_JOBS cores, or all cores if that is not set.
# shellcheck source=tools/pi/lab.sh
source "$(dirname "${BASH_SOURCE[0]}")/lab.sh"

TOOLS=(gcc make flex bison bc libelf-dev libssl-dev xz-utils python3-minimal device-tree-compiler linux-source)

build() {
    local source="$LAB/builder/usr/src/linux"
    [ -x "$LAB/builder/usr/bin/dtc" ] || bootstrap "$LAB/builder" "${TOOLS[@]}"
    if [ ! -d "$source" ]; then
        say "unpacking the kernel's source"
        mkdir -p "$source.new"
        chroot "$LAB/builder" sh -c 'tar xf /usr/src/linux-source-*.tar.xz -C /usr/src/linux.new --strip-components=1'
        mv "$source.new" "$source"
    fi
    # Without simulated PCI, User-Mode Linux has no free interrupts, but the pins need some.
    # Change the file only once: after each change, everything that includes it is compiled again.
    grep -q '^#if 1$' "$source/arch/um/include/asm/irq.h" ||
        sed -i 's/^#ifdef CONFIG_PCI_MSI$/#if 1/' "$source/arch/um/include/asm/irq.h"
    grep -q '^#if 1$' "$source/arch/um/include/asm/irq.h" ||
        stop "the source of this kernel is not the expected one." "See arch/um/include/asm/irq.h: NR_IRQS must be 128."
    cp "$HERE/kernel.config" "$source/pi.config"
    say "building the kernel; this takes some minutes"
    # shellcheck disable=SC2016 # the words are for the inner shell
    chroot "$LAB/builder" bash -ec 'cd /usr/src/linux
        make -s ARCH=um defconfig
        scripts/kconfig/merge_config.sh -m .config pi.config >/dev/null
        make -s ARCH=um olddefconfig
        make -s ARCH=um -j"$1" linux' _ "${PI_BUNCO_JOBS:-$(nproc)}" >"$LAB/kernel.log" 2>&1 ||
        stop "the kernel could not be built: $(tail -n 3 "$LAB/kernel.log")" "All of it is in $LAB/kernel.log."
    local missing
    missing=$(sed -n 's/=y$//p' "$HERE/kernel.config" | while read -r each; do
        grep -q "^$each=y" "$source/.config" || echo -n "$each "; done)
    [ -z "$missing" ] || stop "the kernel was built without $missing" "Look at $source/.config and at $HERE/kernel.config."
    cp "$source/linux" "$LAB/linux.new"
    mv "$LAB/linux.new" "$LAB/linux"
}

make_device_tree() { chroot "$LAB/builder" dtc -q -O dtb - <"$HERE/pi4.dts" >"$LAB/pi4.dtb"; }

need mmdebstrap
mkdir -p "$LAB"
once kernel "$HERE/kernel.config" -- build
once pi4.dtb "$HERE/pi4.dts" "$LAB/.done-kernel" -- make_device_tree
