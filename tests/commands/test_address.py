"""Ports and addresses for ``manage.py up``."""

import socket
from contextlib import closing

import pytest
from django.core.management import CommandError

from tournaments.management import address
from tournaments.management.processes import asking


@pytest.fixture
def taken():
    """A port that another program listens on."""
    with closing(socket.socket()) as other:
        other.bind((address.LOOPBACK, 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_asked_for_and_taken_is_named(taken):
    with pytest.raises(CommandError, match=f"^Port {taken} cannot be used: another program uses it"):
        address.find_free_port(address.LOOPBACK, taken)


@pytest.mark.parametrize("port", [-1, 0, 70_000])
def test_no_port(port):
    with pytest.raises(CommandError, match=f"Port {port} cannot be used: ports run from 1 to 65535"):
        address.find_free_port(address.LOOPBACK, port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no address"])
@pytest.mark.parametrize("port", [8000, None])
def test_no_address(host, port):
    with pytest.raises(CommandError, match=f"This machine has no address {host}"):
        address.find_free_port(host, port)


def test_the_next_free_port_is_taken(taken, monkeypatch):
    monkeypatch.setattr(address, "USUAL_PORT", taken)
    assert taken < address.find_free_port(address.LOOPBACK, None) < taken + address.PORTS_TO_TRY


def test_all_ports_are_taken(taken, monkeypatch):
    monkeypatch.setattr(address, "USUAL_PORT", taken)
    monkeypatch.setattr(address, "PORTS_TO_TRY", 1)
    with pytest.raises(CommandError, match="all in use"):
        address.find_free_port(address.LOOPBACK, None)


def test_listening(taken):
    assert asking.is_listening(address.LOOPBACK, taken)
    with closing(socket.socket()) as probe:
        probe.bind((address.LOOPBACK, 0))
        assert not asking.is_listening(address.LOOPBACK, probe.getsockname()[1])


class Probe:
    """A socket of a machine whose address in its network is ``mine``."""

    mine: str | None = None

    def __init__(self, *_kind):
        pass

    def connect(self, _where):
        if self.mine is None:
            raise OSError("Network is unreachable")

    def getsockname(self):
        return (self.mine, 12345)

    def close(self):
        pass


def test_the_machine_in_a_network(monkeypatch):
    monkeypatch.setattr(Probe, "mine", "192.168.1.20")
    monkeypatch.setattr(socket, "socket", Probe)
    assert address.find_machine_address() == "192.168.1.20"


@pytest.mark.parametrize("mine", [None, "127.0.0.1"])
def test_the_machine_in_no_network(monkeypatch, mine):
    monkeypatch.setattr(Probe, "mine", mine)
    monkeypatch.setattr(socket, "socket", Probe)
    with pytest.raises(CommandError, match=r"has no network\. Connect it, or give its address with --host\."):
        address.find_machine_address()


def test_only_the_machine_and_what_the_environment_names_are_allowed(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "cards.example.org, localhost")
    assert address.list_allowed_hosts("10.0.0.5") == "localhost,127.0.0.1,[::1],10.0.0.5,cards.example.org"
    monkeypatch.delenv("ALLOWED_HOSTS")
    assert address.list_allowed_hosts("127.0.0.1") == "localhost,127.0.0.1,[::1]"
