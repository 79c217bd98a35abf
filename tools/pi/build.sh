#!/bin/bash
# Builds all of the virtual Pi, or what is missing of it: kernel, card, pi-bunco on it.
# shellcheck source=tools/pi/lab.sh
source "$(dirname "${BASH_SOURCE[0]}")/lab.sh"

for each in kernel root image; do "$HERE/$each.sh"; done
say "stands in $LAB"
