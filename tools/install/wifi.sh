# shellcheck shell=bash
# The Pi's own Wi-Fi: its packages, its country, and the connection that the table makes in NetworkManager.

OWN_WIFI=5b0c3f0e-9a53-4c0d-8d5c-0b1a7c0b0c01 # as in pi_bunco/devices/wifi/profile.py
RFKILL=/sys/class/rfkill
PI_OS=/etc/rpi-issue # only Raspberry Pi OS has it

# Prints the packages that it needs. Raspberry Pi OS uses NetworkManager; another Debian may use something else, which
# NetworkManager would disturb. dnsmasq-base gives addresses and names to phones.
wifi_packages() {
    if [ -e "$PI_OS" ]; then echo network-manager dnsmasq-base
    elif is_installed network-manager; then echo dnsmasq-base; fi
}

# Without a country Raspberry Pi OS blocks the radio, since each country allows other channels.
need_country() {
    if [ -n "$COUNTRY" ]; then
        command -v raspi-config >/dev/null || stop "--country needs Raspberry Pi OS." "Leave it out here."
        run raspi-config nonint do_wifi_country "$COUNTRY" ||
            stop "The country could not be set to $COUNTRY." "Give its two letters, such as: --country US"
        return
    fi
    if [ -e "$PI_OS" ] && wifi_is_blocked; then
        note "The Wi-Fi is blocked, because nobody has said in which country this machine is. For a Wi-Fi, run: sudo raspi-config nonint do_wifi_country US (with your country's two letters)."
    fi
}

wifi_is_blocked() {
    local each
    for each in "$RFKILL"/*; do
        if [ "$(cat "$each/type" 2>/dev/null)" = wlan ] && [ "$(cat "$each/soft")" = 1 ]; then return; fi
    done
    return 1
}

# Otherwise the machine would go on with a Wi-Fi that nobody can switch off any more.
take_wifi_back() {
    if command -v nmcli >/dev/null && nmcli --get-values connection.id connection show "$OWN_WIFI" >/dev/null 2>&1; then
        quietly nmcli connection delete "$OWN_WIFI" || return 0
        say "removed the Pi's own Wi-Fi from NetworkManager"
    fi
}
