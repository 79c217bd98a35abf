"""Asks programs over D-Bus. What was sent never appears in an error, because it may contain a password.

Source: the D-Bus specification, https://dbus.freedesktop.org/doc/dbus-specification.html
"""

from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    MessageFlag,
    MessageType,
    Properties,
    message_bus,
    new_method_call,
)
from jeepney.io.blocking import open_dbus_connection

SYSTEM = "SYSTEM"
"""The bus of the machine's own services."""
_REPLY_SECONDS = 5.0
_GONE = ("UnknownObject", "UnknownMethod", "UnknownInterface")
_MOST_SIGNALS = 64


class BusTrouble(Exception):
    """A program has refused a request or is not there.

    Attributes
    ----------
    name
        The error's name, such as ``org.freedesktop.DBus.Error.ServiceUnknown``; ``""``: there is no answer.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    @property
    def means_gone(self) -> bool:
        """Whether the object that was asked does not exist any more."""
        return self.name.rpartition(".")[2] in _GONE


class Bus:
    """A connection to one service on a bus. One thread uses it.

    Parameters
    ----------
    address
        The address of the bus, or ``SYSTEM``.
    service
        The name of the service.

    Raises
    ------
    BusTrouble
        If there is no bus.
    """

    def __init__(self, address: str, service: str) -> None:
        self._service = service
        try:
            self._connection = open_dbus_connection(address)
        except (
            OSError,
            RuntimeError,
            ValueError,
            KeyError,
        ) as error:  # jeepney has no common error for these
            raise BusTrouble("") from error

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection."""
        self._connection.close()

    def call(
        self, path: str, interface: str, method: str, signature: str = "", *body: object
    ) -> tuple[Any, ...]:
        """Return what a method returns.

        Parameters
        ----------
        path, interface, method
            The object and its method.
        signature, body
            What is sent, in types of D-Bus.

        Raises
        ------
        BusTrouble
            If the service refuses, or does not answer in five seconds.
        """
        address = DBusAddress(path, bus_name=self._service, interface=interface)
        return self._send(new_method_call(address, method, signature or None, body))

    def get_all(self, path: str, interface: str) -> Mapping[str, Any]:
        """Return all properties of an object's interface."""
        address = DBusAddress(path, bus_name=self._service, interface=interface)
        (values,) = self._send(Properties(address).get_all())
        return unwrap(values)

    def set(self, path: str, interface: str, name: str, signature: str, value: object) -> None:
        """Set a property of an object."""
        address = DBusAddress(path, bus_name=self._service, interface=interface)
        self._send(Properties(address).set(name, signature, value))

    @contextmanager
    def collect_signals(self, path: str, interface: str, member: str) -> Iterator[deque[Any]]:
        """Collect the signals of an object during the ``with``, whenever a call waits for its answer."""
        rule = MatchRule(type="signal", interface=interface, member=member, path=path)
        self._send(message_bus.AddMatch(rule))
        with self._connection.filter(rule, bufsize=_MOST_SIGNALS) as signals:
            yield signals

    def _send(self, message: Any) -> tuple[Any, ...]:
        message.header.flags |= MessageFlag.no_auto_start  # a service that somebody has stopped stays so
        try:
            reply = self._connection.send_and_get_reply(message, timeout=_REPLY_SECONDS)
        except (OSError, TimeoutError) as error:
            raise BusTrouble("") from error
        if reply.header.message_type is MessageType.error:
            raise BusTrouble(str(reply.header.fields.get(HeaderFields.error_name, "")))
        return tuple(reply.body)


def unwrap(values: Mapping[str, tuple[str, Any]]) -> dict[str, Any]:
    """Return a dictionary of variants without their signatures.

    >>> unwrap({"State": ("u", 100)})
    {'State': 100}
    """
    return {name: value for name, (_, value) in values.items()}
