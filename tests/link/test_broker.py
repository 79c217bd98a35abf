"""Mosquitto carries messages between those who were let in, and lets each do only what belongs to it."""

import os
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty

import pytest
from paho.mqtt.client import Client as PahoClient
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from structlog.testing import capture_logs

from pi_bunco.errors import Trouble
from pi_bunco.link import broker as broker_module
from pi_bunco.link import mqtt as mqtt_module
from pi_bunco.link.authority import Authority
from pi_bunco.link.broker import Broker, find_free_port
from pi_bunco.link.mqtt import MAX_PAYLOAD
from tests.link.conftest import ACCESS, BrokerRoom, Client

PATIENCE = 40.0
SHORT = 1.0
"""Seconds in which a message that is not delivered would have come."""


def wait_until_connected(client: Client) -> None:
    while not client.notices.get(timeout=PATIENCE):
        pass


def send_until_heard(sender: Client, topic: str, payload: bytes, listener: Client) -> None:
    """Send again and again, since a subscription may come a moment after the connection."""
    for _ in range(100):
        sender.carrier.send(topic, payload)
        try:
            while listener.received.get(timeout=0.3) != (topic, payload):
                pass
        except Empty:
            continue
        return
    raise AssertionError(f"{topic} was not heard")


def wait_for(what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def check_refused(client: Client) -> None:
    """Check that a client does not get a connection for some seconds."""
    time.sleep(3 * SHORT)
    assert not client.carrier.connected
    while not client.notices.empty():
        assert not client.notices.get()


def connect_without_certificate(port: int) -> None:
    """Connect as MQTT asks (OASIS, MQTT 5.0, section 3.1), and wait for the first byte of the answer."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection(("127.0.0.1", port), PATIENCE) as plain,
        context.wrap_socket(plain) as nobody,
    ):
        nobody.sendall(b"\x10\x0d\x00\x04MQTT\x05\x02\x00\x0a\x00\x00\x00")
        if not nobody.recv(1):
            raise ConnectionError


def hear_all(client: Client) -> list[tuple[str, bytes]]:
    """Return what comes within a short time."""
    heard = []
    try:
        while True:
            heard.append(client.received.get(timeout=SHORT))
    except Empty:
        return heard


def test_messages_arrive_and_a_will_when_a_pi_has_gone(broker_room: BrokerRoom) -> None:
    """The head hears a far Pi, and its last will when its connection breaks."""
    head = broker_room.connect("head", "up/+")
    far = broker_room.connect("far", "all", will=("up/far", b""))
    send_until_heard(far, "up/far", b"here", head)
    send_until_heard(head, "all", b"beat", far)
    far.carrier._client._sock.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr] # the network breaks
    while head.received.get(timeout=PATIENCE) != ("up/far", b""):
        pass


@pytest.mark.nightly
def test_all_are_back_after_the_broker_was_killed(broker_room: BrokerRoom) -> None:
    """A broker that was killed is started again, and messages flow as before."""
    head, far = broker_room.connect("head", "up/+"), broker_room.connect("far", "all")
    send_until_heard(head, "all", b"before", far)
    pid = broker_room.broker.pid
    assert pid
    os.kill(pid, signal.SIGKILL)
    while far.notices.get(timeout=PATIENCE):
        pass
    wait_until_connected(far)
    send_until_heard(head, "all", b"after", far)


def test_a_slow_pi_fills_no_memory(broker_room: BrokerRoom, tmp_path: Path) -> None:
    """The broker keeps ten of the longest messages for a client, and Mosquitto takes this configuration."""
    wait_until_connected(broker_room.connect("near", "all"))
    (configuration,) = tmp_path.rglob("mosquitto.conf")
    assert f"max_queued_bytes {10 * MAX_PAYLOAD}" in configuration.read_text().splitlines()


def test_strangers_are_refused(broker_room: BrokerRoom, tmp_path: Path) -> None:
    """A Pi of another room cannot connect, nor somebody without a certificate."""
    (tmp_path / "other").mkdir()
    stranger = broker_room.connect("far", "all", authority=Authority(tmp_path / "other"))
    friend = broker_room.connect("near", "all")
    wait_until_connected(friend)
    check_refused(stranger)
    with pytest.raises((ssl.SSLError, ConnectionError)):
        connect_without_certificate(broker_room.port)


def test_each_pi_has_its_own_topics(broker_room: BrokerRoom) -> None:
    """What a Pi sends in another's name or the head's is not delivered, and it hears nothing of others."""
    head = broker_room.connect("head", "up/+")
    near = broker_room.connect("near", "all", "to/near", "to/far", "up/+", "#")
    far = broker_room.connect("far", "all", "to/far")
    for client in (near, far):
        send_until_heard(head, "all", b"beat", client)
    send_until_heard(far, "up/far", b"mine", head)
    near.carrier.send("up/far", b"false")
    near.carrier.send("all", b"false")
    head.carrier.send("to/far", b"secret")
    send_until_heard(near, "up/near", b"last", head)
    assert b"false" not in [payload for client in (head, far) for _, payload in hear_all(client)]
    assert ("to/far", b"secret") not in hear_all(near)


def test_a_pi_that_was_put_out_hears_nothing(broker_room: BrokerRoom) -> None:
    """Its rights end while it is connected; those of the others stay."""
    head = broker_room.connect("head", "up/+")
    near, far = broker_room.connect("near", "all"), broker_room.connect("far", "all")
    for client in (near, far):
        send_until_heard(head, "all", b"beat", client)
    broker_room.broker.set_members({name: access for name, access in ACCESS.items() if name != "far"})
    hear_all(far)
    send_until_heard(head, "all", b"later", near)
    far.carrier.send("up/far", b"late")
    send_until_heard(near, "up/near", b"last", head)
    assert ("all", b"later") not in hear_all(far)
    assert ("up/far", b"late") not in hear_all(head)


def test_the_will_of_a_pi_has_its_rights(broker_room: BrokerRoom) -> None:
    """A will for a topic that a Pi may not write is not delivered."""
    head, near = broker_room.connect("head", "up/+"), broker_room.connect("near", "all")
    far = broker_room.connect("far", "all", will=("all", b"false"))
    for client in (near, far):
        send_until_heard(head, "all", b"beat", client)
    far.carrier._client._sock.shutdown(socket.SHUT_RDWR)  # type: ignore[union-attr] # the network breaks
    while far.notices.get(timeout=PATIENCE):
        pass
    send_until_heard(head, "all", b"later", near)
    assert ("all", b"false") not in hear_all(near)


def test_a_certificate_takes_only_its_own_place(broker_room: BrokerRoom) -> None:
    """A client that asks for another's id gets its own, and ends only the connection of its own name."""
    near, far = broker_room.connect("near", "all"), broker_room.connect("far", "all")
    for client in (near, far):
        wait_until_connected(client)
    thief = PahoClient(CallbackAPIVersion.VERSION2, client_id="near", protocol=MQTTProtocolVersion.MQTTv5)
    thief.tls_set_context(far.carrier._context)
    thief.connect("127.0.0.1", broker_room.port)
    thief.loop_start()
    while far.notices.get(timeout=PATIENCE):
        pass
    thief.disconnect()
    thief.loop_stop()
    assert near.notices.empty()


def test_a_burst_holds_nothing_up(broker_room: BrokerRoom) -> None:
    """Of 3,000 messages at once some may be lost, but later ones arrive."""
    head, far = broker_room.connect("head", "up/+"), broker_room.connect("far", "all")
    send_until_heard(head, "all", b"first", far)
    for number in range(3000):
        head.carrier.send("all", b"%d" % number)
    send_until_heard(head, "all", b"last", far)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")  # by which paho wakes its thread
def test_a_thread_of_paho_that_has_ended_is_replaced(
    broker_room: BrokerRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an exception paho still says that it is connected. The carrier makes a new client."""
    monkeypatch.setattr(mqtt_module, "_WATCH_SECONDS", 0.1)
    head, far = broker_room.connect("head", "up/+"), broker_room.connect("far", "all")
    send_until_heard(head, "all", b"before", far)
    broken = far.carrier._client
    broken.on_message = lambda *_: next(iter(()))
    head.carrier.send("all", b"bad")
    deadline = time.monotonic() + PATIENCE
    while far.carrier._client is broken and time.monotonic() < deadline:
        time.sleep(0.1)
    send_until_heard(head, "all", b"after", far)


def test_a_broker_that_is_being_started_can_be_closed(
    broker_room: BrokerRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing waits for a process that is just being started, and ends that too."""
    (tmp_path / "other").mkdir()
    broker = Broker(tmp_path / "other", broker_room.credentials, find_free_port(), members=ACCESS)
    starting, popen = threading.Event(), subprocess.Popen

    def start_slowly(*arguments: object, **options: object) -> object:
        starting.set()
        time.sleep(SHORT)
        return popen(*arguments, **options)  # type: ignore[call-overload] # as it was called

    monkeypatch.setattr(subprocess, "Popen", start_slowly)
    assert broker.pid
    os.kill(broker.pid, signal.SIGKILL)
    assert starting.wait(PATIENCE)
    closing = threading.Thread(target=broker.close, daemon=True)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive()


def test_a_broker_that_cannot_be_started_is_tried_again(
    broker_room: BrokerRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the machine has no room for a process the program goes on, and it can be closed."""
    (tmp_path / "other").mkdir()
    is_full, popen = True, subprocess.Popen

    def start(*arguments: object, **options: object) -> object:
        if is_full:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return popen(*arguments, **options)  # type: ignore[call-overload] # as it was called

    monkeypatch.setattr(subprocess, "Popen", start)
    monkeypatch.setattr(broker_module, "_PAUSE", 0.1)
    for closes_early in (True, False):
        broker = Broker(tmp_path / "other", broker_room.credentials, find_free_port(), members=ACCESS)
        assert broker.pid is None
        broker.set_members({})
        if not closes_early:
            is_full = False
            wait_for(partial(getattr, broker, "pid"))
        broker.close()


def test_an_error_in_one_message_ends_nothing(broker_room: BrokerRoom) -> None:
    """A receiver that raises gets the next message all the same."""

    def receive(_topic: str, payload: bytes) -> None:
        if payload == b"bad":
            raise ValueError("bad")

    head = broker_room.connect("head", "up/+")
    far = broker_room.connect("far", "all", receive=receive)
    send_until_heard(head, "all", b"first", far)
    head.carrier.send("all", b"bad")
    send_until_heard(head, "all", b"second", far)


def test_a_message_that_is_too_long_is_dropped(broker_room: BrokerRoom) -> None:
    """Neither end takes it, the log names it, and the connection stays."""
    head, far = broker_room.connect("head", "up/+"), broker_room.connect("far", "all")
    send_until_heard(head, "all", b"first", far)
    wait_until_connected(head)
    with capture_logs() as logs:
        head.carrier.send("all", bytes(3 * MAX_PAYLOAD))
        head.carrier._client.publish("all", bytes(MAX_PAYLOAD + 1), qos=1)  # as another version may do
        send_until_heard(head, "all", b"second", far)
    assert [log["event"] for log in logs] == ["a message is too long to send", "a message is too long"]
    assert head.notices.empty()


def test_sending_without_a_connection_returns_at_once(broker_room: BrokerRoom) -> None:
    """The message is lost, and nothing waits."""
    broker_room.broker.close()
    far = broker_room.connect("far", "all")
    far.carrier.send("up/far", b"lost")
    assert not far.carrier.connected


def test_a_broker_without_its_program_says_why(
    broker_room: BrokerRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without Mosquitto the sentence names the remedy."""
    monkeypatch.setattr(broker_module, "_PATH", str(tmp_path))
    with pytest.raises(Trouble, match="sudo apt install mosquitto"):
        Broker(tmp_path, broker_room.credentials, find_free_port(), members=ACCESS)


def test_a_broker_whose_port_is_taken_says_why(broker_room: BrokerRoom, tmp_path: Path) -> None:
    """The sentence names the port."""
    with socket.create_server(("", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(Trouble, match=f"Port {port}"):
            Broker(tmp_path, broker_room.credentials, port, members=ACCESS)
