"""Mosquitto, the broker: a process of the head's program, with a configuration that is written whole.

It keeps nothing on the disk and forgets everything when it ends. The user name of a client is the name in its
certificate, which decides what it may read and write (``mosquitto.conf(5)``).
"""

import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import structlog

from pi_bunco.errors import Trouble
from pi_bunco.link.carrier import Access, Credentials
from pi_bunco.link.mqtt import MAX_PAYLOAD
from pi_bunco.machine.disk import write_atomic
from pi_bunco.machine.threads import start_thread
from pi_bunco.sentences import say

_log = structlog.get_logger()

PORT = 8883
"""The port of MQTT over TLS (IANA, *secure-mqtt*)."""
_END_WITH_US = """\
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Starts a program that ends with the thread that starts it, and so with this program (PR_SET_PDEATHSIG in
``prctl(2)``). setpriv(1) can do that too, but not in the sandbox of the service. It ignores SIGHUP
until Mosquitto listens for it: earlier, the signal to read the rights again would end it."""
_KEPT_PORTS = range(20_000, 32_768)
"""Ports below those that Linux lends to outgoing connections (``ip_local_port_range`` in ``ip(7)``)."""
_PATH = "/usr/sbin:/usr/bin:/usr/local/sbin"
"""Where Mosquitto may be; the search path of a service may lack the first one."""
_PAUSE, _MAX_PAUSE = 1.0, 5.0
"""Seconds after which a broker that has ended is started again, and the most if it ends at once."""
_END_SECONDS = 3.0
# Only a broker of root looks at its user. It stays root's, since it reads root's files.
_CONFIGURATION = """\
per_listener_settings false
persistence false
allow_anonymous false
log_dest stderr
log_type error
log_type warning
connection_messages false
sys_interval 0
user root
acl_file {rights}
max_packet_size {most}
max_inflight_messages 20
max_queued_messages 1000
max_queued_bytes {queued}
set_tcp_nodelay true
listener {port}
max_connections 256
cafile {authority}
certfile {certificate}
keyfile {key}
tls_version tlsv1.2
require_certificate true
use_identity_as_username true
use_username_as_clientid true
"""


def choose_port() -> int:
    """Return the usual port, or any free one if another program uses that."""
    return PORT if _is_free(PORT) else find_free_port()


class Broker:
    """Runs Mosquitto until it is closed, and starts it again if it ends.

    Parameters
    ----------
    folder
        Where its files are written.
    credentials
        Its certificate, for servers.
    port
        The port, on all addresses.
    members
        What each Pi may read and write, by the name in its certificate.

    Raises
    ------
    Trouble
        If Mosquitto is not installed, or the port is taken.
    """

    def __init__(
        self, folder: Path, credentials: Credentials, port: int, *, members: Mapping[str, Access]
    ) -> None:
        program = shutil.which("mosquitto", path=_PATH)
        if program is None:
            raise Trouble(
                say("Several Pis need the program Mosquitto, and it is not installed."),
                say("Install it: sudo apt install mosquitto"),
            )
        if not _is_free(port):
            raise Trouble(
                say("Port {port}, by which other Pis follow, is taken by another program.", port=port),
                say("Stop that program, or restart this machine."),
            )
        self._rights, configuration = folder / "rights", folder / "mosquitto.conf"
        self._write_rights(members)
        text = _CONFIGURATION.format(
            rights=self._rights,
            most=2 * MAX_PAYLOAD,
            queued=10 * MAX_PAYLOAD,
            port=port,
            authority=credentials.authority,
            certificate=credentials.certificate,
            key=credentials.key,
        )
        write_atomic(configuration, text.encode(), private=True)
        self._command = (sys.executable, "-I", "-c", _END_WITH_US, program, "-c", str(configuration))
        self._process: subprocess.Popen[bytes] | None = None
        self._tried, self._closing, self._lock = threading.Event(), threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        start_thread(self._thread)
        self._tried.wait()

    @property
    def pid(self) -> int | None:
        """The id of its process now, ``None`` if it could not be started yet."""
        return self._process.pid if self._process else None

    def set_members(self, members: Mapping[str, Access]) -> None:
        """Change what each Pi may read and write, also for those that are connected."""
        self._write_rights(members)
        if self._process:
            self._process.send_signal(signal.SIGHUP)

    def close(self) -> None:
        """End it."""
        with self._lock:  # or a process that is being started would stay
            self._closing.set()
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(_END_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._thread.join()

    def _write_rights(self, members: Mapping[str, Access]) -> None:
        lines: list[str] = []
        for name, access in members.items():
            lines.append(f"user {name}")
            lines += [f"topic read {topic}" for topic in access.reads]
            lines += [f"topic write {topic}" for topic in access.writes]
        write_atomic(self._rights, ("\n".join(lines) + "\n").encode(), private=True)

    def _run(self) -> None:
        pause = _PAUSE
        while True:
            with self._lock:
                if self._closing.is_set():
                    return
                began, process = time.monotonic(), self._start()
                self._tried.set()
            status = process.wait() if process else None
            if time.monotonic() - began > _MAX_PAUSE:
                pause = _PAUSE
            if not self._closing.wait(pause) and process:
                _log.warning("the broker has ended, and is started again", status=status)
            pause = min(2 * pause, _MAX_PAUSE)

    def _start(self) -> "subprocess.Popen[bytes] | None":
        """Start it, and return its process, ``None`` if the machine has no room for one now."""
        try:
            self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL)  # noqa: S603 - all parts are ours
        except OSError as error:
            _log.warning("the broker cannot be started", why=str(error))
            return None
        return self._process


def _is_free(port: int) -> bool:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("", port))
        except OSError:
            return False
    return True


def find_free_port() -> int:
    """Return a port that nobody uses now, and that no outgoing connection will get: it is kept for later."""
    while not _is_free(port := secrets.choice(_KEPT_PORTS)):
        pass
    return port
