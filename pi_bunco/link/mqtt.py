"""Carries messages over MQTT 5 with paho-mqtt.

An exception in one of paho's callbacks ends its thread, and a callback that waits holds it up. So they only
put calls into a queue, and a thread of this carrier makes them.
"""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import structlog
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion

from pi_bunco.link.carrier import Credentials, Notice, Receive
from pi_bunco.link.inbox import Inbox
from pi_bunco.machine.threads import start_thread

_log = structlog.get_logger()

MAX_PAYLOAD = 1_000_000
"""Most bytes of a message that is sent or taken."""
KEEPALIVE = 10
"""Seconds of silence after which one end asks the other, and after the same time again gives it up."""
_MAX_WAITING = 1000
"""Most messages that wait for a slow network. Later ones are lost, and asked for again."""
_WATCH_SECONDS = 5.0
_MAX_ALONE = 30.0
"""Seconds without a connection after which a new client is made."""
_PROBE_SECONDS = 2.0
_QOS = 1


class MqttCarrier:
    """Keeps a connection to a broker; implements :class:`pi_bunco.link.carrier.Carrier`.

    Parameters
    ----------
    address, port
        The broker's. A Pi may have any address, so its certificate has none.
    credentials
        This client's.
    server
        The broker's name in its certificate. With another one nothing is sent and nothing is taken.
    topics
        What it receives.
    will
        The topic and the payload of a message that the broker sends when this client has gone.
    receive, notice
        Called with each message, and with each change of the connection, in one thread.
    """

    def __init__(  # noqa: PLR0913 - all by name but the first four
        self,
        address: str,
        port: int,
        credentials: Credentials,
        server: str,
        *,
        topics: Sequence[str],
        will: tuple[str, bytes] | None,
        receive: Receive,
        notice: Notice,
    ) -> None:
        self._address, self._port, self._topics, self._will = address, port, topics, will
        self._server = server
        self._context = _make_context(credentials)
        self._receive, self._notice = receive, notice
        self._calls: Inbox[Callable[[], object]] = Inbox()
        self._closing, self._alone_since = False, time.monotonic()
        self._client = self._connect()
        self._thread = threading.Thread(target=self._run, name="carrier", daemon=True)
        start_thread(self._thread)

    @property
    def connected(self) -> bool:
        """Whether it is connected."""
        return self._client.is_connected()

    def send(self, topic: str, payload: bytes) -> None:
        """Send a message, and return at once. It is lost if there is no connection."""
        if len(payload) > MAX_PAYLOAD:
            # The broker would end the connection, and paho would send the message again after each new one.
            _log.warning("a message is too long to send", topic=topic, size=len(payload))
        elif self.connected:
            self._client.publish(topic, payload, qos=_QOS)

    def close(self) -> None:
        """Disconnect and stop."""
        self._closing = True
        self._calls.wake()
        self._thread.join()
        self._end_client()

    def _end_client(self) -> None:
        # Without the first call the second would wait until the broker has confirmed all messages.
        self._client.disconnect()
        self._client.loop_stop()

    def _connect(self) -> Client:
        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.tls_set_context(self._context)
        client.max_queued_messages_set(_MAX_WAITING)
        client.reconnect_delay_set(1, 4)
        if self._will:
            client.will_set(*self._will, qos=_QOS)
        client.on_connect = self._note_connected
        client.on_disconnect = lambda *_: self._calls.put(partial(self._notice, False))  # noqa: FBT003 - as paho reports it
        client.on_message = self._take
        client.on_socket_open = self._check_socket
        client.connect_async(self._address, self._port, KEEPALIVE, clean_start=True)
        client.loop_start()
        return client

    def _check_socket(self, _client: Client, _data: Any, connection: Any) -> None:
        """Go on only if the other end is the head; otherwise paho tries again later."""
        try:
            check_server(connection, self._server)
        except OSError:
            connection.close()  # otherwise paho would go on to read from it
            raise
        # Small messages leave at once: otherwise one waits 40 ms until the last one is acknowledged.
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _note_connected(self, client: Client, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if not reason.is_failure:
            if self._topics:
                client.subscribe([(topic, _QOS) for topic in self._topics])
            self._calls.put(partial(self._notice, True))  # noqa: FBT003 - likewise

    def _take(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        if len(message.payload) > MAX_PAYLOAD:
            _log.warning("a message is too long", topic=message.topic, size=len(message.payload))
            return
        payload = bytes(message.payload)
        self._calls.put(partial(self._receive, message.topic, payload), len(payload))

    def _run(self) -> None:
        while not self._closing:
            if call := self._calls.wait(_WATCH_SECONDS):
                self._call(call)
            self._call(self._watch)

    def _watch(self) -> None:
        """Make a new client if paho's thread has ended, or if there has been no connection for long."""
        now = time.monotonic()
        # A client whose thread has ended may still say that it is connected. `loop_start` succeeds only if
        # no thread runs, and starts one.
        has_ended = self._client.loop_start() == MQTTErrorCode.MQTT_ERR_SUCCESS
        if self.connected and not has_ended:
            self._alone_since = now
        elif has_ended or now - self._alone_since > _MAX_ALONE:
            if has_ended:  # while the head is merely off, the log would fill
                _log.warning("the carrier's thread has ended, and is replaced")
            self._alone_since = now
            self._end_client()
            self._client = self._connect()

    def _call(self, call: Callable[[], object]) -> None:
        try:
            call()
        except Exception:  # noqa: BLE001 - the carrier must survive an error in one call
            _log.exception("a call of the carrier failed")


def probe_server(address: str, port: int, credentials: Credentials, server: str) -> bool:
    """Return whether the broker of the Pi with the name ``server`` answers there."""
    try:
        with (
            socket.create_connection((address, port), _PROBE_SECONDS) as plain,
            _make_context(credentials).wrap_socket(plain) as connection,
        ):
            check_server(connection, server)
    except (OSError, ValueError):
        return False
    return True


def check_server(connection: ssl.SSLSocket, server: str) -> None:
    """Raise :class:`OSError` if the other end lacks the certificate of the Pi with the name ``server``."""
    subject = (connection.getpeercert() or {}).get("subject")
    if subject != ((("commonName", server),),):
        raise ConnectionRefusedError(f"another Pi than {server} answers: {subject}")


def _make_context(credentials: Credentials) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False
    context.load_verify_locations(credentials.authority)
    context.load_cert_chain(credentials.certificate, credentials.key)
    return context
