"""The card's folder on blank roots: its packages without a network, and its files for cloud-init."""

import subprocess
import sys
from pathlib import Path

from tests.install.roots import Root
from tests.tools.imager import USER_DATA
from tools.card.debian import IN_EVERY_IMAGE
from tools.card.folder import MACHINES
from tools.card.seeds import merge_vendor_data

INSTALLED = (
    "dpkg-query -W -f='${Package} ${db:Status-Status}\\n' mosquitto exfatprogs fonts-dejavu-core polkitd"
)
OURS = (Path(__file__).parents[2] / "tools/card/first-start/vendor-data").read_bytes()
THEIRS = b"#cloud-config\nwrite_files:\n- path: /var/tmp/theirs\n  content: J\xc3\xb6rg\n"

SEED = """
apt-get -qq update
DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends cloud-init >/dev/null 2>&1
mkdir -p /boot/firmware/pi-bunco/first-start
cp /mnt/bundle/* /boot/firmware/
echo 'dsmode: local' >/boot/firmware/meta-data
echo 'echo begun >>/var/tmp/begun' >/boot/firmware/pi-bunco/first-start/begin.sh
cat >/etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg <<'END'
datasource_list: [NoCloud, None]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware
END
"""
RUN_CLOUD_INIT = "cloud-init init --local >/dev/null 2>&1 || true; cloud-init init >/dev/null 2>&1 || true; "
"""Two of cloud-init's stages, in which vendor-data is read; a root has no network to be configured."""


def test_packages_come_from_the_folder(root: Root, bundle: Path, scratch: Path) -> None:
    """On a system like the Pi's, install.sh gets its packages from the folder, without a network."""
    system, machine = root.name.split("-")
    python = next(name for name, debian in MACHINES.items() if debian == machine)
    folder = scratch / "card"
    command: list[str | Path] = [
        sys.executable, "-m", "tools.card", "--system", system, "--machine", python,
        "--bundle", bundle, "--to", folder,
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[2])
    image = root.add_layer(scratch)
    has = " ".join(("'?priority(required)'", "'?priority(important)'", *IN_EVERY_IMAGE))
    image.check_output(
        "apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "
        f"{has} >/dev/null && rm -rf /var/lib/apt/lists/*",
        net=True,
    )
    out = image.check_output("bash /mnt/bundle/install.sh", bundle=folder / "pi-bunco")
    assert "installed mosquitto from the bundle" in out
    states = image.check_output(INSTALLED).split("\n")
    assert [state for state in states if state and not state.endswith(" installed")] == []


def test_cloud_init_runs_ours_and_theirs(root: Root, scratch: Path, tmp_path: Path) -> None:
    """cloud-init accepts the imager's user-data, does what other vendor-data says, and always runs ours."""
    (tmp_path / "user-data").write_bytes(USER_DATA)
    (tmp_path / "vendor-data").write_bytes(merge_vendor_data(THEIRS, OURS))
    system = root.add_layer(scratch)
    system.check_output(SEED, net=True, bundle=tmp_path)
    # The imager's enable_ssh is known to Raspberry Pi's cloud-init only.
    plain = "grep -v ^enable_ssh /boot/firmware/user-data >/var/tmp/plain"
    said = system.check_output(f"{plain} && cloud-init schema -c /var/tmp/plain")
    assert "Valid schema" in said
    out = system.check_output(f"{RUN_CLOUD_INIT} {RUN_CLOUD_INIT} cat /var/tmp/theirs /var/tmp/begun")
    assert out == "Jörgbegun\nbegun\n"
