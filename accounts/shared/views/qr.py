"""Addresses as QR codes: black on white, which cameras read in the dark too."""

from base64 import b64encode
from io import BytesIO

import segno
from django.http import HttpResponse


def qr_of(address: str) -> HttpResponse:
    """The address as a picture."""
    return HttpResponse(_svg(address), content_type="image/svg+xml")


def qr_within(address: str) -> str:
    """The same, to be put into a page: for what is shown once, and has no address of its own."""
    return f"data:image/svg+xml;base64,{b64encode(_svg(address)).decode()}"


def _svg(address: str) -> bytes:
    svg = BytesIO()
    segno.make(address, error="m", micro=False).save(
        svg, kind="svg", xmldecl=False, omitsize=True, border=4, dark="#000", light="#fff"
    )
    return svg.getvalue()
