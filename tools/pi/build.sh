#!/bin/bash
# Builds the parts of the virtual Pi that are missing: its kernel, its card, and pi-bunco on the card.
# shellcheck source=tools/pi/lab.sh
source "$(dirname "${BASH_SOURCE[0]}")/lab.sh"

for each in kernel root image card; do "$HERE/$each.sh"; done
say "ready in $LAB"
