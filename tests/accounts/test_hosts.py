"""Which hosts mean the machine that asks."""

import pytest

from accounts.hosts import only_here


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8000", "127.0.0.1", "127.0.0.1:8000", "127.8.0.1"),
        "[::1]:8000",
        "0.0.0.0:8000",
    ],
)
def test_no_other_device_opens_them(host):
    assert only_here(host)


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:8000", "[fd00::5]:8000", "cards.example.org", "testserver", "localhost.example.org"],
)
def test_other_devices_open_them(host):
    assert not only_here(host)
