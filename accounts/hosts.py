"""Which addresses of the program other devices can open."""

from ipaddress import ip_address

from django.http.request import split_domain_port


def is_local_host(host: str) -> bool:
    """Return whether the host (``name:port``) is a loopback name, which no other device can open."""
    name = split_domain_port(host)[0].strip("[]").rstrip(".")
    try:
        address = ip_address(name)
    except ValueError:
        return name == "localhost"
    return address.is_loopback or address.is_unspecified
