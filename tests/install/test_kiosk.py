"""The page on the machine's own screen, for real: cage and Chromium as installed, on a screen in memory."""

import cv2
import numpy as np
import pytest

from tests.install.roots import Root
from tests.install.said import INSTALL

# As the unit starts it, but for the screen: one in memory. Grim takes pictures until one is no longer bare.
LOOK = """
mkdir -m 700 /run/kiosk
install -d -o pi-bunco-kiosk /var/lib/pi-bunco-kiosk
chown pi-bunco-kiosk /run/kiosk
runuser -u pi-bunco -- pi-bunco run --state-dir /var/lib/pi-bunco --players Ann,Bob,Cy,Di >/tmp/said 2>&1 &
on() { runuser -u pi-bunco-kiosk -- env HOME=/var/lib/pi-bunco-kiosk XDG_RUNTIME_DIR=/run/kiosk "$@"; }
on env WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1 \
    WLR_SCENE_DISABLE_DIRECT_SCANOUT=1 cage -- /usr/local/libexec/pi-bunco/kiosk >/tmp/cage 2>&1 &
look() {
    for ((k = 0; k < 120; k++)); do
        sleep 2
        on env WAYLAND_DISPLAY=wayland-0 timeout 20 grim /tmp/seen.png 2>/dev/null || continue
        if [ "$(stat -c %s /tmp/seen.png)" -gt 100000 ]; then cp /tmp/seen.png "/srv/$1.png"; return; fi
    done
    tail -n 20 /tmp/cage /tmp/said >&2
    exit 1
}
look first
pkill -u pi-bunco-kiosk chromium
sleep 5
look again
"""


def test_page_is_seen_on_the_screen(ready: Root) -> None:
    """The whole screen shows the table, and shows it again after the browser was killed."""
    if ready.name.startswith("bookworm"):
        pytest.skip("bookworm's cage keeps the first picture on a screen in memory; look on a real one")
    if ready.emulated:
        pytest.skip("a browser by emulation takes hours")
    said = ready.said(
        f"{INSTALL} --kiosk; apt-get -qq install -y --no-install-recommends grim procps", net=True
    )
    assert "the page is shown on this screen" in said
    assert ready.said("systemctl is-enabled pi-bunco-kiosk.service") == "enabled\n"
    ready.said(LOOK)
    for name in ("first", "again"):
        seen = cv2.imread(str(ready.layers[0] / "srv" / f"{name}.png"))
        assert seen is not None
        assert seen.shape == (720, 1280, 3)
        lit = seen[..., 1] > 40  # felt and paper; a bare screen is black
        assert np.mean(lit) > 0.9, "the page does not fill the screen"
        assert len(np.unique(seen.reshape(-1, 3), axis=0)) > 1000, "nothing stands on it"
