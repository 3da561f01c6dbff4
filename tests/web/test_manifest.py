"""What a phone is told that keeps Headtable among its programs."""

import struct
from pathlib import Path

from django.contrib.staticfiles import finders
from django.urls import reverse


def test_it_works(client, db):
    answer = client.get(reverse("manifest"))
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    told = answer.json()
    assert told["name"] == told["short_name"] == "Headtable"
    assert client.get(told["start_url"]).status_code == 200
    assert told["display"] == "standalone"
    assert told["start_url"].startswith(told["scope"])
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}


def test_every_icon_is_as_large_as_it_says(client, db):
    for icon in client.get(reverse("manifest")).json()["icons"]:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert found
        picture = Path(found).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", picture[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        else:
            assert picture.startswith(b"<svg")


def test_every_page_leads_to_it(client, db):
    html = client.get(reverse("join")).content.decode()
    assert f'<link rel="manifest" href="{reverse("manifest")}">' in html
    assert 'rel="apple-touch-icon"' in html
