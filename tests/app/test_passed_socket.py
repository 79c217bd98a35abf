"""Port 80 comes from systemd: a real socket is passed to a real process."""

import socket
import subprocess
import sys
import textwrap
from collections.abc import Sequence

import pytest

_PASS = textwrap.dedent(
    """
    import os, sys
    os.dup2(int(sys.argv[1]), 3)  # as systemd does before it starts a service
    os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
    os.environ |= dict(variable.split("=") for variable in sys.argv[3:])
    os.execv(sys.executable, [sys.executable, "-c", sys.argv[2]])
    """
)
_TAKE = "from pi_bunco.app.passed_socket import take_passed_socket as take\n"


def start_with(passed: socket.socket, code: str, variables: Sequence[str] = ()) -> str:
    """Run code in a process that has got a socket as systemd passes it, and return what it prints."""
    command = [sys.executable, "-c", _PASS, str(passed.fileno()), _TAKE + textwrap.dedent(code), *variables]
    done = subprocess.run(
        command, pass_fds=(passed.fileno(),), capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.strip()


def test_the_passed_socket_is_served() -> None:
    """The process accepts a connection that was made before it began."""
    with socket.create_server(("127.0.0.1", 0)) as port80:
        client = socket.create_connection(port80.getsockname())
        start_with(port80, "take().accept()[0].sendall(b'here')")
        assert client.recv(9) == b"here"
        client.close()


def test_it_is_there_again_after_the_program_has_become_another() -> None:
    """When the program starts again in its own process, the port stays open."""
    again = """
    import os, sys
    first = take()
    print(first.getsockname()[1], flush=True)
    first.close()
    os.execv(sys.executable, [sys.executable, "-c", os.environ["TAKE"] + "print(take().getsockname()[1])"])
    """
    with socket.create_server(("127.0.0.1", 0)) as port80:
        port = str(port80.getsockname()[1])
        assert start_with(port80, again, [f"TAKE={_TAKE}"]).split() == [port, port]


def test_a_child_does_not_take_it() -> None:
    """Only the process that systemd has started gets it: its stations do not."""
    code = """
    import os, subprocess, sys
    subprocess.run([sys.executable, "-c", os.environ["TAKE"] + "print(take())"])
    """
    with socket.create_server(("127.0.0.1", 0)) as port80:
        assert start_with(port80, code, [f"TAKE={_TAKE}"]) == "None"


@pytest.mark.parametrize(
    "variable", ["LISTEN_PID=1", "LISTEN_FDS=2", "LISTEN_FDS=x", "LISTEN_FDS=", "LISTEN_PID="]
)
def test_odd_variables_pass_nothing(variable: str) -> None:
    """The program starts without port 80."""
    with socket.create_server(("127.0.0.1", 0)) as port80:
        assert start_with(port80, "print(take())", [variable]).splitlines()[-1] == "None"


def test_what_is_no_listening_socket_is_left_alone() -> None:
    """A connection, a local socket or a file is not taken for port 80."""
    with socket.create_server(("127.0.0.1", 0)) as port80:
        client = socket.create_connection(port80.getsockname())
        assert start_with(client, "print(take())").splitlines()[-1] == "None"
        client.close()
    with socket.socket(socket.AF_UNIX) as local:
        assert start_with(local, "print(take())").splitlines()[-1] == "None"
