"""The QR code that leads to the names."""

import re

import segno
from django.urls import reverse

from tournaments.core.record import Stage


def page(client, code, **headers):
    return client.get(reverse("join-qr", args=[code]), headers=headers)


def test_it_works(client, night):
    code = night(4, Stage.CHECK_IN).evening.join_code
    answer = page(client, code)
    assert answer.headers["Content-Type"] == "image/svg+xml"
    svg = answer.content.decode()
    assert svg.startswith("<svg")
    assert "style=" not in svg
    # Black on a white ground of its own, margin and all: it is read on a dark page too.
    assert 'fill="#fff"' in svg
    assert 'stroke="#000"' in svg
    to = "http://testserver" + reverse("find-me", args=[code])
    assert len(modules(svg)) == 1
    assert modules(segno.make(to, error="m", micro=False).svg_inline(border=4)) == modules(svg)


def modules(svg):
    """The path that draws the dark modules."""
    return re.findall(r'stroke="#000" d="([^"]+)"', svg)


def test_the_address_is_as_the_phone_sees_it(client, night):
    code = night(4).evening.join_code
    assert page(client, code).content != page(client, code, host="localhost").content


def test_it_may_be_kept(client, night):
    answer = page(client, night(4).evening.join_code)
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert not answer.cookies


def test_what_is_missing_may_not_be_kept(client, db):
    missing = page(client, "NOSUCH")
    assert missing.status_code == 404
    assert "public" not in missing.headers.get("Cache-Control", "")


def test_queries(client, night, django_assert_max_num_queries):
    code = night(24).evening.join_code
    with django_assert_max_num_queries(2):
        page(client, code)
