"""Mosquitto carries messages between those who were let in, and lets each do only what belongs to it."""

import os
import signal
import socket
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from queue import Empty

import pytest

from pi_bunco.errors import Trouble
from pi_bunco.link import broker as broker_module
from pi_bunco.link.authority import Authority, make_request
from pi_bunco.link.broker import Broker
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


def test_all_are_back_after_the_broker_was_killed(broker_room: BrokerRoom) -> None:
    """A broker that was killed is started again, and messages flow as before."""
    head, far = broker_room.connect("head", "up/+"), broker_room.connect("far", "all")
    send_until_heard(head, "all", b"before", far)
    os.kill(broker_room.broker.pid, signal.SIGKILL)
    while far.notices.get(timeout=PATIENCE):
        pass
    wait_until_connected(far)
    send_until_heard(head, "all", b"after", far)


def test_strangers_are_refused(broker_room: BrokerRoom, tmp_path: Path) -> None:
    """A Pi of another room cannot connect, nor somebody without a certificate."""
    (tmp_path / "other").mkdir()
    stranger = broker_room.connect("far", "all", authority=Authority(tmp_path / "other"))
    friend = broker_room.connect("near", "all")
    wait_until_connected(friend)
    check_refused(stranger)
    with pytest.raises((ssl.SSLError, ConnectionError)):
        connect_without_certificate(broker_room.port)


def test_a_far_pi_is_no_broker(broker_room: BrokerRoom, tmp_path: Path) -> None:
    """A server with the certificate of a far Pi is not believed."""
    broker_room.broker.close()
    key, request = make_request()
    credentials = broker_room.write("false", key, broker_room.authority.sign(request, "far"))
    (tmp_path / "false").mkdir()
    false = Broker(tmp_path / "false", credentials, broker_room.port, members=ACCESS)
    try:
        check_refused(broker_room.connect("near", "all"))
    finally:
        false.close()


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
    assert ("all", b"later") not in hear_all(far)


def test_an_error_in_one_message_ends_nothing(broker_room: BrokerRoom) -> None:
    """A receiver that raises gets the next message all the same; a message that is too long is dropped."""

    def receive(_topic: str, payload: bytes) -> None:
        if payload == b"bad":
            raise ValueError("bad")

    head = broker_room.connect("head", "up/+")
    far = broker_room.connect("far", "all", receive=receive)
    send_until_heard(head, "all", b"first", far)
    head.carrier.send("all", b"bad")
    head.carrier.send("all", bytes(MAX_PAYLOAD + 1))
    send_until_heard(head, "all", b"second", far)


def test_sending_without_a_connection_returns_at_once(broker_room: BrokerRoom) -> None:
    """The message is lost, and nothing waits."""
    broker_room.broker.close()
    far = broker_room.connect("far", "all")
    far.carrier.send("up/far", b"lost")
    assert not far.carrier.connected


@pytest.mark.parametrize("what", ["no program", "port"])
def test_a_broker_that_cannot_start_says_why(
    broker_room: BrokerRoom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Without Mosquitto, or with a port that is taken, the sentence names it with the remedy."""
    if what == "no program":
        monkeypatch.setattr(broker_module, "_PATH", str(tmp_path))
        match = "sudo apt install mosquitto"
    else:
        match = f"Port {broker_room.port}"
    make: Callable[[], Broker] = lambda: Broker(  # noqa: E731 - for pytest.raises
        tmp_path, broker_room.credentials, broker_room.port, members=ACCESS
    )
    with pytest.raises(Trouble, match=match):
        make()
