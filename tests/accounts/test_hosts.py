"""Which hosts mean the machine that asks."""

import pytest

from accounts.hosts import is_local_host


@pytest.mark.parametrize(
    ("here", "hosts"),
    [
        (True, "localhost localhost:8000 127.0.0.1 127.0.0.1:8000 127.8.0.1 [::1]:8000 0.0.0.0:8000"),
        (False, "192.168.1.20:8000 [fd00::5]:8000 cards.example.org testserver localhost.example.org"),
    ],
)
def test_whether_another_device_opens_them(here, hosts):
    assert {host: is_local_host(host) for host in hosts.split()} == dict.fromkeys(hosts.split(), here)
